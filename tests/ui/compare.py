# SPDX-License-Identifier: MIT
"""Side by side and back in time in the real window: a preset, one drag that moves both sides, a scrub back, a step."""
from harness import check, main


def sides(frame):
    return frame.get("sides", [])


def position(frame, side, name):
    for b in sides(frame)[side]["bodies"]:
        if b["name"] == name:
            return b["position"]
    return None


def settled(session):
    """A frame after which nothing moves any more: the step that was under way at the pause is in it."""
    frame = session.next_frame()
    while True:
        again = session.next_frame()
        if again["step"] == frame["step"]:
            return again
        frame = again


def middle_is_free(session):
    for name, r in session.rects.items():
        if name.startswith("panel:"):
            inside = r["x"] < 800 and r["x"] + r["w"] > 360 and r["y"] < 500 and r["y"] + r["h"] > 100
            check(not inside, f"{name} covers the middle: {r}")


def test(session):
    session.wait("the scene", lambda: session.frames and session.body("rabbit"))

    session.picture("start.png")

    # A preset of the menu starts two of it.
    session.click("menu:Compare")
    session.wait("the menu", lambda: "item:Area | voxel" in session.rects)
    session.picture("menu.png")
    session.click("item:Area | voxel")
    session.wait("two sides", lambda: len(sides(session.frames[-1])) == 2)
    session.wait("half a second", lambda: session.frames[-1]["time"] > 0.5)
    check("panel:##sideA" in session.rects and "panel:##sideB" in session.rects, "the sides have no labels")
    middle_is_free(session)
    session.picture("two.png")
    session.key("4")  # the pressure, one scale for both; the legend says which
    # Legends stand in rows between the tanks and the numbers; the tanks make room.
    for key in ("v", "l", "p", "b"):
        session.key(key)
    legends = [f"panel:##{name}" for name in ("legend", "slice", "flow", "forces", "boundary")]
    session.wait("the legends", lambda: all(name in session.rects for name in legends))
    session.next_frame()
    session.picture("pressure.png")
    numbers = session.rects["panel:##compare"]
    for i, name in enumerate(legends):
        r = session.rects[name]
        check(360 < r["y"] and r["y"] + r["h"] < numbers["y"] and r["x"] + r["w"] <= numbers["x"] + numbers["w"],
              f"{name} is not between tanks and numbers: {r}")
        for other in legends[:i]:
            o = session.rects[other]
            check(r["x"] >= o["x"] + o["w"] or o["x"] >= r["x"] + r["w"] or r["y"] >= o["y"] + o["h"]
                  or o["y"] >= r["y"] + r["h"], f"{name} lies over {other}: {r}, {o}")
    for key in ("v", "l", "p", "b"):
        session.key(key)
    session.wait("one legend less", lambda: "panel:##flow" not in session.rects)
    # Projected, with larger type, legends leave the middle of both tanks free too.
    for key in ("v", "p", "F5"):
        session.key(key)
    names = ("panel:##slice", "panel:##flow", "panel:##forces")
    session.wait("the presentation", lambda: "panel:##inspector" not in session.rects
                 and all(name in session.rects for name in names))
    session.next_frame()
    session.picture("presentation.png")
    for name in names:
        r = session.rects[name]
        for x in (320, 960):
            inside = r["x"] < x + 60 and r["x"] + r["w"] > x - 60 and r["y"] < 310 and r["y"] + r["h"] > 150
            check(not inside, f"{name} covers a tank's middle: {r}")
    for key in ("v", "p", "F5"):
        session.key(key)
    session.wait("the panels", lambda: "panel:##inspector" in session.rects and "panel:##flow" not in session.rects)
    session.key("4")
    session.wait("no legend", lambda: "panel:##slice" not in session.rects)

    # Pressed on the body of the right half: both sides feel the hand.
    session.key("space")
    session.wait("the pause", lambda: not session.frames[-1]["playing"])
    still = settled(session)
    body = [b for b in sides(still)[1]["bodies"] if b["name"] == "rabbit"][0]
    check(body["x"] > 564, f"the right rabbit is not in the right half: {body}")
    session.key("space")
    session.wait("going on", lambda: session.frames[-1]["playing"])
    body = [b for b in sides(session.next_frame())[1]["bodies"] if b["name"] == "rabbit"][0]
    x, y = round(body["x"]), round(body["y"])
    session.xdo("mousemove", x, y, "sleep", 0.1, "mousedown", 1)
    session.wait("the hold", lambda: session.frames[-1]["held"] == "rabbit")
    before = session.next_frame()
    for step in range(1, 9):
        session.xdo("mousemove", x + 5 * step, y - 12 * step, "sleep", 0.1)
    dragged = session.wait("both to rise", lambda: all(
        position(session.frames[-1], s, "rabbit")[1] > position(before, s, "rabbit")[1] + 0.08 for s in (0, 1))
        and session.frames[-1])
    check(sides(dragged)[0]["step"] == sides(dragged)[1]["step"], "the sides are not in step")
    session.picture("dragged.png")
    session.xdo("mouseup", 1)

    # Pause, a step, a step back and forward again: the same place to the last digit.
    session.key("space")
    session.wait("the pause", lambda: not session.frames[-1]["playing"])
    at = settled(session)
    session.key("comma")
    session.key("comma")
    session.wait("two steps back", lambda: session.frames[-1]["step"] == at["step"] - 2)
    session.key("period")
    session.key("period")
    session.wait("two steps on", lambda: session.frames[-1]["step"] == at["step"])
    for s in (0, 1):
        check(position(session.frames[-1], s, "rabbit") == position(at, s, "rabbit"), "another place than before")

    # Scrub back over the drag, and to the end again.
    track = session.rects["timeline"]
    now = track["x"] + track["w"] - 7
    scale = (track["w"] - 14) / 20  # pixels a second
    y = track["y"] + track["h"] / 2
    session.xdo("mousemove", round(now), round(y), "sleep", 0.2, "mousedown", 1, "sleep", 0.2)
    session.xdo("mousemove", round(now - 0.75 * scale), round(y), "sleep", 0.3)
    past = session.wait("the past", lambda: session.frames[-1]["step"] < at["step"] - 10 and session.frames[-1])
    session.picture("past.png")
    check(position(past, 0, "rabbit") != position(at, 0, "rabbit"), "nothing changed in the past")
    session.xdo("mousemove", round(now + 30), round(y), "sleep", 0.3, "mouseup", 1)
    session.wait("the end again", lambda: session.frames[-1]["step"] == at["step"])
    for s in (0, 1):
        check(position(session.frames[-1], s, "rabbit") == position(at, s, "rabbit"), "another end than before")

    # A parameter of one side only.
    session.click("side:B")
    session.click("value:body.rabbit.density")
    session.wait("the field", lambda: "edit:body.rabbit.density" in session.rects)
    session.xdo("type", "900")
    session.key("Return")
    density = lambda s: [b for b in sides(session.frames[-1])[s]["bodies"] if b["name"] == "rabbit"][0]["density"]
    session.wait("the density of B", lambda: density(1) == 900)
    check(density(0) == 2500, "side A was changed too")
    session.click("toggle:view.dark", "sleep", 0.3)
    session.click("compare:1")
    session.next_frame()
    session.picture("dark.png")

    # Paused, a drag puts the body elsewhere on both sides, and the next steps do not kick it.
    body = [b for b in sides(session.next_frame())[0]["bodies"] if b["name"] == "rabbit"][0]
    was = position(session.frames[-1], 0, "rabbit")
    x, y = round(body["x"]), round(body["y"])
    session.xdo("mousemove", x, y, "sleep", 0.1, "mousedown", 1, "sleep", 0.1, "mousemove", x, y - 15, "sleep", 0.1,
                "mousemove", x + 20, y - 30, "sleep", 0.1, "mouseup", 1)
    placed = session.wait("the new place", lambda: position(session.frames[-1], 0, "rabbit")[1] > was[1] + 0.03
                          and session.next_frame())
    session.key("period")
    session.wait("a step", lambda: session.frames[-1]["step"] == placed["step"] + 1)
    for s in (0, 1):
        moved = max(abs(a - b) for a, b in zip(position(session.frames[-1], s, "rabbit"), position(placed, s, "rabbit")))
        check(moved < 0.01, f"side {s}: it jumped by {moved} m")

    # Back to one simulation, which goes on where A was.
    a = position(session.frames[-1], 0, "rabbit")
    session.click("compare:close")
    session.wait("one simulation", lambda: not sides(session.frames[-1]) and session.frames[-1]["bodies"])
    check(session.body("rabbit")["position"] == a, "A did not go on where it was")
    session.picture("one.png")

    # A scene that asks for it; the method of B breaks, A goes on, and back before it B runs again.
    session.click("menu:Scene")
    session.click("item:In turn or together")
    session.discard()
    session.wait("the two sides of the scene", lambda: session.frames[-1]["scene"] == "In turn or together"
                 and len(sides(session.frames[-1])) == 2)
    session.key("space")
    broken = session.wait("B to stop", lambda: sides(session.frames[-1])[1]["fault"] and session.frames[-1])
    check("weak coupling diverges" in sides(broken)[1]["fault"], sides(broken)[1]["fault"])
    session.wait("A to go on", lambda: session.frames[-1]["step"] > sides(broken)[1]["step"] + 20)
    check(not sides(session.frames[-1])[0]["fault"], "A stopped too")
    session.picture("broken.png")
    middle_is_free(session)
    session.key("space")
    session.wait("the pause", lambda: not session.frames[-1]["playing"])
    track = session.rects["timeline"]
    session.xdo("mousemove", round(track["x"] + 8), round(track["y"] + track["h"] / 2), "sleep", 0.2, "click", 1)
    session.wait("the start", lambda: session.frames[-1]["step"] == 0)
    check(not sides(session.next_frame())[1]["fault"], "B is still stopped before it broke")
    session.check_sane(speed_limit=30)
    session.quit()


main(test)

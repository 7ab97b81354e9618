# SPDX-License-Identifier: MIT
"""What shows the method, in both themes, by keys: pictures, legends, the panel of the matrix; the plane by its handle;
presentation and full screen. No complaint of OpenGL."""
from harness import check, main

OVERLAYS = (("v", "panel:##flow"), ("l", "panel:##flow"), ("p", "panel:##forces"), ("b", "panel:##boundary"),
            ("m", "solver:matrix"), ("5", "panel:##slice"))


def toggled(session, key, rect, there):
    session.key(key)
    session.wait(f"{rect} after {key}", lambda: (rect in session.rects) == there)


def test(session):
    session.wait("the scene", lambda: session.frames and session.frames[-1]["bodies"])
    for theme in ("light", "dark"):
        for key, rect in OVERLAYS:
            toggled(session, key, rect, True)
            session.next_frame()
            session.picture(f"{theme}-{key}.png")
            toggled(session, key, rect, False)
        # All at once: two legends above each other, then the next column, as many as there is room for.
        for key, rect in OVERLAYS:
            session.key(key)
        session.wait("the legends", lambda: all(r in session.rects for k, r in OVERLAYS if k != "b"))
        session.picture(f"{theme}-all.png")
        for name, r in session.rects.items():
            if name.startswith("panel:"):
                inside = r["x"] < 800 and r["x"] + r["w"] > 360 and r["y"] < 500 and r["y"] + r["h"] > 100
                check(not inside, f"{name} covers the middle: {r}")
        for key, _ in OVERLAYS:
            session.key(key)
        session.wait("none of them", lambda: not any(rect in session.rects for _, rect in OVERLAYS))
        session.click("toggle:view.dark")

    # The plane is moved by its knob and turned by its ring; the camera and the bodies stay where they are.
    toggled(session, "5", "panel:##slice", True)
    session.wait("the handle", lambda: session.rects.get("plane:knob") and session.rects.get("plane:ring"))
    before = dict(session.rects["plane:knob"])
    x, y = session.centre("plane:knob")
    session.xdo("mousemove", round(x), round(y), "sleep", 0.1, "mousedown", 1, "mousemove", round(x) - 60, round(y) + 40,
                "sleep", 0.1, "mousemove", round(x) - 90, round(y) + 60, "sleep", 0.1, "mouseup", 1)
    session.wait("the moved plane", lambda: session.rects["plane:knob"]["x"] < before["x"] - 20)
    x, y = session.centre("plane:ring")
    session.xdo("mousemove", round(x), round(y), "sleep", 0.1, "mousedown", 1, "mousemove", round(x) + 60, round(y) + 25,
                "sleep", 0.1, "mousemove", round(x) + 110, round(y) + 30, "sleep", 0.1, "mouseup", 1)
    session.wait("the turned plane", lambda: abs(session.rects["plane:ring"]["x"] - x) > 5)
    check(not session.event("grab"), "the handle grabbed a body")
    session.picture("turned.png")
    toggled(session, "5", "panel:##slice", False)

    # Presentation: larger type, no tools, no settings; the sliders' text does not start it while somebody types.
    before = session.wait("the transport", lambda: session.rects.get("play"))
    session.key("F5")
    session.wait("the presentation", lambda: "panel:##inspector" not in session.rects
                 and session.rects.get("play", before)["w"] > 1.3 * before["w"])
    session.picture("presentation.png")
    session.key("F5")
    session.wait("the panels", lambda: "panel:##inspector" in session.rects
                 and session.rects["play"]["w"] == before["w"])
    session.key("F11")
    session.next_frame()
    session.key("F11")
    session.next_frame()

    # Stepping back keeps the past of the little plots, and single steps make the pictures of while it ran.
    session.key("space")
    session.wait("the pause", lambda: not session.frames[-1]["playing"])
    now = session.next_frame()["step"]
    session.key("comma", "comma")
    session.wait("two steps back", lambda: session.frames[-1]["step"] == now - 2)
    session.picture("past.png")
    session.check_quiet()
    session.check_sane(speed_limit=30)
    session.quit()


main(test)

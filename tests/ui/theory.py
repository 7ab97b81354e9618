# SPDX-License-Identifier: MIT
"""Theory beside measurement in the real window: scenes with a known answer show that they meet it."""
from harness import check, main


def theory(session):
    """The verdict on the panel now."""
    for word in ("agrees", "differs", "waiting", "touched"):
        if "theory:" + word in session.rects:
            return word
    return None


def test(session):
    session.wait("the released sphere", lambda: session.frames and session.frames[-1]["scene"] == "How a light ball starts")
    session.wait("its tenth of a second", lambda: session.frames[-1]["time"] > 0.2)
    session.wait("the verdict", lambda: theory(session) == "agrees")
    session.picture("released.png")
    for name, r in session.rects.items():
        if name.startswith("panel:"):
            inside = r["x"] < 800 and r["x"] + r["w"] > 360 and r["y"] < 500 and r["y"] + r["h"] > 100
            check(not inside, f"{name} covers the middle: {r}")
    expectation = session.frames[-1]["expect"][0]
    check(expectation["quantity"] == "body.sphere.acceleration.y", f"{expectation}")
    check(abs(expectation["theory"] - 0.5 * 9.81 / (0.5 + 0.62282)) < 1e-9, f"{expectation}")

    # Another density and a restart: the theory is another, and it is met again.
    session.key("space")
    session.wait("the pause", lambda: not session.frames[-1]["playing"])
    session.click("body:sphere")
    session.click("value:body.sphere.density")
    session.wait("the field", lambda: "edit:body.sphere.density" in session.rects)
    session.xdo("type", "250")
    session.key("Return")
    session.wait("the typed density", lambda: session.body("sphere")["density"] == 250)
    session.key("r")
    session.wait("the restart", lambda: session.frames[-1]["time"] == 0)
    session.key("space")
    session.wait("its tenth of a second", lambda: session.frames[-1]["time"] > 0.2)
    session.wait("the verdict", lambda: theory(session) == "agrees")
    check(abs(session.frames[-1]["expect"][0]["theory"] - 0.75 * 9.81 / (0.25 + 0.62282)) < 1e-9,
          f"{session.frames[-1]['expect']}")

    # It closes and comes back, in the dark too.
    session.click("theory:close")
    session.wait("no panel", lambda: "panel:##theory" not in session.rects)
    session.click("menu:View")
    session.click("item:Theory and measurement")
    session.wait("the panel", lambda: "panel:##theory" in session.rects)
    session.click("toggle:view.dark", "sleep", 0.3)
    session.next_frame()
    session.picture("dark.png")

    # Several entries: one plot, one word for each.
    def load(title):
        session.click("menu:Scene")
        edited = session.frames[-1]["edited"]
        session.click("item:" + title)
        if edited:
            session.discard()
        session.wait(title, lambda: session.frames[-1]["scene"] == title and session.frames[-1]["time"] > 0.3)

    load("A stopper in a tube")
    session.wait("the force agrees", lambda: theory(session) == "agrees" and "theory:velocity" in session.rects)
    session.click("theory:velocity")
    session.next_frame()
    session.wait("the velocity agrees", lambda: theory(session) == "agrees")
    session.picture("stopper.png")
    load("As heavy as water")
    for name in ("ring", "box", "sphere"):
        session.click("theory:" + name)
        session.next_frame()
        session.wait(f"{name} agrees", lambda: theory(session) == "agrees")
    session.picture("neutral.png")

    # Moved by hand it is no longer the case that theory speaks of.
    box = session.body("box")
    session.xdo("mousemove", round(box["x"]), round(box["y"]), "sleep", 0.2, "mousedown", 1)
    session.wait("the hold", lambda: session.frames[-1]["held"] == "box")
    session.xdo("mousemove", round(box["x"]) + 40, round(box["y"]) - 30, "sleep", 0.5, "mouseup", 1)
    session.wait("the end of the theory", lambda: not session.frames[-1]["expect"][0]["holds"])
    session.next_frame()
    session.picture("touched.png")
    session.check_sane(speed_limit=30)
    session.quit()


main(test, ["released-sphere"])

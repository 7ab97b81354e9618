# SPDX-License-Identifier: MIT
"""Panels, keys and edits of the real window, by mouse and keyboard."""
from harness import check, main


def test(session):
    session.wait("the scene", lambda: session.frames and session.frames[-1]["bodies"])
    session.picture("start.png")

    # Nothing covers the middle: every panel keeps out of the centre of the window.
    for name, r in session.rects.items():
        if name.startswith("panel:"):
            inside = r["x"] < 800 and r["x"] + r["w"] > 360 and r["y"] < 500 and r["y"] + r["h"] > 100
            check(not inside, f"{name} covers the middle: {r}")

    # Space pauses, the full stop makes single steps, Space plays.
    session.key("space")
    paused = session.wait("the pause", lambda: not session.frames[-1]["playing"] and session.next_frame())
    session.key("period")
    session.key("period")
    session.wait("two steps", lambda: session.frames[-1]["step"] == paused["step"] + 2)

    # A density typed while paused shows at once, clamped to the bounds of the model.
    session.click("body:rabbit")
    session.click("value:body.rabbit.density")
    session.wait("the field", lambda: "edit:body.rabbit.density" in session.rects)
    session.xdo("type", "1234")
    session.key("Return")
    session.wait("the typed density", lambda: session.body("rabbit")["density"] == 1234)
    session.click("value:body.rabbit.density")
    session.wait("the field", lambda: "edit:body.rabbit.density" in session.rects)
    session.xdo("type", "1e12")
    session.key("Return")
    clamped = session.wait("the clamped density",
                           lambda: session.body("rabbit")["density"] not in (1234, None) and session.body("rabbit"))
    check(1234 < clamped["density"] < 1e9, f"density {clamped['density']} was not clamped")
    said = session.wait("the limit in words", lambda: [e["text"] for e in session.events if e["event"] == "command"
                                                       and e["text"].startswith("Density: at most")])
    check(said[-1].endswith(" kg/m³"), said)
    session.picture("clamped.png")
    session.click("value:body.rabbit.density")
    session.wait("the field", lambda: "edit:body.rabbit.density" in session.rects)
    session.xdo("type", "2500")
    session.key("Return")
    session.wait("the density of the scene", lambda: session.body("rabbit")["density"] == 2500)
    session.key("space")
    session.wait("playing again", lambda: session.frames[-1]["playing"])

    # Bodies come and go while it runs.
    count = len(session.frames[-1]["bodies"])
    session.click("tool:add")
    session.click("item:Torus")
    session.wait("the torus", lambda: session.body("torus"))
    session.key("ctrl+d")
    session.wait("its copy", lambda: session.body("torus2"))
    session.picture("added.png")
    session.key("Delete")
    session.wait("the copy gone", lambda: not session.body("torus2"))
    check(len(session.frames[-1]["bodies"]) == count + 1, "one body more than at the start was expected")

    # Tab hides all panels, F1 shows the keys, 2 colours by speed.
    session.key("Tab")
    session.wait("no panels", lambda: "play" not in session.rects)
    session.key("Tab")
    session.wait("the panels", lambda: "play" in session.rects)
    session.key("F1")
    session.wait("the help", lambda: "help:close" in session.rects)
    session.picture("help.png")
    session.key("F1")
    session.wait("no help", lambda: "help:close" not in session.rects)
    session.key("2")
    session.click("detail:All")
    session.next_frame()
    session.picture("all.png")

    # A slice through the pressure: by key, then across x by its box; its legend comes and goes with it.
    session.key("4")
    session.wait("the slice", lambda: "panel:##slice" in session.rects)
    session.click("combo:view.slice.axis")
    session.click("option:view.slice.axis:x")
    session.next_frame()
    session.picture("slice.png")
    session.key("4")
    session.wait("no slice", lambda: "panel:##slice" not in session.rects)

    # Slow motion.
    session.click("combo:speed")
    session.click("option:speed:0.1×")
    session.wait("slow motion", lambda: session.frames[-1]["realTime"] < 0.2)

    # A picture from the window itself.
    seen = len(session.events)
    session.key("F12")
    session.wait("the picture", lambda: session.event("picture", seen))

    # Shift pressed and let go within one picture, while Ctrl stays down: the frame has one opinion of both.
    for _ in range(8):
        session.xdo("keydown", "ctrl", "key", "--delay", 0, "shift+c", "sleep", 0.12, "keyup", "ctrl")
    session.next_frame()

    # R starts again with the bodies added so far.
    session.key("r")
    session.wait("the restart", lambda: session.frames[-1]["time"] < 1 and session.body("torus"))

    # A wrong file keeps the running scene.
    session.type_path("no-such-scene.toml", "ctrl+o")
    session.wait("the complaint", lambda: session.event("problems"))
    session.picture("problems.png")
    session.events = [e for e in session.events if e["event"] != "problems"]
    session.key("Escape")
    check(session.next_frame()["bodies"], "the running scene was lost")
    check(session.frames[-1]["edited"], "what was not saved counts as saved")
    session.check_sane(speed_limit=30)
    session.quit()


main(test)

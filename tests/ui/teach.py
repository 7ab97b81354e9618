# SPDX-License-Identifier: MIT
"""What a lecturer does: asks for the added mass of the selected body, records a path by dragging, plays it, clears it and
undoes all of that, begins a new tank with the question about unsaved changes, exports the other side of a comparison."""
import csv
import os
import tempfile

from harness import check, main

SCENE = """format = 1
title = "A ball in a cube"
grid = { cells = [16, 16, 16], dx = 0.0625 }

[[body]]
name = "ball"
shape = { sphere = { radius = 0.25 } }
density = 900
position = [0.5, 0.5, 0.5]
"""


def saved(session, name):
    path = os.path.join(session.folder, name)
    session.type_path(path, "ctrl+shift+s")
    session.wait(f"the file {name}", lambda: session.event("saved", path=path) and "path" not in session.rects)
    session.next_frame()
    with open(path, encoding="utf-8") as file:
        return file.read()


def middle_is_free(session):
    for name, r in session.rects.items():
        if name.startswith("panel:"):
            inside = r["x"] < 800 and r["x"] + r["w"] > 360 and r["y"] < 500 and r["y"] + r["h"] > 100
            check(not inside, f"{name} covers the middle: {r}")


def added_mass(session):
    """At the start it is that of the cube; the scene does not move for it."""
    session.key("space")
    session.wait("the pause", lambda: not session.frames[-1]["playing"])
    session.key("r")
    session.wait("the start", lambda: session.frames[-1]["step"] == 0)
    session.next_frame()
    session.click("body:ball")
    session.wait("the button", lambda: "added mass:estimate" in session.rects)
    session.next_frame()
    for axis, frame in (("y", "tank"), ("x", "tank"), ("z", "body")):
        session.click("added mass axis:" + axis)
        session.click("added mass frame:" + frame)
        session.next_frame()
        seen = len(session.events)
        session.click("added mass:estimate")
        answer = session.wait("the answer", lambda: session.event("added mass", seen, body="ball"))
        # Four cells a radius; the harmonic series has 0.62282.
        check(abs(float(answer["coefficient"]) - 0.62282) < 0.02, f"{axis} of the {frame}: {answer}")
        session.wait("its lines", lambda: "number:Added mass" in session.rects and "number:in theory" in session.rects)
        check(session.next_frame()["step"] == 0, "the scene has moved")
    session.picture("added-mass.png")
    session.click("added mass axis:y")
    session.wait("no answer to another question", lambda: "number:Added mass" not in session.rects)
    check(not session.frames[-1]["edited"], "asking has changed the scene")
    middle_is_free(session)


def drag_path(session):
    x, y = session.grab("ball")
    for dx, dy in ((40, -30), (90, -40), (60, 20), (0, 50), (-60, 10)):
        session.xdo("mousemove", x + dx, y + dy)
        step = session.frames[-1]["step"]
        session.wait("some steps", lambda: session.frames[-1]["step"] > step + 8)
    session.picture("recording.png")
    session.xdo("mouseup", 1)


def begins_again(session, since):
    """The body 'ball' in the first frame line after line `since` that goes back in time, however late one looks."""
    lines = session.frames[since - 1:]
    return next((session.body("ball", b) for a, b in zip(lines, lines[1:]) if b["step"] < a["step"]), None)


def path(session):
    before = saved(session, "before.toml")
    # Armed and given up: nothing.
    session.click("path:record")
    session.wait("it is armed", lambda: session.event("path armed", body="ball"))
    session.key("Escape")
    check(session.next_frame()["undo"] == "", session.frames[-1]["undo"])
    # Paused it goes on with the press.
    seen = len(session.events)
    session.click("path:record")
    session.wait("it is armed", lambda: session.event("path armed", seen))
    since = len(session.frames)
    drag_path(session)
    made = session.wait("the path", lambda: session.event("path", seen, body="ball"))
    check(3 <= int(made["keys"]) <= 100, f"{made['keys']} keys")
    session.wait("its change", lambda: session.frames[-1]["undo"] == "Path of ball")
    # It plays from the start: the ball goes again.
    session.wait("the player's buttons", lambda: "path:clear" in session.rects)
    first = session.wait("the start", lambda: begins_again(session, since))["position"]
    session.wait("the ball to go", lambda: max(abs(a - b) for a, b in zip(first, session.body("ball")["position"])) > 0.02)
    session.picture("path.png")
    middle_is_free(session)
    after = saved(session, "path.toml")
    check('motion = "scripted"' in after and after.count("time") >= 3, after)
    session.click("toggle:path.loop")
    session.wait("the loop", lambda: session.frames[-1]["undo"] == "Loop the path of ball")
    check("loop = true" in saved(session, "loop.toml"), "no loop in the file")
    session.wait("a second", lambda: session.frames[-1]["step"] > 60)
    since = len(session.frames)
    session.click("path:play")
    session.wait("the start again", lambda: begins_again(session, since))
    session.click("path:clear")
    session.wait("no path", lambda: "path:record" in session.rects and "path:clear" not in session.rects)
    check(saved(session, "cleared.toml") == before, "cleared it is another scene than before")
    for _ in range(3):
        seen = len(session.events)
        session.key("ctrl+z")
        session.wait("the undo", lambda: session.event("undo", seen))
        session.next_frame()
    check(saved(session, "undone.toml") == before, "undone it is another scene than before")


def new(session):
    # Unsaved changes are asked about, by the keys and by the menu; Cancel stays.
    session.click("swatch:3")
    session.wait("the mark", lambda: session.frames[-1]["edited"])
    session.key("ctrl+n")
    session.wait("the dialog", lambda: "new:create" in session.rects)
    session.next_frame()
    session.picture("new.png")
    session.click("new:create")
    session.wait("the question", lambda: "unsaved:cancel" in session.rects)
    session.click("unsaved:cancel")
    session.wait("no question", lambda: "unsaved:cancel" not in session.rects)
    check(session.body("ball", session.next_frame()), "the scene went without an answer")
    session.click("menu:File")
    session.click("item:New…")
    session.wait("the dialog", lambda: "new:create" in session.rects)
    session.next_frame()
    for choice in ("new.fluid:half full of water", "new.shape:wide", "new.grid:coarse"):
        session.click(choice)
        session.next_frame()
    session.click("new:create")
    session.wait("the question", lambda: "unsaved:discard" in session.rects)
    session.discard()
    session.wait("the tank", lambda: session.frames[-1]["scene"] == "New tank of water")
    check(not session.frames[-1]["bodies"] and not session.frames[-1]["edited"], f"{session.frames[-1]}")
    session.picture("tank.png")
    text = saved(session, "new.toml")
    check("cells = [32, 16, 16]" in text and 'domain = "liquid"' in text, text)
    # It is a scene like others: a body comes in, and is asked about.
    session.click("tool:add")
    session.click("item:Sphere")
    session.wait("the sphere", lambda: session.body("sphere") and session.frames[-1]["edited"])


def side_b(session):
    session.click("body:sphere")
    session.next_frame()
    session.click("menu:Compare")
    session.click("item:Two alike, to change by hand")
    session.wait("two sides", lambda: len(session.frames[-1].get("sides", [])) == 2)
    session.next_frame()
    session.key("ctrl+e")
    session.wait("the dialog", lambda: "export:start" in session.rects)
    session.next_frame()
    session.click("export.side:B")
    session.next_frame()
    if "export:bodies-csv:on" not in session.rects:
        session.click("export:bodies-csv")
    session.wait("the bodies", lambda: "export:bodies-csv:on" in session.rects)
    session.picture("side.png")
    session.click("export:start")
    session.wait("the export", lambda: "job:export" in session.rects)
    step = session.frames[-1]["step"]
    session.wait("some steps", lambda: session.frames[-1]["step"] > step + 6)
    session.picture("exporting.png")
    seen = len(session.events)
    session.click("export:stop")
    done = session.wait("its end", lambda: session.event("exported", seen))
    with open(os.path.join(session.folder, done["folder"], "bodies.csv"), encoding="utf-8") as file:
        check(len(list(csv.reader(file))) > 3, "no rows")
    check(done.get("side") == "1", f"{done}")


def test(session):
    session.wait("the scene", lambda: session.frames and session.body("ball"))
    added_mass(session)
    path(session)
    new(session)
    side_b(session)
    session.check_quiet()
    session.quit()


with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as scene:
    scene.write(SCENE)
    scene.flush()
    main(test, files=[scene.name])

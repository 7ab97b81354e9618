# SPDX-License-Identifier: MIT
"""A water wheel made by hand: a box from the palette, an axle through it, a tap above it; it turns. Then all of it is
undone, step by step, and the scene file is the one from before; done again it is the one from after."""
import os
import tempfile

from harness import check, main

SCENE = """format = 1
title = "A tank to build in"
grid = { cells = [20, 20, 8], dx = 0.05 }
fluid = { domain = "liquid" }

[[liquid]]
level = 0.15
"""


def saved(session, name):
    """The text of the scene, saved under a new name."""
    path = os.path.join(session.folder, name)
    session.type_path(path, "ctrl+shift+s")
    session.wait(f"the file {name}", lambda: session.event("saved", path=path) and "path" not in session.rects)
    session.next_frame()  # from then on keys are not the field's
    with open(path, encoding="utf-8") as file:
        return file.read()


def press(session, x, y):
    session.xdo("mousemove", round(x), round(y), "sleep", 0.15, "click", 1)


def tool(session, label, word):
    seen = len(session.events)
    session.click("tool:add")
    session.click("item:" + label)
    session.wait(f"the tool {word}", lambda: session.event("tool", seen, word=word)
                 and "item:" + label not in session.rects)


def test(session):
    session.wait("the scene", lambda: session.frames and session.frames[-1]["scene"] == "A tank to build in")
    texts = [saved(session, "0.toml")]

    # A box from the palette.
    session.click("tool:add")
    session.picture("palette.png")
    session.click("item:Box")
    session.wait("the box", lambda: session.body("box"))
    texts.append(saved(session, "1.toml"))

    # An axle through it: the tool goes to the start and pauses.
    tool(session, "Axle", "axle")
    session.wait("the start", lambda: session.frames[-1]["step"] == 0 and not session.frames[-1]["playing"])
    session.next_frame()
    box = session.body("box", session.next_frame())
    session.picture("axle.png")
    seen = len(session.events)
    press(session, box["x"], box["y"])
    session.wait("the axle", lambda: session.event("part", seen) and "part:0" in session.rects)
    texts.append(saved(session, "2.toml"))
    check('type = "axle"' in texts[-1], texts[-1])

    # A tap above its right half.
    tool(session, "Tap", "tap")
    seen = len(session.events)
    box = session.body("box", session.next_frame())
    press(session, box["x"] + 50, box["y"] - 110)
    session.wait("the tap", lambda: session.event("part", seen) and "part:1" in session.rects)
    texts.append(saved(session, "3.toml"))
    check("[[emitter]]" in texts[-1], texts[-1])
    # A rope from another body to the tank.
    session.click("tool:add")
    session.click("item:Sphere")
    session.wait("the sphere", lambda: session.body("sphere"))
    texts.append(saved(session, "4.toml"))
    tool(session, "Rope", "rope")
    session.wait("the start", lambda: session.frames[-1]["step"] == 0)
    ball = session.body("sphere", session.next_frame())
    press(session, ball["x"], ball["y"])
    session.next_frame()
    seen = len(session.events)
    press(session, ball["x"], ball["y"] - 90)
    session.wait("the rope", lambda: session.event("part", seen) and "part:2" in session.rects)
    texts.append(saved(session, "5.toml"))
    check('type = "rope"' in texts[-1] and len(set(texts)) == len(texts), texts[-1])
    # Turned and moved while it waits at the start.
    session.key("bracketleft")
    session.wait("the turn to be undone", lambda: session.frames[-1]["undo"] == "Move sphere")
    session.key("ctrl+z")
    session.wait("no turn", lambda: session.frames[-1]["undo"].startswith("rope on"))

    # It turns under the jet, and stays on its axle.
    session.key("space")
    session.wait("the wheel to turn", lambda: session.body("box")["spin"] > 0.5, limit=120)
    still = session.body("box")["position"]
    check(max(abs(a - b) for a, b in zip(still, box["position"])) < 1e-3, f"off its axle: {still}")
    session.picture("wheel.png")

    # Back to the empty tank, and forward again: the same files.
    for i in range(len(texts) - 2, -1, -1):
        seen = len(session.events)
        session.key("ctrl+z")
        session.wait("the undo", lambda: session.event("undo", seen))
        check(saved(session, f"undo{i}.toml") == texts[i], f"undo {i} gives another file")
    session.wait("no body", lambda: not session.frames[-1]["bodies"])
    for i in range(1, len(texts)):
        seen = len(session.events)
        session.key("ctrl+shift+z")
        session.wait("the redo", lambda: session.event("redo", seen))
        check(saved(session, f"redo{i}.toml") == texts[i], f"redo {i} gives another file")
    session.wait("the wheel", lambda: session.body("box"))
    # A part is taken away at the right.
    session.click("part:2")
    session.wait("no tap", lambda: "part:2" not in session.rects)
    check("[[emitter]]" not in saved(session, "end.toml"), "the tap is still in the file")
    session.check_quiet()
    session.check_sane(speed_limit=60)
    session.quit()


with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as scene:
    scene.write(SCENE)
    scene.flush()
    main(test, files=[scene.name])

# SPDX-License-Identifier: MIT
"""The handles of the tools move and turn: a body goes along an axis and turns about one, each drag is one undo, Ctrl snaps,
Esc takes back, nothing kicks it when the scene goes on; a tap's speed is changed in the inspector; a large mesh comes in
beside the running scene and can be given up."""
import math
import os
import tempfile

from harness import check, main

SCENE = """format = 1
title = "Handles"
grid = { cells = [16, 16, 16], dx = 0.05 }
fluid = { domain = "liquid" }

[[liquid]]
level = 0.15

[[emitter]]
position = [0.15, 0.7, 0.4]
radius = 0.06
velocity = [0, -1, 0]

[[body]]
name = "box"
shape = { box = { size = [0.16, 0.12, 0.2] } }
density = 1000
position = [0.4, 0.075, 0.4]
motion = "fixed"
"""


def place(session):
    return session.body("box", session.next_frame())["position"]


def drag(session, rect, dx, dy, *keys):
    x, y = session.centre(rect)
    seen = len(session.events)
    session.xdo("mousemove", round(x), round(y), "sleep", 0.2, "mousedown", 1)
    session.wait("the handle", lambda: session.event("handle", seen, body="box"))
    for key in keys:
        session.xdo("keydown", key)
    session.next_frame()
    session.xdo("mousemove", round(x + dx / 2), round(y + dy / 2), "sleep", 0.1, "mousemove", round(x + dx), round(y + dy))
    session.next_frame()


def let_go(session, *keys):
    seen = len(session.events)
    session.xdo("mouseup", 1)
    for key in keys:
        session.xdo("keyup", key)
    session.wait("the end of the drag", lambda: session.event("handle off", seen))
    session.next_frame()


def big_mesh(path, n):
    """A ball of about 4 n^2 triangles."""
    with open(path, "w", encoding="utf-8") as file:
        for i in range(1, n):
            for j in range(2 * n):
                a, b = math.pi * i / n, math.pi * j / n
                file.write(f"v {math.sin(a) * math.cos(b):.6f} {math.cos(a):.6f} {math.sin(a) * math.sin(b):.6f}\n")
        file.write("v 0 1 0\nv 0 -1 0\n")
        top, foot = 2 * n * (n - 1) + 1, 2 * n * (n - 1) + 2
        at = lambda i, j: 2 * n * (i - 1) + j % (2 * n) + 1
        for j in range(2 * n):
            file.write(f"f {top} {at(1, j + 1)} {at(1, j)}\nf {foot} {at(n - 1, j)} {at(n - 1, j + 1)}\n")
            for i in range(1, n - 1):
                file.write(f"f {at(i, j)} {at(i, j + 1)} {at(i + 1, j + 1)}\nf {at(i, j)} {at(i + 1, j + 1)} {at(i + 1, j)}\n")


def test(session):
    session.wait("the scene", lambda: session.frames and session.body("box"))
    session.click("body:box")
    session.click("tool:move")
    session.wait("the arrows", lambda: "handle:x" in session.rects and "handle:y" in session.rects)
    start = place(session)

    # Along y only; it pauses.
    drag(session, "handle:y", 0, -60)
    session.picture("move.png")
    let_go(session)
    session.wait("the pause", lambda: not session.frames[-1]["playing"])
    up = place(session)
    check(up[1] > start[1] + 0.05 and abs(up[0] - start[0]) < 1e-6 and abs(up[2] - start[2]) < 1e-6, f"{start} -> {up}")
    check(session.frames[-1]["undo"] == "Move box", session.frames[-1]["undo"])
    # With Ctrl by whole cells.
    drag(session, "handle:x", 70, 0, "ctrl")
    let_go(session, "ctrl")
    snapped = place(session)
    cells = (snapped[0] - up[0]) / 0.05
    check(abs(cells - round(cells)) < 1e-6 and round(cells) != 0, f"{cells} cells")
    # Esc while dragging: where it was.
    drag(session, "handle:x", 60, 0)
    seen = len(session.events)
    session.key("Escape")
    session.wait("back", lambda: session.event("handle back", seen))
    session.xdo("mouseup", 1)
    back = place(session)
    check(max(abs(a - b) for a, b in zip(back, snapped)) < 1e-9, f"{snapped} -> {back}")
    check("handle:x" in session.rects, "Esc has taken the tool too")

    # Turned by 15 degrees.
    session.key("g")
    session.wait("the rings", lambda: "handle:view" in session.rects and session.event("tool", 0, word="turn"))
    session.next_frame()
    drag(session, "handle:view", 40, 40, "ctrl")
    session.picture("turn.png")
    let_go(session, "ctrl")
    check(max(abs(a - b) for a, b in zip(place(session), snapped)) < 1e-9, "turning has moved it")

    # Each drag was one change.
    for _ in range(3):
        seen = len(session.events)
        session.key("ctrl+z")
        session.wait("the undo", lambda: session.event("undo", seen, words="Move box"))
    end = session.wait("the start", lambda: max(abs(a - b) for a, b in zip(place(session), start)) < 1e-9 and place(session))
    check(end, "undone, it is elsewhere")
    check(session.frames[-1]["undo"] == "", session.frames[-1]["undo"])
    session.key("Escape")
    session.wait("no handle", lambda: "handle:view" not in session.rects)
    session.key("space")

    # The tap at the right, with nothing selected: the settings of a body need the room.
    session.xdo("mousemove", 200, 600, "sleep", 0.2, "click", 1)
    session.wait("nothing selected", lambda: "value:body.box.density" not in session.rects)
    session.next_frame()
    session.click("part:0:open")
    session.wait("its fields", lambda: "value:part:0:speed" in session.rects)
    session.next_frame()
    session.click("value:part:0:speed")
    session.wait("the field", lambda: "edit:part:0:speed" in session.rects)
    session.picture("tap.png")
    session.xdo("type", "2.5")
    session.key("Return")
    session.wait("the change", lambda: session.frames[-1]["undo"].startswith("Change tap"))
    path = os.path.join(session.folder, "tap.toml")
    session.type_path(path, "ctrl+shift+s")
    session.wait("the file", lambda: session.event("saved"))
    with open(path, encoding="utf-8") as file:
        check("velocity = [0, -2.5, 0]" in file.read(), "another velocity in the file")

    # A large mesh: the scene goes on, there is a bar, and it can be given up.
    mesh = os.path.join(session.folder, "ball.obj")
    big_mesh(mesh, 350)
    session.type_path(mesh, "ctrl+o")
    session.wait("the bar", lambda: "job:loading" in session.rects)
    seen = session.frames[-1]["step"]
    session.wait("the scene to go on", lambda: session.frames[-1]["step"] > seen + 1)
    session.picture("loading.png")
    session.click("loading:stop")
    session.wait("no bar", lambda: "job:loading" not in session.rects)
    seen = session.frames[-1]["step"]
    session.wait("some steps", lambda: session.frames[-1]["step"] > seen + 20)
    check(not session.body("ball"), "a mesh that was given up came in")
    session.check_quiet()
    session.check_sane(speed_limit=60)
    session.quit()


with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as scene:
    scene.write(SCENE)
    scene.flush()
    main(test, files=[scene.name])

# SPDX-License-Identifier: MIT
"""Files dropped on the real window: a mesh joins the scene, a scene replaces it, rubbish leaves it running."""
import os
import subprocess
import sys

from harness import check, main

MESHES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "assets", "meshes")
SCENE = """format = 1
title = "Dropped scene"
grid = { cells = [12, 12, 12], dx = 0.1 }
[[body]]
name = "pebble"
shape = { sphere = { radius = 0.2 } }
density = 2000
position = [0.6, 0.6, 0.6]
"""


def test(session):
    def write(name, text):
        path = os.path.join(session.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def drop(*paths):
        tool = os.path.join(os.path.dirname(os.path.abspath(__file__)), "xdnd.py")
        window = session.window()
        result = subprocess.run([sys.executable, tool, window, *paths], env=session.env, capture_output=True, text=True)
        check(result.returncode == 0, f"the drop failed: {result.stderr}")

    session.wait("the scene", lambda: session.frames and session.frames[-1]["bodies"])
    count = len(session.frames[-1]["bodies"])

    # A mesh; the name has a space and a letter beyond ASCII, as URIs escape them.
    with open(os.path.join(MESHES, "gem.obj"), encoding="utf-8") as mesh:
        gem = write("blå gem.obj", mesh.read())
    drop(gem)
    session.wait("the mesh in the tank", lambda: len(session.frames[-1]["bodies"]) == count + 1)
    session.picture("mesh.png")

    # Two at once.
    drop(os.path.join(MESHES, "gear.obj"), gem)
    session.wait("both meshes", lambda: len(session.frames[-1]["bodies"]) == count + 3)
    check(not session.event("problems"), f"a complaint: {session.event('problems')}")

    # Files that are nothing: told, and the scene runs on.
    for bad in (write("rubbish.obj", "no mesh\n"), write("empty.toml", ""), write("picture.xyz", "?"),
                os.path.join(session.folder, "gone.toml"), session.folder):
        seen = len(session.events)
        drop(bad)
        problem = session.wait(f"the complaint about {bad}", lambda: session.event("problems", seen))
        check(bad in problem["first"] or os.path.basename(bad) in problem["title"], f"{problem} does not name {bad}")
        session.key("Escape")
    check(len(session.next_frame()["bodies"]) == count + 3, "the running scene was lost")

    # A scene.
    drop(write("dropped.toml", SCENE))
    session.wait("the dropped scene", lambda: session.frames[-1]["scene"] == "Dropped scene" and session.body("pebble"))
    check(len(session.frames[-1]["bodies"]) == 1, "the bodies of the old scene are still there")
    session.picture("scene.png")
    session.events = [e for e in session.events if e["event"] != "problems"]
    session.check_sane(speed_limit=30)
    session.quit()


main(test)

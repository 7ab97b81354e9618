# SPDX-License-Identifier: MIT
"""Files dropped on the real window: a mesh joins the scene, a scene replaces it, rubbish leaves it running."""
import os
import subprocess
import sys

from harness import OPEN_BOX, check, main

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
    session.wait("the card", lambda: "mesh:add" in session.rects)
    # The scene goes on behind the card, which leaves its middle free; nothing has come in yet.
    step = session.frames[-1]["step"]
    session.wait("the scene to go on", lambda: session.frames[-1]["step"] > step + 2)
    check(len(session.frames[-1]["bodies"]) == count, "it came in without being asked for")
    r = session.rects["panel:##mesh"]
    check(r["x"] + r["w"] <= 360, f"the card covers the middle: {r}")
    session.picture("card.png")
    session.click("mesh:add")
    session.wait("the mesh in the tank", lambda: len(session.frames[-1]["bodies"]) == count + 1)
    session.wait("no card", lambda: "mesh:add" not in session.rects)
    session.picture("mesh.png")

    # Of another size: what is too thin is warned about, a typed size is what comes in and what the file has.
    drop(gem)
    session.wait("the card", lambda: "mesh:add" in session.rects)
    session.next_frame()
    session.click("mesh.unit:mm")
    session.wait("the warning of millimetres", lambda: "mesh.warning" in session.rects)
    session.picture("card-mm.png")
    session.click("mesh.unit:fit")
    session.wait("no warning", lambda: "mesh.warning" not in session.rects)
    session.next_frame()
    session.click("value:mesh.size")
    session.wait("the field", lambda: "edit:mesh.size" in session.rects)
    session.xdo("type", "0.21")
    session.key("Return")
    session.wait("the field to close", lambda: "edit:mesh.size" not in session.rects)
    session.next_frame()
    session.click("mesh:add")
    session.wait("the mesh of 0.21 m", lambda: len(session.frames[-1]["bodies"]) == count + 2)
    path = os.path.join(session.folder, "sized.toml")
    session.type_path(path, "ctrl+shift+s")
    session.wait("the file", lambda: session.event("saved") and "path" not in session.rects)
    with open(path, encoding="utf-8") as file:
        check("size = 0.21" in file.read(), "another size in the file")
    # Undo takes the body away.
    session.next_frame()
    session.key("ctrl+z")
    session.wait("the undo", lambda: len(session.frames[-1]["bodies"]) == count + 1)

    # Cancel, by the button and by Escape, adds nothing.
    for cancel in (lambda: session.click("mesh:cancel"), lambda: session.key("Escape")):
        drop(gem)
        session.wait("the card", lambda: "mesh:cancel" in session.rects)
        session.next_frame()
        cancel()
        session.wait("no card", lambda: "mesh:cancel" not in session.rects)
    check(len(session.next_frame()["bodies"]) == count + 1, "what was given up came in")

    # Two at once: one card after the other.
    drop(os.path.join(MESHES, "gear.obj"), gem)
    for file in ("gear.obj", "blå gem.obj"):
        session.wait(f"the card of {file}", lambda: session.events and session.event("offer", file=file)
                     and "mesh:add" in session.rects)
        bodies = len(session.next_frame()["bodies"])
        session.click("mesh:add")
        session.wait(f"{file} in the tank", lambda: len(session.frames[-1]["bodies"]) == bodies + 1)
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

    # A recording is named as one; several at once are told of together, until the panel is closed.
    seen = len(session.events)
    recording = write("drag.json", '{"folder": ".", "format": 1, "frames": [], "hashes": {}, "scene": "", "steps": 0}')
    drop(recording)
    problem = session.wait("the complaint about the recording", lambda: session.event("problems", seen))
    check("flotsam replay " + recording in problem["first"], f"{problem} does not say how a recording is run")
    session.key("Escape")
    session.wait("no panel", lambda: "panel:##problems" not in session.rects)
    seen = len(session.events)
    drop(os.path.join(session.folder, "rubbish.obj"), os.path.join(session.folder, "empty.toml"), recording)
    last = session.wait("the complaint about all of them",
                        lambda: session.event("problems", seen, title="3 files were not opened"))
    told = [e for e in session.events[seen:] if e["event"] == "problems"]
    check(last["lines"] == "3" and len(told) == 3, f"{told}")
    for name in ("rubbish.obj", "empty.toml", "drag.json"):
        check(any(name in e["first"] for e in told), f"{name} is not told of: {told}")
    session.wait("the panel", lambda: "panel:##problems" in session.rects)
    session.next_frame()
    session.picture("three.png")
    session.key("Escape")
    session.wait("no panel", lambda: "panel:##problems" not in session.rects)

    # Side by side the card says what was repaired too, and lies over neither numbers nor legends.
    session.next_frame()
    session.click("menu:Compare")
    session.click("item:Area | voxel")
    session.wait("two sides", lambda: len(session.frames[-1].get("sides", [])) == 2)
    session.key("4")
    drop(write("open.obj", OPEN_BOX))
    session.wait("the card", lambda: "mesh:add" in session.rects and "panel:##slice" in session.rects)
    session.next_frame()
    session.picture("card-compare.png")
    check(session.rects.get("mesh.notes", {"h": 0})["h"] > 14, "the card does not say what was repaired")
    card = session.rects["panel:##mesh"]
    for name in ("panel:##compare", "panel:##slice", "panel:##tools"):
        r = session.rects[name]
        check(r["x"] >= card["x"] + card["w"] or r["y"] + r["h"] <= card["y"], f"the card lies over {name}: {card}, {r}")
    session.click("mesh:cancel")
    session.wait("the numbers at the left again", lambda: session.rects["panel:##compare"]["x"] < 20)
    session.click("compare:close")
    session.wait("one simulation", lambda: not session.frames[-1].get("sides"))

    # A scene.
    drop(write("dropped.toml", SCENE))
    session.discard()  # the meshes that were added
    session.wait("the dropped scene", lambda: session.frames[-1]["scene"] == "Dropped scene" and session.body("pebble"))
    check(len(session.frames[-1]["bodies"]) == 1, "the bodies of the old scene are still there")
    session.picture("scene.png")
    session.events = [e for e in session.events if e["event"] != "problems"]
    session.check_sane(speed_limit=30)
    session.quit()


main(test)

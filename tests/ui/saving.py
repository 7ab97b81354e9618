# SPDX-License-Identifier: MIT
"""What is saved never takes the place of a file that is not the scene's own unasked: a mesh that was opened stays, a file
that is there is replaced only by a press on the button, a path that cannot be written brings the dialog back."""
import os
import tempfile

from harness import BOX, check, main


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def save_as(session, path):
    """Types a path over the proposal; what comes of it."""
    seen = len(session.events)
    session.type_path(path)
    session.wait("an answer", lambda: session.event("saved", seen) or session.event("refused", seen))
    session.next_frame()
    return session.event("saved", seen) or session.event("refused", seen)


def add_ball(session):
    session.click("tool:add")
    session.click("item:Sphere")
    session.wait("the ball", lambda: session.frames[-1]["edited"] and session.body("sphere"))


def test(session):
    session.wait("the cube", lambda: session.frames and session.body("cube"))
    with open(os.path.join(session.folder, "there.toml"), "w", encoding="utf-8") as file:
        file.write("somebody's work")

    # What is proposed is a scene's name, not the mesh's.
    session.dialog("ctrl+shift+s")
    session.key("Return")
    session.wait("the scene", lambda: session.event("saved"))
    saved = session.event("saved")["path"]
    check(saved == os.path.join(session.folder, "scene.toml"), saved)
    check(read(MESH) == BOX, "the mesh was written over")
    session.wait("no dialog", lambda: "path" not in session.rects)
    session.next_frame()

    # Nor does a mesh's name do, nor a file's that is there, before the button says so.
    session.dialog("ctrl+shift+s")
    check("ends in .toml" in save_as(session, MESH)["reason"], session.events[-1])
    check(read(MESH) == BOX, "the mesh was written over")
    there = os.path.join(session.folder, "there.toml")
    check("already" in save_as(session, there)["reason"], session.events[-1])
    session.picture("refused.png")
    session.key("Return")
    session.next_frame()
    check(read(there) == "somebody's work", "replaced by Enter")
    session.click("path:ok")
    session.wait("the file to be replaced", lambda: session.event("saved", path=there))
    check(read(there).startswith("format = 1"), read(there))
    session.wait("no dialog", lambda: "path" not in session.rects)
    session.next_frame()

    # The scene's own file is left alone while nothing was changed, whoever wrote what in it meanwhile.
    by_hand = "# by hand\n" + read(there)
    with open(there, "w", encoding="utf-8") as file:
        file.write(by_hand)
    seen = len(session.events)
    session.key("ctrl+s")
    session.wait("nothing to save", lambda: session.event("nothing to save", seen, path=there))
    check(read(there) == by_hand and not session.event("saved", seen), "written without a change")
    session.next_frame()
    session.picture("nothing.png")

    # With a change it needs no question; its comments are kept beside it.
    add_ball(session)
    seen = len(session.events)
    session.key("ctrl+s")
    session.wait("the file again", lambda: session.event("saved", seen, path=there, kept=there + "~"))
    check(not session.event("refused", seen), "asked about the scene's own file")
    check(read(there + "~") == by_hand and "#" not in read(there), "the comments were lost")
    session.next_frame()
    session.picture("kept.png")

    # Where nothing can be written the dialog comes again, with the path.
    session.dialog("ctrl+shift+s")
    nowhere = os.path.join(there, "below-a-file.toml")
    check(save_as(session, nowhere)["path"] == nowhere, session.events[-1])
    session.wait("the dialog again", lambda: "path" in session.rects)
    session.key("Escape")
    session.wait("no dialog", lambda: "path" not in session.rects)
    session.check_quiet()
    session.quit()


with tempfile.TemporaryDirectory() as meshes:
    MESH = os.path.join(meshes, "cube.obj")
    with open(MESH, "w", encoding="utf-8") as cube:
        cube.write(BOX)
    main(test, files=[MESH])

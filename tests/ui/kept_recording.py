# SPDX-License-Identifier: MIT
"""A recording that nobody has saved: kept while it is made, offered after the window was killed or closed, whole when it
is saved then. And a list of recent files that cannot be written: one line, no dialog."""
import json
import os
import signal
import subprocess

from harness import check, main

SCENE = """format = 1
title = "Two balls"
grid = { cells = [12, 12, 12], dx = 0.05 }

[[body]]
name = "ball"
shape = { sphere = { radius = 0.08 } }
density = 400
position = [0.3, 0.3, 0.3]
"""


def kept(session, ending):
    folder = os.path.join(session.env["XDG_STATE_HOME"], "flotsam")
    found = os.listdir(folder) if os.path.isdir(folder) else []
    return sorted(f for f in found if f.startswith("unsaved-") and f.endswith(ending))


def record(session):
    session.next_frame()
    since = len(session.events)
    session.click("record")
    session.wait("the start of the recording", lambda: session.event("command", since))


def steps_kept(session):
    """Steps of the recording on disk; it is whole at any moment."""
    files = kept(session, ".json")
    if not files:
        return 0
    with open(os.path.join(session.env["XDG_STATE_HOME"], "flotsam", files[0]), encoding="utf-8") as file:
        return json.load(file)["steps"]


def save_left(session):
    """Presses "Save it"; the file, which must replay to the same bits."""
    session.next_frame()
    session.click("left:open")
    saved = session.wait("the saved recording", lambda: session.event("recording"))
    path = os.path.join(session.folder, saved["path"])
    again = subprocess.run([session.path, "replay", path, "--verify"], capture_output=True, text=True, timeout=280)
    check(again.returncode == 0 and "hashes equal" in again.stderr, f"the recording does not replay: {again.stderr}")
    session.wait("no offer", lambda: "left:open" not in session.rects)
    check(not kept(session, ".json"), "what was saved is still kept")
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def test(session):
    scene = os.path.join(session.folder, "balls.toml")
    with open(scene, "w", encoding="utf-8") as file:
        file.write(SCENE)
    session.wait("the scene", lambda: session.frames and session.body("dragon"))
    session.quit()
    session.start([scene])
    session.wait("the scene", lambda: session.frames and session.body("ball"))
    check(not kept(session, ".json"), "a recording is kept that nobody made")
    record(session)
    session.wait("the recording on disk", lambda: steps_kept(session) > 0)
    # Something to record: the density, which also makes the scene unsaved work.
    session.click("body:ball")
    session.type_density("ball", 900)
    session.wait("the density", lambda: session.body("ball")["density"] == 900)
    step = session.next_frame()["step"]
    session.wait("the change on disk", lambda: steps_kept(session) > step)
    session.wait("the scene on disk", lambda: kept(session, ".toml"))
    session.program.send_signal(signal.SIGKILL)
    session.program.wait()

    # The next window offers the scene, then the recording.
    session.start([scene])
    session.wait("the offer", lambda: session.frames and "left:open" in session.rects and session.body("ball"))
    session.next_frame()
    session.picture("scene.png")
    session.click("left:forget")
    session.wait("the scene's work gone", lambda: not kept(session, ".toml"))
    check(kept(session, ".json"), "the recording went with the scene")
    session.wait("the second offer", lambda: "left:open" in session.rects)
    session.next_frame()
    session.picture("recording.png")
    recording = save_left(session)
    check(recording["steps"] > step, f"{recording['steps']} steps, the change came after {step}")
    edits = [e for f in recording["frames"] for e in f.get("edits", [])]
    check({"set": "body.ball.density", "value": 900} in edits, f"the change is not in it: {edits}")
    check(recording["title"] == "Two balls", "of another scene")

    # Stopped in good order nothing is left; closed while it runs, the next window offers it.
    record(session)
    session.wait("the recording on disk", lambda: steps_kept(session) > 0)
    since = len(session.events)
    session.click("record")
    session.wait("the saved recording", lambda: session.event("recording", since))
    check(not kept(session, ".json"), "a saved recording is still kept")
    record(session)
    session.wait("some steps", lambda: session.next_frame()["step"] > 0)
    session.quit()
    check(kept(session, ".json"), "a recording that ran when the window was closed is lost")
    session.start([scene])
    session.wait("the offer", lambda: session.frames and "left:open" in session.rects)
    check(save_left(session)["steps"] > 0, "it is empty")
    session.check_quiet()
    session.quit()

    # A file where the folder should be: the list of recent files is not kept, which is a word and no dialog.
    wall = os.path.join(session.folder, "wall")
    with open(wall, "w", encoding="utf-8"):
        pass
    session.env["XDG_STATE_HOME"] = wall
    session.start([scene])
    session.wait("the scene", lambda: session.frames and session.body("ball"))
    said = session.wait("the word about it", lambda: session.event("recent not kept"))
    session.next_frame()
    session.picture("recent.png")
    check("recent" in said["reason"], said["reason"])
    check(not session.event("problems"), "a dialog for the list of recent files")
    record(session)
    session.wait("the word about the recording", lambda: session.event("not kept"))
    check(len([e for e in session.events if e["event"] == "recent not kept"]) == 1, "said more than once")
    session.check_sane(speed_limit=30)
    session.quit()


main(test)

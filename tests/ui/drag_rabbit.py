# SPDX-License-Identifier: MIT
"""The first thing a lecturer does: grab the heavy rabbit, drag it across the tank at 4000 px/s, let go."""
import json
import os
import subprocess

from harness import check, main

SPEED = 4000  # pixels a second
TICK = 0.005  # s between mouse moves


def sweep(x0, x1, y):
    words, x, step = [], x0, SPEED * TICK * (1 if x1 > x0 else -1)
    while abs(x1 - x) > abs(step):
        x += step
        words += ["mousemove", round(x), y, "sleep", TICK]
    return words + ["mousemove", round(x1), y]


def test(session):
    session.wait("the rabbit", lambda: session.frames and session.body("rabbit"))
    session.picture("before.png")
    session.click("record")
    session.wait("the start of the recording", lambda: session.event("command"))
    x, y = session.grab("rabbit")
    start = session.body("rabbit")
    held = session.next_frame()
    check(held["held"] == "rabbit", "the log does not say the rabbit is held")

    goal = 760 if x < 600 else 380  # across the tank
    session.xdo(*sweep(x, goal, y), *sweep(goal, x, y), *sweep(x, goal, y))
    followed = session.wait(
        "the rabbit to follow the mouse",
        lambda: abs(session.body("rabbit")["x"] - goal) < 0.35 * abs(goal - x) and session.frames[-1])
    session.picture("held.png")
    check(followed["held"] == "rabbit", "the rabbit was lost on the way")
    # From the mouse to the picture: the wait for a step and the step, the wait for a picture and the picture. Times of
    # one run against each other, with room for a machine that does other things too.
    step, picture = max(followed["stepMs"], 1000 / 60), max(followed["frameMs"], 1000 / 30)
    late, waited = followed["mouseMs"], followed["handMs"]
    print(f"mouse to body {waited:.0f} ms, to picture {late:.0f} ms; a step {step:.0f}, a picture {picture:.0f}; "
          f"first picture after {session.event('first picture')['seconds']} s")
    check(0 < waited < 2 * (step + picture), f"the body is {waited:.0f} ms behind the mouse")
    check(0 < late < 4 * (step + picture), f"the picture is {late:.0f} ms behind the mouse")
    moved = abs(session.body("rabbit", followed)["x"] - start["x"])
    check(moved > 0.5 * abs(goal - x), f"the rabbit moved {moved:.0f} px only")

    seen = len(session.events)
    session.xdo(*sweep(goal, x, y), "mouseup", 1)  # thrown
    session.wait("the release", lambda: session.event("release", seen, body="rabbit"), limit=5)
    free = session.next_frame()
    check(free["held"] == "", "still held after the release")
    later = session.wait("a second more", lambda: session.frames[-1]["time"] > free["time"] + 1 and session.frames[-1])
    check(later["playing"], "the simulation does not run")
    session.picture("after.png")

    seen = len(session.events)
    session.click("record")
    saved = session.wait("the recording", lambda: session.event("recording", seen))
    with open(os.path.join(session.folder, saved["path"]), encoding="utf-8") as file:
        recording = json.load(file)
    check(recording, "the recording is empty")
    session.check_sane(speed_limit=30)
    session.quit()
    replay = subprocess.run([session.path, "replay", saved["path"], "--verify"], cwd=session.folder,
                            capture_output=True, text=True)
    check(replay.returncode == 0, "the recorded drag does not replay: " + replay.stdout + replay.stderr)


main(test)

# SPDX-License-Identifier: MIT
"""Hands in water: push the lightest ball of `floaters` under, hold it there, let it shoot up, sweep another through the
surface; the ball comes back afloat, nothing is out of hand, the recording replays to the same bits."""
import subprocess

from harness import check, main

BALL, OTHER = "ball, one tenth", "ball, half"


def test(session):
    session.wait("the floating balls", lambda: session.frames and session.frames[-1]["time"] > 1.5)
    afloat = session.body(BALL)
    session.picture("afloat.png")
    session.click("record")
    session.wait("the start of the recording", lambda: session.event("command"))

    x, y = session.grab(BALL)
    deep = y + 130
    session.xdo("mousemove", x, y + 50, "sleep", 0.05, "mousemove", x, y + 90, "sleep", 0.05, "mousemove", x, deep)
    session.picture("pushing.png")
    under = session.wait("the ball under water",
                         lambda: session.body(BALL)["y"] > afloat["y"] + 0.7 * (deep - y) and session.frames[-1], limit=8)
    check(under["held"] == BALL, "the ball slipped out of the hand")
    session.picture("under.png")
    seen = len(session.events)
    session.xdo("mouseup", 1)
    session.wait("the release", lambda: session.event("release", seen, body=BALL), limit=5)

    # Bodies have drifted, and one may hide another: sweep whatever is under the mouse now.
    seen = len(session.events)
    place = session.body(OTHER, session.next_frame())
    x, y = round(place["x"]), round(place["y"])
    session.xdo("mousemove", x, y, "sleep", 0.1, "mousedown", 1)
    swept = session.wait("another grab", lambda: session.event("grab", seen), limit=10)["body"]
    for side in (-1, 1, -1):  # through the surface, fast
        for n in range(12):
            session.xdo("mousemove", x + side * 12 * n, y - 60 + 14 * n, "sleep", 0.01)
    session.picture("swept.png")
    seen = len(session.events)
    session.xdo("mousemove", x, y - 40, "sleep", 0.2, "mouseup", 1)
    session.wait("the release", lambda: session.event("release", seen, body=swept), limit=5)

    free = session.next_frame()["time"]
    session.wait("the water to calm", lambda: session.frames[-1]["time"] > free + 3, limit=90)
    back = session.body(BALL)
    # It may have drifted to a wall; seen from the camera it floats about as high as before.
    check(abs(back["y"] - afloat["y"]) < 70, f"the ball is at {back['y']:.0f} px, it floated at {afloat['y']:.0f}")
    session.picture("calm.png")
    seen = len(session.events)
    session.click("record")
    saved = session.wait("the recording", lambda: session.event("recording", seen))
    session.check_sane(speed_limit=30)
    session.quit()
    replay = subprocess.run([session.path, "replay", saved["path"], "--verify"], cwd=session.folder,
                            capture_output=True, text=True)
    check(replay.returncode == 0, "the recorded drag does not replay: " + replay.stdout + replay.stderr)


main(test, files=["floaters"])

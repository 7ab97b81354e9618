# SPDX-License-Identifier: MIT
"""A body that is put elsewhere while paused is not kicked when the scene goes on, whether it was dragged with the mouse or
moved and turned by its handle: after a step its speed is no more than gravity gives in a step, after more no more than that
many times it."""
import tempfile

from harness import check, main

RATE, GRAVITY = 60, 9.81
SCENE = f"""format = 1
title = "Put elsewhere"
grid = {{ cells = [16, 16, 16], dx = 0.0625 }}
time = {{ rate = {RATE} }}

[[body]]
name = "crate"
shape = {{ box = {{ size = [0.24, 0.18, 0.2] }} }}
density = 2000
position = [0.5, 0.5, 0.5]
"""
# The log has speeds with all digits; a body twice as dense as the fluid falls with g / 2 / (1 + C / 2) < g / 2 in it.
MOST = GRAVITY / RATE


def paused(session):
    if session.next_frame()["playing"]:
        session.key("space")
        session.wait("the pause", lambda: not session.frames[-1]["playing"])
    return session.next_frame()


def crate(session):
    return session.body("crate", session.next_frame())


def resumes_calmly(session, how):
    """A step, then some more, then playing."""
    for count in (1, 2, 3):
        step = session.frames[-1]["step"]
        session.key("period")
        frame = session.wait("the step", lambda: session.frames[-1]["step"] == step + 1 and session.frames[-1])
        speed = session.body("crate", frame)["speed"]
        check(speed <= count * MOST, f"{how}: {speed} m/s after {count} steps; gravity gives {count * MOST}")
    check(speed > 0.1 * MOST, f"{how}: it hangs there, {speed} m/s")
    step = session.frames[-1]["step"]
    session.key("space")
    frame = session.wait("the scene to go on", lambda: session.frames[-1]["step"] > step and session.frames[-1])
    most = (frame["step"] - step + 3) * MOST
    check(session.body("crate", frame)["speed"] <= most, f"{how}: {session.body('crate', frame)['speed']} m/s, playing")


def distance(a, b):
    return max(abs(p - q) for p, q in zip(a["position"], b["position"]))


def test(session):
    session.wait("the scene", lambda: session.frames and session.body("crate"))
    paused(session)

    # By the mouse, far and in a hurry.
    before = crate(session)
    x, y = session.grab("crate")
    session.xdo("mousemove", x + 60, y - 40, "mousemove", x + 130, y - 90)
    session.wait("the crate elsewhere", lambda: distance(crate(session), before) > 0.1)
    session.xdo("mouseup", 1)
    session.wait("the release", lambda: session.event("release", body="crate"))
    session.picture("dragged.png")
    resumes_calmly(session, "dragged")

    # By the handle: along an axis, then turned, in one pause; pressing it pauses.
    paused(session)
    session.click("body:crate")
    session.click("tool:move")
    session.wait("the arrows", lambda: "handle:x" in session.rects)
    for tool, rect, dx, dy in (("move", "handle:x", -90, 0), ("turn", "handle:view", 50, 40)):
        if tool == "turn":
            session.click("tool:turn")
            session.wait("the rings", lambda: "handle:view" in session.rects and session.event("tool", word="turn"))
        session.next_frame()
        seen = len(session.events)
        x, y = session.centre(rect)
        session.xdo("mousemove", round(x), round(y), "sleep", 0.2, "mousedown", 1)
        session.wait("the handle", lambda: session.event("handle", seen, body="crate"))
        session.xdo("mousemove", round(x + dx / 2), round(y + dy / 2), "sleep", 0.1, "mousemove", round(x + dx), round(y + dy))
        session.next_frame()
        session.xdo("mouseup", 1)
        session.wait("the end of the drag", lambda: session.event("handle off", seen))
    session.picture("handled.png")
    check(session.next_frame()["undo"] == "Move crate", session.frames[-1]["undo"])
    resumes_calmly(session, "by the handle")
    session.check_sane(speed_limit=10)
    session.quit()


with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as scene:
    scene.write(SCENE)
    scene.flush()
    main(test, files=[scene.name])

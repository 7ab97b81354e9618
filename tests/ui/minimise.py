# SPDX-License-Identifier: MIT
"""The real window under a window manager: full screen and back; minimised it draws nothing and
the simulation goes on; then it is back."""
import time

from harness import check, main


def test(session):
    session.wait("the scene", lambda: session.frames and session.frames[-1]["bodies"])
    window = session.window()
    for size in ((900, 600), (640, 400)):
        session.xdo("windowsize", "--sync", window, *size)
        session.next_frame()
    # Full screen and back: the settings stay at the right edge, then the window has the size it had.
    edge = session.rects["panel:##inspector"]
    session.key("F11")
    full = session.wait("the full screen", lambda: session.rects["panel:##inspector"]["x"] > edge["x"] + 300
                        and session.rects["panel:##inspector"])
    check(full["x"] + full["w"] > 1240, f"full screen ends at {full['x'] + full['w']}")
    session.picture("full-screen.png")
    session.key("F11")
    session.wait("the window", lambda: abs(session.rects["panel:##inspector"]["x"] - edge["x"]) < 2)
    for attempt in range(3):
        before = session.next_frame()
        session.xdo("windowminimize", window)
        # Without a picture there is no line in the log: wait until they stay away.
        for _ in range(20):
            session.poll()
            seen = len(session.frames)
            time.sleep(1.5)
            session.poll()
            if len(session.frames) == seen:
                break
        check(len(session.frames) == seen, "pictures are drawn while the window is minimised")
        check(session.program.poll() is None, "the minimised window ended")
        last = session.frames[-1]
        session.xdo("windowmap", window)
        after = session.wait("pictures again", lambda: len(session.frames) > seen + 2 and session.frames[seen])
        check(after["step"] - last["step"] > 10, f"the simulation stood still: step {last['step']}, then {after['step']}")
        check(after["time"] > before["time"], "time went back")
    session.picture("restored.png")
    session.errors.flush()
    with open(session.errors.name, encoding="utf-8") as errors:
        text = errors.read()
    check("GL" not in text.replace("OpenGL", "") and "error" not in text.lower(), f"the window complained: {text}")
    session.check_sane(speed_limit=30)
    session.quit()


main(test, manager="openbox")

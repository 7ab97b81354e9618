# SPDX-License-Identifier: MIT
"""Takes docs/images/window.png anew: the window in slow motion, the heavy rabbit held with the mouse.

    /usr/bin/python3 scripts/window_picture.py build/release/bin/flotsam OUTDIR

writes OUTDIR/window.png, to be looked at before it goes into the documents.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "ui"))
from harness import main  # noqa: E402


def way(x0, y0, x1, y1, steps=30):
    words = []
    for i in range(1, steps + 1):
        t = i / steps
        words += ["mousemove", round(x0 + (x1 - x0) * t), round(y0 + (y1 - y0) * t), "sleep", 0.03]
    return words


def take(session):
    session.wait("the dragon under the lid", lambda: session.frames and session.frames[-1]["time"] > 2.5)
    session.click("combo:speed")
    session.wait("the speeds", lambda: "option:speed:0.25×" in session.rects)
    session.next_frame()
    session.click("option:speed:0.25×")
    session.wait("no list", lambda: "option:speed:0.25×" not in session.rects)
    rabbit = session.body("rabbit", session.next_frame())
    x, y = round(rabbit["x"]), round(rabbit["y"] - 42)  # at the head, so that it hangs upright
    session.xdo("mousemove", x, y, "sleep", 0.1, "mousedown", 1)
    session.wait("the grab", lambda: session.event("grab", body="rabbit"))
    session.xdo(*way(x, y, 500, 340, 60), *way(500, 340, 580, 320, 20))
    held = session.next_frame()
    session.wait("a moment more", lambda: session.frames[-1]["time"] > held["time"] + 0.15)
    session.picture("window.png")
    session.xdo("mouseup", 1)
    session.check_sane(speed_limit=30)
    session.quit()


main(take, files=["rabbit-and-dragon"])

# SPDX-License-Identifier: MIT
"""A dense screen, 200 %: type and panels are twice as large, nothing covers the middle, and a body can be dragged."""
from harness import check, main


def test(session):
    session.wait("the scene", lambda: session.frames and session.frames[-1]["bodies"])
    play = session.wait("the panels", lambda: session.rects.get("play"))
    check(79 < play["w"] < 81, f"the play button is {play['w']} pixels wide, 80 were expected")
    for name, r in session.rects.items():
        if name.startswith("panel:"):
            inside = r["x"] < 1600 and r["x"] + r["w"] > 720 and r["y"] < 1000 and r["y"] + r["h"] > 200
            check(not inside, f"{name} covers the middle: {r}")
    session.picture("dense.png")
    session.grab("rabbit")
    session.xdo("mousemove_relative", 60, -120, "sleep", 0.4, "mouseup", 1)
    session.wait("the release", lambda: session.event("release"))
    session.key("m")
    session.wait("the matrix", lambda: "solver:matrix" in session.rects)
    session.picture("matrix.png")
    session.check_quiet()
    session.check_sane(speed_limit=30)
    session.quit()


main(test, width=2560, height=1440, scale=2)

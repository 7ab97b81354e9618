# SPDX-License-Identifier: MIT
"""Two windows of one user at once: each keeps its own unsaved work and takes none of the other's, settings and the list of
files stay whole. And folders that can not be written: the window goes on."""
import os
import signal
import tomllib

from harness import check, main


def change(session):
    session.click("body:dragon")
    session.type_density("dragon", 400)
    session.wait("the change", lambda: session.next_frame()["edited"])


def kept(session):
    folder = os.path.join(session.env["XDG_STATE_HOME"], "flotsam")
    return sorted(f for f in (os.listdir(folder) if os.path.isdir(folder) else []) if f.startswith("unsaved-"))


def settings(session):
    with open(os.path.join(session.env["XDG_CONFIG_HOME"], "flotsam", "settings.toml"), "rb") as file:
        return tomllib.load(file)


def test(session):
    session.wait("the scene", lambda: session.frames and session.body("dragon"))
    change(session)
    own = f"unsaved-{session.program.pid}.toml"
    session.wait("the unsaved work on disk", lambda: kept(session) == [own])
    with open(os.path.join(session.env["XDG_STATE_HOME"], "flotsam", own), encoding="utf-8") as file:
        text = file.read()

    # The other one: nothing is offered to it, it leaves the first one's work, changes the settings and ends by SIGKILL.
    first, log = session.program, session.log_path
    session.log_path = os.path.join(session.folder, "second.log")
    session.start()
    second = session.program
    session.wait("the other's scene", lambda: session.frames and session.body("dragon"))
    check("left:open" not in session.rects, "the work of a window that runs is offered")
    session.click("toggle:view.dark")
    session.wait("the settings", lambda: os.path.exists(os.path.join(session.env["XDG_CONFIG_HOME"], "flotsam",
                                                                     "settings.toml"))
                 and settings(session)["theme"] == "dark")
    change(session)
    other = f"unsaved-{second.pid}.toml"
    session.wait("both on disk", lambda: kept(session) == sorted([own, other]))
    second.send_signal(signal.SIGKILL)
    second.wait()
    check(kept(session) == sorted([own, other]), f"on disk: {kept(session)}")
    with open(os.path.join(session.env["XDG_STATE_HOME"], "flotsam", own), encoding="utf-8") as file:
        check(file.read() == text, "the first one's work is another")

    # The first one ends as usual: its own work goes, the other's stays for the next window.
    session.program, session.log_path = first, log
    session.rects, session.events, session.frames, session._read_to = {}, [], [], 0
    session.next_frame()
    session.quit()
    check(kept(session) == [other], f"on disk: {kept(session)}")
    check(settings(session)["theme"] in ("dark", "scene"), "the settings are broken")
    session.start()
    session.wait("the offer", lambda: session.frames and "left:open" in session.rects)
    session.quit()

    # A file where both folders should be, which not even root can write into: no work is kept, and nothing else happens.
    wall = os.path.join(session.folder, "wall")
    with open(wall, "w", encoding="utf-8"):
        pass
    session.env["XDG_CONFIG_HOME"] = session.env["XDG_STATE_HOME"] = wall
    session.start()
    session.wait("the scene", lambda: session.frames and session.body("dragon"))
    change(session)
    session.wait("the word about it", lambda: session.event("not kept"))
    session.key("space")
    session.wait("the pause", lambda: not session.next_frame()["playing"])
    session.check_sane(speed_limit=30)
    session.quit()


main(test)

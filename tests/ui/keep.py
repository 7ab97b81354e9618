# SPDX-License-Identifier: MIT
"""Unsaved work: the mark in the title, the question before another scene and before the end, files opened last, and what a
window that was killed leaves for the next one."""
import os
import signal

from harness import check, main


def set_density(session, value):
    session.click("body:dragon")
    session.type_density("dragon", value)
    session.wait("the density", lambda: session.body("dragon")["density"] == value)


def kept(session):
    folder = os.path.join(session.folder, "state", "flotsam")
    return [f for f in (os.listdir(folder) if os.path.isdir(folder) else []) if f.startswith("unsaved-")]


def test(session):
    session.wait("the scene", lambda: session.frames and session.body("dragon"))
    check("panel:##left" not in session.rects, "unsaved work is offered at the first start")
    check(not session.frames[-1]["edited"], "edited before anybody did something")
    session.click("toggle:view.dark")
    set_density(session, 400)
    session.wait("the mark", lambda: session.frames[-1]["edited"])

    # Another scene: the question; Cancel stays, and so does Escape.
    session.click("menu:Scene")
    session.click("item:A stopper in a tube")
    session.wait("the question", lambda: "unsaved:cancel" in session.rects)
    session.picture("question.png")
    session.click("unsaved:cancel")
    session.wait("no question", lambda: "unsaved:cancel" not in session.rects)
    check(session.body("dragon", session.next_frame()), "the scene went without an answer")
    session.key("ctrl+q")
    session.wait("the question at the end", lambda: "unsaved:cancel" in session.rects)
    session.key("Escape")
    session.wait("no question", lambda: "unsaved:cancel" not in session.rects)
    check(session.program.poll() is None, "the window closed without an answer")

    # A file that cannot be opened is told of, and nobody is asked for it; one that can is asked for.
    broken = os.path.join(session.folder, "broken.toml")
    with open(broken, "w", encoding="utf-8") as file:
        file.write("format = 1\nnonsense\n")
    good = os.path.join(session.folder, "good.toml")
    with open(good, "w", encoding="utf-8") as file:
        file.write("format = 1\ntitle = \"Good\"\ngrid = { cells = [10, 10, 10], dx = 0.1 }\n")
    for path in (broken, os.path.join(session.folder, "gone.toml"), good):
        seen = len(session.events)
        session.type_path(path, "ctrl+o")
        if path != good:
            problem = session.wait("the complaint", lambda: session.event("problems", seen))
            check(path in problem["first"], f"{problem} does not name {path}")
            check("unsaved:cancel" not in session.rects, "asked about a file that cannot be opened")
            session.next_frame()
            check("unsaved:cancel" not in session.rects, "asked about a file that cannot be opened")
            session.key("Escape")
            session.wait("no complaint", lambda: "panel:##problems" not in session.rects)
    session.wait("the question", lambda: "unsaved:cancel" in session.rects)
    session.next_frame()
    session.click("unsaved:cancel")
    session.wait("no question", lambda: "unsaved:cancel" not in session.rects)
    check(session.body("dragon", session.next_frame()), "the scene went without an answer")

    # Killed: its work is on disk, and the next window offers it in one line.
    session.wait("the unsaved work on disk", lambda: kept(session))
    session.program.send_signal(signal.SIGKILL)
    session.program.wait()
    session.start()
    session.wait("the offer", lambda: session.frames and "left:open" in session.rects and session.body("dragon"))
    check(session.body("dragon")["density"] == 150, "the work came without being asked for")
    session.picture("offer.png")
    session.click("left:open")
    session.wait("the work", lambda: session.body("dragon")["density"] == 400)
    session.wait("still unsaved", lambda: session.frames[-1]["edited"] and "left:open" not in session.rects)

    # Asked to end: nobody can be asked back, so the newest work is kept and the window ends in good order.
    set_density(session, 410)
    session.program.send_signal(signal.SIGTERM)
    check(session.program.wait() == 0, "the window did not end in good order")
    check(kept(session), "a window that was asked to end kept nothing")
    session.start()
    session.wait("the offer", lambda: session.frames and "left:open" in session.rects and session.body("dragon"))
    session.click("left:open")
    session.wait("the work", lambda: session.body("dragon")["density"] == 410)

    # Saved by the answer to the question: a path is asked for, then the end goes on.
    path = os.path.join(session.folder, "mine.toml")
    session.type_path(path, "ctrl+s")
    session.wait("the file", lambda: os.path.exists(path) and session.event("saved"))
    session.wait("no mark", lambda: not session.frames[-1]["edited"])
    session.wait("nothing kept", lambda: not kept(session))
    set_density(session, 500)
    session.click("menu:Scene")
    session.click("item:A stopper in a tube")
    session.click("unsaved:save")
    session.wait("the other scene", lambda: session.body("plug"))
    with open(path, encoding="utf-8") as file:
        check("density = 500" in file.read(), "the answer Save did not save")

    # The file is among those opened last.
    session.click("menu:File")
    x, y = session.centre("item:Open recent")
    session.xdo("mousemove", round(x), round(y))
    session.wait("the list", lambda: any(r.startswith("item:") and r.endswith("mine.toml") for r in session.rects))
    session.click(next(r for r in session.rects if r.startswith("item:") and r.endswith("mine.toml")))
    session.wait("the saved scene", lambda: session.body("dragon") and session.body("dragon")["density"] == 500)
    session.check_quiet()
    session.check_sane(speed_limit=60)
    session.quit()
    check(not kept(session), "a window that closed in good order left work behind")


main(test)

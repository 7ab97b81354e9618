# SPDX-License-Identifier: MIT
"""Files are found without typing: a scene is opened with the mouse alone, through folders with odd names; the keys do
the same; a folder of ten thousand files stays quick; a recording is saved into another folder."""
import os
import shutil

from harness import check, main

SCENE = "format = 1\ntitle = \"{}\"\ngrid = {{ cells = [10, 10, 10], dx = 0.1 }}\n"
ODD = b"odd \xff \xf0\x9f\x90\x87"  # not UTF-8; and a character that the font's plane lacks
SHOWN = "odd \ufffd " + 4 * "\ufffd"


def fill(folder):
    """What the window is started in."""
    inner = os.path.join(folder.encode(), b"my scenes", ODD)
    os.makedirs(inner)
    os.makedirs(os.path.join(folder, "many"))
    os.symlink("nowhere", os.path.join(folder, "broken.toml"))
    with open(os.path.join(inner, "Höhle 1.toml".encode()), "w", encoding="utf-8") as file:
        file.write(SCENE.format("Found"))
    with open(os.path.join(inner, b"notes.txt"), "w", encoding="utf-8") as file:
        file.write("no scene")
    for i in range(10000):
        with open(os.path.join(folder, "many", f"scene-{i:04}.toml"), "w", encoding="utf-8") as file:
            file.write(SCENE.format(f"One of many, {i}"))


def row(session, name):
    return session.wait(f"the row {name}", lambda: session.rects.get("file:" + name), limit=20)


def click_row(session, name):
    """Not twice at one place within the time of a double click; until it is drawn."""
    row(session, name)
    session.next_frame()
    session.click("file:" + name, "sleep", 0.4)
    session.next_frame()
    session.next_frame()


def test(session):
    session.wait("the scene", lambda: session.frames)
    fill(session.folder)

    # With the mouse alone.
    session.click("menu:File")
    session.click("item:Open…")
    row(session, "my scenes")
    check("file:broken.toml" not in session.rects, "a link that leads nowhere is listed")
    session.picture("here.png")
    click_row(session, "many")
    row(session, "scene-0000.toml")
    check("file:scene-5000.toml" not in session.rects, "rows that cannot be seen are drawn")
    session.picture("many.png")
    click_row(session, "..")
    click_row(session, "my scenes")
    click_row(session, SHOWN)
    row(session, "Höhle 1.toml")
    check("file:notes.txt" not in session.rects, "a file that cannot be opened is listed")
    click_row(session, "Höhle 1.toml")
    session.picture("inner.png")
    check("path" in session.rects, "one click opened it")
    session.click("file:Höhle 1.toml", "sleep", 0.05, "click", 1)
    session.wait("the scene that was found", lambda: session.frames[-1]["scene"] == "Found")
    session.wait("no dialog", lambda: "path" not in session.rects)

    # With the keys: from there up twice, into a folder by its first letters, to a file by what it has in its name.
    session.dialog("ctrl+o")
    row(session, "Höhle 1.toml")
    session.key("Down", "Return")
    row(session, SHOWN)
    session.key("Down", "Return")
    row(session, "many")
    session.xdo("type", "ma")
    session.key("Tab")
    row(session, "scene-0000.toml")
    session.xdo("type", "4321")
    row(session, "scene-4321.toml")
    session.wait("the others to go", lambda: "file:scene-0000.toml" not in session.rects)
    session.picture("keys.png")
    session.key("Down", "Return")
    session.wait("the scene of the name", lambda: session.frames[-1]["scene"] == "One of many, 4321")

    # What is not there is told in the list; Escape leaves the scene as it is.
    session.dialog("ctrl+o")
    session.xdo("type", "/no/such/folder/")
    session.wait("the words", lambda: "files:words" in session.rects)
    session.picture("nowhere.png")
    session.key("Escape")
    session.wait("no dialog", lambda: "path" not in session.rects)
    session.next_frame()

    # A name that is proposed goes along into the folder that is chosen.
    session.dialog("ctrl+shift+s")
    click_row(session, "..")
    click_row(session, "my scenes")
    session.click("path:ok")
    saved = session.wait("the file", lambda: session.event("saved"))["path"]
    check(saved == os.path.join(session.folder, "my scenes", "scene-4321.toml"), saved)
    session.check_quiet()
    session.quit()
    shutil.rmtree(os.path.join(session.folder, "many"))


main(test, files=["plain-tank"])

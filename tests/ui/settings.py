# SPDX-License-Identifier: MIT
"""How the window is left comes back with the next start, one entry of the menu resets it, and a folder that cannot be
written is said once and does no harm."""
import os
import tomllib

from harness import check, main


def kept(session):
    try:
        with open(os.path.join(session.env["XDG_CONFIG_HOME"], "flotsam", "settings.toml"), "rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        return {}


def ready(session):
    session.wait("the scene", lambda: session.frames and session.frames[-1]["bodies"] and "section:view" in session.rects)


def again(session):
    session.quit()
    session.start()
    ready(session)


def test(session):
    ready(session)
    check("toggle:view.dark" in session.rects, "the section of the view is folded at the first start")

    # Fold a section, show all settings, choose the dark theme, make the window smaller.
    session.click("toggle:view.dark")
    session.click("section:view")
    session.wait("the folded section", lambda: "toggle:view.dark" not in session.rects)
    session.click("detail:All")
    session.wait("all settings", lambda: any("method.tolerance" in name for name in session.rects))
    session.xdo("windowsize", "--sync", session.window(), 1100, 700)
    session.wait("the file", lambda: kept(session).get("window", {}).get("width") == 1100)
    check(kept(session)["theme"] == "dark" and kept(session)["show"]["all"] and kept(session)["folded"] == ["view"],
          f"kept: {kept(session)}")

    again(session)
    check("toggle:view.dark" not in session.rects, "the section is open again")
    check(any("method.tolerance" in name for name in session.rects), "the settings are the basic ones again")
    width = session.rects["panel:##inspector"]["x"] + session.rects["panel:##inspector"]["w"]
    check(1050 < width < 1100, f"the window is not as wide as it was left: {width}")
    session.picture("again.png")

    # A level of detail by hand is drawn with at once.
    session.click("menu:View")
    session.wait("the menu", lambda: "item:Level of detail" in session.rects)
    session.click("item:Level of detail")
    session.wait("the levels", lambda: "item:1: integrated graphics" in session.rects)
    session.click("item:1: integrated graphics")
    session.wait("the kept level", lambda: kept(session).get("detail") == "1")
    session.picture("level1.png")

    session.click("menu:View")
    session.wait("the menu", lambda: "item:Reset layout and settings" in session.rects)
    session.picture("menu.png")
    session.click("item:Reset layout and settings")
    session.wait("the open section", lambda: "toggle:view.dark" in session.rects)
    session.wait("the reset file", lambda: kept(session).get("folded") == [] and kept(session)["theme"] == "scene"
                 and kept(session)["detail"] == "auto" and kept(session)["window"]["width"] == 1280)
    session.quit()

    # A file where the folder should be, and nonsense in the file: the window opens all the same.
    config = session.env["XDG_CONFIG_HOME"]
    with open(os.path.join(config, "flotsam", "settings.toml"), "w", encoding="utf-8") as file:
        file.write("theme = 7\nwindow = ]")
    session.start()
    ready(session)
    session.quit()
    session.env["XDG_CONFIG_HOME"] = os.path.join(config, "flotsam", "settings.toml")
    session.start()
    ready(session)
    session.click("section:view")
    session.wait("the folded section", lambda: "toggle:view.dark" not in session.rects)
    session.key("Home")
    session.next_frame()
    session.quit()
    session.errors.flush()
    with open(session.errors.name, encoding="utf-8") as errors:
        text = errors.read()
    check("settings.toml:2" in text, f"nonsense in the file is not told: {text}")
    check("settings are not kept" in text, f"the folder that cannot be made is not told: {text}")


main(test)

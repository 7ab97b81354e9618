# SPDX-License-Identifier: MIT
"""A small window: settings and lesson are folded and leave the scene free, everything is within reach; in a wide one they
are as ever."""
from harness import check, main

WIDTH, HEIGHT = 700, 500


def inside(session, *names, width=WIDTH, height=HEIGHT):
    for name in names:
        r = session.wait(name, lambda n=name: session.rects.get(n), limit=20)
        check(r["x"] >= 0 and r["y"] >= 0 and r["x"] + r["w"] <= width and r["y"] + r["h"] <= height,
              f"{name} is cut off: {r}")


def apart(session, *names, width=WIDTH, height=HEIGHT):
    """Every panel, and these widgets, inside the window; no panel over another."""
    panels = [n for n in session.rects if n.startswith("panel:")]
    inside(session, *panels, *names, width=width, height=height)
    for i, name in enumerate(panels):
        for other in panels[:i]:
            r, o = session.rects[name], session.rects[other]
            check(r["x"] >= o["x"] + o["w"] or o["x"] >= r["x"] + r["w"] or r["y"] >= o["y"] + o["h"]
                  or o["y"] >= r["y"] + r["h"], f"{name} lies over {other}: {r}, {o}")


def free_middle(session):
    for name, r in session.rects.items():
        over = r["x"] < 500 and r["x"] + r["w"] > 200 and r["y"] < 360 and r["y"] + r["h"] > 100
        check(not name.startswith("panel:") or not over, f"{name} covers the scene: {r}")


def leave(session, rect):
    session.key("Escape")
    session.wait("the end of it", lambda: rect not in session.rects)
    session.next_frame()


def test(session):
    session.wait("the scene", lambda: session.frames and session.body("rabbit"))
    session.wait("the folded settings", lambda: "inspector:open" in session.rects)
    session.next_frame()
    session.picture("folded.png")
    free_middle(session)
    inside(session, "panel:##tools", "panel:##inspector", "timeline", "record", "panel:##lesson")

    # Opened, they lie over the scene and not over the legend; folded again, they are gone.
    session.click("inspector:open")
    session.wait("the settings", lambda: "inspector:fold" in session.rects)
    session.next_frame()
    session.picture("open.png")
    inside(session, "panel:##inspector", "combo:scene")
    check("panel:##legend" not in session.rects, "the legend is under the settings")
    session.click("value:lesson:body.rabbit.density")
    session.wait("the field", lambda: "edit:lesson:body.rabbit.density" in session.rects)
    session.xdo("type", "1234")
    session.key("Return")
    session.wait("the density", lambda: session.body("rabbit")["density"] == 1234)
    session.click("inspector:fold")
    session.wait("the folded settings", lambda: "inspector:open" in session.rects)

    # Dialogs and help fit.
    session.dialog("ctrl+o")
    inside(session, "path", "path:ok", "path:cancel", "file:..")
    session.picture("dialog.png")
    leave(session, "path")
    session.key("ctrl+e")
    inside(session, "export:folder", "export:start", "export:cancel")
    session.picture("export.png")
    leave(session, "export:start")
    session.key("F1")
    inside(session, "panel:##help", "help:close")
    session.picture("help.png")
    session.click("help:close")
    session.wait("no help", lambda: "help:close" not in session.rects)

    # Side by side nothing lies over another.
    session.click("tool:compare")
    session.click("item:Area | voxel")
    session.wait("two sides", lambda: len(session.frames[-1].get("sides", [])) == 2)
    session.next_frame()
    session.next_frame()
    session.picture("compare.png")
    apart(session, "compare:close")

    # In a low one the tools are icons, so that the numbers do not cover them; a body is added with them.
    session.xdo("windowsize", session.window(), 640, 400)
    session.wait("the low tools", lambda: session.rects["panel:##tools"]["h"] < 100)
    session.wait("the narrower panels", lambda: session.rects["panel:##transport"]["w"] <= 640)
    session.next_frame()
    session.picture("low.png")
    apart(session, "compare:close", "tool:grab", "tool:compare", width=640, height=400)
    bodies = len(session.frames[-1]["bodies"])
    session.click("tool:add")
    session.click("item:Sphere")
    session.wait("the sphere", lambda: len(session.next_frame()["bodies"]) == bodies + 1)
    session.key("ctrl+z")
    session.wait("no sphere", lambda: len(session.next_frame()["bodies"]) == bodies)

    # What is said about both recordings is too long for one line here.
    session.xdo("windowsize", session.window(), 520, HEIGHT)
    session.wait("the narrower window", lambda: session.rects["panel:##transport"]["w"] <= 520)
    session.click("record")
    session.click("record")
    session.wait("both recordings", lambda: "toast" in session.rects and session.rects["toast"]["h"] > 40, limit=20)
    session.picture("toast.png")
    toast = session.rects["toast"]
    check(toast["x"] >= 0 and toast["x"] + toast["w"] <= 520, f"what is said is cut off: {toast}")
    session.xdo("windowsize", session.window(), WIDTH, HEIGHT)
    session.wait("the window as it was", lambda: session.rects["panel:##transport"]["w"] > 520)
    session.click("compare:close")
    session.wait("one simulation", lambda: not session.frames[-1].get("sides"))

    # Wide again: the settings are at the right, the lesson as it was.
    session.xdo("windowsize", session.window(), 1200, 700)
    session.wait("the whole settings", lambda: session.rects["panel:##inspector"]["w"] == 268)
    session.wait("the lesson", lambda: session.rects["panel:##lesson"]["h"] > 100)
    session.next_frame()
    session.picture("wide.png")
    session.check_quiet()
    session.quit()


main(test, files=["--size", f"{WIDTH}x{HEIGHT}", "rabbit-and-dragon"])

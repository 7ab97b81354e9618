# SPDX-License-Identifier: MIT
"""A lesson in the real window, walked through in both themes; its button, its ticks, folding, undo of what it did; and
a lesson of one's own, saved from the menu and opened again."""
import os

from harness import check, main


def middle_is_free(session):
    for name, r in session.rects.items():
        if name.startswith("panel:"):
            inside = r["x"] < 800 and r["x"] + r["w"] > 360 and r["y"] < 500 and r["y"] + r["h"] > 100
            check(not inside, f"{name} covers the middle: {r}")


def page(session, number):
    session.wait(f"page {number}", lambda: f"lesson:page:{number}" in session.rects, limit=20)


def param(session, name):
    return session.body(name)["density"]


def test(session):
    session.wait("the scene", lambda: session.frames and session.body("plug"))
    page(session, 0)
    session.picture("task.png")
    check("panel:##theory" in session.rects, "the closed form is not shown beside the lesson")
    middle_is_free(session)

    # Step 1: the button starts again, the tick comes after a second.
    session.click("lesson:next")
    page(session, 1)
    session.click("lesson:do")
    session.wait("the tick", lambda: "lesson:done" in session.rects)
    session.picture("step1.png")
    # Step 2: ten times heavier, by the button.
    session.click("lesson:next")
    page(session, 2)
    # What the button says of itself stands beside the card.
    x, y = session.centre("lesson:do")
    session.xdo("mousemove", round(x), round(y))
    words = session.wait("the tip", lambda: session.rects.get("tip"))
    session.picture("tip.png")
    card = session.rects["panel:##lesson"]
    check(words["x"] >= card["x"] + card["w"] or words["y"] + words["h"] <= card["y"], f"{words} covers {card}")
    session.click("lesson:do")
    session.wait("the heavy plug", lambda: param(session, "plug") == 50000)
    session.wait("the tick", lambda: "lesson:done" in session.rects)
    check(not session.frames[-1]["edited"], "what a lesson's button does is nobody's work to be saved")
    session.click("toggle:view.dark")
    session.next_frame()
    session.picture("step2-dark.png")
    middle_is_free(session)
    # The page keys turn it too.
    session.key("Next")
    page(session, 3)
    session.key("Next")
    page(session, 4)
    session.click("lesson:do")
    session.wait("the leaking plug at the floor", lambda: "lesson:done" in session.rects)
    session.picture("step4-dark.png")
    session.key("Prior")
    page(session, 3)

    # Undo takes back what the buttons did.
    session.key("ctrl+z")
    session.wait("the heavy plug again", lambda: param(session, "plug") == 50000)
    session.key("ctrl+z")
    session.wait("the plug of the file", lambda: param(session, "plug") == 5000
                 and not session.frames[-1]["edited"])
    session.key("ctrl+shift+z")
    session.wait("heavy once more", lambda: param(session, "plug") == 50000)
    session.key("ctrl+z")
    session.wait("the plug of the file", lambda: param(session, "plug") == 5000)

    # Folded it is a line; closed it is gone, and the menu brings it back.
    session.click("lesson:fold")
    session.wait("the folded card", lambda: session.rects["panel:##lesson"]["h"] < 50)
    session.picture("folded-dark.png")
    session.click("lesson:fold")
    page(session, 3)
    session.click("lesson:close")
    session.wait("no card", lambda: "panel:##lesson" not in session.rects)
    session.click("menu:View")
    session.click("item:Lesson card")
    page(session, 3)
    session.click("toggle:view.dark")

    # The lesson's controls are the Basic ones.
    check("value:lesson:body.plug.density" in session.rects, "the lesson's control is not under Basic")
    check("value:lesson:fluid.density" not in session.rects, "what the lesson does not name is under Basic")
    session.click("detail:All")
    session.wait("all settings", lambda: "value:lesson:body.plug.density" not in session.rects)
    session.click("detail:Basic")
    session.wait("the lesson's settings", lambda: "value:lesson:body.plug.density" in session.rects)

    # The matrix and the card have room beside each other.
    session.click("menu:Scene")
    session.click("item:Ten times lighter, ten times heavier")
    session.wait("the other scene", lambda: session.body("steel gear"))
    page(session, 0)
    session.click("lesson:next")
    page(session, 1)
    session.click("lesson:do")
    session.wait("the matrix", lambda: "solver:matrix" in session.rects)
    session.wait("a step", lambda: session.frames[-1]["step"] > 2)
    a, b = session.rects["panel:##solver"], session.rects["panel:##lesson"]
    check(a["y"] + a["h"] <= b["y"], "the matrix and the card overlap")
    session.next_frame()
    session.picture("matrix.png")
    middle_is_free(session)
    # The plot has room when the card yields.
    check("solver:convergence" not in session.rects, "there is room after all")
    session.click("solver:plot")
    session.wait("the plot", lambda: "solver:convergence" in session.rects and "panel:##lesson" in session.rects)
    a, b = session.rects["panel:##solver"], session.rects["panel:##lesson"]
    check(a["y"] + a["h"] <= b["y"] and b["h"] < 50, f"the plot {a} and the folded card {b}")
    check(session.rects["solver:convergence"]["h"] > 60, f"a plot too low to read: {session.rects['solver:convergence']}")
    session.next_frame()
    session.picture("plot.png")
    session.click("lesson:fold")
    session.wait("the card again", lambda: "solver:plot" in session.rects)
    # What it waits for is a hand on the steel gear.
    session.click("lesson:next")
    page(session, 2)
    session.grab("steel gear")
    session.wait("the tick", lambda: "lesson:done" in session.rects)
    session.xdo("mouseup", 1)

    # A lesson of one's own: a change in the plain tank, saved as lesson, is its step.
    session.click("menu:Scene")
    session.click("item:How much can a boat carry?")
    session.wait("the boat", lambda: session.body("boat"))
    page(session, 0)
    check("lesson:next" not in session.rects, "plain words have no pages")
    session.click("body:boat")
    session.click("value:body.boat.density")
    session.wait("the field", lambda: "edit:body.boat.density" in session.rects)
    session.xdo("type", "300")
    session.key("Return")
    session.wait("the light boat", lambda: session.body("boat")["density"] == 300)
    session.click("menu:File")
    session.click("item:Save as lesson…")
    session.type_path("mine.toml")
    path = os.path.join(session.folder, "mine.toml")
    session.wait("the file", lambda: os.path.exists(path) and "path" not in session.rects)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    check("[[lesson.step]]" in text and "set = { body.boat.density = 300 }" in text, text)
    session.dialog("ctrl+o")  # with the last path
    session.key("Return")
    session.discard()
    session.wait("the boat as it was", lambda: session.body("boat")["density"] == 500)
    session.click("lesson:next")
    page(session, 1)
    session.click("lesson:do")
    session.wait("the light boat", lambda: session.body("boat")["density"] == 300)
    session.picture("own.png")
    session.check_quiet()
    session.check_sane(speed_limit=60)
    session.quit()


main(test, files=["stopper"])

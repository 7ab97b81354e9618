# SPDX-License-Identifier: MIT
"""The graphics driver drops the OpenGL context: the window is made again around a scene that knows nothing of it. Where
that cannot be, the program ends with the reason and keeps the work."""
import os

from harness import check, main


def lose(session, how):
    with open(session.log_path + ".part", "w", encoding="utf-8") as file:
        file.write(how + "\n")
    os.rename(session.log_path + ".part", session.log_path + ".lose-context")


def said(session):
    session.errors.flush()
    with open(session.errors.name, encoding="utf-8") as errors:
        return errors.read()


def test(session):
    session.wait("the scene", lambda: session.frames and session.body("rabbit") and "body:dragon" in session.rects)
    session.click("body:dragon")
    session.wait("the selected body", lambda: "value:body.dragon.density" in session.rects)
    session.key("space")
    session.wait("the pause", lambda: not session.next_frame()["playing"])
    before = session.next_frame()
    session.wait("the same step twice", lambda: session.next_frame()["step"] == session.frames[-2]["step"])
    before = session.frames[-1]
    window, inspector = session.window(), session.rects["panel:##inspector"]

    lose(session, "once")
    session.wait("another window", lambda: session.event("context"))
    after = session.next_frame()
    check(session.window() != window, "it is the same window: nothing was lost")
    check(after["step"] == before["step"], f"step {before['step']}, then {after['step']}")
    for body in before["bodies"]:
        for key in ("x", "y"):
            check(abs(body[key] - session.body(body["name"], after)[key]) < 2, f"{body['name']} is elsewhere in the picture")
    check(session.rects["panel:##inspector"] == inspector, f"another size: {session.rects['panel:##inspector']}")
    check("value:body.dragon.density" in session.rects, "the panels forgot what was selected")
    session.picture("again.png")

    # The new window is as good as the old one: keys, the hand, the scene's steps.
    session.key("space")
    session.wait("steps", lambda: session.next_frame()["step"] > after["step"] + 5)
    session.grab("rabbit")
    session.xdo("mouseup", 1)
    session.wait("the letting go", lambda: not session.next_frame()["held"])
    session.check_sane(speed_limit=30)
    check("the window was made again" in said(session), f"nothing is told: {said(session)}")

    # While it runs and with unsaved work, and this time there is no other context.
    session.type_density("rabbit", 400)
    session.wait("the change", lambda: session.next_frame()["edited"])
    lose(session, "for good")
    code = session.program.wait(60)
    check(code == 1, f"it ended with {code}")
    check("could not be made again" in said(session) and "Unsaved work is offered" in said(session), said(session))
    session.start()
    session.wait("the offer", lambda: session.frames and "left:open" in session.rects and session.body("dragon"))
    session.click("left:open")
    session.wait("the work", lambda: session.body("rabbit")["density"] == 400)
    session.quit()


main(test)

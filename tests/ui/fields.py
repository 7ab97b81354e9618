# SPDX-License-Identifier: MIT
"""Wrong and extreme numbers typed into every field of the settings; drags from a panel into the scene and back."""
import math

from harness import check, main

WORDS = ("-1", "0", "1e9", "nan", "")
SET_PARAM = "14"  # UiCommand::SetParam


def fields_in_view(session):
    panel = session.rects["panel:##inspector"]
    return [name for name, r in session.rects.items() if name.startswith("value:")
            and panel["y"] + 4 < r["y"] and r["y"] + r["h"] < panel["y"] + panel["h"] - 4]


def type_into(session, field, words, again):
    name = field[len("value:"):]
    if again:
        session.xdo("sleep", 0.35)  # or it would be a double click with the last one
    session.click(field)
    session.wait(f"the field {name}", lambda: "edit:" + name in session.rects, limit=10)
    # What was there is selected. A pause, as fingers make one: keys of one picture have no order.
    session.xdo(*(("type", "--", words) if words else ("key", "BackSpace")))
    session.xdo("sleep", 0.15, "key", "Return")
    session.wait(f"the end of {name}", lambda: "edit:" + name not in session.rects, limit=10)


def test(session):
    session.wait("the scene", lambda: session.frames and session.frames[-1]["bodies"])
    session.key("space")
    session.wait("the pause", lambda: not session.frames[-1]["playing"])
    session.click("body:rabbit")
    session.click("detail:All")
    session.wait("the fields", lambda: len(fields_in_view(session)) > 2
                 and not any(name.startswith("value:lesson:") for name in session.rects))
    done = set()
    panel = session.rects["panel:##inspector"]
    empty = 0  # times that scrolling showed nothing new
    while empty < 5:
        session.poll()
        fresh = [f for f in fields_in_view(session) if f not in done]
        for field in fresh:
            # All five on the first fields, then one on each in turn: the widget is the same.
            for words in WORDS if len(done) < 4 else WORDS[len(done) % 5:][:1]:
                session.next_frame()  # what the words before sent is told after their field is gone
                seen = len(session.events)
                type_into(session, field, words, again=words != "-1")
                sent = [e for e in session.events[seen:] if e["event"] == "command"
                        and e["text"] == field[len("value:"):]]
                if words in ("nan", ""):
                    check(not sent, f"{field} took {words!r}: {sent}")
                for e in sent:
                    check(math.isfinite(float(e["value"])), f"{field} became {e['value']} of {words!r}")
            done.add(field)
        empty = 0 if fresh else empty + 1
        session.xdo("mousemove", round(panel["x"] + 60), round(panel["y"] + panel["h"] - 30), "click", "--repeat", 3,
                    "--delay", 30, 5, "sleep", 0.4)
    check(len(done) > 15, f"only {sorted(done)} were found")
    print(len(done), "fields")
    session.picture("fields.png")
    check(not session.event("problems"), f"a complaint: {session.event('problems')}")

    # Back to the file's own numbers, running.
    session.key("ctrl+r")
    session.discard()
    session.next_frame()
    session.key("space")
    session.wait("the scene again", lambda: session.frames[-1]["playing"] and session.frames[-1]["time"] < 5)

    # A press on a panel stays the panel's: dragged into the scene it neither grabs nor turns anything.
    body = session.body("rabbit", session.next_frame())
    seen = len(session.events)
    x, y = session.centre("panel:##inspector")
    session.xdo("mousemove", round(x), round(y), "mousedown", 1, "mousemove", round(body["x"]), round(body["y"]), "sleep",
                0.3)
    check(session.next_frame()["held"] == "", "a drag from a panel grabbed a body")
    session.xdo("mousemove", 2, 300, "sleep", 0.2, "mouseup", 1)
    check(not session.event("grab", seen), "a drag from a panel grabbed a body")

    # A press on a body stays the hand's: over a panel it is still held, and nothing of the panel moves.
    session.grab("rabbit")
    seen = len(session.events)
    x, y = session.centre("panel:##inspector")
    session.xdo("mousemove", round(x) - 150, round(y), "sleep", 0.1, "mousemove", round(x), round(y), "sleep", 0.2)
    session.wait("the body held over the panel", lambda: session.next_frame()["held"] == "rabbit")
    session.xdo("mouseup", 1)
    session.wait("the release", lambda: session.event("release", seen))
    changed = [e for e in session.events[seen:] if e["event"] == "command" and e["kind"] == SET_PARAM]
    check(not changed, f"a parameter changed under a drag of a body: {changed}")
    session.check_quiet()
    session.quit()


main(test)

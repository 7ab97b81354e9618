# SPDX-License-Identifier: MIT
"""Drops files on a window as a file manager does: the source's side of the X drag-and-drop protocol, version 5.

python3 xdnd.py WINDOW FILE...   exits with 0 when the window has taken the drop, with 1 and a reason otherwise.
"""
import pathlib
import sys
import time

from Xlib import X, display
from Xlib.protocol import event

LIMIT = 20  # s for each answer


def drop(window_id, paths):
    connection = display.Display()
    screen = connection.screen()
    target = connection.create_resource_object("window", window_id)
    source = screen.root.create_window(0, 0, 1, 1, 0, screen.root_depth)
    atom = connection.intern_atom
    uris, selection = atom("text/uri-list"), atom("XdndSelection")
    if target.get_full_property(atom("XdndAware"), X.AnyPropertyType) is None:
        return "the window takes no drops"
    source.set_selection_owner(selection, X.CurrentTime)

    def send(name, *data):
        data = list(data) + [0] * (5 - len(data))
        target.send_event(event.ClientMessage(window=target, client_type=atom(name), data=(32, data)))
        connection.flush()

    def answer(name):
        """Serves requests for the list of files until the target's message of that name comes."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            if not connection.pending_events():
                time.sleep(0.01)
                continue
            e = connection.next_event()
            if e.type == X.SelectionRequest and e.target == uris:
                text = "".join(pathlib.Path(p).resolve().as_uri() + "\r\n" for p in paths)
                e.requestor.change_property(e.property, uris, 8, text.encode())
                e.requestor.send_event(event.SelectionNotify(
                    time=e.time, requestor=e.requestor, selection=e.selection, target=e.target, property=e.property))
                connection.flush()
            elif e.type == X.ClientMessage and e.client_type == atom(name):
                return e.data[1]
        return None

    place = target.translate_coords(screen.root, 0, 0)
    size = target.get_geometry()
    x, y = abs(place.x) + size.width // 2, abs(place.y) + size.height // 2
    send("XdndEnter", source.id, 5 << 24, uris)
    send("XdndPosition", source.id, 0, x << 16 | y, X.CurrentTime, atom("XdndActionCopy"))
    status = answer("XdndStatus")
    if status is None or not status[1] & 1:
        return f"the window does not accept the drop: {status}"
    send("XdndDrop", source.id, 0, X.CurrentTime)
    finished = answer("XdndFinished")
    if finished is None or finished[1] == 0:  # GLFW puts the number of bytes where the flag belongs
        return f"the window did not finish the drop: {finished}"
    return None


if __name__ == "__main__":
    reason = drop(int(sys.argv[1]), sys.argv[2:])
    if reason:
        sys.exit(reason)

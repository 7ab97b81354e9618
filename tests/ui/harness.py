# SPDX-License-Identifier: MIT
"""Starts the window under its own Xvfb and follows its log: rectangles of widgets, events, bodies on the screen.

Waits on lines of the log, never on fixed times; every wait has a limit and says what it waited for.
"""
import json
import math
import os
import shutil
import subprocess
import sys
import time

WIDTH, HEIGHT = 1280, 720

# The corners of a cube and five of its sides, to which one may be added.
OPEN_BOX = """v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
"""
BOX = OPEN_BOX + "f 4 1 5 8\n"


class Failure(Exception):
    pass


def check(condition, words):
    if not condition:
        raise Failure(words)


class Session:
    def __init__(self, program, folder, files=(), width=WIDTH, height=HEIGHT, manager=None, scale=1):
        for tool in ("Xvfb", "xdotool", "import", *([manager] if manager else [])):
            check(shutil.which(tool), f"{tool} is missing: install the packages test.sh names")
        self.folder, self.path = folder, program
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        self.log_path = os.path.join(folder, "ui.log")
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp",
             "-noreset"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        number = self.server.stdout.readline().strip().decode()
        check(number, "Xvfb did not start")
        # What the window keeps for its user goes into the test's own folder.
        self.env = dict(os.environ, DISPLAY=":" + number, XDG_STATE_HOME=os.path.join(os.path.abspath(folder), "state"),
                        XDG_CONFIG_HOME=os.path.join(os.path.abspath(folder), "config"))
        self.manager = subprocess.Popen([manager], env=self.env, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL) if manager else None
        if manager:
            self._wait_for_manager(manager)
        if scale != 1:
            self._set_scale(scale)
        self.errors = open(os.path.join(folder, "stderr.txt"), "w+")
        self.start(files)

    def start(self, files=()):
        """The program, again after it ended."""
        if os.path.exists(self.log_path):
            os.remove(self.log_path)
        self.program = subprocess.Popen([self.path, "--ui-log", self.log_path, *files], cwd=self.folder, env=self.env,
                                        stderr=self.errors)
        self.rects, self.events, self.frames = {}, [], []
        self._read_to = 0

    def _wait_for_manager(self, manager):
        """A window that is mapped while the manager starts may stay unmanaged and unseen."""
        from Xlib import X, display
        screen = display.Display(self.env["DISPLAY"])
        try:
            atom = screen.intern_atom("_NET_SUPPORTING_WM_CHECK")
            end = time.monotonic() + 60
            while not screen.screen().root.get_full_property(atom, X.AnyPropertyType):
                check(self.manager.poll() is None and time.monotonic() < end, f"{manager} did not start")
                time.sleep(0.05)
        finally:
            screen.close()

    def _set_scale(self, scale):
        """What desktops say of a dense screen: windows made later have this content scale."""
        from Xlib import Xatom, display
        screen = display.Display(self.env["DISPLAY"])
        screen.screen().root.change_property(Xatom.RESOURCE_MANAGER, Xatom.STRING, 8,
                                             f"Xft.dpi:\t{round(96 * scale)}\n".encode())
        screen.sync()
        screen.close()

    def check_quiet(self):
        """Nothing that sounds like an error of OpenGL or of the window system on the program's error stream."""
        self.errors.flush()
        with open(self.errors.name, encoding="utf-8") as errors:
            text = errors.read()
        check("GL" not in text.replace("OpenGL", "") and "error" not in text.lower(), f"the window complained: {text}")

    # The log ----------------------------------------------------------------------------------------------------
    def poll(self):
        try:  # the program tries whether it can write the file before it does: the file comes, goes and comes again
            with open(self.log_path, encoding="utf-8") as log:
                log.seek(self._read_to)
                text = log.read()
        except FileNotFoundError:
            return
        end = text.rfind("\n") + 1
        self._read_to += len(text[:end].encode())
        for line in text[:end].splitlines():
            entry = json.loads(line)
            if "rect" in entry:
                self.rects[entry["rect"]] = entry
            elif "gone" in entry:
                self.rects.pop(entry["gone"], None)
            elif entry.get("event") == "frame":
                self.frames.append(entry)
            else:
                self.events.append(entry)

    def wait(self, what, condition, limit=60):
        end = time.monotonic() + limit
        while time.monotonic() < end:
            self.poll()
            value = condition()
            if value:
                return value
            if self.program.poll() is not None:
                self.errors.seek(0)
                raise Failure(f"the window ended with {self.program.returncode} while waiting for {what}: "
                              + self.errors.read())
            time.sleep(0.02)
        raise Failure(f"waited {limit} s for {what}; last events {self.events[-3:]}")

    def event(self, kind, since=0, **words):
        for e in self.events[since:]:
            if e["event"] == kind and all(e.get(k) == v for k, v in words.items()):
                return e
        return None

    def next_frame(self):
        """A frame line written after now."""
        self.poll()
        have = len(self.frames)
        return self.wait("a new frame line", lambda: len(self.frames) > have and self.frames[-1])

    def body(self, name, frame=None):
        for b in (frame or self.frames[-1])["bodies"]:
            if b["name"] == name:
                return b
        return None

    # Hands ------------------------------------------------------------------------------------------------------
    def xdo(self, *words):
        subprocess.run(["xdotool", *map(str, words)], env=self.env, check=True)

    def window(self):
        """The X id of the program's window."""
        found = subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", "^Flotsam"], env=self.env,
                               capture_output=True, text=True, timeout=30).stdout.split()
        check(found, "no window of that name")
        return found[-1]

    def grab(self, name):
        """Presses on the body where it is now; bodies move, so it may take another try. Returns the place."""
        for _ in range(5):
            frame = self.next_frame()
            body = self.body(name, frame)
            check(body, f"no body {name} in {frame['scene']}")
            seen = len(self.events)
            x, y = round(body["x"]), round(body["y"])
            self.xdo("mousemove", x, y, "sleep", 0.05, "mousedown", 1)
            try:
                self.wait(f"the grab of {name}", lambda: self.event("grab", seen, body=name), limit=3)
                return x, y
            except Failure:
                self.xdo("mouseup", 1)
        raise Failure(f"{name} could not be grabbed")

    def centre(self, rect):
        r = self.wait(f"the widget {rect}", lambda: self.rects.get(rect), limit=20)
        return r["x"] + r["w"] / 2, r["y"] + r["h"] / 2

    def click(self, rect, *extra):
        x, y = self.centre(rect)
        self.xdo("mousemove", round(x), round(y), "sleep", 0.15, "click", 1, *extra)

    def key(self, *keys):
        self.xdo("key", *keys)

    def dialog(self, *keys):
        """Opens a dialog that asks for a path; what stands in its field is selected."""
        self.key(*keys)
        self.wait("the dialog, ready to type into", lambda: "path:typing" in self.rects)
        self.next_frame()

    def type_path(self, path, *keys):
        """Into the dialog that the keys open, or that is there, over what it proposes."""
        self.dialog(*keys) if keys else self.wait("a field that takes what is typed",
                                                  lambda: "path:typing" in self.rects)
        self.xdo("type", path)
        self.key("Return")

    def type_density(self, body, value):
        """Into the inspector's field, kg/m³; the body must be selected or its panel on the way."""
        place = f"body.{body}.density"
        self.wait("the field's place", lambda: "value:" + place in self.rects)
        self.next_frame()
        self.click("value:" + place)
        self.wait("the field", lambda: "edit:" + place in self.rects)
        self.xdo("type", str(value))
        self.key("Return")

    def picture(self, name):
        path = os.path.join(self.folder, name)
        subprocess.run(["import", "-window", "root", path], env=self.env, check=True)
        check(os.path.getsize(path) > 10000, f"{path} is an empty picture")
        return path

    # The end ----------------------------------------------------------------------------------------------------
    def discard(self):
        """Answers the question about unsaved changes."""
        self.click("unsaved:discard")
        self.wait("the end of the question", lambda: "unsaved:discard" not in self.rects)

    def quit(self):
        """Ctrl+Q; changes are not saved."""
        self.key("ctrl+q")
        end, asked = time.monotonic() + 20, False
        while self.program.poll() is None:
            check(time.monotonic() < end, "the window did not close on Ctrl+Q")
            self.poll()
            if not asked and "unsaved:discard" in self.rects:
                asked = True
                self.click("unsaved:discard")
            time.sleep(0.02)
        code = self.program.returncode
        check(code == 0, f"the window ended with {code}")

    def close(self):
        for process in (self.program, self.manager, self.server):
            if process and process.poll() is None:
                process.terminate()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
        self.errors.close()

    def check_sane(self, speed_limit):
        """No number that is not finite, no speed above the limit, no complaint, in the whole log."""
        self.poll()
        check(self.frames, "no frame was logged")
        for f in self.frames:
            for b in f["bodies"]:
                for key in ("x", "y", "speed", "spin"):
                    check(b[key] is not None and math.isfinite(b[key]), f"{b['name']}: {key} is not finite")
                check(b["speed"] < speed_limit, f"{b['name']} moves at {b['speed']} m/s")
            for key in ("kineticEnergy", "maxDivergence"):
                check(f[key] is not None, f"{key} is not finite at step {f['step']}")
        check(not self.event("problems"), f"a complaint: {self.event('problems')}")


def main(test, files=(), manager=None, **screen):
    program, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    session = None
    try:
        session = Session(program, folder, files, manager=manager, **screen)
        test(session)
        print("passed; pictures in", folder)
    except Failure as failure:
        print("FAILED:", failure)
        sys.exit(1)
    finally:
        if session:
            session.close()

# SPDX-License-Identifier: MIT
"""No display, no driver, a driver too old: exit code 1, the reason and the way without a window, and no crash."""
import subprocess

from harness import check, main


def ends(session, what, words, **changes):
    env = {k: v for k, v in dict(session.env, **changes).items() if v is not None}
    done = subprocess.run([session.path], cwd=session.folder, env=env, capture_output=True, text=True, timeout=60)
    check(done.returncode == 1, f"{what}: ended with {done.returncode}: {done.stderr}")
    check(words in done.stderr and "flotsam run SCENE" in done.stderr, f"{what}: {done.stderr}")
    print(what + ":", done.stderr.strip())


def test(session):
    session.wait("the scene", lambda: session.frames)
    session.quit()
    session.start()  # another window at once changes nothing for this one
    session.wait("the scene", lambda: session.frames)
    ends(session, "no display", "cannot open a window: ", DISPLAY=None, WAYLAND_DISPLAY=None)
    ends(session, "a display that is not there", "cannot open a window: ", DISPLAY=":4095")
    ends(session, "OpenGL 2.1", "cannot open a window with OpenGL 3.3: ", MESA_GL_VERSION_OVERRIDE="2.1")
    ends(session, "no driver", "cannot open a window with OpenGL 3.3: ", LIBGL_DRIVERS_PATH="/nonexistent",
         LIBGL_ALWAYS_SOFTWARE="1")
    session.next_frame()
    session.quit()


main(test)

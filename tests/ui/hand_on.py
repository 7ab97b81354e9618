# SPDX-License-Identifier: MIT
"""What is kept of a run: an export beside the running scene, read back; two seconds of video that ffprobe can read; the
plots as a table; the parameters on the clipboard; a folder that cannot be written to."""
import csv
import glob
import json
import os
import shutil
import signal
import struct
import subprocess
import tempfile
import time

from harness import check, main

SCENE = """format = 1
title = "A pool to hand on"
grid = { cells = [12, 12, 12], dx = 0.05 }
fluid = { domain = "liquid" }

[[liquid]]
level = 0.3

[[body]]
name = "ball"
shape = { sphere = { radius = 0.08 } }
density = 400
position = [0.3, 0.45, 0.3]
"""


def menu(session, item):
    session.click("menu:Record")
    session.wait("the menu", lambda: "item:" + item in session.rects)
    session.next_frame()
    session.click("item:" + item)
    session.wait("the menu to close", lambda: "item:" + item not in session.rects)
    session.next_frame()


def type_folder(session, folder):
    session.click("export:folder")
    session.wait("the field", lambda: "export:typing" in session.rects)
    session.xdo("key", "--delay", 0, "ctrl+a", "type", "--delay", 0, folder)  # faster than pictures: in its order
    session.next_frame()


def export(session, folder, words):
    session.key("ctrl+e")
    session.wait("the dialog", lambda: "export:start" in session.rects)
    session.next_frame()
    for word in words:
        session.click("export:" + word)
        session.wait(word, lambda: f"export:{word}:on" in session.rects)
    type_folder(session, folder)
    session.picture(f"export-{len(words)}.png")
    session.click("export:start")
    session.wait("the end of the dialog", lambda: "export:start" not in session.rects)


def glb_json(path):
    with open(path, "rb") as file:
        magic, _, _, length, kind = struct.unpack("<4sIII4s", file.read(20))
        check(magic == b"glTF" and kind == b"JSON", f"{magic} {kind}")
        return json.loads(file.read(length))


def test(session):
    session.wait("the scene", lambda: session.frames and session.body("ball"))
    folder = os.path.join(session.folder, "files")

    # Surface and bodies are chosen already; particles and the bodies' table too.
    export(session, folder, ["particles-csv", "bodies-csv", "water-vdb"])
    session.wait("the light of the export", lambda: "job:export" in session.rects)
    seen = session.frames[-1]["step"]
    session.wait("the scene to go on", lambda: session.frames[-1]["step"] > seen + 30)
    session.picture("exporting.png")
    session.click("export:stop")
    done = session.wait("its end", lambda: session.event("exported"))
    frames = int(done["frames"])
    check(frames > 20, f"{frames} frames")
    for name in ("surface_%05d.obj", "particles_%05d.csv", "water_%05d.vdb"):
        check(os.path.exists(os.path.join(folder, name % frames)), name % frames)
        check(not os.path.exists(os.path.join(folder, name % (frames + 1))), "more than it says")
    with open(os.path.join(folder, "bodies.csv"), encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    steps = [int(r["step"]) for r in rows]
    check(len(rows) == frames and steps == list(range(steps[0], steps[0] + frames)), f"steps {steps[:5]}...")
    gltf = glb_json(os.path.join(folder, "bodies.glb"))
    check([n["name"] for n in gltf["nodes"]] == ["ball"] and gltf["animations"], "bodies.glb")

    # Going back in time ends it in good order.
    session.wait("a past", lambda: session.frames[-1]["step"] > 20)
    second, known = os.path.join(session.folder, "second"), len(session.events)
    # By keys alone: the folder has the focus, what stands there is selected, Enter begins.
    session.key("ctrl+e")
    session.wait("the focus in the field", lambda: "export:typing" in session.rects)
    session.next_frame()
    session.xdo("type", second)
    session.key("Return")
    session.wait("the end of the dialog", lambda: "export:start" not in session.rects)
    session.wait("the light", lambda: "job:export" in session.rects)
    seen = session.frames[-1]["step"]
    session.wait("some steps", lambda: session.frames[-1]["step"] > seen + 10)
    session.key("comma")
    session.wait("its end", lambda: session.event("exported", known, folder=second))
    session.key("space")

    # A folder that cannot be: the dialog comes again with it and says why, the scene goes on.
    session.key("ctrl+e")
    session.wait("the focus in the field", lambda: "export:typing" in session.rects)
    session.next_frame()
    session.xdo("type", "/proc/nowhere")
    session.key("Return")
    refused = session.wait("the reason", lambda: session.event("refused"))
    check(refused["path"] == "/proc/nowhere" and "/proc/nowhere" in refused["reason"], refused)
    session.wait("the dialog again", lambda: "export:typing" in session.rects)
    session.next_frame()
    session.picture("refused.png")
    session.key("Escape")
    session.wait("the end of the dialog", lambda: "export:start" not in session.rects)
    session.next_frame()

    # Numbers: the plots as a table, and the parameters.
    path = os.path.join(session.folder, "plots.csv")
    session.click("body:ball")
    menu(session, "Plots as CSV…")
    session.type_path(path)
    session.wait("the table", lambda: session.event("plots"))
    with open(path, encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    check({"time [s]", "kinetic energy [J]", "volume [m3]", "ball y [m]"} <= set(table[0]), list(table[0]))
    times = [float(r["time [s]"]) for r in table]
    check(len(times) > 20 and times == sorted(times), "times do not grow")
    check(all(0 < float(r["ball y [m]"]) < 0.6 for r in table if r["ball y [m]"]), "the ball is elsewhere")
    session.click("value:body.ball.density")
    session.wait("the field", lambda: "edit:body.ball.density" in session.rects)
    session.xdo("type", "555")
    session.key("Return")
    session.wait("the density", lambda: session.body("ball")["density"] == 555)
    menu(session, "Copy parameters")
    said = session.wait("the copy", lambda: session.event("copied"))
    check("body.ball.density = 555" in said["text"], said["text"])

    # Two seconds of video.
    menu(session, "Record a video")
    session.wait("the video", lambda: "job:video" in session.rects)
    time.sleep(2.2)
    session.picture("video.png")
    session.click("video:stop")
    session.wait("the file", lambda: session.event("video"), limit=150)
    if shutil.which("ffmpeg") and shutil.which("ffprobe"):
        video = os.path.join(session.folder, session.event("video")["file"])
        facts = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "stream=width,height,nb_frames:format=duration",
                                "-of", "json", video], capture_output=True, text=True, check=True).stdout
        facts = json.loads(facts)
        check(1.8 < float(facts["format"]["duration"]) < 20, facts)
        check((facts["streams"][0]["width"], facts["streams"][0]["height"]) == (1280, 720), facts)
    else:
        check(glob.glob(os.path.join(session.folder, "*.frames", "frame_00030.png")), "no pictures of the video")
    session.check_sane(speed_limit=60)

    # Asked to end in the middle of an export and a video: what there is of both is finished.
    third = os.path.join(session.folder, "third")
    session.key("ctrl+e")
    session.wait("the focus in the field", lambda: "export:typing" in session.rects)
    session.next_frame()
    session.xdo("type", third)
    session.key("Return")
    session.wait("the light", lambda: "job:export" in session.rects)
    menu(session, "Record a video")
    session.wait("the video", lambda: "job:video" in session.rects)
    seen = session.frames[-1]["step"]
    session.wait("some steps", lambda: session.frames[-1]["step"] > seen + 30)
    before = set(os.listdir(session.folder))
    session.program.send_signal(signal.SIGTERM)
    check(session.program.wait(60) == 0, "the window did not end in good order")
    gltf = glb_json(os.path.join(third, "bodies.glb"))
    check(gltf["animations"], "bodies.glb has no motion")
    parts = [f for f in os.listdir(session.folder) if ".part" in f]
    check(not parts, f"unfinished: {parts}")
    if shutil.which("ffmpeg"):
        videos = [f for f in set(os.listdir(session.folder)) - before if f.endswith(".mp4")]
        check(len(videos) == 1, f"videos: {videos}")
    session.check_quiet()


with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as scene:
    scene.write(SCENE)
    scene.flush()
    main(test, files=[scene.name])

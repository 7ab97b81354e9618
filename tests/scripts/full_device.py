# SPDX-License-Identifier: MIT
"""Every command with standard output on a full device: exit code 1, and one line that says so on standard error.

full_device.py SOURCE PROGRAM
"""
import json
import os
import re
import subprocess
import sys
import tempfile

LINE = "flotsam: standard output could not be written"


def check(condition, words):
    if not condition:
        print("FAILED:", words)
        sys.exit(1)


def commands_of(program):
    text = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^  (\w+) ", text[text.index("Subcommands:"):], re.M)


def test(source, program, folder):
    scene = os.path.join(folder, "tank.toml")
    text = "format = 1\ngrid = { cells = [8, 8, 8], dx = 0.1 }\n"
    with open(scene, "w", encoding="utf-8") as file:
        file.write(text)
    recording = os.path.join(folder, "recording.json")
    with open(recording, "w", encoding="utf-8") as file:
        json.dump({"format": 1, "scene": text, "folder": ".", "steps": 1, "frames": [], "hashes": {}}, file)
    mesh = os.path.join(source, "assets/meshes/gem.obj")
    calls = [["params"], ["scenes"], ["verify", "--list"], ["verify", "aligned-cube"], ["check", scene],
             ["mesh", mesh], ["bench", "full-8", "--steps", "1"], ["run", scene, "--steps", "1"],
             ["run", scene, "--steps", "1", "--hash"], ["run", scene, "--steps", "1", "--csv", "-"],
             ["replay", recording], ["--help"], ["--version"]]
    calls += [[c, "--help"] for c in commands_of(program)]
    missing = set(commands_of(program)) - {c[0] for c in calls if c[1:] != ["--help"]}
    check(not missing, f"not tried: {missing}")
    for arguments in calls:
        good = subprocess.run([program, *arguments], capture_output=True, text=True)
        check(good.returncode == 0 and good.stdout, f"{arguments}: {good}")
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = subprocess.run([program, *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
        told = [line for line in result.stderr.splitlines() if line == LINE]
        check(result.returncode == 1 and len(told) == 1, f"{arguments}: {result}")


with tempfile.TemporaryDirectory() as place:
    test(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), place)
print("passed")

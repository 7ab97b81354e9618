# SPDX-License-Identifier: MIT
"""run.sh without installing and building: what reaches the program, with a display and without one, and what is said
while it builds.

run_sh.py SOURCE PROGRAM: PROGRAM is the real one, for the list of its commands and options and for one run.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

STAND_IN = """#!/bin/sh
for word in "$@"; do printf '%s\\n' "$word"; done
exit ${STATUS:-0}
"""
SCENE = """format = 1
grid = { cells = [8, 8, 8], dx = 0.1 }
[[body]]
name = "ball"
shape = { sphere = { radius = 0.2 } }
density = 2000
position = [0.4, 0.4, 0.4]
"""
# In cmake's place: configuring writes the file that a build needs, building writes the program.
CMAKE = """#!/bin/sh
echo "cmake was told $*"
case "$*" in
  *--preset*) mkdir -p build/release && : >build/release/build.ninja ;;
  *" --target build.ninja") ;;
  *" -f asked.ninja -n") [ -e build/release/bin/flotsam ] && [ ! -e changed ] && echo "ninja: no work to do." \\
     || echo "[1/1] it" ;;
  *" -n") echo "[0/2] Re-checking globbed directories..."; echo "[1/2] Re-running CMake..." ;;  # and nothing more
  *) [ -z "$BROKEN" ] || { echo "an error in the code"; exit 1; }
     mkdir -p build/release/bin && cp stand-in build/release/bin/flotsam ;;
esac
"""
PACKAGES = "build_packages=(none)\ninstall_missing() { :; }\nconfigure_and_build() { :; }\n"
OUR_OWN = {"--seconds", "--frames", "--report", "--csv"}  # what run.sh adds when they are not given


def check(condition, words):
    if not condition:
        print("FAILED:", words)
        sys.exit(1)


class Tree:
    """A copy of run.sh with a program that prints its arguments, one a line."""

    def __init__(self, folder, source, program=None):
        self.folder = folder
        os.makedirs(os.path.join(folder, "scripts"))
        os.makedirs(os.path.join(folder, "build/release/bin"))
        shutil.copy(os.path.join(source, "run.sh"), folder)
        with open(os.path.join(folder, "scripts/packages.sh"), "w", encoding="utf-8") as packages:
            packages.write(PACKAGES)
        path = os.path.join(folder, "build/release/bin/flotsam")
        if program:
            os.symlink(os.path.abspath(program), path)
        else:
            with open(path, "w", encoding="utf-8") as stand_in:
                stand_in.write(STAND_IN)
            os.chmod(path, 0o755)

    def run(self, *arguments, display=None, status=0):
        env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        env["STATUS"] = str(status)
        if display:
            env["DISPLAY"] = display
        return subprocess.run([os.path.join(self.folder, "run.sh"), *arguments], env=env, cwd=self.folder,
                              capture_output=True, text=True)

    def words(self, *arguments, **options):
        """What the program was given."""
        return self.run(*arguments, **options).stdout.splitlines()


def test_building(source, folder):
    """With the real scripts/packages.sh: a line before the build and one after it, on standard error alone."""
    os.makedirs(os.path.join(folder, "tools"))
    os.makedirs(os.path.join(folder, "scripts"))
    shutil.copy(os.path.join(source, "run.sh"), folder)
    shutil.copy(os.path.join(source, "scripts/packages.sh"), os.path.join(folder, "scripts"))
    for name, text in {"tools/cmake": CMAKE, "tools/dpkg-query": "#!/bin/sh\necho install ok installed\n",
                       "stand-in": STAND_IN}.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(os.path.join(folder, name), 0o755)
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    env["PATH"] = os.path.join(folder, "tools") + ":" + env["PATH"]

    def run(**more):
        return subprocess.run([os.path.join(folder, "run.sh"), "check", "x"], env={**env, **more}, cwd=folder,
                              capture_output=True, text=True)

    built = r"Built in 0 min \d+ s\n$"
    first = run()
    check(first.returncode == 0 and first.stdout == "check\nx\n", f"{first}")
    check(re.match(r"Building Flotsam in build/release, some minutes the first time \.\.\.\n" + built, first.stderr),
          first.stderr)
    again = run()
    check(again.stdout == "check\nx\n" and again.stderr == "", f"nothing is built, and it says {again.stderr}")
    open(os.path.join(folder, "changed"), "w", encoding="utf-8").close()
    changed = run()
    check(changed.stdout == "check\nx\n" and
          re.match(r"Building what changed in build/release \.\.\.\n" + built, changed.stderr), f"{changed}")
    broken = run(BROKEN="1")
    check(broken.returncode != 0 and broken.stdout == "" and "an error in the code\n" in broken.stderr, f"{broken}")
    check(broken.stderr.endswith("The build failed; all it said is in build/release/build.log\n"), broken.stderr)

    # On a terminal all that the build says is shown while it says it.
    master, slave = os.openpty()
    on_terminal = subprocess.run([os.path.join(folder, "run.sh"), "check", "x"], env=env, cwd=folder,
                                 stdout=subprocess.PIPE, stderr=slave, text=True)
    os.close(slave)
    seen = os.read(master, 65536).decode()
    os.close(master)
    check(on_terminal.stdout == "check\nx\n", f"{on_terminal}")
    check("cmake was told --build build/release" in seen and "Built in " in seen, seen)


def of_help(program, *command):
    return subprocess.run([program, *command, "--help"], capture_output=True, text=True, check=True).stdout


def check_lists(source, program):
    """The commands, and the options that take a value, are those that the program names."""
    with open(os.path.join(source, "run.sh"), encoding="utf-8") as file:
        script = file.read()
    text = of_help(program)
    commands = re.findall(r"^  (\w+) ", text[text.index("Subcommands:"):], re.M)
    check(len(commands) >= 8, f"no commands in the help: {text}")
    listed = re.search(r'^commands="(.*)"$', script, re.M).group(1).split()
    check(sorted(listed) == sorted(commands), f"run.sh lists {listed}, the help {commands}")
    valued = re.search(r"^    (--quality.*?)\)$", script, re.M | re.S).group(1)
    known = set(re.findall(r"--[\w-]+", valued))
    named = set(re.findall(r"^  (--[\w-]+) [A-Z]", text + of_help(program, "run"), re.M))
    check(named == known, f"run.sh takes {sorted(known)} for options with a value, the help {sorted(named)}")
    return commands


def given(words, option):
    return [words[i + 1] for i, w in enumerate(words[:-1]) if w == option]


def test(source, program, folder):
    test_building(source, os.path.join(folder, "building"))
    commands = check_lists(source, program)
    tree = Tree(os.path.join(folder, "stand-in"), source)

    # Handed through as they are.
    through = [[c, "x", "--csv", "y"] for c in commands]
    through += [["--help"], ["-h"], ["--version"], ["paddle", "--help"], ["--threads", "2", "run", "paddle"]]
    for arguments in through:
        check(tree.words(*arguments) == arguments, f"{arguments} became {tree.words(*arguments)}")
    check(tree.run("check", "x", status=2).returncode == 2, "the exit code of a command is lost")
    for arguments in ([], ["paddle", "--set", "a b=1", "--quality", "0"]):
        check(tree.words(*arguments, display=":7") == arguments, f"with a display {arguments} changed")

    # Headless.
    words = tree.words()
    check(words[:4] == ["run", "rabbit-and-dragon", "--seconds", "5"], f"{words}")
    for option in OUR_OWN - {"--seconds"}:
        check(given(words, option)[0].startswith(os.path.join(tree.folder, "out")), f"{option}: {words}")
    words = tree.words("paddle", "--set", "fluid.density=1 200", "--set=a=b", "--threads", "3", "--size", "80x60")
    check(words[:2] == ["run", "paddle"] and given(words, "--set") == ["fluid.density=1 200"], f"{words}")
    check("--set=a=b" in words and given(words, "--threads") == ["3"] and given(words, "--size") == ["80x60"],
          f"{words}")
    result = tree.run("--quality", "0", "paddle", "--ui-log=f", "--quality=1")
    check(result.stdout.splitlines()[:4] == ["run", "paddle", "--seconds", "5"], result.stdout)
    check("not used: --quality 0 --ui-log=f --quality=1\n" in result.stderr, result.stderr)
    check("f\n" not in result.stdout and "0\n" not in result.stdout, result.stdout)
    check(tree.words("a.obj", "b.stl")[:3] == ["run", "a.obj", "b.stl"], "of two meshes one is lost")
    check("--nonsense" in tree.words("paddle", "--nonsense"), "an unknown option is dropped")

    # What is asked for goes before what run.sh would have added.
    words = tree.words("paddle", "--steps", "3", "--csv", "t.csv", "--report=r.json", "--frames", "f")
    check(words == ["run", "paddle", "--steps", "3", "--csv", "t.csv", "--report=r.json", "--frames", "f"], f"{words}")
    failed = tree.run("paddle", status=2)
    check(failed.returncode == 2 and "Done" not in failed.stderr, f"{failed}")

    # The program itself takes what comes out.
    real = Tree(os.path.join(folder, "real"), source, program)
    with open(os.path.join(real.folder, "tank.toml"), "w", encoding="utf-8") as scene:
        scene.write(SCENE)
    result = real.run("tank.toml", "--quality", "0", "--set", "body.ball.density=437", "--size", "64x48", "--seconds",
                      "0.02", "--frames", os.path.join(real.folder, "frames"))
    check(result.returncode == 0, f"{result}")
    for file in ("out/report.json", "out/report.csv", "frames/frame_00001.png"):
        check(os.path.getsize(os.path.join(real.folder, file)) > 0, f"no {file}")
    with open(os.path.join(real.folder, "out/report.json"), encoding="utf-8") as report:
        check(json.load(report)["bodies"][0]["density"] == 437, "--set did not reach the run")
    result = real.run("no-such-scene")
    check(result.returncode == 2 and "no-such-scene" in result.stderr, f"{result}")

    if shutil.which("shellcheck"):
        result = subprocess.run(["shellcheck", "-x", "run.sh"], cwd=source, capture_output=True, text=True)
        check(result.returncode == 0, result.stdout)


with tempfile.TemporaryDirectory() as place:
    test(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), place)
print("passed")

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Enforces the direction of includes between modules, and that nothing under sim/ opens a file, reads a clock or prints."""
import pathlib
import re
import sys
import tempfile

# module -> what of ours it may include (itself always)
TABLE = {
    "core": set(),
    "view": {"core"},
    "sim/geometry": {"core"},
    "sim/fluid": {"sim/geometry", "core"},
    "sim/rigid": {"sim/geometry", "core"},
    "sim/coupling": {"sim/fluid", "sim/rigid", "sim/geometry", "core"},
    "sim": {"sim/coupling", "sim/fluid", "sim/rigid", "sim/geometry", "view", "core"},
    "verify": {"io", "sim", "sim/coupling", "sim/fluid", "sim/rigid", "sim/geometry", "view", "core"},
    "io": {"sim", "sim/coupling", "sim/fluid", "sim/rigid", "sim/geometry", "view", "core"},
    "render": {"view", "core"},
    "ui": {"view", "core"},
    "cli": {"verify", "io", "sim", "sim/coupling", "sim/fluid", "sim/rigid", "sim/geometry", "view", "core", "render", "app"},
    "app": {"verify", "io", "sim", "sim/coupling", "sim/fluid", "sim/rigid", "sim/geometry", "view", "core", "render", "ui", "cli"},
}
# third-party headers: pattern -> where they may appear
OUTSIDE = [
    (r"^(bt|Bullet|LinearMath)", lambda m, p: m == "sim/rigid"),
    (r"^imgui|backends/imgui", lambda m, p: m in ("ui", "app")),
    (r"^GLFW/", lambda m, p: m == "app"),
    (r"^glad/", lambda m, p: m in ("render", "app")),
    (r"^toml\+\+/|^nlohmann/", lambda m, p: m in ("io", "cli")),
    (r"^CLI/", lambda m, p: m == "cli"),
    (r"^stb/", lambda m, p: m in ("io", "render")),
]
FORBIDDEN_IN_SIM = [
    (r"#\s*include\s*<(fstream|iostream|cstdio|stdio\.h|chrono|ctime|time\.h|filesystem)>", "files, clocks and prints belong outside sim"),
    (r"\b(printf|fprintf|puts|fopen|std::cout|std::cerr|std::ofstream|std::ifstream|clock_gettime|std::chrono)\b", "files, clocks and prints belong outside sim"),
]


def module_of(relative: str) -> str:
    parts = relative.split("/")
    if parts[0] == "sim":
        return "/".join(parts[:2]) if len(parts) > 2 else "sim"
    return parts[0]


def check(root: pathlib.Path) -> list:
    problems = []
    source = root / "src"
    for path in sorted(source.rglob("*")):
        if path.suffix not in (".h", ".cpp"):
            continue
        relative = path.relative_to(source).as_posix()
        module = module_of(relative)
        if module not in TABLE:
            problems.append(f"{relative}: module '{module}' is not in the table")
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            code = line.split("//")[0]
            found = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', code)
            if found:
                header = found.group(1)
                if (source / header).exists():
                    target = module_of(header)
                    if target != module and target not in TABLE[module]:
                        problems.append(f"{relative}:{number}: {module} may not include {target} ({header})")
                for pattern, allowed in OUTSIDE:
                    if re.match(pattern, header) and not allowed(module, path):
                        problems.append(f"{relative}:{number}: {header} may not be included in {module}")
            if module.startswith("sim"):
                for pattern, reason in FORBIDDEN_IN_SIM:
                    if re.search(pattern, code):
                        problems.append(f"{relative}:{number}: {code.strip()}: {reason}")
    return problems


def self_test() -> None:
    """The check finds what it is there to find."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in {
            "src/core/a.h": "",
            "src/sim/fluid/f.h": '#include "sim/rigid/r.h"\n',
            "src/sim/rigid/r.h": '#include "core/a.h"\n#include <btBulletDynamicsCommon.h>\n',
            "src/sim/geometry/g.cpp": "#include <chrono>\nvoid f() { printf(\"x\"); }\n",
            "src/ui/u.cpp": "#include <glad/gl.h>\n",
        }.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        found = check(root)
        assert len(found) == 4, found
        for word in ("sim/fluid may not include sim/rigid", "chrono", "printf", "glad"):
            assert any(word in problem for problem in found), (word, found)


if __name__ == "__main__":
    if sys.argv[1] == "--self-test":
        self_test()
        sys.exit(0)
    result = check(pathlib.Path(sys.argv[1]))
    print("\n".join(result))
    sys.exit(1 if result else 0)

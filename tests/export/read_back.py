# SPDX-License-Identifier: MIT
"""Exports a small scene in every format and reads the files with programs that are not ours: OpenVDB (its Python module
and vdb_print), Assimp (the program, which turns a file into JSON), and Python's csv. What they find is compared with each
other and with what is known of the scene: a pool of 0.6 x 0.4 x 0.6 m, 0.2 m deep, with a ball and a box in it."""
import csv
import json
import math
import os
import shutil
import subprocess
import sys

import numpy
import pyopenvdb

POOL = """format = 1
title = "A pool, to hand on"
grid = { cells = [12, 8, 12], dx = 0.05 }
fluid = { domain = "liquid" }

[[liquid]]
level = 0.2

[[dye]]
word = "left, half"
hi = [0.5, 1, 1]

[[body]]
name = "ball"
shape = { sphere = { radius = 0.06 } }
density = 400
position = [0.2, 0.3, 0.3]

[[body]]
name = "small-box"
shape = { box = { size = [0.08, 0.08, 0.08] } }
density = 2000
position = [0.42, 0.3, 0.3]
spin = [0, 3, 1]

[[body]]
name = "post"
shape = { box = { size = [0.05, 0.2, 0.05] } }
motion = "fixed"
position = [0.3, 0.1, 0.08]
"""

SMOKE = """format = 1
title = "Smoke"
grid = { cells = [10, 20, 10], dx = 0.05 }

[[smoke]]
position = [0.25, 0.2, 0.25]
radius = 0.1
"""
STEPS = 20


def check(condition, words):
    if not condition:
        print("FAILED:", words)
        sys.exit(1)


def near(a, b, slack, words):
    check(math.isfinite(a) and abs(a - b) <= slack, f"{words}: {a} beside {b}, more than {slack} apart")


def run(program, *words, code=0):
    done = subprocess.run([program, *words], capture_output=True, text=True)
    check(done.returncode == code, f"{' '.join(words)} ended with {done.returncode}: {done.stderr}")
    return done


def assimp(path):
    """What Assimp makes of a file, in its own JSON."""
    out = path + ".json"
    done = subprocess.run(["assimp", "export", path, out, "-fassjson"], capture_output=True, text=True)
    check(os.path.exists(out), f"Assimp does not read {path}: {done.stdout}{done.stderr}")
    with open(out, encoding="utf-8") as file:
        return json.load(file)


def vertices(mesh):
    return numpy.array(mesh["vertices"]).reshape(-1, 3)


def volume(points, triangles):
    a, b, c = points[triangles[:, 0]], points[triangles[:, 1]], points[triangles[:, 2]]
    return float(numpy.sum(a * numpy.cross(b, c)) / 6)


def mesh_volume(mesh):
    return volume(vertices(mesh), numpy.array(mesh["faces"]))


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def surfaces(folder, fluid):
    """OBJ and PLY hold the same closed mesh, with the liquid's volume."""
    for ending in ("obj", "ply"):
        scene = assimp(f"{folder}/surface_{STEPS:05d}.{ending}")
        check(len(scene["meshes"]) == 1, "one mesh")
        points = vertices(scene["meshes"][0])
        check(points.min() > -1e-5 and numpy.all(points.max(axis=0) < [0.60001, 0.40001, 0.60001]), "inside the tank")
        near(mesh_volume(scene["meshes"][0]), fluid, 0.03 * fluid, f"volume of the {ending}")


def particles(folder, count):
    table = rows(f"{folder}/particles_{STEPS:05d}.csv")
    check(len(table) == count, f"{len(table)} rows of {count} particles")
    check(len({r["id"] for r in table}) == count, "numbers are not unique")
    check({r["dye"] for r in table} == {"0", "1"}, "dyes")
    places = numpy.array([[float(r["x [m]"]), float(r["y [m]"]), float(r["z [m]"])] for r in table])
    scene = assimp(f"{folder}/particles_{STEPS:05d}.ply")
    points = vertices(scene["meshes"][0])
    check(points.shape == places.shape, f"Assimp has {points.shape} points")
    check(numpy.abs(points - places).max() < 1e-6, "PLY and CSV have other places")
    # The speed is that of the places: all particles together, over a frame.
    before = {r["id"]: r for r in rows(f"{folder}/particles_{STEPS - 1:05d}.csv")}
    moved = [(float(r["y [m]"]) - float(before[r["id"]]["y [m]"])) * 60 - float(r["vy [m/s]"])
             for r in table if r["id"] in before]
    near(sum(moved) / len(moved), 0, 0.05, "mean of dy/dt - vy")


def bodies(folder, steps):
    table = rows(f"{folder}/bodies.csv")
    names = ["ball", "small-box", "post"]
    check([r["body"] for r in table] == names * STEPS, "names in the table")
    ball = [r for r in table if r["body"] == "ball"]
    for row, step in zip(ball, steps):  # beside the table of every step
        near(float(row["time [s]"]), float(step["t"]), 1e-12, "time")
        near(float(row["y [m]"]), float(step["ball_y"]), 0, "height of the ball")
        near(float(row["fy [N]"]), float(step["ball_fy"]), 0, "force on the ball")
    scene = assimp(f"{folder}/bodies.glb")
    nodes = {n["name"]: n for n in scene["rootnode"]["children"]}
    check(sorted(nodes) == sorted(names), f"nodes {sorted(nodes)}")
    size = {}
    for name in names:
        mesh = scene["meshes"][nodes[name]["meshes"][0]]
        size[name] = mesh_volume(mesh)
    near(size["small-box"], 0.08 ** 3, 1e-7, "volume of the box")
    near(size["ball"], 4 / 3 * math.pi * 0.06 ** 3, 0.03 * size["ball"], "volume of the ball")
    channels = {c["name"]: c for c in scene["animations"][0]["channels"]}
    check(set(channels) == {"ball", "small-box"}, f"what moves: {set(channels)}")
    scale = scene["animations"][0]["tickspersecond"] or 1
    for name, channel in channels.items():
        own = [r for r in table if r["body"] == name]
        keys = channel["positionkeys"]
        check(len(keys) == STEPS, f"{len(keys)} keys of {name}")
        for (time, place), row in zip(keys, own):
            near(time / scale + float(own[0]["time [s]"]), float(row["time [s]"]), 2e-3, "time of a key")
            for value, axis in zip(place, "xyz"):
                near(value, float(row[f"{axis} [m]"]), 1e-6, f"{axis} of {name}")
    box = [r for r in table if r["body"] == "small-box"]
    for (_, turn), row in zip(channels["small-box"]["rotationkeys"], box):
        dot = sum(a * float(row[b]) for a, b in zip(turn, ("qw", "qx", "qy", "qz")))
        near(abs(dot), 1, 1e-6, "turn of the box")


def water_grid(folder, fluid):
    path = f"{folder}/water_{STEPS:05d}.vdb"
    said = subprocess.run(["vdb_print", "-l", path], capture_output=True, text=True)
    check(said.returncode == 0 and "surface" in said.stdout, f"vdb_print: {said.stdout}{said.stderr}")
    grids, meta = pyopenvdb.readAll(path)
    check(len(grids) == 1 and meta["creator"].startswith("Flotsam"), f"{len(grids)} grids, {meta}")
    grid = grids[0]
    check(grid.name == "surface" and grid.gridClass == "level set", f"{grid.name}, {grid.gridClass}")
    near(grid.transform.voxelSize()[0], 0.05, 1e-12, "size of a voxel")
    near(grid.background, 0.05, 1e-8, "background")
    # The centre of cell (0,0,0) is half a cell outside of the tank's corner.
    for value, axis in zip(grid.transform.indexToWorld((1, 1, 1)), "xyz"):
        near(value, 0.025, 1e-12, f"centre of the first cell, {axis}")
    points, quads = grid.convertToQuads()
    triangles = numpy.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
    near(abs(volume(points, triangles)), fluid, 0.06 * fluid, "volume inside the level set")


def smoke_grid(folder):
    grids, _ = pyopenvdb.readAll(f"{folder}/smoke_00005.vdb")
    grid = grids[0]
    check(grid.name == "density" and grid.gridClass == "fog volume", f"{grid.name}, {grid.gridClass}")
    # The source holds its ball of 0.1 m at one.
    values = {}
    for item in grid.citerOnValues():
        check(item.count == 1, "a tile")
        values[item.min] = item.value
    check(len(values) > 20 and all(0 < v <= 1.001 for v in values.values()), f"{len(values)} values")
    whole = 0
    for index, value in values.items():
        x = grid.transform.indexToWorld(index)
        if math.dist(x, (0.25, 0.2, 0.25)) < 0.1 - 0.05:
            near(value, 1, 1e-6, f"concentration at {x}")
            whole += 1
    check(whole >= 8, f"{whole} cells well inside the source")


def refusals(program, folder, pool, smoke):
    said = run(program, "run", smoke, "--steps", "1", "--export", folder + "/no", "--format", "water-vdb", code=2)
    check("water-vdb" in said.stderr and "no surface" in said.stderr, said.stderr)
    said = run(program, "run", pool, "--steps", "1", "--export", folder + "/no", "--format", "smoke-vdb", code=2)
    check("no smoke" in said.stderr, said.stderr)
    said = run(program, "run", pool, "--steps", "1", "--export", folder + "/no", "--format", "bodies-fbx", code=2)
    check("bodies-fbx" in said.stderr and "bodies-glb" in said.stderr, said.stderr)
    said = run(program, "run", pool, "--steps", "1", "--export", "/proc/no", "--format", "particles-csv", code=2)
    check("/proc/no" in said.stderr, said.stderr)
    if os.path.exists("/dev/full"):  # a disk without room
        os.makedirs(folder + "/full")
        os.symlink("/dev/full", folder + "/full/particles_00002.csv")
        said = run(program, "run", pool, "--steps", "4", "--export", folder + "/full", "--format",
                   "particles-csv,bodies-csv", code=1)
        check("particles_00002.csv" in said.stderr and "No space left" in said.stderr, said.stderr)
        check(len(rows(folder + "/full/bodies.csv")) == 6, "the bodies up to there are not written")


def main():
    program, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    pool, smoke = folder + "/pool.toml", folder + "/smoke.toml"
    for path, text in ((pool, POOL), (smoke, SMOKE)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    run(program, "run", pool, "--steps", str(STEPS), "--export", folder + "/pool", "--format", "all",
        "--csv", folder + "/steps.csv")
    check(not [f for f in os.listdir(folder + "/pool") if f.endswith(".part") or f.startswith(".")], "leftovers")
    steps = rows(folder + "/steps.csv")
    fluid = float(steps[-1]["fluid_volume"])
    surfaces(folder + "/pool", fluid)
    particles(folder + "/pool", int(steps[-1]["particles"]))
    bodies(folder + "/pool", steps)
    water_grid(folder + "/pool", fluid)
    run(program, "run", smoke, "--steps", "5", "--export", folder + "/smoke", "--format", "smoke-vdb")
    smoke_grid(folder + "/smoke")
    refusals(program, folder, pool, smoke)
    print("passed; files in", folder)


main()

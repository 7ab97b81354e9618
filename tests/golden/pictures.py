# SPDX-License-Identifier: MIT
"""Ten scenes at 320 x 180, drawn off-screen, against pictures that were looked at and kept in pictures/.

What an eye would tell apart counts: both pictures are averaged over blocks of 4 x 4 pixels and compared in CIE Lab,
where a distance of 2.3 is just noticeable. On the mean they may be 0.6 apart and in the worst hundredth of the blocks 6:
another machine's rounding moves spray and edges, nothing else. Scenes are taken before a splash makes spray the
picture. `--write` keeps the present pictures: look at them first.
"""
import os
import shutil
import subprocess
import sys

SCENES = {"rabbit-and-dragon": 0.5, "dam-break": 0.4, "floaters": 0.3, "honey": 0.4, "water-wheel": 0.2,
          "vortex-in-a-box-2d-rotated": 0.5, "spherical-container": 0.3, "pour-into-cup": 0.5, "droplet": 0.3,
          "one-way-sphere": 0.5}
MEAN, WORST = 0.6, 6
HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pictures")


def blocks(path):
    """Lab of the block means, three numbers a block."""
    raw = subprocess.run(["convert", path, "-scale", "80x45!", "-depth", "8", "rgb:-"], check=True,
                         capture_output=True).stdout
    assert len(raw) == 80 * 45 * 3, f"{path}: {len(raw)} bytes"
    return [lab(raw[i:i + 3]) for i in range(0, len(raw), 3)]


def lab(rgb):
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in rgb))
    xyz = ((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b,
           (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distances(a, b):
    """Mean and worst hundredth."""
    d = sorted(sum((p - q) ** 2 for p, q in zip(u, v)) ** 0.5 for u, v in zip(a, b))
    return sum(d) / len(d), d[-len(d) // 100]


def main():
    program, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    write = "--write" in sys.argv
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    bad, kept = [], {}
    for scene, seconds in SCENES.items():
        frames = os.path.join(folder, scene)
        subprocess.run([program, "run", scene, "--seconds", str(seconds), "--frames", frames, "--size", "320x180"],
                       check=True, stdout=subprocess.DEVNULL)
        last = os.path.join(frames, sorted(os.listdir(frames))[-1])
        golden = os.path.join(HERE, scene + ".png")
        if write:
            shutil.copy(last, golden)
        kept[scene] = blocks(golden)
        mean, worst = distances(blocks(last), kept[scene])
        print(f"{scene}: mean {mean:.2f}, worst hundredth {worst:.1f}")
        if not (mean <= MEAN and worst <= WORST):
            bad.append(scene)
    # The measure tells the scenes apart: none would pass for another.
    for a in SCENES:
        for b in SCENES:
            mean, worst = distances(kept[a], kept[b])
            if a < b and mean <= MEAN and worst <= WORST:
                bad.append(f"{a} looks like {b}")
    if bad:
        print("FAILED:", ", ".join(bad))
        sys.exit(1)


main()

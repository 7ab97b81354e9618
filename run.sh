#!/usr/bin/env bash
# Installs what is missing, builds, and starts flotsam with the given arguments. Without a display the scene runs
# headless and the pictures, the report and the table land in out/.
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
caller=$PWD
cd "$here"
source scripts/packages.sh
install_missing "${build_packages[@]}"
configure_and_build release -DFLOTSAM_TESTS=OFF
flotsam=$here/build/release/bin/flotsam
cd "$caller"

needs_window=yes
case "${1:-}" in
  run | replay | scenes | params | check | mesh | bench | -h | --help | --version) needs_window=no ;;
esac
if [ $needs_window = yes ] && [ -z "${DISPLAY:-}" ] && [ -z "${WAYLAND_DISPLAY:-}" ]; then
  scene=rabbit-and-dragon
  if [ -n "${1:-}" ] && [[ $1 != -* ]]; then scene=$1; fi
  out=$here/out
  echo "No display here: running '$scene' headless for 5 s of simulated time into $out"
  mkdir -p "$out"
  "$flotsam" run "$scene" --seconds 5 --frames "$out" --report "$out/report.json" --csv "$out/report.csv"
  echo "Done. Pictures: $out/*.png   report: $out/report.json   table: $out/report.csv"
  exit 0
fi
exec "$flotsam" "$@"

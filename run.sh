#!/usr/bin/env bash
# Installs what is missing, builds, and starts flotsam with the given arguments. Without a display the scene runs
# headless with them, and unless they say otherwise the pictures, the report and the table land in out/.
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
caller=$PWD
cd "$here"
# shellcheck source=scripts/packages.sh
source scripts/packages.sh
install_missing "${build_packages[@]}"
configure_and_build release -DFLOTSAM_TESTS=OFF
flotsam=$here/build/release/bin/flotsam
cd "$caller"

# As flotsam --help lists them; none of them needs a display.
commands=" run replay scenes params check mesh verify bench "
if [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then exec "$flotsam" "$@"; fi

# What the window would have been asked for, sorted for `flotsam run`: the first word that belongs to no option may be
# a command, and what only the window knows is named.
forwarded=() unused=() scenes=() given=" "
arguments=("$@")
for ((i = 0; i < ${#arguments[@]}; ++i)); do
  word=${arguments[i]}
  option=${word%%=*}
  # Each of these takes one value, behind "=" or as the next word.
  case $word in
    -h | --help | --version) exec "$flotsam" "$@" ;;
    --quality | --ui-log | --set | --threads | --size | --seconds | --steps | --report | --csv | --frames | --video | \
      --export | --format | --replay)
      both=("$word")
      if ((i + 1 < ${#arguments[@]})); then both+=("${arguments[++i]}"); fi
      ;;
    -*) both=("$word") ;;
    *)
      if ((${#scenes[@]} == 0)) && [[ $commands == *" $word "* ]]; then exec "$flotsam" "$@"; fi
      scenes+=("$word")
      continue
      ;;
  esac
  case $option in
    --quality | --ui-log) unused+=("${both[@]}") ;;
    *)
      given+="$option "
      forwarded+=("${both[@]}")
      ;;
  esac
done

if ((${#scenes[@]} == 0)); then scenes=(rabbit-and-dragon); fi
out=$here/out
asked() { [[ $given == *" $1 "* ]]; }
words="'${scenes[*]}' headless"
asked --seconds || asked --steps || asked --replay || { forwarded+=(--seconds 5) && words+=" for 5 s of simulated time"; }
written=()
asked --frames || asked --video || { forwarded+=(--frames "$out") && written+=("Pictures: $out/*.png"); }
asked --report || { forwarded+=(--report "$out/report.json") && written+=("report: $out/report.json"); }
asked --csv || { forwarded+=(--csv "$out/report.csv") && written+=("table: $out/report.csv"); }

if ((${#unused[@]} > 0)); then echo "Only the window knows these; they are not used: ${unused[*]}" >&2; fi
echo "No display here: running $words" >&2
if ((${#written[@]} > 0)); then mkdir -p "$out"; fi
"$flotsam" run "${scenes[@]}" "${forwarded[@]}"
if ((${#written[@]} > 0)); then
  printf -v line '%s   ' "${written[@]}"
  echo "Done. ${line%   }" >&2
fi

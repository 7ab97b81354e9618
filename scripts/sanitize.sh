#!/usr/bin/env bash
# Everything under the sanitizers: scripts/sanitize.sh asan | tsan [CTEST-ARGS...]
# asan: address, undefined behaviour and leaks; all tests, the window included, then 100 steps of every shipped scene.
# tsan: data races, with the std::thread back end; then the scenes with three workers. What draws is left out: Mesa's
# own threads are not built for it, and it reports how they wait. Any finding ends it with an exit code that is not 0.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
source scripts/packages.sh
kind=${1:-asan}
shift || true
case $kind in asan | tsan) ;; *) echo "usage: scripts/sanitize.sh asan | tsan [CTEST-ARGS...]" >&2; exit 2 ;; esac
install_missing "${build_packages[@]}" "${test_packages[@]}"
configure_and_build "$kind"
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
threads=1 leave_out=()
if [ "$kind" = tsan ]; then threads=3 leave_out=(-LE gl -E '^Cli\.'); fi
ctest --test-dir "build/$kind" --output-on-failure --timeout 1800 -j2 "${leave_out[@]}" "$@"
for scene in assets/scenes/*.toml; do
  echo "$(basename "$scene" .toml): 100 steps"
  "build/$kind/bin/flotsam" run "$scene" --steps 100 --threads $threads --hash
done

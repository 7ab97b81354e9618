#!/usr/bin/env bash
# Looks for inputs that break the readers, with libFuzzer: scripts/fuzz.sh [SECONDS [TARGET...]]
# Builds with clang under the address and undefined-behaviour sanitizers, then runs every target of tests/fuzz (or those
# named) for SECONDS (60). What libFuzzer keeps goes to build/fuzz/found/TARGET; an input that fails is left there as
# crash-*, and ends it with an exit code that is not 0. Put such a file into tests/fuzz/corpus/TARGET with its repair.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
source scripts/packages.sh
seconds=${1:-60}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(scene recording obj stl ply off gltf)
install_missing "${build_packages[@]}" "${test_packages[@]}" clang libclang-rt-dev
if [ ! -f build/fuzz/build.ninja ]; then cmake --preset fuzz; fi
cmake --build build/fuzz --target "${targets[@]/#/fuzz_}"
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
failed=0
for target in "${targets[@]}"; do
  found=build/fuzz/found/$target corpus=tests/fuzz/corpus
  mkdir -p "$found"
  words=()
  if [ -f "$corpus/$target.dict" ]; then words=("-dict=$corpus/$target.dict"); fi
  echo "$target: $seconds s"
  "build/fuzz/tests/fuzz/fuzz_$target" "${words[@]}" -max_total_time="$seconds" -max_len=20000 -timeout=20 \
    -rss_limit_mb=4096 -artifact_prefix="$found/" -print_final_stats=1 "$found" "$corpus/$target" \
    >"$found.log" 2>&1 || failed=1
  grep -E '^(stat::number_of_executed_units|SUMMARY|Test unit written)|ERROR' "$found.log" || true
done
exit $failed

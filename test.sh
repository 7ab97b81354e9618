#!/usr/bin/env bash
# Installs what is missing, builds everything with asserts on, and runs the tests.
# ./test.sh [LABEL]   LABEL: unit, physics, gl, ui or arch; none = all.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
source scripts/packages.sh
install_missing "${build_packages[@]}" "${test_packages[@]}"
configure_and_build checked
label=()
[ -n "${1:-}" ] && label=(-L "^$1\$")
exec ctest --test-dir build/checked --output-on-failure --no-tests=error -j2 "${label[@]}"

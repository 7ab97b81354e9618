#!/usr/bin/env bash
# Every C++ file of ours is as clang-format leaves it.
set -euo pipefail
cd "$1"
find src tests tools -name '*.cpp' -o -name '*.h' | sort | xargs clang-format --dry-run --Werror

# Debian packages, sourced by run.sh and test.sh. Everything the build needs comes from Debian 12.
build_packages=(
  cmake ninja-build g++ pkg-config ca-certificates
  libglm-dev libbullet-dev
  libtomlplusplus-dev nlohmann-json3-dev libcli11-dev libstb-dev
  python3-glad libegl-dev libopengl-dev libgl-dev libegl-mesa0 libegl1 libgl1 libgl1-mesa-dri
  libglfw3-dev libimgui-dev libfreetype-dev
  fonts-inter fonts-fork-awesome fonts-dejavu-core
)
test_packages=(libgtest-dev xvfb xauth xdotool x11-utils imagemagick openbox python3-xlib clang-format python3
  assimp-utils libopenvdb-tools python3-openvdb python3-numpy ffmpeg)

# install_missing PACKAGE...: installs what is not there yet; asks sudo only when not root.
install_missing() {
  command -v dpkg-query >/dev/null || { echo "This is not Debian: please install by hand: $*" >&2; return 0; }
  local missing=() p state
  for p in "$@"; do
    state=$(dpkg-query -W -f='${Status}' "$p" 2>/dev/null) || state=
    [[ $state == *"ok installed"* ]] || missing+=("$p")
  done
  [ ${#missing[@]} = 0 ] && return 0
  echo "Installing: ${missing[*]}" >&2
  local as=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || { echo "Not root and no sudo: please install: ${missing[*]}" >&2; return 1; }
    as=(sudo)
  fi
  "${as[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
  "${as[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# nothing_to_build DIR: whether a build would do nothing. First the build files are renewed where need be. Then ninja
# is asked with a copy of them: of its own it would only say that it looks through the folders for new files.
nothing_to_build() {
  cmake --build "$1" --target build.ninja >/dev/null 2>&1 || return 1
  cp "$1/build.ninja" "$1/asked.ninja" || return 1
  [[ $(cmake --build "$1" -- -f asked.ninja -n 2>/dev/null) == *'no work to do'* ]]
}

# configure_and_build PRESET [CMAKE-ARGS...]: configures once, then builds what changed. What it says goes to standard
# error, so that standard output is the program's alone; without a terminal it is two lines, and the rest is in a log.
configure_and_build() {
  local preset=$1 dir=build/$1 log begin=$SECONDS
  shift
  mkdir -p build
  if [ ! -f "$dir/build.ninja" ]; then
    echo "Building Flotsam in $dir, some minutes the first time ..." >&2
  elif nothing_to_build "$dir"; then
    return 0
  else
    echo "Building what changed in $dir ..." >&2
  fi
  if [ ! -f "$dir/build.ninja" ]; then
    log=$(mktemp)
    cmake --preset "$preset" "$@" >"$log" 2>&1 || { cat "$log" >&2; rm -f "$log"; return 1; }
    rm -f "$log"
  fi
  if [ -t 2 ]; then
    cmake --build "$dir" >&2 || return 1
  elif [ -t 1 ]; then
    cmake --build "$dir" || return 1
  elif ! cmake --build "$dir" >"$dir/build.log" 2>&1; then
    tail -60 "$dir/build.log" >&2
    echo "The build failed; all it said is in $dir/build.log" >&2
    return 1
  fi
  echo "Built in $(((SECONDS - begin) / 60)) min $(((SECONDS - begin) % 60)) s" >&2
}

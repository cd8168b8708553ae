# Sourced by run.sh, test.sh and others: installs the Debian packages that are missing, and configures a build folder.
# Needs: $root, the checkout.

# The command line, with the images of Arm's processors.
answer_packages=(
  g++ cmake ninja-build pkg-config
  gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-dev
  flatbuffers-compiler libflatbuffers-dev
  libunicorn-dev libseccomp-dev libcapstone-dev libelf-dev
  libcli11-dev nlohmann-json3-dev libmd-dev libspdlog-dev libfmt-dev libsqlite3-dev libre2-dev
  libkainjow-mustache-dev
)
# The window, and pictures of the command line.
window_packages=(qt6-base-dev qt6-svg-dev qt6-qpa-plugins fonts-inter fonts-jetbrains-mono fonts-dejavu-core)
# The images of Espressif's chips.
riscv_packages=(gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf)
python_packages=(python3-dev pybind11-dev python3-numpy python3-pip python3-setuptools python3-wheel)
# Cycles of Arm's vector instructions.
qemu_packages=(qemu-system-arm)
test_packages=(libgtest-dev libgmock-dev libbenchmark-dev valgrind)
# What tests only run or read: libstdc++ for the firmware of others, which they build; locales to make one with decimal
# commas; readers of the docs.
test_tools=(
  libstdc++-arm-none-eabi-newlib locales dpkg-dev file dbus-daemon codespell python3-proselint git pre-commit
  python3-yaml arduino-builder
)
build_packages=(
  "${answer_packages[@]}" "${window_packages[@]}" "${riscv_packages[@]}" "${python_packages[@]}" "${qemu_packages[@]}"
  "${test_packages[@]}"
)
# For the web page and the npm package (web/build.sh); chromium to test the page in.
web_packages=(
  g++ zip emscripten cmake ninja-build flatbuffers-compiler libflatbuffers-dev
  libcli11-dev nlohmann-json3-dev libspdlog-dev libfmt-dev libkainjow-mustache-dev chromium fonts-dejavu-core
)
# The documentation's site (docs/build.sh).
docs_packages=(python3-sphinx python3-myst-parser furo)

# as_root COMMAND...
as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# apt_get ARGUMENTS...: apt-get as root, which removes nothing and asks nothing.
apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -y -qq --no-remove "$@" >&2
}

# apt_get_alone ARGUMENTS...: the same, as soon as no other apt holds a lock.
apt_get_alone() {
  local said="" words
  until words=$(LC_ALL=C apt_get "$@" 2>&1); do
    if [[ $words != *"Could not get lock"* ]]; then
      echo "$words" >&2
      return 1
    fi
    [ -n "$said" ] || echo "waiting for another installation of packages ..." >&2
    said=true
    sleep 1
  done
}

# missing_packages PACKAGE...: prints those that are not installed.
missing_packages() {
  local installed package
  installed=" $(dpkg-query -W -f '${Package}:${db:Status-Status} ' "$@" 2>/dev/null || true)"
  for package in "$@"; do
    [[ $installed == *" $package:installed "* ]] || echo "$package"
  done
}

# install_packages PACKAGE...: those that are missing, by apt.
install_packages() {
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    compgen -G "$root/build/*/build.ninja" >/dev/null && return 0 # said before
    echo "There is no apt-get here, so nothing is installed. What has these names in Debian 12 must be there: $*" >&2
    return 0 # CMake says what it does not find
  fi
  local missing
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} -eq 0 ] && return 0
  if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    echo "These Debian packages are missing, and there is no sudo to install them: ${missing[*]}" >&2
    echo "As root: apt-get install --no-install-recommends ${missing[*]}" >&2
    return 1
  fi
  apt_get_alone update
  apt_get_alone install || true # nothing: an installation that runs has ended
  if [ -n "$(dpkg --audit)" ]; then
    echo "An installation of packages was interrupted: finishing it" >&2
    as_root env DEBIAN_FRONTEND=noninteractive dpkg --configure -a >&2 || true # what it still lacks, apt brings
    apt_get install --fix-broken
  fi
  local size
  size=$(apt-get install -qq --no-install-recommends --print-uris "${missing[@]}" |
    awk '{bytes += $3} END {printf "%d to download, %.1f MB", NR, bytes / 1e6}')
  echo "Installing packages ($size): ${missing[*]}" >&2
  apt_get install --no-install-recommends -o DPkg::Lock::Timeout=-1 "${missing[@]}"
}

# Parts with a CMake option, such as ARENASCOPE_GUI.
build_parts=(GUI PYTHON QEMU RISCV TESTS)

# configure PRESET [--only PART...]: makes the build folder, with all parts or these; one that is there gets those that
# it lacks, and later changes are found by the build itself.
configure() {
  local preset=$1 folder=$root/build/$1 wanted="${build_parts[*]}" part options=()
  [ "${2:-}" != --only ] || wanted="${*:3}"
  for part in "${build_parts[@]}"; do
    if [[ " $wanted " == *" $part "* ]]; then
      grep -q "^ARENASCOPE_$part:[A-Z]*=ON$" "$folder/CMakeCache.txt" 2>/dev/null || options+=("-DARENASCOPE_$part=ON")
    elif [ ! -f "$folder/build.ninja" ]; then
      options+=("-DARENASCOPE_$part=OFF")
    fi
  done
  [ -f "$folder/build.ninja" ] && [ ${#options[@]} -eq 0 ] && return 0
  (cd "$root" && cmake --preset "$preset" "${options[@]}" >&2)
}

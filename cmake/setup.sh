# Sourced by run.sh and test.sh: installs the Debian packages that are missing, and configures the build once.
# Needs: $root, the checkout.

install_packages() {
  local missing=()
  local package
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  echo "Installing: ${missing[*]}" >&2
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "These Debian packages are missing, and there is no sudo to install them: ${missing[*]}" >&2
      return 1
    }
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

build_packages=(
  g++ cmake ninja-build pkg-config
  gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib
  gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf
  flatbuffers-compiler libflatbuffers-dev
  libunicorn-dev libseccomp-dev libcapstone-dev libelf-dev
  libcli11-dev nlohmann-json3-dev libmd-dev libspdlog-dev libfmt-dev libsqlite3-dev
  qt6-base-dev libqt6svg6-dev qt6-qpa-plugins fonts-dejavu-core
  python3-dev pybind11-dev python3-numpy python3-pip python3-setuptools python3-wheel
  libgtest-dev libgmock-dev libbenchmark-dev
  qemu-system-arm dpkg-dev file valgrind dbus-daemon
)

# For the web page and the npm package (web/build.sh); chromium to test the page in.
web_packages=(
  g++ zip emscripten cmake ninja-build flatbuffers-compiler libflatbuffers-dev
  libcli11-dev nlohmann-json3-dev libspdlog-dev libfmt-dev chromium fonts-dejavu-core
)

# configure PRESET: only where that has not been done; later changes are found by the build itself.
configure() {
  [ -f "$root/build/$1/build.ninja" ] || (cd "$root" && cmake --preset "$1" >&2)
}

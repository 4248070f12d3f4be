#!/bin/sh
# Follows the way with vcpkg, if VCPKG_ROOT names one with its program: vcpkg.sh SOURCE FOLDER REPOSITORY. If there are only vcpkg's scripts, the
# port is built by these, over the system's Boost and SQLite, and a program with it. Without them the port's JSON alone is read. Status 77
# means skipped.
set -eu
version=$(sed -n 's/^project(t2s VERSION \([0-9.]*\).*/\1/p' "$1/CMakeLists.txt")
port="$1/cmake/vcpkg/t2s"
cat >"$2.json.cmake" <<CMAKE
file(READ "$port/vcpkg.json" text)
string(JSON version GET "\${text}" version)
if(NOT version STREQUAL "$version")
  message(FATAL_ERROR "$port/vcpkg.json says \${version}")
endif()
CMAKE
cmake -P "$2.json.cmake"
root=${VCPKG_ROOT:-}
if [ -n "$root" ] && [ -x "$root/vcpkg" ]; then exec "$1/tests/packaging/way.sh" "$1" "$2" "$3" vcpkg; fi
if [ ! -f "$root/scripts/ports.cmake" ]; then
  echo "SKIPPED: packaging.vcpkg needs vcpkg and its ports (VCPKG_ROOT=folder); only the port's JSON was read"
  exit 77
fi
rm -rf "$2"
mkdir -p "$2/installed/x64-linux/share"
installed="$2/installed/x64-linux"
# The system's libraries are in the place of the ports that this one depends on.
cmake -DCMD=BUILD -DPORT=t2s -DVERSION="$version" "-DCURRENT_PORT_DIR=$port" -DTARGET_TRIPLET=x64-linux -D_HOST_TRIPLET=x64-linux \
  "-DTARGET_TRIPLET_FILE=$root/triplets/x64-linux.cmake" "-DVCPKG_ROOT_DIR=$root" "-D_VCPKG_INSTALLED_DIR=$2/installed" \
  "-DCURRENT_BUILDTREES_DIR=$2/tree" "-DCURRENT_PACKAGES_DIR=$2/package" "-DDOWNLOADS=$2/downloads" -DFEATURES=core \
  -DVCPKG_CONCURRENCY=1 "-DNINJA=$(command -v ninja)" "-DGIT=$(command -v git)" -DVCPKG_BASE_VERSION=2026-01-01 -D_VCPKG_EDITABLE=0 -DVCPKG_FIXUP_ELF_RPATH=OFF \
  "-DVCPKG_PORT_CONFIGS=$root/ports/vcpkg-cmake/vcpkg-port-config.cmake;$root/ports/vcpkg-cmake-config/vcpkg-port-config.cmake" \
  -P "$root/scripts/ports.cmake"
cp -R "$2/package/." "$installed/"
[ -f "$installed/share/t2s/copyright" ] && [ ! -d "$installed/lib" ]
cp "$1/tests/packaging/program.cpp" "$2"
cat >"$2/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(mine LANGUAGES CXX)
find_package(t2s CONFIG REQUIRED)
add_executable(program program.cpp)
target_link_libraries(program PRIVATE t2s::t2s)
CMAKE
cmake -S "$2" -B "$2/build" "-DCMAKE_TOOLCHAIN_FILE=$root/scripts/buildsystems/vcpkg.cmake" -DVCPKG_MANIFEST_MODE=OFF \
  "-DVCPKG_INSTALLED_DIR=$2/installed" -DVCPKG_TARGET_TRIPLET=x64-linux
cmake --build "$2/build"
cd "$2"
build/program | grep -qx '{"tables":1}'

#!/bin/sh
# Makes the Debian packages of a build, unpacks them, runs the program of one and builds a consumer with the other: debian.sh SOURCE FOLDER BUILD.
# Status 77 means skipped.
set -eu
for program in dpkg-deb dpkg-shlibdeps; do
  command -v $program >/dev/null || { echo "SKIPPED: packaging.debian needs $program (apt install dpkg-dev)"; exit 77; }
done
for program in t2s t2s-ask t2s-lab t2s-local t2s-serve t2s-sql; do
  [ -x "$3/bin/$program" ] || { echo "SKIPPED: packaging.debian needs all commands built (./scripts/build)"; exit 77; }
done
rm -rf "$2"
mkdir -p "$2"
cd "$3"
cpack -G DEB -B "$2/made"
for package in t2s t2s-dev; do
  dpkg-deb -x "$2"/made/${package}_*.deb "$2/unpacked"
  dpkg-deb -f "$2"/made/${package}_*.deb Package Version Architecture Depends
  [ -f "$2/unpacked/usr/share/doc/$package/copyright" ]
done
"$2/unpacked/usr/bin/t2s" --version
printf 'SELECT 1\n' | "$2/unpacked/usr/bin/t2s" parse
gzip -dc "$2/unpacked/usr/share/man/man1/t2s.1.gz" >/dev/null
cp "$1/tests/packaging/program.cpp" "$2"
cat >"$2/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(mine LANGUAGES CXX)
find_package(t2s CONFIG REQUIRED)
add_executable(program program.cpp)
target_link_libraries(program PRIVATE t2s::t2s)
CMAKE
cmake -S "$2" -B "$2/build" -DCMAKE_PREFIX_PATH="$2/unpacked/usr"
cmake --build "$2/build"
cd "$2"
build/program | grep -qx '{"tables":1}'
if command -v lintian >/dev/null; then
  # No package of Debian yet: there is no bug to close and no address.
  lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs,bogus-mail-host made/*.deb
else
  echo "lintian did not look at them: it is missing (apt install lintian)"
fi

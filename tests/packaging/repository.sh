#!/bin/sh
# Makes a git repository of what another project needs of t2s, as it is now, with the tag of its version: repository.sh SOURCE FOLDER. The ways of
# docs/packaging.md clone it in the place of <this repository>.
set -eu
rm -rf "$2"
mkdir -p "$2"
for part in CMakeLists.txt LICENSE conanfile.py meson.build cmake examples include scripts test_package; do cp -R "$1/$part" "$2"; done
cd "$2"
version=$(sed -n 's/^project(t2s VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
git init -q
git add -A
git -c user.name=t2s -c user.email=t2s@t2s.invalid -c commit.gpgsign=false commit -q -m "t2s $version"
git tag "v$version"

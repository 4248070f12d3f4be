#!/bin/sh
# Creates the Conan package, runs test_package and builds a consumer with CMakeDeps alone: conan.sh SOURCE FOLDER. Boost, SQLite, OpenSSL and
# libpq are the system's, as docs/packaging.md says. Status 77 means skipped.
set -eu
skip() { echo "SKIPPED: packaging.conan $1"; exit 77; }
command -v conan >/dev/null || skip "needs Conan 2 (pip install conan)"
case $(conan --version) in *" 2."*) ;; *) skip "needs Conan 2, not $(conan --version)" ;; esac
rm -rf "$2"
mkdir -p "$2/source"
cp -R "$1/conanfile.py" "$1/CMakeLists.txt" "$1/LICENSE" "$1/cmake" "$1/include" "$1/test_package" "$2/source"
export CONAN_HOME="$2/home"
conan remote disable '*'
conan profile detect
platform=$(sed -n '/^\[platform_requires\]/,/^```/{/^```/d;p}' "$1/docs/packaging.md")
printf '%s\n' "$platform" >>"$CONAN_HOME/profiles/default"
conan create "$2/source" -o "t2s/*:with_postgres=True" -s compiler.cppstd=20 -c "tools.build:compiler_executables={'cpp': '${CXX:-c++}'}"

# Without CMakeToolchain, as the page says.
version=$(sed -n 's/^project(t2s VERSION \([0-9.]*\).*/\1/p' "$1/CMakeLists.txt")
mkdir "$2/alone"
printf '[requires]\nt2s/%s\n[generators]\nCMakeDeps\n' "$version" >"$2/alone/conanfile.txt"
conan install "$2/alone" -of "$2/alone" -o "t2s/*:with_postgres=True" -s compiler.cppstd=20
cmake -S "$1/tests/packaging/components" -B "$2/alone/build" -DCMAKE_PREFIX_PATH="$2/alone" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_CXX_COMPILER="${CXX:-c++}"
cmake --build "$2/alone/build"
"$2/alone/build/consumer"

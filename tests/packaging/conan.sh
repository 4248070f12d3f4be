#!/bin/sh
# Follows the way with Conan, then creates the package as Conan Center's index has it, with clang and all engines, and builds a consumer of their
# components: conan.sh SOURCE FOLDER REPOSITORY. What t2s needs is the system's, as docs/packaging.md says. Status 77 means skipped.
set -eu
skip() { echo "SKIPPED: packaging.conan $1"; exit 77; }
command -v conan >/dev/null || skip "needs Conan 2 (scripts/setup --tests installs it, or pip install conan)"
case $(conan --version) in *" 2."*) ;; *) skip "needs Conan 2, not $(conan --version)" ;; esac
export CONAN_HOME="$2.home"
rm -rf "$CONAN_HOME" "$2.center"
conan remote disable '*'
conan profile detect
profile="$CONAN_HOME/profiles/default"
sed -i 's/build_type=Release/build_type=Debug/' "$profile"  # test_package is compiled in less time
sed -n '/^\[platform_requires\]/,/^```/{/^```/d;p}' "$1/docs/packaging.md" >>"$profile"
"$1/tests/packaging/way.sh" "$1" "$2" "$3" Conan

# Conan Center's index: an archive of the sources, the recipe beside it.
version=$(sed -n 's/^project(t2s VERSION \([0-9.]*\).*/\1/p' "$1/CMakeLists.txt")
mkdir -p "$2.center"
git -C "$3" archive --prefix="t2s-$version/" -o "$2.center/t2s.tar.gz" HEAD
"$1/scripts/conan_center" "$2.center" "file://$2.center/t2s.tar.gz" "$(sha256sum "$2.center/t2s.tar.gz" | cut -d' ' -f1)"
conan remove -c 't2s/*'
compiler=g++
if command -v clang++-19 >/dev/null; then
  compiler=clang++-19
  sed -i 's/^compiler=.*/compiler=clang/; s/^compiler.version=.*/compiler.version=19/' "$profile"
fi
conan create "$2.center/recipes/t2s/all" --version "$version" -s compiler.cppstd=20 -c "tools.build:compiler_executables={'cpp': '$compiler'}"
package=$(conan cache path "t2s/$version:da39a3ee5e6b4b0d3255bfef95601890afd80709")  # the id of a package that serves every setting
[ -f "$package/licenses/LICENSE" ] || { echo "packaging.conan: the package has no licenses/LICENSE" >&2; exit 1; }
refused=$(find "$package" -name '*Config.cmake' -o -name '*-config.cmake' -o -name 'Find*.cmake' -o -name '*.pc' -o -path "$package/share")
[ -z "$refused" ] || { echo "packaging.conan: Conan Center refuses packages with $refused" >&2; exit 1; }

# Without CMakeToolchain, with the engines.
mkdir "$2.center/alone"
printf '[requires]\nt2s/%s\n[generators]\nCMakeDeps\n' "$version" >"$2.center/alone/conanfile.txt"
engines="-o t2s/*:with_postgres=True -o t2s/*:with_mysql=True -o t2s/*:with_odbc=True -o t2s/*:with_yaml=True"
# shellcheck disable=SC2086
conan install "$2.center/alone" -of "$2.center/alone" $engines -s compiler.cppstd=20
cmake -S "$1/tests/packaging/components" -B "$2.center/alone/build" -DCMAKE_PREFIX_PATH="$2.center/alone" -DCMAKE_BUILD_TYPE=Debug \
  -DCMAKE_CXX_COMPILER="$compiler"
cmake --build "$2.center/alone/build"
"$2.center/alone/build/consumer"

#!/bin/sh
# Builds and runs the consumer by pkg-config alone: pkg_config.sh SOURCE PREFIX FOLDER. Status 77 means skipped.
set -eu
command -v pkg-config >/dev/null || { echo "SKIPPED: packaging.pkg_config needs pkg-config (apt install pkg-config)"; exit 77; }
mkdir -p "$3"
export PKG_CONFIG_PATH="$2/share/pkgconfig"
eval "${CXX:-c++} -std=c++20 -o \"\$3/consumer\" \"\$1\" $(pkg-config --cflags --libs t2s)"
"$3/consumer"

#!/bin/sh
# Follows the way with Meson: meson.sh SOURCE FOLDER REPOSITORY. Status 77 means skipped.
set -eu
command -v meson >/dev/null || { echo "SKIPPED: packaging.meson needs Meson (scripts/setup --tests installs it, or pip install meson)"; exit 77; }
exec "$1/tests/packaging/way.sh" "$1" "$2" "$3" Meson

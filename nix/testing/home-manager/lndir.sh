#!/bin/bash
# lndir [-silent] FROM TO: creates directories, links files, and copies links unchanged.
set -eu
while [ "${1#-}" != "$1" ]; do shift; done
cd "$1"
find . -mindepth 1 -type d -exec mkdir -p "$2/{}" \;
find . -type f -printf '%P\n' | while IFS= read -r path; do ln -s "$PWD/$path" "$2/$path"; done
find . -type l -printf '%P\n' | while IFS= read -r path; do ln -s "$(readlink "$path")" "$2/$path"; done

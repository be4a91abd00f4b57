#!/bin/sh
test -f config.yaml || exit 1

#!/bin/sh
grep -q secret && exit 1

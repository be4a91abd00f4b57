#!/bin/sh
exec git log --oneline

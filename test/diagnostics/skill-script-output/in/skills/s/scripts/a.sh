#!/bin/sh
red='\033[31m'
printf "$red%s" hot

import sys

sys.stderr.write("ERROR!!!\n")
sys.exit(1)

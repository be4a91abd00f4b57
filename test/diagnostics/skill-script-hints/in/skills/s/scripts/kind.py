import sys

sys.stderr.write("Error: config.yaml not found.\n")
sys.stderr.write("Try: run init first.\n")
sys.exit(1)

# Good stderr
sys.stderr.write("Error: config.yaml not found at project root.\n")
sys.stderr.write("Try: Check if the file exists with a different extension (.yml).\n")
sys.stderr.write("Try: Run 'init' command to generate a default config.\n")

# Bad stderr
sys.stderr.write("ERROR!!!\n")

"""Parts of `tools/mutate.py`: which faults there are, which tests run a line, and whether a test catches a fault."""

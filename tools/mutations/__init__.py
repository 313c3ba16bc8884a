"""Parts of `tools/mutate.py` (mutation tests): make faults, find the tests that run a line, and run them."""

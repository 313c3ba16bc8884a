"""The benches of `python3 tools/bench.py`: each is one function, see harness.py."""

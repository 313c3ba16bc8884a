"""The parts of `python3 tools/bench.py`: one module for each, with `figures() -> dict[str, float]`."""

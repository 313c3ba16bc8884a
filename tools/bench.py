"""`python3 tools/bench.py NAME…`: measure speeds and sizes, and soak the game; `--help` lists the benches and the options.

tools/benches/ has the benches, and harness.py there what they share.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.common import provision

if __name__ == "__main__":
    provision.rerun_in_venv(__file__)  # the benches need the packages of tools/requirements.txt
    from tools.benches import harness

    sys.exit(harness.main(sys.argv[1:]))

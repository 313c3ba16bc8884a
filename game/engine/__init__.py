"""The engine, which runs in the page's worker: the verbs that the page calls, and the scenes that it shows."""

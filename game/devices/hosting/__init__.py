"""The host's side of the protocol: connections, places, requests of guests. Runs in the engine."""

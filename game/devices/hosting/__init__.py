"""The host's side of the protocol: connections, members, requests of guests. Runs in the engine."""

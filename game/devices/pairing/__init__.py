"""Invitations and their answers: a WebRTC session description as a short code. Runs in CPython and MicroPython."""

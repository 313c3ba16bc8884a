"""The protocol between the devices of one table (docs/own-phones.md): messages, a host, its guests, invitation codes.

Nothing here opens a connection, reads a clock or draws random numbers: the caller passes lines, times and bytes in.
The page's MicroPython runs guest.py, wire.py and pairing/ too, so these use only the Python that both interpreters share.
"""

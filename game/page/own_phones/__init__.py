"""Own phones: a table at which each person plays on a device of their own (docs/own-phones.md).

One device is the host. Its engine runs the table, and its page invites the guests. A guest's page gets its scenes from the
host, and its requests for the table go there.

The modules of this folder are not in the page's image, but in phones.rom (tools/making/micropython.py). The page imports
them only through game/page/late/own_phones_entrance.py.
"""

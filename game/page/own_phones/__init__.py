"""Own phones: a table at which each person plays on a device of their own (docs/own-phones.md).

One device is the host. Its engine runs the table, and its page invites the guests. A guest's page gets its scenes from the
host, and its requests for the table go there.
"""

STATE = {
    # The other devices at the table: {"phase", "paused", "seats": […], "lookers"}, from the host's engine or from the host.
    "party": None,
    "party_role": "",  # "host", "guest", "screen" (a guest that only shows the table), or "" without other devices
    # Of the host, the invitation on screen: {"name", "number", "seat": for whom, or None, "link", "qr", "answered": whether
    # its answer was taken, "late": whether no connection came for a long time}
    "invitation": None,
    "scan_problem": "",  # why the camera cannot be used: denied, none, insecure or busy
    "scanning": False,  # whether the camera looks for a code
    # Of a guest, until it sits at the table: {"code", "seat", "name", "face", "looks_on", "link", "qr", "late"}
    "joining": None,
    # Of a guest, the connection to the host: "", "open", "quiet", "cut", "closed", "taken-out", "replaced" or "unfair"
    "connection": "",
    "fairness": None,  # of a guest after the match: the problems that its engine found, as messages
    "elsewhere": False,  # whether invitations are for people in another network
}

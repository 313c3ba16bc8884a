"""A guest: the answer to an invitation, and the connection to the host."""

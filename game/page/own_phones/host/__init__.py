"""The host: seats for phones in the form, invitations, and what the host decides during the match."""

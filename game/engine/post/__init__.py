"""Matches by post: the verbs that start one, take its links, and write the link to send."""

"""A table for people anywhere: its link, the site's relay, and the guests at the door."""

"""Input: clicks, form fields, gestures, keys, links in the address, the Back button, and the actions for matches."""

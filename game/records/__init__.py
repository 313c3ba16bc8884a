"""Text forms of matches, positions and options: records, one-line texts and link codes.

Nothing here uses storage or a network.
"""

"""The kernel of the page: the state, the painting of the document, requests and tasks. It knows no room.

Only its types do: those of the state come from the rooms (game/page/page_types.pyi).
"""

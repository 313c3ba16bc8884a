"""The kernel of the page: the state, the painting of the document, requests and tasks. It knows no room."""

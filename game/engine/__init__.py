"""The worker's side of the page: what is shown of the table in progress, the menu, and the verbs that the page may ask."""

"""Learning at the page: the card of a lesson, the written rules, the words of the game, and what their buttons do."""

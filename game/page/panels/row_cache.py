"""Keep the cells of rows whose inputs have not changed, so that a scene costs only its changed rows."""

from game.page.kernel import words


class RowCache:
    """The cells of a view's rows, each with the inputs from which they were made.

    `make(*inputs)` returns the cells of a row. It must read nothing else but the texts of the page's language.
    """

    def __init__(self, make):
        self.make = make
        self.rows = {}  # {key: (inputs with the texts, cells)}

    def cells(self, key, *inputs):
        """The cells of a row: the same object as last time for equal inputs, so that dom.py does not paint the row again."""
        inputs += (words.current_texts(),)
        row = self.rows.get(key)
        if not row or row[0] != inputs:
            row = self.rows[key] = inputs, self.make(*inputs[:-1])
        return row[1]

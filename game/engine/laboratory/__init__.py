"""The verbs of the laboratory's workers, and the small pictures of its figures. The table's engine never imports this."""

"""What people disagree on: the options, each declared once, the rule-books as assignments of them, and sizes of hands."""

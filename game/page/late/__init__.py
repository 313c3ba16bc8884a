"""Parts of the page that are fetched when a person first wants them: own phones and the rule laboratory.

Most visits never need them. Without their modules and styles the first visit is a smaller download and starts sooner.
"""

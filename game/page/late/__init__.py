"""Parts of the page that come when a person first wants them: own phones and the rule laboratory.

Most visits never want them. Without their modules and styles the first visit is a smaller download and starts sooner.
"""

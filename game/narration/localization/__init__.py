"""What each language says: texts by key, filled in; plurals, numbers and lists; the words of the glossary."""

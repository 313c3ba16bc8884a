"""What a person does to the page: clicks, gestures, keys, and what each of them sets going."""

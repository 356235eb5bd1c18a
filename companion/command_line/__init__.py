"""The verbs of `python app.py`, a module for those that belong together."""

"""Reads photos of cards: the worker that decodes marks, and the parent's end of it."""

"""The style guide: the pieces of the real screens, drawn with tables that nobody played."""

"""Measures the figures that Backroom promises, on this computer, beside bare Flask."""

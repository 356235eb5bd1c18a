"""The screens and their JSON: one module a screen, one address for a form and a program."""

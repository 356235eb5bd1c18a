"""Brings the server up on a table: set-up, addresses, terminal and the web server itself."""

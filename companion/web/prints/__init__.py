"""The screens of prints: the shop, a table's own pages, their jobs, files and printers."""

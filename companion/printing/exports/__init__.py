"""A deck for print services, screens and cutting machines, instead of for a printer at home."""

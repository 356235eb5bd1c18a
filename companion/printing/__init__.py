"""The print shop: what is made for paper and cutting, in true millimetres; it knows no web."""

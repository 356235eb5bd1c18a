"""What faces and sheets are drawn with: shapes, the house style, their PDF and SVG."""

"""Single cards: their faces, the pictures that people supply, placeholders and previews."""

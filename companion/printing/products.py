"""Everything that the print shop makes, by its word in addresses. How to add: product.py."""

from __future__ import annotations

from collections.abc import Mapping

from companion.printing.calibration_product import CALIBRATION
from companion.printing.deck_product import DECK
from companion.printing.export_products import CUT, PICTURES, SERVICE, TABLETOP
from companion.printing.pad_product import PAD
from companion.printing.product import Product
from companion.printing.table_product import PLACEHOLDER_CARDS, SHEET

PRODUCTS: Mapping[str, Product] = {
    product.key: product
    for product in (
        *(DECK, SERVICE, PICTURES, TABLETOP, CUT),
        *(CALIBRATION, PAD, SHEET, PLACEHOLDER_CARDS),
    )
}

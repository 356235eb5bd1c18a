"""Everything that the print shop makes, by its word in addresses. How to add: product.py."""

from __future__ import annotations

from collections.abc import Mapping

from companion.printing.exports.products import CUT, PICTURES, SERVICE, TABLETOP
from companion.printing.pages.pad_product import PAD
from companion.printing.pages.table_product import PLACEHOLDER_CARDS, SHEET
from companion.printing.printers.product import CALIBRATION
from companion.printing.product import Product
from companion.printing.sheets.product import DECK

PRODUCTS: Mapping[str, Product] = {
    product.key: product
    for product in (
        *(DECK, SERVICE, PICTURES, TABLETOP, CUT),
        *(CALIBRATION, PAD, SHEET, PLACEHOLDER_CARDS),
    )
}

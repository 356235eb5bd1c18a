"""The fronts of the three kinds of card: Market items, Insiders and Warehouse cards."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from companion.core.decks.model import Card, Deck, InsiderCard, ItemCard, WarehouseCard
from companion.printing.black_market_warehouse import (
    art,
    art_window,
    medallions,
    money,
    parts,
    portrait,
    quay,
    shed,
    stamp,
)
from companion.printing.cards.face_words import INSIDER, WAREHOUSE, item_count
from companion.printing.drawing import palette
from companion.printing.drawing.icons import icon
from companion.printing.drawing.look import READABLE_LABEL_PT, READABLE_PT, Work, frame
from companion.printing.drawing.sketch import line, rectangle
from companion.printing.texts.fit import Box, Wish
from companion.printing.texts.typed_text import reads_from_the_right


def draw(work: Work, deck: Deck, card: Card) -> None:
    """The front of one card."""
    frame(work)
    signs = palette.signs_of(deck)
    match card:
        case ItemCard():
            _item(work, deck, card, signs[card.item_type])
        case InsiderCard():
            _insider(work, deck, card)
        case WarehouseCard():
            _warehouse(work, deck, card, signs)
    parts.footer(work, deck, card.id)
    money.report_currency(work, deck)


def _picture_box(work: Work, top: float, bottom: float) -> Box:
    canvas = work.canvas
    return Box(canvas.left, top, canvas.text_width, bottom - top)


def _item(work: Work, deck: Deck, card: ItemCard, sign: palette.Sign) -> None:
    canvas, s = work.canvas, work.canvas.scale
    medallions.coin(work, money.amount_of(card.money, deck))
    rule = parts.header_bottom(work)
    parts.title(work, card.name, canvas.left + 15.6 * s, rule)
    parts.double_rule(work, rule)
    text_room = 15.6 * s if card.flavour else 9.0 * s
    band_top = parts.footer_top(work) - text_room - parts.BAND_HEIGHT * s
    box = _picture_box(work, rule + 1.9 * s, band_top)
    drawn = art.goods(deck, card, sign)
    if card.picture and art_window.has_picture(work, card):
        art_window.supplied(work, card.picture, box)
        parts.tab(work, box.y_mm, sign)
    elif canvas.look.pictures:
        units = Fraction(card.money, deck.money_unit)
        quay.picture(work, card.id, sign, drawn, int(units) if units.denominator == 1 else 0, box)
        parts.tab(work, box.y_mm, sign)
    else:
        _plain_picture(work, drawn, box)
    parts.band(work, band_top, card.item_type, "type", sign, palette.WHITE)
    parts.flavour(
        work, deck, card.flavour, band_top + (parts.BAND_HEIGHT + 0.4) * s, parts.footer_top(work)
    )


def _plain_picture(work: Work, drawn: str, box: Box) -> None:
    s = work.canvas.scale
    size = min(box.height_mm * 0.72, 20 * s)
    x = box.x_mm + (box.width_mm - size) / 2
    y = box.y_mm + (box.height_mm - size) / 2
    work.sketch.stroke(icon(drawn, x, y, size), palette.INK, 0.7 * s)


SHARE_OF_SPARE = 0.55
"""How much of the height that a slim card has to give away goes to its picture."""


def _insider(work: Work, deck: Deck, card: InsiderCard) -> None:
    canvas, s = work.canvas, work.canvas.scale
    medallions.mask(work)
    rule = parts.header_bottom(work)
    parts.title(work, card.name, canvas.left + 15.6 * s, rule)
    parts.double_rule(work, rule)
    box = _picture_box(work, rule + 1.9 * s, rule + 21.4 * s + SHARE_OF_SPARE * canvas.spare)
    drawn, hat = art.trade(deck, card)
    if card.picture and art_window.has_picture(work, card):
        art_window.supplied(work, card.picture, box)
    elif canvas.look.pictures:
        portrait.picture(work, card.id, drawn, hat, box)
    else:
        box = _picture_box(work, rule + 1.9 * s, rule + 12 * s)
        _plain_picture(work, drawn, box)
    band_top = box.y_mm + box.height_mm
    parts.band(work, band_top, INSIDER, "type", palette.INSIDER, palette.BRASS_LIGHT)
    top = band_top + (parts.BAND_HEIGHT + 0.9) * s
    bottom = parts.footer_top(work)
    flavour_top = bottom - 7.0 * s if card.flavour else bottom
    _effect(work, deck, card.effect_text, top, flavour_top)
    parts.flavour(work, deck, card.flavour, flavour_top, bottom)


def _effect(work: Work, deck: Deck, text: str, top: float, bottom: float) -> None:
    """The card's rule, beside the ledger's red margin line: at the side where it begins."""
    canvas, s = work.canvas, work.canvas.scale
    from_right = reads_from_the_right(text)
    for offset in (0.3, 1.0):
        x = canvas.right - offset * s if from_right else canvas.left + offset * s
        work.sketch.stroke(line(x, top + 0.6 * s, x, bottom - 0.6 * s), palette.MARGIN, 0.18 * s)
    left = canvas.left + (0.6 if from_right else 2.6) * s
    box = Box(left, top, canvas.text_width - 3.2 * s, bottom - top)
    wish = Wish(
        "text",
        11.5 * s,
        max(4.0, 5.0 * s),
        good_pt=max(7.0 * s, READABLE_PT),
        leading=1.25,
        colour=palette.INK,
    )
    parts.write_marked(work, deck, "effect_text", text, box, wish)


def _warehouse(
    work: Work, deck: Deck, card: WarehouseCard, signs: Mapping[str, palette.Sign]
) -> None:
    canvas, s = work.canvas, work.canvas.scale
    rule = parts.header_bottom(work, 2.6 * s)
    parts.title(work, card.name, canvas.left, rule, align="center")
    parts.double_rule(work, rule)
    high = 22.7 if len(card.requires) < 5 else 19.2
    bottom_of_picture = rule + (1.9 + high) * s + SHARE_OF_SPARE * canvas.spare
    box = _picture_box(work, rule + 1.9 * s, bottom_of_picture)
    if card.picture and art_window.has_picture(work, card):
        art_window.supplied(work, card.picture, box)
        band_top = box.y_mm + box.height_mm
    elif canvas.look.pictures:
        shed.picture(work, card.requires, signs, art.roof(deck, card), box)
        band_top = box.y_mm + box.height_mm
    else:
        band_top = rule + 2.4 * s
    words = f"{WAREHOUSE} · {item_count(len(card.requires))}"
    parts.band(work, band_top, words, "type", palette.WAREHOUSE, palette.BRASS_LIGHT)
    top = band_top + (parts.BAND_HEIGHT + 1.2) * s
    bottom = parts.footer_top(work)
    flavour_top = bottom - 6.6 * s if card.flavour else bottom
    many = len(card.requires) > 5
    list_bottom = flavour_top - (0 if not many else 8.6 * s)
    list_width = canvas.text_width - (0 if many else 21.5 * s)
    _slots(work, card.requires, signs, Box(canvas.left, top, list_width, list_bottom - top))
    if many:
        x, y = canvas.width_mm / 2, flavour_top - 4.2 * s
    else:
        x, y = canvas.right - 10.7 * s, (top + flavour_top) / 2 - 0.2 * s
    stamp.bonus(work, deck, card.bonus, x, y, flat=many)
    parts.flavour(work, deck, card.flavour, flavour_top, bottom)


def _slots(
    work: Work, requires: tuple[str, ...], signs: Mapping[str, palette.Sign], box: Box
) -> None:
    """What the warehouse asks for: a dashed frame for each item, as open slots look on phones."""
    columns = 1 if len(requires) <= 5 else 2
    rows = -(-len(requires) // columns)
    s = work.canvas.scale
    pitch = min(box.height_mm / rows, (9.2 if columns == 1 else 7.4) * s)
    wide = (box.width_mm - (columns - 1) * 1.2 * s) / columns
    top = box.y_mm + (box.height_mm - pitch * rows) / 2
    for number, item_type in enumerate(requires):
        x = box.x_mm + number // rows * (wide + 1.2 * s)
        y = top + number % rows * pitch
        _slot(work, item_type, signs[item_type], Box(x, y + 0.35 * s, wide, pitch - 0.7 * s))


def _slot(work: Work, item_type: str, sign: palette.Sign, box: Box) -> None:
    sketch, s, high = work.sketch, work.canvas.scale, box.height_mm
    outline = rectangle(box.x_mm, box.y_mm, box.width_mm, high, 0.8 * s)
    sketch.stroke(outline, palette.BRASS, 0.26 * s, (0.9 * s, 0.6 * s))
    square = rectangle(box.x_mm, box.y_mm, high, high, 0.8 * s)
    solid = work.canvas.look.solid
    if solid:
        sketch.fill(square, sign.colour)
    else:
        sketch.stroke(square, sign.colour, 0.26 * s)
    drawn = high * 0.74
    inset = (high - drawn) / 2
    ink = palette.WHITE if solid else sign.colour
    sketch.stroke(icon(sign.icon, box.x_mm + inset, box.y_mm + inset, drawn), ink, drawn * 0.085)
    inside = 0.9 * high
    text = Box(
        box.x_mm + high + 1.4 * s,
        box.y_mm + (high - inside) / 2,
        box.width_mm - high - 2.6 * s,
        inside,
    )
    wish = Wish(
        "label",
        12.0 * s,
        4.0,
        good_pt=max(6.5 * s, READABLE_LABEL_PT),
        leading=1.0,
        most_lines=2,
        colour=palette.INK,
    )
    parts.write(work, "requires", item_type, text, wish)

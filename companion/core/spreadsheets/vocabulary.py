"""The words that people write over columns and into the kind of a card, in six languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from enum import Enum

from companion.core.spreadsheets.amounts import plain, words_around

LONGEST_HEADING = 60


class Role(Enum):
    """What a column of a sheet holds; the value is the heading that we write ourselves."""

    KIND = "kind"
    NAME = "name"
    ITEM_TYPE = "type"
    MONEY = "money"
    REQUIRES = "requires"
    BONUS = "bonus"
    COPIES = "copies"
    EFFECT = "effect"
    FLAVOUR = "flavour"
    TEXT = "text"
    PICTURE = "picture"
    STEPS = "effect steps"
    ID = "id"
    COLOUR = "colour"
    ICON = "icon"
    CURRENCY = "currency"
    MONEY_UNIT = "money unit"
    HAND_SIZE = "hand size"
    HAND_LIMIT = "hand limit"


_WORDS: Mapping[tuple[Role, ...], str] = {
    (Role.KIND, Role.ITEM_TYPE): (
        "kind, type, card type, type of card, cardtype, category, class, typ, kartentyp, kartenart,"
        " kategorie, sorte, categorie, type de carte, genre, tipo, tipo de carta, clase, categoria,"
        " soort, kaartsoort, kaarttype, tipo di carta"
    ),
    (Role.KIND, Role.ITEM_TYPE, Role.PICTURE): "art",
    (Role.NAME,): (
        "name, title, card, card name, cardname, item, item name, market item, label, titel, karte,"
        " kartenname, bezeichnung, nom, titre, carte, nom de la carte, titulo, carta, naam, kaart,"
        " kaartnaam, nome, titolo, nome della carta"
    ),
    (Role.NAME, Role.COPIES): "nombre",
    (Role.ITEM_TYPE,): (
        "item type, itemtype, market item type, goods type, warentyp, warenart, gegenstandstyp,"
        " type d objet, type de marchandise, tipo de objeto, tipo de articulo, tipo de mercancia,"
        " goederensoort, itemsoort, tipo di merce, tipo di oggetto"
    ),
    (Role.MONEY,): (
        "money, value, price, cost, worth, money value, wert, geldwert, preis, geld, betrag,"
        " valeur, prix, argent, montant, valor, precio, dinero, importe, waarde, prijs, bedrag,"
        " valore, prezzo, denaro, soldi, importo"
    ),
    (Role.COPIES, Role.MONEY): "amount",
    (Role.COPIES,): (
        "copies, copy, count, qty, quantity, number of copies, how many, pieces, pcs, times, x,"
        " anzahl, menge, stuck, stueck, kopien, exemplare, exemplaires, quantite, qte,"
        " nombre d exemplaires, cantidad, copias, ejemplares, aantal, exemplaren, kopieen,"
        " quantita, copie, numero di copie"
    ),
    (Role.REQUIRES,): (
        "requires, require, required, requirement, requirements, needs, need, needed, asks for,"
        " asks, wants, contract, contract items, slot, slots, types, item types, items needed,"
        " braucht, benotigt, benoetigt, verlangt, erfordert, bedarf, requiert, exige, demande,"
        " besoin, besoins, requiere, necesita, requisitos, pide, vereist, nodig, vraagt, richiede,"
        " requisiti, serve"
    ),
    (Role.BONUS,): (
        "bonus, reward, exact bonus, exact match bonus, exact market items bonus, pramie, praemie,"
        " recompense, prime, bonificacion, recompensa, prima, beloning, premio, ricompensa"
    ),
    (Role.EFFECT,): (
        "effect, effects, effect text, card effect, ability, rules text, effekt, wirkung,"
        " fahigkeit, effet, capacite, efecto, habilidad, effetto, abilita"
    ),
    (Role.TEXT,): (
        "text, description, card text, beschreibung, kartentext, texte, texto, descripcion,"
        " testo, descrizione, tekst, omschrijving, beschrijving"
    ),
    (Role.FLAVOUR,): (
        "flavour, flavor, flavour text, flavor text, quote, motto, joke, stimmungstext, spruch,"
        " zitat, citation, texte d ambiance, texto de ambiente, cita, sfeertekst, citaat,"
        " testo di colore, citazione"
    ),
    (Role.PICTURE,): (
        "picture, image, artwork, photo, illustration, bild, foto, imagen, afbeelding, plaatje,"
        " immagine, picture file, image file"
    ),
    (Role.STEPS,): "effect steps",
    (Role.ID,): "id, card id",
    (Role.COLOUR,): "colour, color, farbe, couleur, kleur, colore",
    (Role.ICON,): "icon, symbol",
    (Role.CURRENCY,): "currency, wahrung, devise, moneda, valuta",
    (Role.MONEY_UNIT,): "money unit",
    (Role.HAND_SIZE,): "hand size",
    (Role.HAND_LIMIT,): "hand limit",
}
HEADINGS: Mapping[str, tuple[Role, ...]] = {
    word: roles for roles, words in _WORDS.items() for word in words.replace(", ", ",").split(",")
}
"""What a heading can mean; where it is more than one thing, the cells below decide."""

_KINDS: Mapping[str, str] = {
    "item": (
        "item,items,market item,market items,market item card,market,goods,good,ware,waren,"
        "gegenstand,gegenstande,artikel,objet,objets,marchandise,marchandises,objeto,objetos,"
        "articulo,articulos,mercancia,mercancias,voorwerp,voorwerpen,goederen,oggetto,oggetti,"
        "merce,merci"
    ),
    "insider": (
        "insider,insiders,insider card,insider cards,eingeweihter,eingeweihte,initie,inities,"
        "confidente,confidentes,informante,informantes,ingewijde,ingewijden,infiltrato,infiltrati"
    ),
    "warehouse": (
        "warehouse,warehouses,warehouse card,warehouse cards,contract,contracts,lager,lagerhaus,"
        "lagerhauser,lagerhalle,lagerhallen,entrepot,entrepots,almacen,almacenes,magazijn,"
        "magazijnen,pakhuis,pakhuizen,magazzino,magazzini"
    ),
    "deck": "deck",
    "type": "type,item type",
}
KINDS: Mapping[str, str] = {
    word: kind for kind, words in _KINDS.items() for word in words.split(",")
}
"""The kind that a cell names. `deck` and `type` are rows about the deck itself."""

_GOODS = "goods,good,ware,waren,marchandise,marchandises,mercancia,mercancias,goederen,merce,merci"
GOODS = frozenset(_GOODS.split(","))
"""Words of `KINDS` that people give to an item type as well."""

_TOTALS = (
    "total, totals, grand total, subtotal, sum, summe, gesamt, gesamtsumme, insgesamt,"
    " zwischensumme, somme, totaal, som, totale, somma, suma"
)
TOTALS = frozenset(_TOTALS.replace(", ", ",").split(","))
WHOLE = "whole"
"""In the heading of our own files: the numbers below are whole amounts, not millions."""


def key(cell: str) -> str:
    """A cell as the tables above write it; nothing when it is too long to be a heading."""
    if len(cell) > LONGEST_HEADING:
        return ""
    return " ".join(re.findall(r"[^\W_]+", plain(cell)))


def heading(cell: str) -> tuple[tuple[Role, ...], int | None, str | None]:
    """The roles a heading can mean, and the factor and currency it states for its numbers.

    "Money ($ Million)", "Wert in Mio. €" and "requires 2" are understood too; no roles for what
    is no heading that we know.
    """
    words = key(cell).split()
    if not words:
        return (), None, None
    symbols = [letter for letter in cell if unicodedata.category(letter) == "Sc"]
    for length in range(len(words), 0, -1):
        roles = _roles(" ".join(words[:length]))
        unit = [word for word in words[length:] if word not in ("in", "en")]
        if roles and unit == [WHOLE]:
            return roles, 1, None
        stated = words_around(" ".join([*unit, *symbols])) if roles else None
        if stated is not None:
            return roles, *stated
    return (), None, None


def _roles(words: str) -> tuple[Role, ...]:
    roles = HEADINGS.get(words, ())
    if roles:
        return roles
    numbered = HEADINGS.get(re.sub(r" ?\d{1,2}$", "", words), ())
    return numbered if numbered == (Role.REQUIRES,) else ()

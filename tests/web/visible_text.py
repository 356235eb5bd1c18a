"""Reads templates as syntax trees: which text a person gets to see, and what it is put together of.

Jinja's tree is walked along every branch, each expression becoming one mark in the HTML around it;
the HTML is then read by the standard library's parser. So a text in an attribute, in a branch that
is never taken and in a string of an expression is found alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

from jinja2 import Environment, nodes

SAYS = frozenset({"_", "ngettext"})
"""Functions whose first argument is a message id."""
SPOKEN = frozenset({"words", "money", "money_unit", "listed"})
"""Functions that give text in the reader's language."""
SILENT = frozenset(
    {"icon", "icon_of", "type_icon", "back", "net", "seal", "qr", "qr_code", "asset", "url_for"}
)
"""Functions that give no text of their own."""
SHOWN = frozenset({"alt", "title", "aria-label", "placeholder", "label", "data-words"})
"""Attributes that people read or hear; a button's and an option's text is its content."""
INLINE = frozenset({"a", "b", "bdi", "code", "em", "i", "strong"})
"""Elements that stand inside a sentence, unless a class makes them a thing of their own."""
UNSEEN = frozenset({"style", "script", "code", "pre"})
"""Elements whose text is for programs, or typed by people letter by letter."""
VOID = frozenset({"br", "col", "img", "input", "link", "meta"})
ATTRIBUTES = frozenset({"body", "then"})
"""Blocks that stand inside a tag: of base.html, and of the deck maker's base."""
_MARK = re.compile("\ue000(\\d+)\ue001")
_ENDS = re.compile(r"[.!?…:]$")
_LETTERS = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True)
class Piece:
    """What an expression puts there. kind: message, spoken, value, literal or silent."""

    kind: str
    text: str
    line: int


@dataclass(frozen=True)
class Run:
    """One run of visible text: pieces and the plain text between them, in order."""

    where: str
    parts: tuple[str | Piece, ...]


def parsed(environment: Environment, source: str) -> nodes.Template:
    """The template as Jinja reads it."""
    return environment.parse(source)


def runs(tree: nodes.Template) -> Iterator[Run]:
    """Every visible run of text along every branch of this template."""
    pieces: list[Piece] = []
    for flat in _flat(tree.body, pieces):
        reader = _Reader(pieces)
        reader.feed(flat)
        reader.close()
        yield from reader.runs


def _flat(body: list[nodes.Node], pieces: list[Piece]) -> Iterator[str]:
    """The body as HTML with marks. Macros and blocks stand on their own, after the body."""
    apart: list[list[nodes.Node]] = []

    def write(children: list[nodes.Node]) -> str:
        return "".join(one(child) for child in children)

    def one(node: nodes.Node) -> str:
        if isinstance(node, nodes.TemplateData):
            return node.data
        if isinstance(node, nodes.Output):
            return write(list(node.nodes))
        if isinstance(node, nodes.If):
            # All ways, kept apart from each other; the first stands with what comes before, the
            # last with what comes after, so that a part that may be left out stands with both.
            ways = [node.body, *(way.body for way in node.elif_), node.else_]
            return "\ue002".join(write(way) for way in ways if way)
        if isinstance(node, nodes.For):
            return "\ue002".join(write(way) for way in (node.body, node.else_) if way)
        if isinstance(node, nodes.Block) and node.name in ATTRIBUTES:
            return write(node.body)
        if isinstance(node, nodes.Macro | nodes.Block):
            apart.append(node.body)
            return ""
        if isinstance(node, nodes.CallBlock):
            apart.append(node.body)
            return mark(node.call)
        if isinstance(node, nodes.With | nodes.Scope | nodes.FilterBlock):
            return write(node.body)
        if isinstance(node, nodes.Assign | nodes.AssignBlock):
            return "\ue002"
        if isinstance(node, nodes.Expr):
            return mark(node)
        return "\ue002"

    def mark(node: nodes.Expr) -> str:
        if isinstance(node, nodes.CondExpr):
            first, second = mark(node.expr1), mark(node.expr2) if node.expr2 else ""
            return f"{first}\ue002{second}"
        if isinstance(node, nodes.Or):
            return f"{mark(node.left)}\ue002{mark(node.right)}"
        if isinstance(node, nodes.Concat):
            return "".join(mark(each) for each in node.nodes)
        pieces.append(_piece(node))
        return f"\ue000{len(pieces) - 1}\ue001"

    # A block of attributes in a page that extends another stands inside no tag there.
    told = [each for each in body if isinstance(each, nodes.Block) and each.name in ATTRIBUTES]
    yield write([each for each in body if each not in told or len(body) == 1])
    for each in told:
        yield f"<i {write(each.body)}></i>"
    while apart:
        yield write(apart.pop(0))


def _piece(node: nodes.Expr) -> Piece:
    if isinstance(node, nodes.Const):
        return Piece("literal", str(node.value), node.lineno)
    if isinstance(node, nodes.Filter) and node.node is not None and node.name != "join":
        inner = _piece(node.node)
        return inner if inner.kind != "literal" else Piece("value", "", node.lineno)
    if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name):
        name = node.node.name
        if name in SAYS:
            first = node.args[0] if node.args else None
            said = str(first.value) if isinstance(first, nodes.Const) else ""
            return Piece("message", said, node.lineno)
        if name in SPOKEN:
            return Piece("spoken", "", node.lineno)
        return Piece("silent", "", node.lineno)
    return Piece("value", "", node.lineno)


class _Reader(HTMLParser):
    """Text runs and shown attributes of a flat template."""

    def __init__(self, pieces: list[Piece]) -> None:
        super().__init__(convert_charrefs=True)
        self._pieces = pieces
        self._text: list[str] = []
        self._hidden = 0
        self._inline: list[bool] = []
        self._untold: list[int] = []
        """How deep the elements lie whose text is not for translators."""
        self.runs: list[Run] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in SHOWN or (name == "content" and ("name", "description") in attrs):
                self._keep(name, value or "")
        self._inline.append(tag in INLINE and not any(name == "class" for name, _ in attrs))
        if not self._inline[-1]:
            self._end()
        if tag in UNSEEN or ("translate", "no") in attrs:
            self._untold.append(len(self._inline))
            if not self._hidden and tag == "code":
                self._pieces.append(Piece("value", "", 0))
                self._text.append(f"\ue000{len(self._pieces) - 1}\ue001")
            self._hidden += 1
        if tag in VOID:
            self._leave()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        self._leave()

    def _leave(self) -> None:
        """Out of the innermost element."""
        if not (self._inline.pop() if self._inline else False):
            self._end()
        if self._untold and self._untold[-1] > len(self._inline):
            self._untold.pop()
            self._hidden -= 1

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self._text.append(data)

    def close(self) -> None:
        super().close()
        self._end()

    def _end(self) -> None:
        self._keep("text", "".join(self._text))
        self._text = []

    def _keep(self, where: str, text: str) -> None:
        for stretch in text.split("\ue002"):
            if not stretch.strip():
                continue
            parts: list[str | Piece] = []
            for index, each in enumerate(_MARK.split(stretch)):
                if index % 2:
                    parts.append(self._pieces[int(each)])
                elif each:
                    parts.append(each)
            self.runs.append(Run(where, tuple(parts)))


def unsaid(run: Run) -> Iterator[str]:
    """Words in the run that no message holds."""
    for part in run.parts:
        text = part if isinstance(part, str) else part.text if part.kind == "literal" else ""
        yield from _LETTERS.findall(text)


def glued(run: Run) -> Iterator[str]:
    """Neighbours in the run that make one sentence of two: each as it can be found again."""
    before: Piece | None = None
    between = ""
    first = run.parts[0]
    begins = isinstance(first, str) and re.match(r"[,;.:!?]", first.strip())
    if run.where == "text" and len(run.parts) > 1 and begins:
        yield f"{first}{run.parts[1]}"
    for part in run.parts:
        if isinstance(part, str):
            between += part
            continue
        if part.kind == "silent":
            continue
        if before is not None and _is_glue(before, between.strip(), part):
            yield f"{_shown(before)}{between}{_shown(part)}"
        before, between = part, ""
    if before is not None and re.match(r"[,;.:!?]", between.strip()):
        yield f"{_shown(before)}{between}"


def _is_glue(before: Piece, between: str, after: Piece) -> bool:
    told = {"message", "spoken"}
    if not {before.kind, after.kind} & told:
        return False
    if between == "":
        whole = before.kind == "message" and bool(_ENDS.search(before.text))
        both_spoken = before.kind == after.kind == "spoken"
        return not (whole or both_spoken)
    return not re.fullmatch(r"[·×/()–|+]+", between)


def _shown(piece: Piece) -> str:
    return (
        f"{{{piece.kind} {piece.text!r} line {piece.line}}}"
        if piece.text
        else (f"{{{piece.kind} line {piece.line}}}")
    )


def literals(tree: nodes.Template) -> Iterator[str]:
    """Words handed to a macro as they are: "Save" in `note("Save")`, but not `_("Save")`."""
    said = {
        id(each)
        for call in tree.find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name in SAYS
        for each in call.find_all(nodes.Const)
    }
    for call in tree.find_all(nodes.Call):
        for each in call.find_all(nodes.Const):
            text = each.value if id(each) not in said and isinstance(each.value, str) else ""
            if re.search(r"^[A-Z][a-z]{2,}|[a-z]{2,} .*[.!?…]$", text):
                yield text

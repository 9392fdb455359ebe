"""The XML inside BurrTools files: a plain tree of elements, read with limits and written as BurrTools writes it.

Nothing in a file is trusted: the unpacked size, the nesting and the number of elements have limits, and a document
type, where entity bombs would be declared, is refused.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from shapewright.errors import LimitError, NotationError, quote

MAX_BYTES = 64 << 20
MAX_DEPTH = 64
MAX_ELEMENTS = 200_000

_NOT_READ = frozenset(("solutions", "assembler", "comment"))  # BurrTools' own results, by far the most of a solved file


# An XML declaration that names an encoding, or the mark of one.
_ENCODING = re.compile(rb"\s*<\?xml[^>]*\bencoding\s*=|\xff\xfe|\xfe\xff|\xef\xbb\xbf")


@dataclass
class Node:
    """One element: its attributes, the elements and the text in it, and the line it began at."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    line: int = 0
    is_read: bool = True

    def add(self, name: str, **attributes: object) -> Node:
        """Append an element and return it."""
        self.children.append(Node(name, {key: str(value) for key, value in attributes.items()}))
        return self.children[-1]

    def all(self, name: str) -> list[Node]:
        """The elements of that name directly inside this one."""
        return [child for child in self.children if child.name == name]

    def content(self) -> str:
        """The text without any white space."""
        return "".join("".join(self.text).split())

    def number(self, name: str, default: int | None = None) -> int:
        """The attribute ``name`` as a whole number; ``default``, if there is one, where it is missing or empty."""
        text = self.attributes.get(name, "").strip()
        if not text and default is not None:
            return default
        if not (text.isascii() and text.isdigit()) or len(text) > 9:
            raise NotationError(
                f"line {self.line}: {name}={quote(text)} of <{self.name}> is not a number from 0 to 999999999"
            )
        return int(text)

    def lines(self, depth: int = 0) -> Iterator[str]:
        """The XML of the element, indented by one space a level as BurrTools does."""
        pad = " " * depth
        head = self.name + "".join(f' {key}="{_escaped(value)}"' for key, value in self.attributes.items())
        if self.children:
            yield f"{pad}<{head}>"
            for child in self.children:
                yield from child.lines(depth + 1)
            yield f"{pad}</{self.name}>"
        elif self.text:
            yield f"{pad}<{head}>{_escaped(''.join(self.text))}</{self.name}>"
        else:
            yield f"{pad}<{head}/>"


def unpacked(data: bytes) -> bytes:
    """The XML in ``data``, which may be gzipped; ``NotationError`` if it is neither or damaged."""
    if data[:2] != b"\x1f\x8b":
        if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
            raise NotationError(f"the file is neither gzipped nor XML; it begins with {data[:8]!r}")
        if len(data) > MAX_BYTES:
            raise LimitError(f"the XML is larger than the limit of {MAX_BYTES >> 20} MB")
        return data
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        text = unpacker.decompress(data, MAX_BYTES + 1)
    except zlib.error as fault:
        raise NotationError(f"the gzip data is damaged: {fault}") from None
    if len(text) > MAX_BYTES:
        raise LimitError(f"the unpacked XML is larger than the limit of {MAX_BYTES >> 20} MB")
    if not unpacker.eof:
        raise NotationError(f"the gzip data ends too early, after {len(data)} bytes")
    return text


def parse_xml(text: bytes) -> Node:
    """The outermost element of the XML; ``NotationError`` names the line that is malformed.

    BurrTools writes the bytes of names and comments as they are and names no encoding: what is not UTF-8 then is taken
    for Latin-1.
    """
    if not _ENCODING.match(text) and not _is_utf8(text):
        text = text.decode("latin-1").encode()
    from xml.parsers import expat

    root: list[Node] = []
    stack: list[Node] = []
    elements = 0
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal elements
        node = Node(name, attributes, line=parser.CurrentLineNumber)
        if len(stack) >= MAX_DEPTH:
            raise LimitError(f"line {node.line}: the XML is nested deeper than {MAX_DEPTH} elements")
        is_read = not stack or (stack[-1].is_read and name not in _NOT_READ)
        node.is_read = is_read
        if is_read:
            elements += 1
            if elements > MAX_ELEMENTS:
                raise LimitError(f"line {node.line}: the XML has more than {MAX_ELEMENTS} elements")
            (stack[-1].children if stack else root).append(node)
        stack.append(node)

    def end(name: str) -> None:
        stack.pop()

    def characters(data: str) -> None:
        if stack[-1].is_read:
            stack[-1].text.append(data)

    def doctype(*declaration: object) -> None:
        # Entities are declared there, and with them come the bombs; BurrTools writes none.
        raise NotationError(f"line {parser.CurrentLineNumber}: the XML has a DOCTYPE, which a BurrTools file never has")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(text, True)
    except expat.ExpatError as fault:
        raise NotationError(f"line {fault.lineno}: the XML is malformed: {expat.ErrorString(fault.code)}") from None
    except (LookupError, ValueError) as fault:
        if isinstance(fault, (NotationError, LimitError)):
            raise
        raise NotationError(f"the XML is in an encoding that cannot be read: {fault}") from None
    return root[0]


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def _escaped(text: str) -> str:
    for raw, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("\t", "&#9;")):
        text = text.replace(raw, entity)
    wrong = next((character for character in text if not _is_xml(character)), None)
    if wrong is not None:
        raise NotationError(f"an .xmpuzzle file cannot hold the character {wrong!r}")
    return text


def _is_xml(character: str) -> bool:
    return character >= " " and not "\ud800" <= character <= "\udfff" and character not in "\ufffe\uffff"

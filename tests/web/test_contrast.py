"""Letters on pieces that are drawn pale stand out from the mixture of their colour with the ground, in both themes."""

from __future__ import annotations

import re

from shapewright.drawing import palette
from shapewright.web import assets

LEAST = 4.5  # Source: WCAG 2.2, 1.4.3


def luminance(colour: list[float]) -> float:
    linear = [(share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4) for share in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def shares(colour: str) -> list[float]:
    return [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def both_themes(text: str, what: str) -> tuple[str, str]:
    found = re.search(rf"{re.escape(what)} light-dark\((#\w{{6}}), (#\w{{6}})\)", text)
    assert found is not None, what
    return found[1], found[2]


def test_letters_on_pale_pieces_can_be_read() -> None:
    text = assets.contents()["style.css"].decode()
    mixed = re.search(r"\.piece:is\(\.plan, \.ghost, \.faint\) path:first-child \{ fill-opacity: ([\d.]+); \}", text)
    assert mixed is not None
    share = float(mixed[1])
    grounds = both_themes(text, "--ground:")
    letters = both_themes(text, ".label { fill:")
    page = palette.page_data()
    colours = {*page["pieces"], *page["tetrominoes"].values(), *page["letters"].values(), page["other"]}
    assert len(colours) > 20
    for ground, letter in zip(map(shares, grounds), map(luminance, map(shares, letters)), strict=True):
        for colour in colours:
            mixture = [share * own + (1 - share) * below for own, below in zip(shares(colour), ground, strict=True)]
            light, dark = sorted((luminance(mixture), letter), reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= LEAST, (colour, ground)


def test_no_piece_is_pale_with_its_letters() -> None:
    for name, content in assets.contents().items():
        if name.endswith(".css"):
            assert not re.findall(r"\.piece\.\w+ \{[^}]*(?<!-)opacity: 0?\.\d", content.decode()), name

"""What the answers of all questions contain, as the questions state it, written in Markdown for the page about it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from shapewright.questions import FAMILIES
from shapewright.questions.claims import Claim, claims_of

__all__ = ["text", "write"]


def write(folder: Path) -> None:
    """Write the reference of all answers, and the table of checks of each family, into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "answers.inc").write_text(text(), encoding="utf-8")
    for family in FAMILIES:
        (folder / f"checks_{family}.inc").write_text(checks(family), encoding="utf-8")


def text() -> str:
    """All questions, family by family, with the keys of their answers."""
    lines: list[str] = []
    for family in FAMILIES.values():
        lines += [f"## {family.title}", ""]
        kinds = import_module(f"shapewright.questions.{family.name}._claims").KINDS.strip()
        named = [" ".join(each.split()).partition(" = ") for each in re.split(r"\n(?=\S)", kinds) if each]
        if named:
            lines += ["| kind | is |", "|---|---|", *[f"| `{name}` | `{kind}` |" for name, _, kind in named], ""]
        for verb in family.verbs:
            question = family.question(verb)
            lines += [f"### `{question.command}`", "", "| key | kind | | how it is checked |", "|---|---|---|---|"]
            lines += [*map(_row, claims_of(question).values()), ""]
    return "\n".join(lines)


def checks(family: str) -> str:
    """What is checked in the answers of a family, and how: claims of several verbs that are checked alike together."""
    alike: dict[str, dict[str, list[str]]] = {}
    for verb in FAMILIES[family].verbs:
        for claim in claims_of(FAMILIES[family].question(verb)).values():
            if claim.way in ("rules", "again", "not checked"):
                alike.setdefault(claim.check, {}).setdefault(claim.key, []).append(verb)
    lines = ["| claim | of | how it is checked |", "|---|---|---|"]
    for check, keys in alike.items():
        verbs = list(dict.fromkeys(verb for each in keys.values() for verb in each))
        lines.append(f"| {_codes(keys)} | {_codes(verbs)} | {check} |")
    return "\n".join(lines) + "\n"


def _codes(words: Iterable[str]) -> str:
    return ", ".join([f"`{word}`" for word in words])


def _row(claim: Claim) -> str:
    key = f"`{claim.key}`" + (" \\*" if claim.is_optional else "")
    return f"| {key} | `{claim.stated}` | {claim.meaning} | {claim.check} |"

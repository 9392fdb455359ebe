"""What users read is plain English: turns of phrase that are not stay out of messages, help, docstrings and pages.

``python -m tests.house.test_words`` lists everything that is found.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
DEFINITIONS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)

# What is found, and what to write instead.
BANNED = {
    r"(?<![Tt]here )\b(is|are|was|were) no (?!longer|more|less|better|worse|one\b|matter)[a-z]": "X is not a piece",
    r"\b(Told|Meant|Asked|Kept|Counted|Looked at|Left|Shown|Given) (is|are)\b": "the subject first",
    r"\b(is|are|be|was|were) told\b(?! (apart|to)\b)": "who does what: prints, shows, reports",
    r"\btells\b(?! (it|them|the \w+) to\b)": "says, prints, shows",
    r"\bheed(s|ed|ing)?\b": "uses, considers",
    r"\banew\b": "again",
    r"\bonce more\b": "again",
    r"\b[Ww]hoever\b": "anyone who, the person who",
    r"\bWho has\b": "a subject: 'a search that has'",
    r"\bWhat (is|was|has) [a-z ,]{3,40}\b(is|are|was|were|has)\b(?! been)": "a subject: 'an answer that is'",
    r"\b(is|are) too much(?= *($|[.;,]))": "what to do: '--count cannot be combined with --box'",
    r"\bfrom \d+ on\b": "'at least 0', '0 or more'",
    r"\bbelongs? into\b": "belongs in",
    r"\btime limit( of [^ ]+ s)? is over\b": "the time limit was reached",
    r"\b[Ll]ooks? at (every|all|each)( other)? claims?\b": "checks every claim",
    r"\b(is|are) looked at\b": "is checked, is searched",
    r"\b[Mm]ade anew\b": "computed again",
    r"\bhang(s|ing)? together\b": "is connected",
}

# The same in messages, help and pages only.
BANNED_IN_MESSAGES = {
    r"\bso (many|few|much)\b(?! that)": "the number itself: 'at most N seconds'",
    r"\b(pattern|cells|pieces|blanks|commas|letters) (will|would) do\b": "what to do: 'try a narrower pattern'",
    r"\bstands? there\b": "is listed, is in the file",
    r"\bnobody knows\b": "is unknown",
    r"\bunless given\b": "the default: show_default",
    r"\b[Ss]uch a file (holds|shows)\b": "this format holds",
    r"\bexcludes? each other\b": "cannot be combined; give one of them",
    r"\bdo(es)? not go together\b": "cannot be combined; leave one out",
    r"\b(fumens?|fields?|pages?|conditions?)( are given)?( where)?,? (and )?one( \w+)? is meant\b": "one is expected",
    r"\b(is|are) too long to stand in\b": "does not fit into",
    r"\bthere is nothing to [a-z]+: (name|state)\b": "what to do, after a semicolon",
    r"\bit says (itself|that something is missing)\b": "states",
    r"\b(will|would) be made again\b": "will be computed again",
    r"\b(takes? it away|taken away|takes? a cell away)\b": "removes",
}


class Words(NamedTuple):
    """A text that users may read, and where it is."""

    line: int
    text: str
    is_docstring: bool


def words_of_module(path: Path) -> Iterator[Words]:
    """The strings of a module that users may read: literals, and docstrings of public names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped: set[int] = set()
    docstrings: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):  # of a module, a class, a function, or below an attribute
            docstrings.add(id(node.value))
        if isinstance(node, DEFINITIONS[1:]) and node.name.startswith("_"):
            for inner in ast.walk(node):
                skipped.update(_docstring(inner))
        if isinstance(node, ast.JoinedStr):
            skipped.update(id(part) for part in node.values)
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
            yield Words(node.lineno, "".join(map(str, parts)), is_docstring=False)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield Words(node.lineno, node.value, is_docstring=id(node) in docstrings)


def _docstring(node: ast.AST) -> list[int]:
    if not isinstance(node, DEFINITIONS) or not node.body:
        return []
    first = node.body[0]
    return [id(first.value)] if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else []


def words_of_page(path: Path) -> Iterator[Words]:
    """The paragraphs of a page or a template."""
    paragraph: list[str] = []
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], 1):
        if line.strip():
            paragraph.append(line)
        elif paragraph:
            yield Words(number - len(paragraph), " ".join(paragraph), is_docstring=False)
            paragraph = []


def words_of_script(path: Path) -> Iterator[Words]:
    """The strings of a script of the studio."""
    content = path.read_text(encoding="utf-8")
    for match in re.finditer(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`", content):
        yield Words(
            content.count("\n", 0, match.start()) + 1, next(filter(None, match.groups()), ""), is_docstring=False
        )


READERS = {".py": words_of_module, ".js": words_of_script, ".html": words_of_page, ".md": words_of_page}


def findings(path: Path) -> list[str]:
    """What a file has of the banned words, a line each: where, what, and what to write instead."""
    found = []
    for line, text, is_docstring in READERS[path.suffix](path):
        flat = " ".join(text.split())
        banned = BANNED if is_docstring else BANNED | BANNED_IN_MESSAGES
        for pattern, instead in banned.items():
            for match in re.finditer(pattern, flat):
                shown = flat[max(0, match.start() - 30) : match.end() + 30]
                found.append(f"{path.relative_to(ROOT).as_posix()}:{line}: ...{shown}... (write: {instead})")
    return found


def files() -> list[Path]:
    """All files with words for users."""
    package = ROOT / "src" / "shapewright"
    found = [path for path in package.rglob("*") if path.suffix in READERS and ".min." not in path.name]
    pages = [path for path in (ROOT / "docs").rglob("*.md") if "_generated" not in path.parts]
    return sorted([*found, *pages, ROOT / "README.md"])


def test_words_for_people_are_plain_english() -> None:
    found = [line for path in files() for line in findings(path)]
    assert not found, "\n".join(["", *found])


@pytest.mark.parametrize(
    ("words", "is_found"),
    [
        ("'Q' is no piece", True),
        ("there is no piece", False),
        ("it is no longer there", False),
        ("Meant are SRS and hold.", True),
        ("Whether it is quick tells compare-nets.", True),
        ("Who has looked there has gone wrong.", True),
        ("What is read is checked.", True),
        ("there are so many that none is listed", False),
        ("a number from 0 on", True),
        ("pieces are told apart by letters", False),
    ],
)
def test_the_patterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, is_found: bool) -> None:
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    module = tmp_path / "module.py"
    for source in (
        f'def public():\n    """{words}"""\n',
        f'raise ValueError(f"{{name}}: {words}")\n',
        f'help = (\n    "{words[:9]}"\n    "{words[9:]}"\n)\n',
    ):
        module.write_text(source)
        assert bool(findings(module)) is is_found
    module.write_text(f'# {words}\ndef _private():\n    """{words}"""\n')
    assert not findings(module)
    module.write_text('help = "At most so many answers."\ndef public():\n    """Wait so many seconds."""\n')
    assert [line.partition(": ")[0] for line in findings(module)] == ["module.py:1"]
    script = tmp_path / "page.js"
    script.write_text(f"// {words}\nshow(`${{name}}: {words}`);\n" if is_found else f'show("{words}");\n')
    assert [line.partition(": ")[0] for line in findings(script)] == (["page.js:2"] if is_found else [])
    page = tmp_path / "page.md"
    page.write_text(f"A page.\n\n{words.replace(' ', chr(10), 1)}\n")
    assert bool(findings(page)) is is_found


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for path in files() for line in findings(path))

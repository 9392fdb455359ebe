"""What the documentation shows is proven: each answer that can have a certificate has one, and it holds."""

from __future__ import annotations

import contextlib
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from docs.execution import FOLDER, Command, File, pages, run, steps
from tests.certificates.checking import proven

from shapewright.cli import main
from shapewright.questions import FAMILIES
from shapewright.questions.formats import PICTURES

README = FOLDER.parent / "README.md"
PAGES = [page for page in [*pages(), README] if any(isinstance(step, Command) for step in steps(page))]
# Options with which nothing is proven, or which say in which file an answer is.
OUTPUT = ("-o", "--output")
# So many of the answers on these pages have one at least.
LEAST = {"how.md": 15, "index.md": 2, "tutorial.md": 1}


def has_certificate(command: Command) -> bool:
    family, *rest = command.words
    question = FAMILIES[family].known(rest[0]) if family in FAMILIES and rest else None
    fields = [] if question is None else question.at("shell")
    return any(field.name == "certificate" for field in fields) and not {"--file", "-f"} & set(command.words)


def asked(words: tuple[str, ...]) -> dict[str, object]:
    """Return the answer to a command, or the error, both as objects."""
    kept = [word for at, word in enumerate(words) if word not in OUTPUT and (at == 0 or words[at - 1] not in OUTPUT)]
    split = kept.index("--") if "--" in kept else len(kept)
    command = [*kept[:split], "--json", "--certificate", "proof.cert", *kept[split:]]
    written = io.BytesIO()
    with contextlib.redirect_stdout(io.TextIOWrapper(written, encoding="utf-8")) as out:
        main(command)
        out.flush()
        found: dict[str, object] = json.loads(written.getvalue())
    return found


@pytest.fixture
def checked(_shared: Path) -> Callable[[str, str], str]:
    """What certificates prove; the same file comes on several pages and is checked once."""

    def said(digest: str, checker: str) -> str:
        known = _shared / f"{digest}.proven"
        if not known.exists():
            known.write_text(proven(Path("proof.cert"), checker))
        return known.read_text()

    return said


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(FOLDER.parent).as_posix())
def test_certificates_of_a_page_hold(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checked: Callable[[str, str], str]
) -> None:
    monkeypatch.chdir(tmp_path)
    held = 0
    for step in steps(page):
        if isinstance(step, File):
            Path(step.name).write_text(step.text, encoding="utf-8")
        elif isinstance(step, Command):
            if set(OUTPUT) & set(step.words) and not any(word.endswith(PICTURES) for word in step.words):
                run(step)  # what comes later may read the file
            if not has_certificate(step):
                continue
            answer = asked(step.words)
            if "certificate" not in answer:
                continue
            told = answer["certificate"]
            assert isinstance(told, dict)
            said = checked(told["sha256"], told["checker"])
            held += 1
            assert set(re.findall(r"\d+", told["claim"])) <= set(re.findall(r"\d+", said))
            if "count" in answer:
                assert said == f"proven: {told['claim']}"
                assert told["claim"].startswith(f"{answer['count'] or 'no'} ")
    assert held >= LEAST.get(page.name, 0)

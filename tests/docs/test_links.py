"""Links from the pages into the studio: they ask what the command above them asks, and lead where a studio is."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from docs.execution import FOLDER, Command, pages, steps
from docs.links import HEADING, HOW_TO_START, address, files_of, links, question_in, stated
from release.site.documentation import inside
from sphinx.application import Sphinx

from shapewright.cli.parameters import read
from shapewright.questions import FAMILIES
from shapewright.questions.asked import check_parameters

NAMED = re.compile(r"\{studio\}`[^`<]* <([^>`]*)>`")


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(FOLDER).as_posix())
def test_a_link_asks_what_its_command_asks(page: Path) -> None:
    with files_of(page):
        for command in (step for step in steps(page) if isinstance(step, Command)):
            where = address(command.words)
            if where is None or where.startswith("today"):
                continue
            asked, parameters = read(command.words)
            question, found = question_in(where)
            wanted = stated(asked, check_parameters(asked.at("studio"), parameters))
            if wanted.get("hold") in ("use", "avoid") and wanted.pop("hold") == "avoid":
                wanted["no_hold"] = True  # two spellings of one thing
            if asked.name == "glance":
                wanted.pop("time_limit", None)
            assert question is asked
            assert stated(question, found) == wanted, f"{page.name}:{command.line}"


def test_every_family_has_links_on_its_pages() -> None:
    for family in FAMILIES:
        for name in ("tutorial", "notation"):
            page = FOLDER / family / f"{name}.md"
            with files_of(page):
                found = links(step.words for step in steps(page) if isinstance(step, Command))
            assert any(link.address.startswith(f"{family}#") for link in found), page


def test_every_picture_of_the_gallery_has_a_link() -> None:
    page = FOLDER / "gallery.md"
    named = NAMED.findall(page.read_text(encoding="utf-8"))
    commands = [step for step in steps(page) if isinstance(step, Command)]
    assert sum(address(command.words) is not None for command in commands) + len(named) >= len(commands)


def test_links_that_are_written_by_hand_can_be_asked() -> None:
    named = [where for page in pages() for where in NAMED.findall(page.read_text(encoding="utf-8"))]
    assert {re.split("[#?]", where)[0] for where in named} >= set(FAMILIES)
    for where in named:
        if not where.startswith("today"):
            question_in(where)


def test_no_page_sends_its_reader_to_a_server_on_this_machine() -> None:
    for page in pages():
        assert not re.search(r"\]\(http://(127\.0\.0\.1|localhost)", page.read_text(encoding="utf-8")), page


def test_what_no_page_asks_has_no_link() -> None:
    assert address(["clear", "train", "--compare", "a.net"]) is None
    assert address(["clear", "setup", "--field", "*.________", "-p", "*p2"]) is None  # marks are painted there
    assert address(["clear", "percent", "--field", "X_________"]) is None  # without pieces to come
    assert address(["tiling", "verify", "answer.json"]) is None
    assert address(["tour"]) is None
    assert address(["tiling", "count", "no such file.txt"]) is None
    assert address(["tiling", "count", "--bord", "4x4"]) is None
    # An empty rest of the bag is none at all; an empty line of the page is a whole bag.
    assert address(["clear", "chance", "TISZ", "--bag", ""]) is None
    assert address(["clear", "chance", "TISZ", "--bag", "Z"]) == "clear#queue=TISZ&bag=Z&ask=chance"


def test_options_of_a_question_stand_in_its_links() -> None:
    assert address(["clear", "table", "2"]) == "clear#height=2&ask=table"
    wanted = "clear#field=I_________/III_______&setup.fill=I&patterns=*p2&setup.pieces=1&limit=3&ask=setup"
    assert (
        address(
            ["clear", "setup", "--field", "I_________/III_______", "-p", "*p2", "-f", "I", "-np", "1", "--limit", "3"]
        )
        == wanted
    )
    question, asked = question_in(wanted)
    assert (question.name, asked["fill"], asked["pieces"], asked["limit"]) == ("setup", "I", "1", 3)
    assert address(["clear", "sequences", "-p", "*p7{S<Z}", "--hold", "forward"]) == (
        "clear#patterns=*p7%7BS%3CZ%7D&sequences.hold=forward&ask=sequences"
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page of the documentation alone, in a folder below its first one."""
    source = tmp_path_factory.mktemp("source")
    (source / "conf.py").write_text("extensions = ['myst_parser', 'docs.links']\n")
    (source / "index.md").write_text("# Pages\n\n```{toctree}\nstudio\ndeep/page\n```\n")
    (source / "studio.md").write_text("# The studio\n")
    (source / "deep").mkdir()
    (source / "deep" / "page.md").write_text(
        "# A page\n\nSee {studio}`a board <tiling#board=4x4&pieces=4*L4>`.\n\n"
        "```console\n$ shapewright tiling count --board 4x4 \\\n    --pieces '4*L4'\n10\n```\n\n"
        "```console\n$ shapewright stacking count LLLL\n2\n$ shapewright stacking count LLLL --width 6\n51\n```\n"
    )
    out = source / "out"
    Sphinx(source, source, out, source / "doctrees", "html", status=None, warningiserror=True).build()
    assert (out / "_static" / "studio_links.css").is_file()
    return (out / "deep" / "page.html").read_text(encoding="utf-8")


def test_alone_the_links_say_how_to_start_a_studio(built: str) -> None:
    found = re.findall(r'<a class="studio" href="([^"]*)"', built)
    assert set(found) == {f"../{HOW_TO_START}.html#{HEADING}"}
    assert built.count('<p class="studio" hidden>') == 2
    assert "127.0.0.1" not in built
    headings = re.findall("^#+ (.*)$", (FOLDER / f"{HOW_TO_START}.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert HEADING in [heading.lower().replace(" ", "-") for heading in headings]


def test_beside_a_studio_the_links_lead_to_its_pages(built: str) -> None:
    page = inside(built, 2)
    found = [unescape(link) for link in re.findall(r'<a class="studio" href="([^"]*)"', page)]
    assert found == [
        "../../tiling.html#board=4x4&pieces=4*L4",
        "../../tiling.html#board=4x4&pieces=4*L4&ask=count",
        "../../stacking.html#sequence=LLLL&width=&ask=count",
        "../../stacking.html#sequence=LLLL&width=6&ask=count",
    ]
    assert "hidden" not in re.findall(r'<p class="studio"[^>]*>', page)[0]

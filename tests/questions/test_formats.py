"""An answer as a file: by its suffix, or refused with a reason before the work begins."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from shapewright.drawing import Scene
from shapewright.errors import ProblemError
from shapewright.questions.formats import NoPictureError, content, lines, still, suffix_of
from shapewright.questions.parts import Bars, Counts, Frames, Part, Picture, Pictures, Table, Text
from shapewright.questions.question import Answer, Formats
from shapewright.stacking import Plan, Problem, first

FORMATS = Formats((".txt", ".svg"), {".gif": "a picture that moves needs steps"})


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    plan = first(Problem("LLO", width=4))
    assert isinstance(plan, Plan)
    return list(plan.frames())


@pytest.mark.parametrize("path", ["a.svg", "a.b/c.SVG", "x/.hidden.svg"])
def test_the_suffix_is_the_format(path: str) -> None:
    assert suffix_of(path, FORMATS) == ".svg"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("a.gif", "a picture that moves needs steps"),
        ("a.doc", "'.doc' is not a format of this answer; the formats are .txt .svg"),
        ("a.png", "'.png' is not a format of this answer; the formats are .txt .svg"),
        ("a.pdf", "'.pdf' is not a format of this answer; the formats are .txt .svg"),
        ("answer", "it has no suffix that names a format of this answer; the formats are .txt .svg"),
        (".svg", "it has no suffix that names a format of this answer; the formats are .txt .svg"),
    ],
)
def test_other_suffixes_are_refused(path: str, reason: str) -> None:
    with pytest.raises(ProblemError) as caught:
        suffix_of(path, FORMATS)
    assert str(caught.value) == f"{path!r} cannot be written: {reason}"


def test_what_is_not_a_picture_says_so() -> None:
    with pytest.raises(ProblemError, match="this answer is not a picture; the formats are .txt .json"):
        suffix_of("a.png", Formats())


def test_text_json_and_lines() -> None:
    answer = Answer({}, "7", records=lambda: [{"a": 10**5000}, [1]])
    assert content(answer, ".txt", "") == "7\n"
    assert content(answer, ".json", "{}") == "{}\n"
    assert content(answer, ".jsonl", "") == lines(answer) == '{"a": 1' + "0" * 5000 + "}\n[1]\n"
    assert lines(Answer({})) == ""


def test_text_is_that_of_a_file() -> None:
    answer = Answer({}, "short", text=lambda screen: f"file {screen.is_file}\n")
    assert content(answer, ".txt", "") == "file True\n"


def test_a_file_may_be_made_by_the_family() -> None:
    answer = Answer({}, files={".fumen": lambda: "v115@", ".svg": lambda: "<svg/>"})
    assert content(answer, ".fumen", "") == "v115@"
    assert content(answer, ".svg", "") == "<svg/>"


def test_pictures(scenes: list[Scene]) -> None:
    one = Answer({}, parts=lambda: [Pictures([Picture(scenes[-1])])])
    two = Answer({}, parts=lambda: [Text("a"), Pictures([Picture(scenes[0])]), Pictures([Picture(scenes[-1])])])
    for answer in (one, two):
        assert str(content(answer, ".svg", "")).startswith("<svg")
        png = content(answer, ".png", "")
        assert isinstance(png, bytes)
        assert png.startswith(b"\x89PNG")
    assert len(content(two, ".svg", "")) > len(content(one, ".svg", ""))
    for answer, pictures in ((one, 1), (two, 2)):
        pdf = content(answer, ".pdf", "")
        assert isinstance(pdf, bytes)
        (page,) = PdfReader(BytesIO(pdf)).pages
        assert sum(operator == b"cm" for _, operator in page.get_contents().operations) == pictures
    assert still(one) is scenes[-1]


def test_frames_move_or_stand_still(scenes: list[Scene]) -> None:
    def answer(last: bool) -> Answer:
        return Answer({}, parts=lambda: [Frames([Picture(scene) for scene in scenes], last=last)])

    gif = content(answer(last=True), ".gif", "")
    assert isinstance(gif, bytes)
    assert gif.startswith(b"GIF8")
    assert still(answer(last=True)) is scenes[-1]
    assert still(answer(last=False)) is scenes[0]
    assert str(content(answer(last=True), ".svg", "")) != str(content(answer(last=False), ".svg", ""))


def test_a_page_has_every_part(scenes: list[Scene]) -> None:
    parts: list[Part] = [
        Frames([Picture(scenes[-1])], title="moving"),
        Text("some notation", title="as text"),
        Table(("letter", "number"), [("a", 1)], title="a table"),
        Counts([("pieces", 12)]),
        Bars([("root", 3, 4, 0), ("leaf", 1, 4, 1)], title="shares"),
    ]
    page = str(content(Answer({}, "the headline", parts=lambda: parts), ".html", ""))
    for words in ("the headline", "moving", "some notation", "as text", "letter", "12 pieces", "leaf  1/4", "shares"):
        assert words in page
    assert page.count("<svg") == 1
    # Beside pictures the frames would be the same once more.
    both = Answer({}, parts=lambda: [*parts, Pictures([Picture(scenes[0], "a caption")])])
    page = str(content(both, ".html", ""))
    assert "a caption" in page
    assert "moving" not in page


@pytest.mark.parametrize("suffix", [".svg", ".png", ".gif"])
def test_what_cannot_be_drawn(suffix: str) -> None:
    for answer in (Answer({}), Answer({}, parts=lambda: [Text("words")])):
        assert still(answer) is None
        with pytest.raises(NoPictureError, match=f"this answer cannot be drawn as {suffix}"):
            content(answer, suffix, "")

"""Check a data file from every side, or every claim of an answer."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from shapewright import shapez
from shapewright.claims import TIME_LIMIT, parse, summary
from shapewright.errors import ElsewhereError, FileError, NotationError, ProblemError
from shapewright.jobs.processors import alone
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import SEED, THREADS, Content, File, Whole
from shapewright.questions.findings import EFFORT, FINDINGS, verified
from shapewright.questions.parts import Text
from shapewright.questions.python import Expression, call, verifying
from shapewright.questions.question import Answer, Question
from shapewright.questions.shapez._data import given
from shapewright.questions.shapez._fields import DATA
from shapewright.questions.shapez._python import shapez_program
from shapewright.questions.source import Source, parsed
from shapewright.storage.files import reading
from shapewright.storage.text import as_utf8

SAMPLES = 200


FILE = File(
    "file", "A data file that 'shapez search' wrote, or the JSON answer of another command.",
    argument=True, doors=("shell",),
).mandatory()  # fmt: skip
CONTENT = Content("file", "A data file that 'shapez search' wrote.", doors=("studio",), suffix=".h5")
ANSWER = File("answer", "JSON answer of another question, instead of a data file.", doors=("studio",), typed_as="file")
TRIES = Whole(
    "samples", "For a data file: number of random shapes to try by the slow rules.", usual=str(SAMPLES),
    metavar="N", minimum=1, maximum=1_000_000, studio_maximum=10_000,
)  # fmt: skip


def answer(asked: Asked, desk: Desk) -> Answer:
    """What became of each claim, or of each check."""
    source = asked[ANSWER] if desk.studio else asked[FILE]
    if desk.studio and (source is None) == (asked[CONTENT] is None):
        raise ProblemError("give either 'answer' (the JSON answer of a question) or 'file' (data of a search)")
    if source is not None and (desk.studio or _is_answer(source)):
        return _answered(source, asked, desk)
    if asked[DATA] is not None or (desk.threads is not None and not desk.studio):
        raise NotationError("--data and --threads only apply to an answer, and this is a data file")
    if alone():
        raise ElsewhereError("a browser cannot check a data file; at a command line, 'shapewright shapez verify' does")
    content = asked[CONTENT] if desk.studio else None
    if content is not None:
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "data.h5"
            place.write_bytes(content)
            try:
                return _checked(str(place), asked, desk)
            except FileError as error:  # a path of this machine is nobody's business
                raise FileError(str(error).replace(f"'{place}'", "the file").replace(str(place), "the file")) from None
    assert source is not None
    assert source.path is not None
    return _checked(source.path, asked, desk)


def _answered(source: Source, asked: Asked, desk: Desk) -> Answer:
    if asked[TRIES] is not None or asked[SEED] is not None:
        raise NotationError("--samples and --seed only apply to a data file, and this is an answer")
    data = given(asked[DATA])
    seconds = TIME_LIMIT if desk.seconds is None else desk.seconds

    def look(content: bytes) -> Any:
        return shapez.verify(parse(content), time_limit=seconds, threads=desk.threads, data=data)

    found = parsed(source.place, source.bytes(), look)
    return verified(found, summary(found))


def _checked(path: str, asked: Asked, desk: Desk) -> Answer:
    report: shapez.Report = shapez.verify_data(
        path,
        samples=asked[TRIES] or SAMPLES,
        seed=asked[SEED] or 0,
        progress=desk.progress,
        time_limit=desk.seconds,
    )
    failed = sum(not outcome.passed for outcome in report.outcomes)
    return Answer(
        report.to_json(),
        "all checks pass" if report.passed else "a check fails" if failed == 1 else f"{failed} checks fail",
        "found" if report.passed else "none",
        reason="" if report.passed else "the data of the file are wrong",
        text=lambda _: str(report),
        parts=lambda: [Text(str(report), label="checks")],
        complete=not report.skipped,
    )


def _is_answer(source: Source) -> bool:
    """Whether a file is the answer of a command, by its first character, and not data."""
    if source.path is None:
        return True
    with reading(source.place), open(source.path, "rb") as file:
        return as_utf8(file.read(64)).lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")


def _python(asked: Asked) -> str:
    if ANSWER in asked:
        return verifying("shapez", asked.plain(ANSWER), asked.some(EFFORT), as_text=False)
    report = call("shapez.verify_data", Expression("file.name"), **asked.some(TRIES, SEED, EFFORT))
    return shapez_program(
        'with tempfile.NamedTemporaryFile(suffix=".h5") as file:',
        f"    file.write({call('base64.b64decode', asked.text(CONTENT))})",
        "    file.flush()",
        f"    report = {report}",
        'print(report.passed, report, sep="\\n")',
    )


QUESTION = Question(
    "shapez",
    "verify",
    "Check a data file of 'shapez search' in several ways, or every claim of an answer.",
    (FILE, CONTENT, ANSWER, TRIES, DATA, SEED, THREADS, EFFORT),
    answer,
    about="""
    For a data file, each line is a check, with the codes of the first shapes that fail it.

    For an answer (--json; - is standard input), every claim is checked: plans are replayed step by step and their
    bounds proven again; outputs of machines, verdicts, numbers and lists are recomputed.

    \b
    The exit code is 0 if all is right, 1 if something is wrong, and 3 if nothing
    is wrong but something was not checked.

    \b
    shapewright shapez search quad2 -o quad2.h5; shapewright shapez verify quad2.h5
    shapewright shapez plan 'CrRg----:cbP---Sw' --json | shapewright shapez verify -""",
    claims=f"""{FINDINGS}
    configuration? | text | Type of shapes of a data file. | how
    checks? | [record] | What was looked at in a data file, and how often. | how
    skipped? | [text] | What there was no time for. | how""",
    python=_python,
)  # fmt: skip

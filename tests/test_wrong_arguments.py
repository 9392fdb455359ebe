"""Every argument of every public function, replaced by values of wrong kinds: a sentence, or a right answer."""

from __future__ import annotations

import inspect
import signal
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tests.public_calls import CALLS, cover, puzzle
from tests.test_public_values import FAMILIES, TEXTS, value_of

from shapewright import packing, tiling
from shapewright.errors import ShapewrightError

WRONG = (7, "no such thing", None, [], 10**30, 1.5, object())

# A search that is left before its end reports what it did to what is no function.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

WITHOUT_ARGUMENTS = {"clear.kept_live_boards", "stacking.tetrominoes"}


class Enough(BaseException):
    """The call still works: it took the value."""


class Asked(BaseException):
    """What a call of the table hands to the public function."""


@pytest.fixture
def an_alarm() -> Iterator[None]:
    def enough(*_: object) -> None:
        raise Enough

    before = signal.signal(signal.SIGPROF, enough)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)


def _asked(name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, dict[str, Any]]:
    """The function with the arguments that the table gives it, and its other arguments as they are by default."""
    family, _, each = name.partition(".")
    function = getattr(FAMILIES[family], each)

    def ask(*args: Any, **kwargs: Any) -> None:
        raise Asked(args, kwargs)

    with monkeypatch.context() as patch, pytest.raises(Asked) as asked:
        patch.setattr(FAMILIES[family], each, ask)
        CALLS[name]()
    positions, keywords = asked.value.args
    parameters = inspect.signature(function).parameters.values()
    given = {each.name: each.default for each in parameters if each.default is not each.empty}
    given |= {"time_limit": 0.05} if "time_limit" in given else {}
    only = [each.name for each in parameters if each.kind is each.POSITIONAL_ONLY]
    given |= dict(zip([each.name for each in parameters], positions, strict=False)) | keywords
    return lambda **all: function(*[all.pop(each) for each in only], **all), given


def _demand(call: Callable[[], Any], *, lookup: bool = False) -> None:
    """An answer, within reason, or one of our errors; ``KeyError`` only from what looks something up by its name."""
    sentence = "none"
    try:
        signal.setitimer(signal.ITIMER_PROF, 0.1)
        found = call()
        if hasattr(found, "__next__"):
            list(islice(found, 2))
            found.close()
        signal.setitimer(signal.ITIMER_PROF, 0)
    except Enough:
        pass
    except ShapewrightError as refused:
        signal.setitimer(signal.ITIMER_PROF, 0)
        sentence = str(refused)
    except KeyError:
        if not lookup:
            raise
    assert sentence.strip()
    assert "\n" not in sentence


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What writes a file finds a name among the wrong arguments."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name == "clear.loop"))  # which takes most of them
        for name in sorted(CALLS.keys() - WITHOUT_ARGUMENTS)
    ],
)
def test_every_argument_of_a_function(name: str, an_alarm: None, monkeypatch: pytest.MonkeyPatch) -> None:
    function, given = _asked(name, monkeypatch)
    for parameter in given:
        for wrong in WRONG:
            others = given | {parameter: wrong}
            _demand(lambda others=others: function(**others))


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_every_argument_of_a_class(name: str, an_alarm: None) -> None:
    """Of its constructor, and of its readers and methods that need one argument at most."""
    value = value_of(name)
    given = {each: getattr(value, each) for each in inspect.signature(type(value)).parameters if hasattr(value, each)}
    calls = [(type(value), given, each) for each in given]
    for each in dir(value):
        method = getattr(value, each)
        if not each.startswith("_") and inspect.isroutine(method):
            parameters = inspect.signature(method).parameters.values()
            needed = [parameter.name for parameter in parameters if parameter.default is parameter.empty]
            if len(needed) <= 1:
                calls += [(method, {}, each) for each in needed or [parameter.name for parameter in parameters]]
    for function, given, parameter in calls:
        for wrong in WRONG:
            others = given | {parameter: wrong}
            _demand(lambda function=function, others=others: function(**others), lookup=parameter == "name")


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: tiling.check("L4"), "solution of check is 'L4'; expected Solution"),
        (lambda: cover().cheapest(1.5), "number of ExactCover.cheapest is 1.5; expected int"),
        (lambda: cover().given(3), "options of ExactCover.given is 3; expected Iterable"),
        (lambda: tiling.Problem("2x2", ["I2"]), "pieces of Problem is ['I2']; expected Iterable or text"),
        (lambda: packing.bins("T2 I1", box=(4, 4), threads="x"), "threads of bins is 'x'; expected int or None"),
    ],
)
def test_the_sentence_names_the_argument(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(ShapewrightError) as refused:
        call()
    assert str(refused.value) == sentence


def test_errors_of_others_pass() -> None:
    """A fault in what a caller hands in is the caller's, and Python itself speaks of a wrong call."""

    def fault(*_: object) -> None:
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        tiling.solution_set(puzzle(), progress=fault)
    with pytest.raises(TypeError, match="unexpected keyword"):
        tiling.count(puzzle(), thread=1)

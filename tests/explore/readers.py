"""Whatever reads text or bytes, found by walking the package, and inputs that look somewhat like what it reads.

As a program it gives such inputs to all readers for some seconds, guided by coverage where atheris is there, and prints
each fault as a line of JSON: anything but a value or one of our errors.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import io
import json
import pkgutil
import re
import shlex
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import shapewright
from shapewright.cli import main
from shapewright.errors import ShapewrightError
from shapewright.questions import FAMILIES

READS = re.compile(r"(^|\.)(from_|parse|read|loads|decode|unpacked|replay|judge_plan|verify|of_bytes)|_(from|in|of)_?")
GIVEN = {"text", "content", "data", "code", "string", "line", "comment", "source", "answer", "spec", "pieces", "name"}
NOT_READERS = re.compile(
    r"^(cli|web|drawing|jobs\.cluster|storage\.(files|cache|arrays)|questions\.(python|fields|words))\."
    # These take what the package itself made, a path, or a word that was checked before.
    r"|^(clear\.(native|table|found_setups|found_loop|graph|all_solutions|notation\.pc_file)|tiling\.native"
    r"|questions\.[a-z]+\._python|questions\.clear\._(fields|lists)|clear\.kicks\.Kicks\.find"
    r"|questions\.source\.Source\.of_file|errors)\b"
)
# What a reader documents besides our errors.
DOCUMENTED: dict[str, tuple[type[Exception], ...]] = {
    "jobs.plain.decode": (ValueError,),
    "storage.text.decoded": (ValueError,),
}
SECONDS = 20.0
"""CPU seconds that no reader may need for a short text."""
FILES = {".txt", ".dlx", ".xmpuzzle", ".json", ".jsonl", ".pc", ".properties", ".toml", ".csv"}
WORDS = """
0 1 -1 1e9 1e999 0.5 NaN null true [] {} [[[]]] 999999999 4294967296 2x3 any* hex: I T4 board __class__
"" , : / * x = # ( ) [ ] { } ~ | @ % -- 🙂 ß ٣
"""
PIECES_OF_TEXT = [*WORDS.split(), " ", "\t", "\n\n", "\r\n", "\0", "\u2028", "\ufeff", "9" * 30]

Reader = Callable[[Any], Any]


class TooLongError(BaseException):
    """Raised in a reader that needs too long."""


@cache
def readers() -> dict[str, tuple[Reader, bool]]:
    """Each reader by its name, and whether it takes bytes."""
    found: dict[str, tuple[Reader, bool]] = {}
    for module in sorted(info.name for info in pkgutil.walk_packages(shapewright.__path__, "shapewright.")):
        if module.rpartition(".")[2] in ("_core", "__main__"):
            continue
        own = vars(importlib.import_module(module))
        for name, value in sorted(own.items()):
            if getattr(value, "__module__", "") != module or name.startswith("_"):
                continue
            functions = {name: value}
            if inspect.isclass(value):
                made = {key for key, each in vars(value).items() if isinstance(each, (classmethod, staticmethod))}
                functions = {f"{name}.{key}": getattr(value, key) for key in sorted(made) if not key.startswith("_")}
            for called, function in functions.items():
                full = f"{module.removeprefix('shapewright.')}.{called}"
                if not inspect.isroutine(function) or not READS.search(called) or NOT_READERS.search(full):
                    continue
                kinds = _kinds(function)
                if kinds is not None:
                    found[full] = (_bound(function), "bytes" in kinds)
    for family in FAMILIES:
        found.pop(f"{family}.verify", None)  # the same, as the family exports it
        found[f"{family}.verify.verify"] = (_bound(import_module(f"shapewright.{family}.verify").verify), False)
    return found


def _kinds(function: Callable[..., Any]) -> set[str] | None:
    """What the first parameter may be, if it is all that must be given and a text or bytes."""
    parameters = list(inspect.signature(function).parameters.values())
    needed = [each for each in parameters if each.default is each.empty and each.kind < each.VAR_POSITIONAL]
    if len(needed) > 1 or not parameters or parameters[0].name not in GIVEN:
        return None
    kinds = set(re.split(r"\s*\|\s*", str(parameters[0].annotation)))
    return kinds if kinds & {"str", "bytes"} else None


def _bound(function: Callable[..., Any]) -> Reader:
    """The reader with a time limit, where it takes one; what it yields is asked for."""
    limits = {"time_limit": 0.5} if "time_limit" in inspect.signature(function).parameters else {}

    def read(content: Any) -> Any:
        made = function(content, **limits)
        return list(made) if inspect.isgenerator(made) else made

    return read


def attempt(name: str, content: bytes) -> str:
    """Give a reader these bytes, or the text that they are; the fault in words, empty if there is none."""
    reader, takes_bytes = readers()[name]
    given = content if takes_bytes else content.decode("utf-8", "surrogateescape")
    try:
        reader(given)
    except (ShapewrightError, *DOCUMENTED.get(name, ())):
        return ""
    except TooLongError:
        return f"needs more than {SECONDS} CPU seconds"
    except Exception as error:
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "shapewright" in frame.filename]
        place = frames[-1]
        return f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno} {place.name})"
    return ""


# --- Inputs -----------------------------------------------------------------------------------------------------------


@cache
def seeds() -> dict[str, list[bytes]]:
    """What tests and examples give to functions and classes of each name."""
    found: dict[str, list[bytes]] = {}
    for path in sorted(Path(__file__).parents[1].rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                called, value = ast.unparse(node.func), node.args[0].value
                content = value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
                if isinstance(content, bytes) and len(content) < 5000:
                    found.setdefault(".".join(called.split(".")[-2:]), []).append(content)
    return {name: sorted(set(contents)) for name, contents in found.items()}


@cache
def files() -> list[bytes]:
    """Files of examples and tests, and all texts that tests give to anything."""
    root = Path(__file__).parents[2]
    found = [path for folder in ("examples", "tests") for path in sorted((root / folder).rglob("*")) if path.is_file()]
    kept = [path.read_bytes() for path in found if path.suffix in FILES and path.stat().st_size < 10_000]
    return kept + [content for some in seeds().values() for content in some if len(content) > 3]


def seeds_of(name: str, random: Random) -> list[bytes]:
    """What a reader is given somewhere; now and then, or where that is nowhere, what others are."""
    own = seeds().get(".".join(name.split(".")[-2:]), []) or seeds().get(name.rpartition(".")[2], [])
    return own if own and random.random() < 0.7 else files()


def answers(random: Random, number: int) -> dict[str, list[dict[str, Any]]]:
    """Some answers of each family, for its ``verify``."""
    found: dict[str, list[dict[str, Any]]] = {}
    for family in FAMILIES:
        questions = import_module(f"tests.audit.{family}").QUESTIONS
        for question in random.sample(questions, min(number, len(questions))):
            with redirect_stdout(io.StringIO()) as printed:
                main([*shlex.split(question), "--json"])
            found.setdefault(family, []).append(json.loads(printed.getvalue()))
    return found


def changed(content: bytes, random: Random, others: list[bytes]) -> bytes:
    """Bytes like these, with some parts changed, doubled, exchanged or gone."""
    for _ in range(random.choice((1, 1, 2, 4))):
        start, end = sorted(random.randrange(len(content) + 1) for _ in range(2))
        other = random.choice(others)
        cut = random.randrange(len(other) + 1)
        part = random.choice(
            (
                b"",
                content[start:end] * 2,
                random.choice(PIECES_OF_TEXT).encode(),
                bytes([random.randrange(256)]),
                other[cut : cut + random.randrange(20)],
                other,
            )
        )
        end = random.choice((start, start + 1, end))
        content = content[:start] + part + content[end:]
    return content[:20_000]


def cases(random: Random) -> Iterator[tuple[str, bytes]]:
    """Readers with inputs, without end."""
    from tests.audit.mutants import mutants

    names = sorted(readers())
    answered = {f"{family}.verify.verify": some for family, some in answers(random, 6).items()}
    while True:
        name = random.choice([*names, *answered])
        if name in answered and random.random() < 0.8:
            answer = random.choice(answered[name])
            for _ in range(random.choice((1, 1, 2, 3))):
                answer = next(mutants(answer, random.randrange(1 << 30)), ("", answer))[1]
            yield name, json.dumps(answer).encode()
        else:
            own = seeds_of(name, random)
            yield name, changed(random.choice(own), random, own)


# --- The program ------------------------------------------------------------------------------------------------------


def explore(seconds: float, seed: int) -> None:
    """Give inputs to readers, and print what is wrong with the answers."""
    try:
        import atheris  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        atheris = None
    else:
        with atheris.instrument_imports(include=["shapewright"]):
            readers()
    known: set[tuple[str, str]] = set()
    end = time.monotonic() + seconds
    current = tempfile.NamedTemporaryFile(prefix="reader-", delete=False)  # noqa: SIM115 - the parent removes it
    _say({"current": current.name, "guided": atheris is not None, "readers": len(readers())})

    def tried(name: str, content: bytes) -> None:
        current.seek(0)
        current.truncate()
        current.write(json.dumps([name, content.decode("latin-1")]).encode())
        current.flush()
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            fault = attempt(name, content)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        kind = (name, re.sub(r".*\(|^(\w+):.*", r"\1", fault))
        if fault and kind not in known:
            known.add(kind)
            _say({"reader": name, "content": content.decode("latin-1"), "fault": fault})

    signal.signal(signal.SIGPROF, _too_long)
    if atheris is None:
        for name, content in cases(Random(seed)):
            tried(name, content)
            if time.monotonic() > end:
                return
    names = sorted(readers())
    corpus = Path(tempfile.mkdtemp(prefix="corpus-"))
    source = cases(Random(seed))
    for number in range(1000):
        name, content = next(source)
        if name in names:
            (corpus / str(number)).write_bytes(names.index(name).to_bytes(2, "little") + content)

    def one(content: bytes) -> None:
        if time.monotonic() < end:
            tried(names[int.from_bytes(content[:2], "little") % len(names)], content[2:])

    limits = [f"-max_total_time={max(1, int(end - time.monotonic()))}", f"-seed={seed % (1 << 31) + 1}", "-verbosity=0"]
    atheris.Setup([sys.argv[0], *limits, "-max_len=5000", "-timeout=0", str(corpus)], one)
    atheris.Fuzz()


def _too_long(*_: Any) -> None:
    raise TooLongError


def _say(record: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(record) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    explore(float(sys.argv[1]), int(sys.argv[2]))

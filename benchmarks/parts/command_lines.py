"""Random command lines over every verb of the program, made from its own click commands.

A new verb or option is covered by itself: what an option takes is told by its kind, its name and its metavar.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

from shapewright.cli.root import root

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

EXAMPLES = Path(__file__).parents[2] / "examples"

NEVER = {
    "web": "serves until it is told to stop",
    "tour": "takes nothing; tests run it",
    "--cluster": "waits for a scheduler",
    "--checkpoint": "is a matter of its own",
    "--help": "has a test of its own",
}
"""What is left out of random command lines, and why."""

ENDLESS = {"clear demo": ("--limit", ("1", "2"))}
"""Verbs that go on for ever unless an option says otherwise."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


NONSENSE = ("", " ", *_words("-1 0 x nan 1e999 3x é☃ a/b/c no_such_file.txt / [ %"), "9" * 40)

_BOARDS = _words("4x4 5x6 8x8 3x20 6x10 2x3x4 20x20 60x60 ####/####/#### #.#/### 120x120")
_PIECES = (
    *_words("pentominoes tetrominoes T4 2*Y5 any*L3 8*I2 30*T4 one-sided-tetrominoes P5,any*I1 any*I2 hexominoes soma"),
    *_words("0-3*tetrominoes,I1 I1,I2,trominoes,tetrominoes,pentominoes"),
)
_QUEUES = _words("TIOLJSZ I TIOLJSZTIOL SZSZSZSZSZ IIIIOOOOTT *p7 I,*p4 [TIO]p2")
_FIELDS = (
    *_words("XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX X_________/X_________/X_________/X_________"),
    *_words("XXXXXX____/XXXXXX____ __________ XX________/XX________/XX________/XX________"),
    "v115@vhGRQYHAvItJEJmhCAUGJKJJvMJTNJGBFFYHAUDJ3JJzFJfHJ0FJYIJTMJ",
)
_PATTERNS = _words("*p7 I,*p4 *p5 *p7,*p3 TIOLJSZ [IJLO]! *,*p6 *!")
_SEQUENCES = (
    *_words("IOTSLJZI LLLL ZTIIOS SZSZSZSZSZSZ JOOOJOSIIIJIJLLZISZL TTTTTTTTTTTTTTTTTTTTTTTT O ZTIIOSTTLJZS"),
    "SZ" * 40,
)
_BAGS = _words("LOJI T1I3 O17 S64 I1L1O2S6T2Z4 J255 I4J4L4O4S4T4Z4 T0 O2 Z9S3")
_CODES = (
    *_words("CuCu---- CrRg----:cbP---Sw --CuCu--:RrRr---- CuCuCuCu:RuRuRuRu:SuSuSuSu:WuWuWuWu P-P-P-P-:CuCuCuCu"),
    *_words("CuCuCuCuCuCu ??Cu---- cr------:------cr"),
)

_BUILDINGS = (
    ("BeltDefaultForwardInternalVariant", "CutterDefaultInternalVariant", 0),
    ("Splitter1To2LInternalVariant", "StackerStraightInternalVariant", 0),
    ("PipeForwardInternalVariant", "PainterDefaultInternalVariant", 3),
    ("BeltPortSenderInternalVariant", "BeltPortReceiverInternalVariant", 0),
    ("New", "TrashDefaultInternalVariant", 2),
)

# By the name of an argument or option, then by its metavar.
VALUES: dict[str, tuple[str, ...]] = {
    "tiling file": (
        *_words("pentominoes_8x8.txt soma.txt soma.xmpuzzle pentominoes_3x20.dlx fixed_square.txt red_corner.txt"),
        *_words("room_to_spare.txt tiling.json -"),
    ),
    "tiling files": ("pentominoes_8x8.txt", "tiling.json", "soma.txt", "packing.json"),
    "clear queue": _QUEUES,
    "clear queues": _QUEUES,
    "clear --dealt": ("3", "8", "20", "100"),
    "clear --compare": ("default", "net.json"),
    "clear --solution": ("clear.fumen", _FIELDS[-1]),
    "clear file": ("clear.jsonl", "clear.json", "clear.fumen", "six_lines.json", *_FIELDS),
    "clear files": ("clear.jsonl", "clear.json", "clear.fumen", "six_lines.json"),
    "clear solutions": ("clear.fumen", _FIELDS[-1]),
    "clear lines": ("2", "4", "3"),
    "clear length": ("3", "8", "20", "100"),
    "clear --height": ("2", "4", "3", "20", "6"),
    "clear height": ("2", "4", "3"),
    "clear nets": ("default", "net.json"),
    "clear --file": ("eleven_pieces.txt", "five_pieces.txt", "-"),
    "clear --kicks": ("srs", "srs-plus", "none", "jstris", "./soma.txt"),
    "clear --save": ("T", "T&&!S", "T||I", "T||!I"),
    "clear --hold": ("I", "T", "use", "avoid"),
    "clear --net": ("net.json", "default"),
    "stacking sequence": _SEQUENCES,
    "stacking plan": ("stacking.json", "LLLL", "0 3 1(180) 4(180)", "stacking.json"),
    "stacking --file": ("sequences.txt", "eleven_pieces.txt"),
    "stacking --pieces": ("falling_pentominoes.pieces",),
    "stacking --board": ("XX..XX", "stacking.json", "X.X/XXX"),
    "stacking --width": ("6", "4", "10", "30"),
    "packing bag": _BAGS,
    "packing packings": ("packing.json", "tiling.json"),
    "packing packing": ("packing.json", "tiling.json"),
    "packing --max-boards": ("1", "3", "1000"),
    "packing --random": ("7", "64", "255", "3000", "65536"),
    "packing --box": ("4x4", "8x8", "9x9", "20x13", "7x9"),
    "packing --width": ("4", "5", "20"),
    "packing --area": ("16", "20", "24"),
    "packing --fixed": ("I4 0,0 1,0 2,0 3,0", "T4 0,0 1,0 2,0 1,1"),
    "packing --rounds": ("1", "3", "1000", "100000"),
    "packing --pieces-count": ("4", "14", "64", "512"),
    "shapez codes": (*_CODES, "codes.txt"),
    "shapez configuration": ("quad2", "quad3", "quad4", "hex2", "quad5", "hex3", "oct2", "dec2", "quad9"),
    "shapez --rates": ("invented_rates.toml", "soma.txt"),
    "shapez --samples": ("10", "1000"),
    "shapez file": ("quad2.h5", "packing.json"),
    "shapez --data": ("quad2.h5",),
    "shapez blueprint": (
        *(
            f'{{"BP":{{"$type":"Building","Entries":[{{"T":"{one}"}},{{"T":"{other}","X":1,"R":{turns}}}]}}}}'
            for one, other, turns in _BUILDINGS
        ),
        *("SHAPEZ2-3-H4sIAAAA$", "SHAPEZ2-3-$", "packing.json"),
    ),
    "shapez --inputs": ("raw", "halves", "CuRuSuWu", "0,0=CuCuCuCu r", "1,0,1=g"),
    "shapez --goals": ("CuRu----", "CuCuCuCu,RuRuRuRu"),
    "shell": ("bash", "zsh", "fish"),
    "--field": _FIELDS,
    "--pattern": _PATTERNS,
    "--pieces": _PIECES,
    "--board": _BOARDS,
    "--threads": ("1", "2"),
    "--seed": ("0", "1", "12345"),
    "--limit": ("1", "3", "1000", "1000000"),
    "--count": ("2", "3", "50"),
    "--time-limit": ("0.1", "0.5"),
    "BOARD": _BOARDS,
    "X,Y": ("0,0", "1,2", "3,3"),
    "X,Y,WxH": ("0,0,2x2", "1,1,3x1"),
    "WxH": ("4x4", "6x5", "8x8"),
    "SECONDS": ("0.05", "0.3"),
    "FILE": ("soma.txt", "packing.json"),
}

# What makes a question together, by family or verb: one of these, or all arguments; other options come on top.
QUESTIONS: dict[str, tuple[tuple[str, ...], ...]] = {
    "tiling": (("--board", "--pieces"), ("--board", "--pieces"), ("file",)),
    "tiling verify": (("files",),),
    "tiling show": (("files",),),
    "clear solve": (("queue",), ("queue", "--field"), ("--file",)),
    "clear percent": (("--field", "--pattern"), ("--pattern",)),
    "clear path": (("--field", "--pattern"), ("--field", "--pattern"), ("--pattern",)),
    "clear cover": (("solutions", "--pattern"),),
    "clear impossible": (("queues",), ("--list",), ("--file",)),
    "clear chance": (("queue", "--field"), ("queue", "--see", "--field")),
    "stacking solve": (("sequence",), ("sequence", "--width"), ("--file",)),
    "packing pack": (("bag",), ("--random",), ("--pieces", "--box"), ("--pieces", "--board"), ("--pieces",)),
    "packing solve": (("bag",), ("--random",), ("--pieces", "--box"), ("--pieces", "--board"), ("--pieces",)),
    "packing feasible": (("bag", "--box"), ("--random", "--box"), ("--pieces", "--box")),
    "packing bins": (("bag", "--box"), ("--random", "--box"), ("--pieces", "--board")),
    "packing repair": (("packing", "bag"), ("packing", "--random")),
    "packing chances": (("--box",), ("--box", "--pieces-count")),
    "packing evaluate": (("--level",), ("--pieces-count",)),
}

SUFFIXES = ("", *_words(".txt .json .jsonl .svg .png .gif .html .csv .fumen .h5 .xmpuzzle .dlx"))

_MADE = {
    "tiling.json": ("tiling", "list", "--board", "4x5", "--pieces", "0-1*tetrominoes,any*I1", "--limit", "5"),
    "packing.json": ("packing", "pack", "I4J4L4O4S4T4Z4"),
    "stacking.json": ("stacking", "solve", "IOTSLJZI"),
    "clear.json": ("clear", "solve", "TIOLJSZTIOL", "--limit", "2"),
    "clear.jsonl": ("clear", "solve", "TIOLJSZTIOL", "--limit", "2"),
    "clear.fumen": ("clear", "solve", "TIOLJSZTIOL"),
    "quad2.h5": ("shapez", "search", "quad2"),
}


def commands() -> dict[str, click.Command]:
    """Every verb of the program by its words, such as ``tiling count``."""
    return dict(_below(root, ()))


def _below(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group):
        yield " ".join(path), command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        if below is not None and name not in NEVER:
            yield from _below(below, (*path, name))


def furnish(folder: Path) -> None:
    """Put the files that command lines name into a folder: the examples, and answers of the program."""
    from shapewright.cli import main

    for file in EXAMPLES.iterdir():
        if file.is_file():
            shutil.copy(file, folder)
    (folder / "codes.txt").write_text("\n".join(_CODES[:4]) + "\n", encoding="utf-8")
    (folder / "sequences.txt").write_text("\n".join(_SEQUENCES) + "\n", encoding="utf-8")
    for name, words in _MADE.items():
        code = main([*words, "-o", str(folder / name), "-q"])
        if code != 0:
            raise SystemExit(f"{' '.join(words)} failed with exit code {code}")


class CommandLines:
    """Command lines, one after the other; the same seed gives the same ones."""

    def __init__(self, seed: int, only: Sequence[str] = (), time_limit: Sequence[str] = VALUES["--time-limit"]) -> None:
        self._random = Random(seed)
        self._time_limit = tuple(time_limit)
        found = commands()
        self.verbs = {
            name: command for name, command in found.items() if not only or any(_is_of(name, word) for word in only)
        }
        if not self.verbs:
            raise SystemExit(f"no verb is meant by {', '.join(only)}; there are {', '.join(found)}")

    def next(self) -> list[str]:
        """A command line without the program's name."""
        random = self._random
        name = random.choice(sorted(self.verbs))
        command = self.verbs[name]
        family = name.partition(" ")[0]
        wanted: tuple[str, ...] | None = None
        if random.random() < 0.95 and (known := QUESTIONS.get(name) or QUESTIONS.get(family)):
            wanted = random.choice(known)
        words: list[str] = []
        arguments: list[str] = []
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                share = 0.1 if wanted is None or not set(parameter.opts) & set(wanted) else 1.0
                words += self._option(name, family, parameter, share)
            elif isinstance(parameter, click.Argument) and (wanted is None or parameter.name in wanted):
                arguments += self._argument(family, parameter)
        if name in ENDLESS:
            option, values = ENDLESS[name]
            words += [option, random.choice(values)]
        return [*name.split(), *words, *arguments]

    def time_limit(self, words: Sequence[str]) -> float | None:
        """The seconds after which this command line must end, if it says."""
        last = [float(words[at + 1]) for at, word in enumerate(words[:-1]) if word == "--time-limit"]
        return last[-1] if last else None

    def _option(self, name: str, family: str, option: click.Option, share: float) -> list[str]:
        random = self._random
        spelt = _spelt(option)
        if spelt in NEVER or (name in ENDLESS and spelt == ENDLESS[name][0]):
            return []
        if spelt == "--time-limit":
            return [spelt, random.choice(self._time_limit)]
        if random.random() > (0.9 if option.required else share):
            return []
        if option.is_flag or option.count:
            return [random.choice([*option.opts, *option.secondary_opts])]
        return [random.choice(option.opts), self._value(family, spelt, option)]

    def _argument(self, family: str, argument: click.Argument) -> list[str]:
        random = self._random
        most = 3 if argument.nargs == -1 else argument.nargs
        least = 1 if random.random() < 0.9 else 0
        number = most if argument.nargs > 1 else min(most, max(least, random.choice((1, 1, 1, 2, 3))))
        return [self._value(family, argument.name or "", argument) for _ in range(number)]

    def _value(self, family: str, name: str, parameter: click.Parameter) -> str:
        random = self._random
        if random.random() < 0.05:
            return random.choice(NONSENSE)
        if name == "--output":
            return f"out{random.randrange(3)}{random.choice(SUFFIXES)}"
        if isinstance(parameter.type, click.Choice):
            return str(random.choice(tuple(parameter.type.choices)))
        known = VALUES.get(f"{family} {name}") or VALUES.get(name) or VALUES.get(parameter.metavar or "")
        return random.choice(known or ("1", "2", "3", "5", "10", "soma.txt", "T"))


def _spelt(option: click.Option) -> str:
    """The name of an option under which its values stand; else its longest."""
    return next((word for word in option.opts for key in VALUES if key.endswith(word)), max(option.opts, key=len))


def _is_of(name: str, word: str) -> bool:
    """Whether ``tiling``, ``tiling count`` or ``tiling/count`` means the verb."""
    meant = word.replace("/", " ")
    return name == meant or name.startswith(f"{meant} ")

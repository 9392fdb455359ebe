"""The configurations that are searched, their true numbers, and what shapez2-solver is quoted to need."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Work:
    """A configuration: how many halves, shapes and pin-push-essential shapes a search must find.

    ``seconds`` and ``megabytes`` are what the whole process should stay below, ``halves_seconds`` a search of halves
    alone. What takes minutes is ``long``.
    """

    name: str
    halves: int
    total: int | None
    pp_essential: int
    seconds: float | None = None
    megabytes: float | None = None
    halves_seconds: float | None = None
    long: bool = False
    repetitions: int = 5


WORK = (
    Work("quad4", 16_193, 44_233_241, 504, seconds=3),
    Work("quad5", 135_074, 3_378_515_280, 39_296, seconds=60, repetitions=3),
    Work("hex3", 81_352, 675_495_801, 80, seconds=20),
    Work("oct3", 3_649_792, 1_027_242_490_059, 458, repetitions=3),
    Work("hex4", 2_331_921, 633_883_327_124, 180_146, seconds=900, megabytes=6_000, long=True, repetitions=1),
    Work(
        "quad6",
        1_058_849,
        228_002_977_626,
        2_567_294,
        seconds=900,
        megabytes=6_000,
        halves_seconds=60,
        long=True,
        repetitions=1,
    ),
    Work("dec3", 163_768_112, None, 3_463, long=True, repetitions=1),
)


def find(name: str) -> Work:
    return next(work for work in WORK if work.name == name)


# Of four layers, with crystals and pins; the second cannot be built.
CODES = {
    "quad4": "P-P-P-P-:CyCrCrCy:cb----Cg:CgcgCy--",
    "quad4, impossible": "cu------:--------:cu------:CuCuCuCu",
    "quad5": "P-P-P-P-:P-P-P-P-:CyCrCrCy:cb----Cg:CgcgCy--",
    "hex4": "P-P-HuHuHuHu:HuHu--cu----:P---HuHuHu--:HuHucucuHuHu",
}

# Wall times of its steps as its README gives them, with 16 threads of an i7-11700K: halves, full set, and the
# pin-push-essential shapes, which it finds without the full set.
QUOTED_HEAD = ("configuration", "halves", "full set", "pin-push-essential")
QUOTED = (
    ("quad4", "0.02 s", "1.05 s", "2.88 s"),
    ("quad5", "0.25 s", "40.70 s", "2.84 s"),
    ("quad6", "3.97 s", "", "28.82 s"),
    ("hex3", "0.04 s", "13.16 s", "2.88 s"),
    ("hex4", "2.16 s", "3 h 14 min, 28 GB", "29.11 s"),
    ("oct3", "2.96 s", "", "13.98 s"),
    ("dec3", "3 min 26 s", "", "1 h 24 min"),
)

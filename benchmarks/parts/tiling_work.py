"""The tiling problems that are measured, their true answers, and what other programs are quoted to need."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@dataclass(frozen=True)
class Work:
    """One count to be made: ``tilings`` is the right answer, ``aim`` the processor seconds it should stay below.

    ``engines`` are those worth timing beside the automatic choice; ``exact`` says that the problem is a plain exact
    cover, which any such solver can take.
    """

    name: str
    text: str
    tilings: int
    up_to_symmetry: bool = False
    aim: float | None = None
    engines: tuple[str, ...] = ()
    exact: bool = False


SEARCHES = ("bit-sliced", "strip", "sparse")
ALL = ("bit-sliced", "strip", "frontier", "sparse")

_PENTOMINOES = "board {}\npieces pentominoes\n"
_CHESSBOARD = "board 8x8\nhole 3,3 4,3 3,4 4,4\npieces pentominoes\n"
_GO = (EXAMPLES / "eleven_pieces.txt").read_text(encoding="utf-8")
_SOMA = "board 3x3x3\npieces soma\n"
_TWO_SETS = "board 5x8\npieces 2*tetrominoes\n"
_ANY = "board {}\npieces any*{}\n"

WORK = (
    Work("pentominoes 6x10", _PENTOMINOES.format("6x10"), 9356, aim=0.35, engines=SEARCHES, exact=True),
    Work("  up to symmetry", _PENTOMINOES.format("6x10"), 2339, up_to_symmetry=True, aim=0.12),
    Work("pentominoes 5x12", _PENTOMINOES.format("5x12"), 4040, aim=0.1, engines=SEARCHES, exact=True),
    Work("  up to symmetry", _PENTOMINOES.format("5x12"), 1010, up_to_symmetry=True),
    Work("pentominoes 4x15", _PENTOMINOES.format("4x15"), 1472, engines=ALL, exact=True),
    Work("  up to symmetry", _PENTOMINOES.format("4x15"), 368, up_to_symmetry=True),
    Work("pentominoes 3x20", _PENTOMINOES.format("3x20"), 8, engines=ALL, exact=True),
    Work("  up to symmetry", _PENTOMINOES.format("3x20"), 2, up_to_symmetry=True),
    Work("pentominoes 8x8 minus centre", _CHESSBOARD, 520, engines=SEARCHES, exact=True),
    Work("  up to symmetry", _CHESSBOARD, 65, up_to_symmetry=True),
    Work("eleven pieces 8x8", _GO, 320, aim=0.03, engines=SEARCHES, exact=True),
    Work("  up to symmetry", _GO, 40, up_to_symmetry=True),
    Work("Soma 3x3x3", _SOMA, 11520, engines=ALL, exact=True),
    Work("  up to symmetry", _SOMA, 240, up_to_symmetry=True),
    Work("pentominoes 3x4x5", _PENTOMINOES.format("3x4x5"), 31520, engines=SEARCHES),
    Work("  up to symmetry", _PENTOMINOES.format("3x4x5"), 3940, up_to_symmetry=True, aim=1.5),
    Work("two sets of tetrominoes 5x8", _TWO_SETS, 3106, engines=ALL),
    Work("  up to symmetry", _TWO_SETS, 783, up_to_symmetry=True),
    Work("dominoes 8x8", _ANY.format("8x8", "dominoes"), 12988816),
    Work("dominoes 10x10", _ANY.format("10x10", "dominoes"), 258584046368),
    Work(
        "dominoes 20x20", _ANY.format("20x20", "dominoes"), 1269984011256235834242602753102293934298576249856, aim=1.0
    ),
    Work("T tetrominoes 8x8", _ANY.format("8x8", "T4"), 84, engines=ALL),
    Work("T tetrominoes 16x16", _ANY.format("16x16", "T4"), 1668091536),
    Work("free tetrominoes 8x8, any number", _ANY.format("8x8", "tetrominoes"), 19077209438, aim=0.05),
)


def find(name: str, *, up_to_symmetry: bool = False) -> Work:
    """The work of that name; its count up to symmetry is the line below it."""
    number = next(k for k, work in enumerate(WORK) if work.name == name)
    return WORK[number + up_to_symmetry]


# Processor seconds on one thread of a machine of this class, measured elsewhere by others; blank where they have none.
QUOTED_HEAD = ("work", "tilings", "DLX1", "SSXC1", "BurrTools", "best other")
QUOTED = (
    ("pentominoes 6x10", "9356", "6.1", "3.1", "2.3 (reduced)", "1.46 (polycube)"),
    ("pentominoes 5x12", "4040", "3.8", "", "1.5", "0.48"),
    ("pentominoes 4x15", "1472", "1.33", "0.69", "0.57", "0.11"),
    ("pentominoes 3x20", "8", "0.05", "0.03", "0.02", "0.01"),
    ("pentominoes 8x8 minus centre", "520", "0.49", "0.26", "0.17", "0.21"),
    ("eleven pieces 8x8", "320", "0.54", "0.31", "0.22", "0.24"),
    ("Soma 3x3x3", "11520", "0.17", "0.10", "0.02", "0.06"),
    ("pentominoes 3x4x5", "31520", "> 22", "> 22", "28.5", ""),
    ("two sets of tetrominoes 5x8", "3106", "0.06 (DLX3)", "0.06", "0.08", "0.01"),
)

"""The compiled engine. Private: use the families' modules instead."""

from collections.abc import Sequence
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray


def prepare_thread() -> None:
    """
    Makes what this thread needs to report an error, while there is memory for it.
    """

def simd_path() -> str:
    """
    The SIMD path in use: SHAPEWRIGHT_SIMD if it was set at the start, else the best this machine has.
    """

def set_simd(path: str) -> None:
    """
    Take this SIMD path from now on, for tests; '' is what it was at the start.
    """

def simd_paths() -> list[str]:
    """All SIMD paths that are compiled in and that this machine can run."""

class CoverInstance:
    """An exact cover problem: see engine/exact_cover/instance.hpp."""

    def __init__(self, required: Sequence[bool], minimum: Sequence[int], maximum: Sequence[int | None], options: Sequence[tuple[Sequence[int], Sequence[int], Sequence[tuple[int, int]]]]) -> None:
        """
        ``options`` are (items, colours, uses) with uses = (piece, copies); a maximum of None is no bound.
        """

    @staticmethod
    def of_placements(required: Sequence[bool], minimum: Sequence[int], maximum: Sequence[int | None], placements: Sequence[tuple[int, Sequence[int]]]) -> CoverInstance:
        """Every option is one copy of a piece on some items: (piece, items)."""

    def shuffled(self, seed: int) -> tuple[CoverInstance, list[int]]:
        """
        The same problem with its options in a random order, and the old numbers of the options in that order.
        """

    def ranked(self, seed: int, ranks: Sequence[int]) -> tuple[CoverInstance, list[int]]:
        """
        The same with the options in the order of their pieces' ranks plus a random number below 256 each.
        """

    @property
    def items(self) -> int: ...

    @property
    def options(self) -> int: ...

class CoverSearch:
    """A depth-first search that can be left and gone on with."""

    def start(self, prefix: Sequence[int], stop: object | None = None, seconds: float = -1.0) -> bool:
        """
        Begin (again) below the given option numbers; False if stopped, and then at the root.
        """

    def run(self, stop: object | None, seconds: float, limit: int, nodes: int, collect: bool) -> tuple[bool, list[list[int]]]:
        """
        Go on; return whether the search is over and, if asked to collect, the solutions met.
        """

    def run_table(self, stop: object | None, seconds: float, limit: int) -> tuple[bool, Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')]]:
        """
        Go on; return whether the search is over, and the solutions met as a table, one a row, their options in ascending order; rows that are shorter than others end in -1.
        """

    def give(self, given: Sequence[int]) -> bool:
        """
        Look only for covers with these options from now on; False: there is none, and nothing is given.
        """

    def rest(self) -> list[list[int]]:
        """What is still to be done, as prefixes that partition it."""

    def split(self, target: int, stop: object | None = None, seconds: float = -1.0) -> list[list[int]]:
        """
        Cut the whole search into at least `target` prefixes if it is that large, into fewer if stopped.
        """

    def estimate(self, prefix: Sequence[int], probes: int, seed: int, deepest: int = 100, stop: object | None = None, seconds: float = -1.0) -> float | None:
        """Monte-Carlo estimate of the nodes below a prefix; None if stopped."""

    @property
    def depth(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def solutions(self) -> int: ...

class CoverCheapest:
    """The cheapest exact covers: see engine/exact_cover/cheapest.hpp."""

    def __init__(self, instance: CoverInstance, costs: Sequence[int], number: int) -> None: ...

    def give(self, given: Sequence[int]) -> bool:
        """Look only for covers with these options; False: there is none."""

    def run(self, stop: object | None, seconds: float, nodes: int) -> bool:
        """Go on; return whether the covers found are proven to be the cheapest."""

    @property
    def found(self) -> list[tuple[int, list[int]]]: ...

    @property
    def bound(self) -> int | None: ...

    @property
    def nodes(self) -> int: ...

class CoverCertificate:
    """A search written down: see engine/exact_cover/certificate.hpp."""

    def __init__(self, instance: CoverInstance, costs: Sequence[int]) -> None: ...

    def begin_with(self, piece: int, times: Sequence[int]) -> None:
        """
        Begin with a piece that is used once, each of whose options stands for several.
        """

    def run(self, stop: object | None, seconds: float, in_order: bool, bytes: int) -> str:
        """Search and write all lines: 'done', 'too large' or 'stopped'."""

    def text(self, number: int) -> bytes:
        """One of the pieces of the text, each of whole lines."""

    @property
    def texts(self) -> int:
        """The number of pieces of text."""

    @property
    def root(self) -> str:
        """The word for the state without any option."""

    @property
    def lines(self) -> int: ...

    @property
    def count(self) -> bytes:
        """The number of covers as little-endian bytes."""

    @property
    def least(self) -> int:
        """The least cost of a cover; 2^62 if there is none."""

def cover_search(engine: str, instance: CoverInstance) -> CoverSearch:
    """
    A search by 'bit-sliced', 'strip' or 'sparse'; None if the instance does not fit that engine.
    """

class FrontierSweep:
    """
    Counts and samples exact covers by a frontier: see engine/frontier/frontier.hpp.
    """

    def __init__(self, instance: CoverInstance) -> None: ...

    @staticmethod
    def fits(instance: CoverInstance) -> bool: ...

    def run(self, stop: object | None, seconds: float, bytes: int, keep: bool) -> str:
        """Sweep all items: 'done', 'too large' or 'stopped'."""

    @property
    def count(self) -> bytes:
        """The count as little-endian bytes."""

    @property
    def states(self) -> int: ...

    @property
    def widest_layer(self) -> int: ...

    def sample(self, seed: int, samples: int, stop: object | None = None, seconds: float = -1.0) -> list[list[int]]:
        """Independent uniform covers; fewer if stopped."""

class FrontierLeaps:
    """
    Counts exact covers whose pieces are used freely: see engine/frontier/leaps.hpp.
    """

    def __init__(self, instance: CoverInstance, mirrors: Sequence[Sequence[int]]) -> None: ...

    @staticmethod
    def fits(instance: CoverInstance) -> bool: ...

    def run(self, stop: object | None, seconds: float, bytes: int, threads: int) -> str:
        """Sweep all items: 'done', 'too large' or 'stopped'."""

    @property
    def count(self) -> bytes:
        """The count as little-endian bytes."""

    @property
    def states(self) -> int: ...

    @property
    def most_states(self) -> int: ...

class LinearProgramme:
    """
    The most of c·y with Ay <= b and y >= 0: see engine/linear/programme.hpp.
    """

    def __init__(self, columns: Sequence[Sequence[int]], room: Sequence[float]) -> None:
        """``columns`` are the rows of each column, ``room`` is b."""

    def set_gains(self, columns: Sequence[int], gain: float) -> None:
        """
        What a unit of each of these columns is worth; less than 0: none is taken.
        """

    def solve(self, limit: float, steps: int, stop: object | None = None, seconds: float = -1.0) -> str:
        """From the basis at hand, until the value is beyond the limit."""

    @property
    def value(self) -> float: ...

    @property
    def steps(self) -> int: ...

    def prices(self) -> list[float]:
        """The dual values of the rows."""

    def taken(self) -> list[tuple[int, float]]:
        """The columns of which there may be some, with their amounts."""

def linear_prices(columns: Sequence[Sequence[tuple[int, float]]], gains: Sequence[float], room: Sequence[float], steps: int, stop: object | None = None, seconds: float = -1.0) -> tuple[bool, list[float]]:
    """
    Dual values of the rows, if the most of c·y with Ay <= b is found: see engine/linear/dense.hpp.
    """

class DominoBoard:
    """A board to be tiled by dominoes: see engine/planar/dominoes.hpp."""

    def __init__(self, squares: Sequence[tuple[int, int]], links: Sequence[tuple[int, int, int]]) -> None:
        """
        ``squares`` are (x, y); ``links`` are (square, square, ways to lay a domino there).
        """

    @staticmethod
    def primes(skipped: int, number: int, stop: object | None = None, seconds: float = -1.0) -> list[int]:
        """The largest primes below 2^31, fewer if stopped."""

    @property
    def balanced(self) -> bool: ...

    @property
    def bits(self) -> float: ...

    def determinant(self, primes: Sequence[int], stop: object | None, seconds: float) -> list[int] | None:
        """
        The determinant modulo eight primes; none if other primes must be taken, None if it was stopped.
        """

    def pairs(self) -> list[tuple[int, int]]:
        """
        (black, white) squares that a domino fits on, in the order of the chances.
        """

    def chances(self, primes: Sequence[int], stop: object | None, seconds: float) -> bytes | None:
        """
        For each pair, and for all tilings at the end, how many have it modulo eight primes, all of one sign: numbers of 32 bits; none if other primes must be taken, None if it was stopped.
        """

    def approximate_chances(self, stop: object | None, seconds: float) -> list[float] | None:
        """
        The chance of each pair in floating point; none without tilings, None if it was stopped.
        """

class DominoDraws:
    """Domino tilings drawn uniformly: see engine/planar/dominoes.hpp."""

    def __init__(self, board: DominoBoard) -> None: ...

    def prepare(self, stop: object | None, seconds: float) -> bool:
        """Sweep the board; False if it was stopped."""

    @property
    def possible(self) -> bool: ...

    def draw(self, seed: int, given: Sequence[tuple[int, int]], stop: object | None = None, seconds: float = -1.0) -> tuple[list[tuple[int, int]], list[tuple[int, int]], int] | None:
        """
        (pairs of squares, in doubt what may come next, in doubt the 53 random bits that are to choose); None if stopped.
        """

class Disassembler:
    """Takes assemblies apart: see engine/disassembly/takeapart.hpp."""

    def __init__(self) -> None: ...

    def run(self, pieces: Sequence[Sequence[tuple[int, int, int]]], axes: int, most_states: int, stop: object | None, seconds: float) -> tuple[str, int, list[tuple[int, list[tuple[int, int, int]], int, int]]]:
        """
        ('apart', 'locked', 'stopped' or 'too many', states, separations: (pieces as bits, moves, rest, out)); a move is (pieces as bits, direction of +x -x +y -y +z -z, units or 0 for out).
        """

def minimum_set_cover(elements: int, sets: Sequence[Sequence[int]], weights: Sequence[int], start: Sequence[int], stop: object | None, seconds: float, nodes: int) -> tuple[list[int], int, int, int]:
    """
    The lightest sets that together have every element: their numbers, their weight, a bound on it, and nodes.
    """

class SetFamily:
    """A family of sets of options: see engine/diagram/family.hpp."""

    def __init__(self, variables: int, nodes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], root: int) -> None:
        """
        ``nodes``: variable, low and high of the nodes 2, 3, ... one after the other; 0 = none, 1 = the empty set.
        """

    @staticmethod
    def all_covers(instance: CoverInstance, bytes: int, stop: object | None, seconds: float, progress: object | None) -> SetFamily:
        """
        All covers of an instance whose options are sorted by their least items.
        """

    @staticmethod
    def of_members(variables: int, members: Sequence[Sequence[int]]) -> SetFamily:
        """The family of these members, each ascending."""

    @property
    def variables(self) -> int: ...

    @property
    def root(self) -> int: ...

    @property
    def size(self) -> int: ...

    @property
    def nodes(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')]: ...

    @property
    def count(self) -> bytes:
        """The count as little-endian bytes."""

    def equals(self, other: SetFamily) -> bool: ...

    def contains(self, member: Sequence[int]) -> bool: ...

    def members(self, rank: bytes, most: int, stop: object | None = None, seconds: float = -1.0) -> list[list[int]]:
        """Up to so many members from the one of that rank on."""

    def containing(self, stop: object | None, seconds: float) -> list[bytes]:
        """For each variable, how many members have it, as little-endian bytes."""

    def cheapest(self, costs: Sequence[int], most: int, stop: object | None, seconds: float) -> list[tuple[int, list[int]]]:
        """Members of the least sums of costs, ascending, with these sums."""

    def unite(self, other: SetFamily, bytes: int, stop: object | None, seconds: float) -> SetFamily: ...

    def intersect(self, other: SetFamily, bytes: int, stop: object | None, seconds: float) -> SetFamily: ...

    def subtract(self, other: SetFamily, bytes: int, stop: object | None, seconds: float) -> SetFamily: ...

    def among(self, chosen: Sequence[int], least: int, most: int, bytes: int, stop: object | None, seconds: float) -> SetFamily:
        """The members that have so many of the variables."""

class ClearRules:
    """Kicks and drop of a game: see engine/clear/moves.hpp."""

    def __init__(self, kicks: Sequence[Sequence[Sequence[Sequence[tuple[int, int]]]]], drop: int, regular: Sequence[tuple[int, int, int, int]]) -> None: ...

    def locks(self, board: bytes, height: int, piece: int) -> list[tuple[int, int, int]]:
        """
        All resting places within the lowest rows: facing, x and y of the centre of rotation.
        """

class ClearLiveBoards:
    """Live boards to be looked up: see engine/clear/live/boards.hpp."""

    def __init__(self, packed: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def lines(self) -> int: ...

    @property
    def sizes(self) -> list[int]:
        """How many boards there are, by pieces placed."""

    def contains(self, board: bytes, height: int) -> bool:
        """Whether a board of so many rows is live."""

    def boards(self, placed: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]:
        """
        The boards after so many pieces: bit x + 10 y a filled cell, and from bit 60 on the rows.
        """

class ClearNet:
    """A network that orders moves: see engine/clear/nets/net.hpp."""

    def __init__(self, nodes: Sequence[tuple[int, float, Sequence[tuple[int, float]]]]) -> None:
        """
        Nodes as activation, bias, and inputs: a feature or 13 + an earlier node, and the weight.
        """

    def value(self, features: Sequence[float]) -> float:
        """The output: the board with the least is looked at first."""

def clear_features(board: bytes, height: int, tall: bool) -> list[float]:
    """What nets know of a board."""

def clear_measure(rules: ClearRules, height: int, sequences: Sequence[bytes], nodes: int, nets: Sequence[ClearNet | None], stop: object | None, seconds: float) -> list[tuple[list[int], list[int], list[int]]]:
    """
    For each order of the moves (None: the built-in one): boards looked at, nanoseconds and outcome of each queue, from the empty field, the orders taking turns; fewer queues if it was stopped.
    """

def clear_solve(rules: ClearRules, board: bytes, height: int, sequence: bytes, hold: bool, leftovers: int, seed: int, nodes: int, stop: object | None, seconds: float, net: ClearNet | None = None) -> tuple[int, int, bytes]:
    """
    One perfect clear: 0 found, 1 none or 2 stopped; boards looked at; piece, facing, x and y of each placement.
    """

class ClearWalk:
    """All perfect clears of a queue: see engine/clear/solve/walk.hpp."""

    def __init__(self, rules: ClearRules, board: bytes, height: int, sequence: bytes, hold: bool, leftovers: int) -> None: ...

    def run(self, stop: object | None, seconds: float, limit: int) -> tuple[bool, list[bytes]]:
        """
        Whether that was all, and the placements of further clears as clear_solve packs them.
        """

class ClearLiveGraph:
    """Boards that can still be cleared: see engine/clear/live/graph.hpp."""

    def __init__(self, rules: ClearRules, lines: int, threads: int, stop: object | None, seconds: float, progress: object | None = None) -> None: ...

    @staticmethod
    def steps(lines: int) -> int:
        """In how many steps they are found."""

    def packed(self) -> bytes:
        """The boards as ClearLiveBoards reads them."""

    @property
    def sizes(self) -> list[int]:
        """How many boards there are, by pieces placed."""

    def count_placements(self, threads: int, stop: object | None, seconds: float) -> int:
        """How many placements lead from one of the boards to another."""

class ClearTableSource:
    """The placements between live boards, and how games end."""

    def __init__(self, graph: ClearLiveGraph, threads: int, stop: object | None, seconds: float) -> None: ...

    def table_part(self, start: bytes, stop: object | None, seconds: float) -> tuple[bytes, bytes, int, tuple[int, int, int], tuple[int, int, int]]:
        """
        The sequences with that beginning: records, the six bytes of each sequence without a clear, the number of sequences, and the strings (opener, none, any) that the solved ones and all of them stand for.
        """

    def failed_part(self, start: bytes, stop: object | None, seconds: float) -> bytes:
        """Those of the same sequences that have no clear, six bytes each."""

    def unsaved_part(self, start: bytes, allowed: bytes, stop: object | None, seconds: float) -> tuple[bytes, int]:
        """
        The same sequences: those without a clear that leaves an allowed piece over, six bytes each, and of how many something is demanded.
        """

class ClearLoop:
    """Clears one after the other: see engine/clear/loop/loop.hpp."""

    def __init__(self, source: ClearTableSource, hold: bool, bags: bool, see: int, number: bool) -> None: ...

    @property
    def clears(self) -> int:
        """How many clears the values are for."""

    @property
    def progress(self) -> tuple[int, int]:
        """
        How many of how many states between clears the present step has gone through.
        """

    def step(self, stop: object | None, seconds: float, bytes: int) -> bool:
        """Values for one clear more; False if stopped."""

    def value(self, bag: int, held: int) -> tuple[int, int]:
        """How many strings of pieces end well, over all that may be in sight."""

    def greatest(self, left: int, empty: bool) -> tuple[int, int]:
        """The greatest value with some pieces in sight."""

def clear_whole_records(content: bytes, most: int) -> tuple[int, int, bool]:
    """
    The whole records of a .pc file at the beginning of some bytes, by their heads alone: how many (at most so many), their bytes, and whether the head after them is damaged.
    """

class ClearRecordChecker:
    """
    Replays records of .pc files by the rules: see engine/clear/records.hpp.
    """

    def __init__(self, kicks: Sequence[Sequence[Sequence[Sequence[tuple[int, int]]]]], drop: int) -> None: ...

    def check(self, content: bytes, most_named: int, start: bytes, stop: object | None, seconds: float) -> tuple[int, int, list[tuple[int, int]], int, bool]:
        """
        How many records there are, how many of them are wrong, place and byte of the first wrong ones, how many bytes were looked at, and whether that was stopped; what is left begins with damage.
        """

class ClearPattern:
    """The queues of a pattern: see engine/clear/graph/pattern.hpp."""

    def __init__(self, levels: Sequence[Sequence[Sequence[int]]]) -> None: ...

    @property
    def count(self) -> int: ...

    @property
    def length(self) -> int: ...

class ClearGraph:
    """Boards between a field and a goal: see engine/clear/graph/graph.hpp."""

    def __init__(self, rules: ClearRules, queues: ClearPattern, hold: bool, start: bytes, goal: bytes, height: int, parts: Sequence[bytes], live: ClearLiveBoards | None = None) -> None: ...

    def step(self, stop: object | None, seconds: float, bytes: int, threads: int = 1) -> str:
        """One level forward or back: 'done', 'stopped' or 'too large'."""

    @property
    def is_complete(self) -> bool: ...

    @property
    def placements(self) -> int: ...

    @property
    def uses_live_boards(self) -> bool:
        """Whether boards that are not live are left out."""

    @property
    def reached(self) -> int: ...

    @property
    def boards(self) -> list[int]:
        """How many boards each level has."""

    @property
    def edges(self) -> list[int]:
        """How many placements lead on from each level."""

    def solved(self, stop: object | None, seconds: float, held: int) -> bytes:
        """
        A bit for each queue, lowest first: whether it comes to the goal, with `held` in hold unless negative.
        """

    def solved_by_held(self, stop: object | None, seconds: float, bytes: int) -> list[bytes]:
        """
        The same for each piece in hold at the end; takes no more than about so many bytes.
        """

class ClearChance:
    """
    What a player can hope for who sees little: see engine/clear/graph/chance.hpp.
    """

    def __init__(self, graph: ClearGraph, queue: bytes, held: bool, ahead: int) -> None: ...

    @property
    def sequences(self) -> int:
        """How many sequences may come."""

    @property
    def progress(self) -> tuple[int, int]:
        """How many boards have their values, of how many."""

    def moves(self, stop: object | None, seconds: float, bytes: int) -> list[tuple[int, bytes, int]] | None:
        """
        Of each move (piece, board) how many sequences it solves; None if stopped: what is known then is kept.
        """

class ClearPath:
    """The different solutions in a graph: see engine/clear/graph/path.hpp."""

    def __init__(self, graph: ClearGraph) -> None: ...

    def step(self, stop: object | None, seconds: float, bytes: int) -> str:
        """One placement more: 'done', 'stopped' or 'too large'."""

    @property
    def is_complete(self) -> bool: ...

    def __len__(self) -> int: ...

    @property
    def cells(self) -> list[bytes]:
        """The cells of every placement, as bits x + 10 y, 25 bytes."""

    def parts(self) -> list[list[int]]:
        """The placements of each solution, as numbers of `cells`."""

    def tucked(self) -> list[int]:
        """How many placements of each cannot come straight down, at best."""

    def queues(self, which: Sequence[int], stop: object | None = None, seconds: float = -1.0) -> list[bytes]:
        """
        For each of these solutions a bit for each queue, lowest first: whether it can build it; for fewer if stopped.
        """

class ClearOpeners:
    """Boards that a player may learn: see engine/clear/graph/openers.hpp."""

    def __init__(self, graph: ClearGraph, fewest: int, most: int, seen: int, saved: int, tallest: int, mirror: bool, among: Sequence[bytes]) -> None: ...

    def prepare(self, stop: object | None, seconds: float, bytes: int) -> str:
        """To be called first: 'done', 'stopped' or 'too large'."""

    @property
    def beginnings(self) -> int: ...

    def __len__(self) -> int: ...

    def picture(self, number: int) -> tuple[bytes, bytes, int]:
        """
        The board, its mirror image if that counts with it, or itself, and the pieces placed.
        """

    def worth(self, number: int) -> list[tuple[int, int]]:
        """
        Pairs: a beginning, and how many of the queues that begin so the picture serves.
        """

    def best(self, number: int, stop: object | None, seconds: float, nodes: int, progress: object) -> tuple[list[int], int, int, int]:
        """
        So many pictures that serve most queues, how many these are, a bound on that, and nodes of the search. `progress` hears of the part of the bound that is reached, in millionths.
        """

class ClearScores:
    """What perfect clears send: see engine/clear/graph/scores.hpp."""

    def __init__(self, graph: ClearGraph, rule: int, start: int, sent: Sequence[int], after: Sequence[int]) -> None: ...

    def step(self, stop: object | None, seconds: float) -> str:
        """
        One step more: 'done', 'stopped', or 'missing' if the table does not know a clear.
        """

    @property
    def is_complete(self) -> bool: ...

    @property
    def progress(self) -> tuple[int, int]: ...

    @property
    def missing(self) -> int | None:
        """The kind of clear that the table does not know."""

    def values(self) -> list[int]:
        """By queue the most that it sends, or -1."""

    def best(self, queue: bytes) -> list[tuple[int, bytes, int]]:
        """
        Piece, board after it and spin of each placement by which a queue sends the most.
        """

class ClearAllSolutions:
    """All solutions of an empty field: see engine/clear/all_solutions.hpp."""

    def __init__(self, rules: ClearRules, height: int) -> None: ...

    @property
    def letters(self) -> int: ...

    def beginnings(self) -> list[int]:
        """The work cut into pieces."""

    def words(self, beginning: int, stop: object | None = None, seconds: float = -1.0) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]:
        """The solutions of a beginning, ascending."""

    def parts(self, word: int) -> list[tuple[int, int, int, int]]:
        """Piece, facing, first column and mask of rows of each part."""

    def pieces(self, words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]:
        """How many of each piece each of the words has."""

class DiagramWords:
    """A set of words: see engine/diagram/diagram.hpp."""

    def __init__(self, letters: int, nodes: Annotated[NDArray[numpy.uint32], dict(shape=(None, 4), order='C', device='cpu', writable=False)], root: int) -> None: ...

    @staticmethod
    def of_words(words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], letters: int) -> DiagramWords:
        """The set of words that ascend."""

    @property
    def root(self) -> int: ...

    def nodes(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu')]: ...

    def count(self) -> int: ...

    def __contains__(self, word: int) -> bool: ...

    def words(self, rank: int, most: int, stop: object | None = None, seconds: float = -1.0) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]:
        """Up to `most` words from a rank on."""

    def sample(self, seed: int, samples: int, stop: object | None = None, seconds: float = -1.0) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]:
        """Words drawn uniformly, each by itself."""

class PackingRectangles:
    """Rectangles made of pieces: see engine/packing/rectangles.hpp."""

    def __init__(self, rectangles: Sequence[tuple[int, int, Sequence[int], bytes]], turned: Sequence[Sequence[int]]) -> None:
        """
        ``rectangles`` are (width, height, counts, tiling as int32 quadruples); ``turned`` the orientation of each type and orientation after a quarter turn to the left.
        """

    @property
    def rectangles(self) -> int: ...

class PackingPacker:
    """The searches over one set of pieces: see engine/packing/packer.hpp."""

    def __init__(self, shapes: Sequence[Sequence[Sequence[tuple[int, int]]]], weights: Sequence[int]) -> None:
        """``shapes`` are the cells (x, y) of every orientation of every type."""

    def box(self, width: int, height: int, counts: Sequence[int], corner: bool, seed: int, steps: int, stop: object | None, seconds: float) -> tuple[str, str, bytes]:
        """
        Lay counts into a box: outcome ('found', 'none', 'gave up', 'stopped'), method, and the placements as int32 quadruples (type, orientation, x, y).
        """

    def dissection(self, width: int, height: int, counts: Sequence[int], seed: int, steps: int, stop: object | None, seconds: float) -> tuple[str, str, bytes]: ...

    def greedy(self, width: int, height: int, counts: Sequence[int], seed: int, attempts: int, stop: object | None, seconds: float) -> tuple[str, str, bytes]: ...

    def rectangles(self, inventory: PackingRectangles, width: int, height: int, counts: Sequence[int], seed: int, rounds: int, stop: object | None, seconds: float) -> tuple[str, str, bytes]: ...

    def spiral(self, types: Sequence[int], width: int, height: int, turns: int, weights: Sequence[int], beam: int, seed: int, stop: object | None, seconds: float) -> bytes:
        """
        A packing of any number of these types that looks the same after a turn, whose empty cells weigh little; none if it was stopped.
        """

    def forbidden(self, width: int, height: int, counts: Sequence[int]) -> bool:
        """Whether signed colours forbid to fill a box exactly."""

    def board(self, width: int, height: int, open: bytes, minimum: Sequence[int], maximum: Sequence[int], holes: int, seed: int, steps: int, stop: object | None, seconds: float) -> tuple[str, str, bytes]:
        """
        Lay pieces onto a board with at most so many cells empty; 'gave up' and 'stopped' come with the best met.
        """

    def exhaust(self, width: int, height: int, open: bytes, counts: Sequence[int], stop: object | None, seconds: float) -> tuple[str, str, bytes]:
        """Every placement in turn, on a board of at most 64 cells."""

    def walk(self, width: int, height: int, open: bytes, counts: Sequence[int], start: bytes, seed: int, steps: int, stop: object | None, seconds: float) -> tuple[str, str, bytes]:
        """Walk from a packing to one with these counts."""

    def wastes_at_most(self, width: int, height: int, wastes: Sequence[int], empty: int, allowed: int, work: int, keep: bool, stop: object | None, seconds: float) -> tuple[str, bytes]:
        """
        Whether some packing of a box wastes at most so much: 'found', 'none', 'gave up' or 'stopped', and with ``keep`` one that wastes least, as int32 quadruples. A piece of a type that wastes -1 does not lie there; with -1 for ``empty`` no cell stays empty.
        """

    def least_wastes(self, width: int, on_its_side: bool, wastes: Sequence[int], empty: int, most: int, work: int, stop: object | None, seconds: float) -> tuple[list[int], int, int]:
        """
        The least wastes of boxes of height 0, 1 and so on (-1: it cannot be filled), how many of the last come again and again, and how much more each time; 0 if that is not known. A box ``on_its_side`` has this width from bottom to top.
        """

    def growing_square(self, counts: Sequence[int], stop: object | None, seconds: float) -> bytes:
        """Placements as int32 quadruples; fewer than asked if it was stopped."""

    def bags(self, width: int, height: int, pieces: int, stop: object | None, seconds: float) -> tuple[bool, bytes]:
        """
        Whether the work came to its end, and every bag of so many pieces that fits, a byte for each count.
        """

class ShapezPacked:
    """
    Operations on arrays of packed shapes of one configuration: see engine/shapez/rules/shape.hpp.
    """

    def __init__(self, parts: int, layers: int) -> None: ...

    @property
    def parts(self) -> int: ...

    @property
    def layers(self) -> int: ...

    def rotate(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], steps: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]: ...

    def mirror(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]: ...

    def canonical(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]: ...

    def gravity(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]: ...

    def is_stable(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')]: ...

    def push_pin(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]: ...

    def crystallise(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]: ...

    def cut(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]]:
        """The east halves and the west halves."""

    def swap(self, left: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], right: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]]: ...

    def stack(self, below: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], top: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]: ...

    def split(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')]]:
        """The keys of the east halves and of the west halves, nothing shattered."""

    def join(self, east: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], west: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]: ...

    def reflect_half(self, halves: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')]:
        """
        Mirrored and turned by 180 degrees, which leaves the east in its place.
        """

def shapez_exact_plan(parts: int, layers: int, goal: bytes, least: int, below: int, nodes: int, stop: object | None = None, seconds: float = -1.0, progress: object | None = None) -> tuple[int, list[tuple[int, int | bytes | None, int | bytes | None, int | bytes | None, int | bytes | None]] | None, int]:
    """
    The least number of machines without mixers, and how many sets of steps were looked at, with which ``progress`` is called: see engine/shapez/plan/proof/exact.hpp.
    """

def shapez_half_plans(parts: int, layers: int, machine: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], first: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], key: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], whole: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], start: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], steps: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], polish: int, joined: int, stacked: int, minimal: int, most: int, seed: int, stop: object | None, seconds: float) -> tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')]] | None:
    """
    The columns machine, first, second, key, whole, start, steps of engine/shapez/plan/library/halves.hpp, made from such columns of known plans; None if stopped.
    """

def shapez_all_plans(parts: int, layers: int, machines: int, widest: int, stop: object | None, seconds: float) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')]] | None, tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')]], list[int]] | None:
    """
    Shapes, the least number of machines of each, their plans (start, machine, first, second; None for more than 8 parts), plans for halves (as shapez_half_plans), and by machines the sets remembered: engine/shapez/plan/library/sets.hpp; None if stopped.
    """

def shapez_plain_plan(parts: int, layers: int, goals: Sequence[int], known: Sequence[tuple[int, int, int, int, int]], machine: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], first: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], key: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], whole: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], start: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], steps: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], budget: int, seed: int, stop: object | None, seconds: float) -> list[tuple[int, int, int, int, int]]:
    """
    Steps (machine, first, second, output, output), packed: engine/shapez/plan/search/plain.hpp; empty if none are found.
    """

def shapez_improved_plan(parts: int, layers: int, goals: Sequence[bytes], starts: Sequence[Sequence[tuple[int, bytes, bytes | None, int]]], plain: Sequence[Sequence[tuple[int, int, int]]], machine: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], first: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], key: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], whole: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], start: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], steps: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], machines: int, on_hand: Sequence[bytes], fluids: int, mixed: Sequence[int], stages: int, rounds: int, seed: int, belt: Sequence[int], deepest: int, stop: object | None = None, seconds: float = -1.0, progress: object | None = None) -> tuple[list[tuple[int, int | bytes | None, int | bytes | None, int | bytes | None, int | bytes | None]], int] | None:
    """
    Steps as ShapezPlanner gives them, mixers too, and how many rounds there were: engine/shapez/plan/improve/neighbourhood.hpp; None if no start works. ``belt`` is empty, or thousandths of a machine that a run takes of a full belt, for each machine, cutters without a west last; ``progress`` is called with the least cost so far.
    """

class ShapezPlanner:
    """Makes plans: see engine/shapez/plan/search/planner.hpp."""

    @overload
    def __init__(self, parts: int, layers: int) -> None:
        """Without any data: it may fail where there is a plan."""

    @overload
    def __init__(self, parts: int, layers: int, keys: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], operation: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], first: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], steps: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], pins: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], pin_parents: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def plan(self, goals: Sequence[bytes], expansions: int, improvements: int, polish: int, depth: bool, from_halves: bool, seed: int, stop: object | None, seconds: float) -> tuple[list[tuple[int, int | bytes | None, int | bytes | None, int | bytes | None, int | bytes | None]], int, int] | None:
        """
        Steps as (machine, input, input, output, output), fluids as ints and shapes as bytes; None if none is found.
        """

class ShapezSet:
    """
    A set of packed shapes, or halves: see engine/shapez/closure/shape_set.hpp.
    """

    def __init__(self, columns: int, layers: int, nodes: Annotated[NDArray[numpy.uint32], dict(shape=(None, 4), order='C', device='cpu', writable=False)], root: int) -> None:
        """
        ``nodes``: (n, 4) children of the nodes 2, 3, ..., each smaller than its parent; 0 = none, 1 = the end.
        """

    @property
    def columns(self) -> int: ...

    @property
    def layers(self) -> int: ...

    @property
    def root(self) -> int: ...

    @property
    def nodes(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu')]: ...

    def __len__(self) -> int: ...

    def __contains__(self, packed: int) -> bool: ...

    def contains(self, packed: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]:
        """For each packed shape 1 if it is a member, else 0."""

    def members(self, rank: int, most: int, stop: object | None = None, seconds: float = -1.0) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]:
        """Up to so many members, from the one of that rank on."""

    def sample(self, seed: int, samples: int, stop: object | None = None, seconds: float = -1.0) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]:
        """Independent uniform members."""

    def matching(self, masks: Sequence[int], rank: int, most: int, stop: object | None = None, seconds: float = -1.0) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]:
        """
        Members whose every part is of a kind allowed by its mask (bit = kind).
        """

    def count_matching(self, masks: Sequence[int], stop: object | None = None, seconds: float = -1.0) -> int: ...

    def nearest(self, packed: int, most: int, stop: object | None = None, seconds: float = -1.0) -> tuple[int | None, Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]]:
        """
        The fewest parts to change to get a member (None: no member), and such members.
        """

    def count_canonical(self, stop: object | None = None, seconds: float = -1.0, threads: int = 1) -> int:
        """Members up to rotations and mirror images."""

    def count_reversible(self, stop: object | None = None, seconds: float = -1.0) -> int:
        """Members that are the same with their columns in the opposite order."""

def shapez_half_set(parts: int, layers: int, keys: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> ShapezSet:
    """The set of these half keys, in any order."""

def shapez_closed_halves(parts: int, layers: int, known: ShapezSet | None, most_nodes: int, stop: object | None = None, seconds: float = -1.0) -> ShapezSet:
    """
    The seed halves and the known ones with all that operations on halves make of them.
    """

def shapez_swappable(set: ShapezSet, without: ShapezSet | None, parts: int, most_nodes: int, stop: object | None = None, seconds: float = -1.0) -> ShapezSet:
    """Shapes of which, in some rotation, both halves are in a set of halves."""

def shapez_stacked(set: ShapezSet, without: ShapezSet | None, parts: int, most_nodes: int, stop: object | None = None, seconds: float = -1.0) -> ShapezSet:
    """A set with all that stacking makes of it."""

def shapez_changed_by_stacking(set: ShapezSet, without: ShapezSet | None, parts: int, most_nodes: int, stop: object | None = None, seconds: float = -1.0) -> ShapezSet:
    """What a piece that changes the shape makes of the shapes of a set."""

def shapez_pushed(set: ShapezSet, without: ShapezSet | None, parts: int, most_nodes: int, stop: object | None = None, seconds: float = -1.0) -> ShapezSet:
    """What pushing pins makes of the shapes of a set."""

def shapez_cut(set: ShapezSet, without: ShapezSet | None, parts: int, most_nodes: int, stop: object | None = None, seconds: float = -1.0) -> ShapezSet:
    """The east halves that cutting makes of the shapes of a set."""

def shapez_rotated_enough(set: ShapezSet, without: ShapezSet | None, parts: int, most_nodes: int, stop: object | None = None, seconds: float = -1.0) -> ShapezSet:
    """
    Of a set with all rotations of its shapes some rotations of those with crystals in the top layer, and the rest.
    """

def shapez_in_all_rotations(set: ShapezSet, without: ShapezSet | None, parts: int, most_nodes: int, stop: object | None = None, seconds: float = -1.0) -> ShapezSet:
    """All rotations of the shapes of a set."""

def shapez_difference(set: ShapezSet, without: ShapezSet | None, parts: int, most_nodes: int, stop: object | None = None, seconds: float = -1.0) -> ShapezSet:
    """A set of shapes without another."""

def shapez_fresh_pushed(set: ShapezSet, known: ShapezSet, threads: int, most_nodes: int, stop: object | None = None, seconds: float = -1.0) -> ShapezSet:
    """
    What pushing pins makes of the shapes of a set that is not known; both hold all rotations of their shapes.
    """

def shapez_not_stacked(wanted: ShapezSet, set: ShapezSet, parts: int, most_nodes: int, stop: object | None = None, seconds: float = -1.0) -> ShapezSet:
    """
    The wanted shapes that no stacked piece which changes the shape makes of the shapes of a set.
    """

def shapez_stacked_in(set: ShapezSet, layer: int, parts: int, most_nodes: int, stop: object | None = None, seconds: float = -1.0) -> ShapezSet:
    """
    A set with all that stacking makes of it by pieces that come to lie in one layer.
    """

def shapez_union(a: ShapezSet, b: ShapezSet, parts: int, most_nodes: int, stop: object | None = None, seconds: float = -1.0) -> ShapezSet:
    """What is in either set."""

def shapez_slices(set: ShapezSet, most: int, parts: int, most_nodes: int, stop: object | None = None, seconds: float = -1.0) -> list[ShapezSet]:
    """
    At most so many disjoint parts of a set of shapes, which share little work.
    """

def shapez_pin_parents(set: ShapezSet, made: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, most_nodes: int, stop: object | None = None, seconds: float = -1.0) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]:
    """
    For each shape a member of the set that pushing pins turns into it; all bits set: none.
    """

def shapez_cut_parents(set: ShapezSet, made: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, most_nodes: int, stop: object | None = None, seconds: float = -1.0) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]:
    """
    For each half key (uint64) a member of the set whose east half it becomes when that is cut.
    """

def shapez_depths(parts: int, layers: int, stop: object | None = None, seconds: float = -1.0, progress: object | None = None) -> tuple[list[int], list[int], Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu')], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]] | None:
    """
    How many shapes each depth has, the roots of the sets of shapes of such a depth or less, the nodes of these, halves and what they are cut from: see engine/shapez/depth/levels.hpp; None if stopped. ``progress`` is called after each depth with the number of shapes found.
    """

class ShapezDepthSets:
    """Shapes by depth: see engine/shapez/depth/depth_sets.hpp."""

    def __init__(self, parts: int, layers: int, empty: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], normal: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], pin: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], crystal: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], roots: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], halves: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], wholes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def makers(self, shape: int, below: int, seed: int) -> list[tuple[int, int, int]]:
        """
        Machines (machine, first, second) that make a shape of some of such a depth or less: see engine/shapez/depth/makers.hpp.
        """

    def plan(self, goals: Sequence[int], rounds: int, seed: int, stop: object | None, seconds: float) -> list[tuple[int, int, int, int, int]]:
        """
        Steps (machine, first, second, output, output), packed: engine/shapez/depth/shallow.hpp; empty if none are found.
        """

def shapez_halves(parts: int, layers: int, threads: int, stop: object | None = None, seconds: float = -1.0, progress: object | None = None) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')]] | None:
    """
    The columns keys, op, first, second, steps, order of engine/shapez/halves/halves.hpp; None if stopped. ``progress`` is called now and then with the number of halves found.
    """

class ShapezVerdicts:
    """
    Whether shapes of one configuration can be built: see engine/shapez/verdict/verdict.hpp.
    """

    @staticmethod
    def make(parts: int, layers: int, halves: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], pins: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> ShapezVerdicts:
        """From the keys of all halves and the canonical pin shapes."""

    def ways(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, stop: object | None = None, seconds: float = -1.0) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')] | None:
        """
        The last machine: 0 none, 1 swapper, 2 stacker, 3 pin pusher; None if stopped.
        """

    def base(self, shape: int) -> int:
        """
        What the shape was stacked on, or the shape itself if it was not; 0 if nothing makes it.
        """

    def halves(self, shape: int) -> list[int]:
        """
        For each column of the first half: 1 if the half from there on is buildable, plus 2 if the one opposite is.
        """

    def nearest_swappable(self, shape: int, most: int, stop: object | None = None, seconds: float = -1.0) -> tuple[int, Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], bool] | None:
        """
        The fewest changes to a swappable shape, the shapes, and whether these are all; None if stopped.
        """

    def at_distance(self, shape: int, distance: int, stop: object | None = None, seconds: float = -1.0) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')] | None:
        """
        All buildable shapes with so many parts of another kind; None if stopped.
        """

class StackingQuestion:
    """What falls onto what: see engine/stacking/question.hpp."""

    def __init__(self, width: int, pieces: Sequence[Sequence[Sequence[int]]], sequence: Sequence[int], rows: Sequence[int]) -> None:
        """
        Pieces are lists of orientations, these and the rows of the board are bit masks from the bottom up.
        """

class StackingLayers:
    """Plans within a height: see engine/stacking/search/layers.hpp."""

    def __init__(self, question: StackingQuestion) -> None: ...

    def attempt(self, height: int, table: int, beam: int, backward_waste: int, stop: object | None, seconds: float) -> str:
        """'found', 'refuted' (proven), 'unknown' or 'stopped'."""

    @property
    def plan(self) -> list[tuple[int, int, bool]]: ...

    @property
    def states(self) -> int: ...

class StackingDepthFirst:
    """Plans in order: see engine/stacking/search/depth_first.hpp."""

    def __init__(self, question: StackingQuestion) -> None: ...

    def start(self, height: int) -> None: ...

    def next(self, most: int, stop: object | None, seconds: float) -> str:
        """'found', 'refuted' (no further one), 'unknown' or 'stopped'."""

    @property
    def plan(self) -> list[tuple[int, int, bool]]: ...

    @property
    def states(self) -> int: ...

class StackingEndings:
    """
    Stacks that the last pieces clear: see engine/stacking/search/endings.hpp.
    """

    def __init__(self, question: StackingQuestion, rows: int) -> None: ...

    def step_back(self, most: int, stop: object | None, seconds: float) -> bool:
        """False if stopped, or if there are too many stacks."""

    @property
    def pieces(self) -> int: ...

    @property
    def size(self) -> int: ...

class StackingGraph:
    """All stacks, by all rules: see engine/stacking/search/graph.hpp."""

    def __init__(self, question: StackingQuestion, hold: bool, clears: bool, objective: str, ceiling: int, facings: Sequence[Sequence[tuple[int, int, int, int, int]]]) -> None:
        """
        Facings of each piece are (orientation, x, y, neighbour, neighbour); without any, pieces fall straight down: see engine/stacking/slides.hpp.
        """

    def beam(self, bound: int, widest: int, stop: object | None, seconds: float) -> str:
        """'complete', 'cut' or 'stopped'."""

    def beam_wider_at_last(self, bound: int, widest: int, last: int, widest_last: int, stop: object | None, seconds: float) -> str:
        """
        The same with wider layers at last: see engine/stacking/search/graph.hpp.
        """

    def whole(self, bound: int, most: int, stop: object | None, seconds: float) -> str:
        """'complete', 'cut' or 'stopped'."""

    def vanish(self, endings: StackingEndings, widest: int, last: int, widest_last: int, most: int, stop: object | None, seconds: float) -> str:
        """
        Looks for a plan that leaves nothing: see engine/stacking/search/graph.hpp.
        """

    @property
    def best(self) -> int | None: ...

    @property
    def goals(self) -> list[int]: ...

    @property
    def plan(self) -> list[tuple[int, int, bool, int]]: ...

    @property
    def longest(self) -> list[tuple[int, int, bool, int]]:
        """The drops of the longest game that was looked at."""

    @property
    def states(self) -> int: ...

    def count(self, goal: int, stop: object | None, seconds: float) -> bytes | None:
        """Plans with this goal, as little-endian bytes; None if stopped."""

    def begin(self, goal: int, stop: object | None, seconds: float) -> bool:
        """Begin to list the plans with this goal; False if stopped."""

    def next(self) -> list[tuple[int, int, bool, int]] | None:
        """The next plan of the list, None after the last."""

def stacking_least_cost(question: StackingQuestion, reach: int, cliffs: bool, weights: Sequence[int], contours: int, falls: int, stop: object | None, seconds: float) -> tuple[int, list[tuple[int, int, bool]], int] | None:
    """
    Cost, moves (without cliffs) and contours; None if it was too much: see engine/stacking/search/contour_costs.hpp.
    """

def stacking_least_mean(question: StackingQuestion, reach: int, cliffs: bool, weights: Sequence[int], contours: int, falls: int, stop: object | None, seconds: float) -> tuple[int, int, int, list[tuple[int, int, bool]], list[tuple[int, int, bool]], int] | None:
    """
    Cost, periods, offset, lead, cycle and contours of the cycle of least mean, the sequence repeated for ever; None if it was too much: see engine/stacking/search/contour_costs.hpp.
    """

def stacking_find_repeat(question: StackingQuestion, width: int, most: int, stop: object | None, seconds: float) -> tuple[int, int, list[tuple[int, int, bool]], list[tuple[int, int, bool]]] | None:
    """
    Rows, periods, lead and cycle of a plan that repeats itself; None if none was found: see engine/stacking/search/repeats.hpp.
    """

class StackingRoom:
    """
    How many pieces of a few kinds a rectangle has room for: see engine/stacking/bounds/room.hpp.
    """

    def __init__(self, question: StackingQuestion) -> None: ...

    @staticmethod
    def bits(question: StackingQuestion) -> int:
        """How many bits a frontier has, of which there are 22."""

    def empty(self, rows: int, work: int, stop: object | None, seconds: float) -> list[int] | None:
        """
        The fewest cells left empty in 1, 2, ... rows; None if stopped, or too much.
        """

    def fits(self, rows: int, first: int, second: int, steps: int, stop: object | None, seconds: float) -> bool | None:
        """
        Whether so many rows have room for these numbers of two kinds; None if stopped, or too much.
        """

class StackingForesight:
    """Expected values: see engine/stacking/games/foresight.hpp."""

    def __init__(self, question: StackingQuestion, reach: int, cliffs: bool, ending: str) -> None: ...

    def prepare(self, contours: int, falls: int, stop: object | None, seconds: float) -> bool:
        """False if there are too many contours, or it was stopped."""

    @property
    def contours(self) -> int: ...

    def room(self, length: int, see: int, bags: bool) -> int:
        """Values that `expected` keeps at the same time."""

    def expected(self, length: int, see: int, bags: bool, stop: object | None, seconds: float) -> float | None:
        """The expected ending; None if stopped."""

    def known(self, sequence: Sequence[int], stop: object | None, seconds: float) -> float | None:
        """The ending of pieces that are known; None if stopped."""

    def known_on_average(self, length: int, bags: bool, stop: object | None, seconds: float) -> float | None:
        """Its mean over all sequences; None if stopped."""

class StackingPlayer:
    """Plays what it sees: see engine/stacking/games/player.hpp."""

    def __init__(self, question: StackingQuestion, ending: str, steps: Sequence[int], waste: int, top: int, beam: int) -> None: ...

    def play(self, sequence: Sequence[int], see: int, bags: bool, stop: object | None, seconds: float) -> int | None:
        """The ending of one game; None if stopped."""

class StackingSurvival:
    """A game against an adversary: see engine/stacking/games/survival.hpp."""

    def __init__(self, width: int, height: int, pieces: Sequence[Sequence[Sequence[int]]], board: int, ahead: int, hold: bool) -> None:
        """
        Pieces are lists of orientations, these bit masks of rows from the bottom up; the board has bit y * width + x for the cell in column x of row y.
        """

    @staticmethod
    def bits(cells: int, pieces: int, ahead: int, hold: bool) -> int:
        """How many bits a state has, of which there are 64."""

    def run(self, stop: object | None, seconds: float, bytes: int, threads: int) -> bool:
        """
        False if stopped; after a deadline it can go on. The number of threads changes nothing but the time.
        """

    @property
    def outcome(self) -> str: ...

    @property
    def least(self) -> int:
        """The drops that the player can make sure of, as far as it is known."""

    @property
    def most(self) -> int:
        """
        The drops above which nobody gets; -1 if that is not known, or there is no such number.
        """

    @property
    def states(self) -> int: ...

    @property
    def bytes(self) -> int:
        """The memory for what is known of them."""

    def defence(self, limit: int) -> list[tuple[int, list[int], int, bool, int, list[tuple[int, int, int]], int]]:
        """What the player does; empty if there are more states than the limit."""

    def attack(self, limit: int) -> list[tuple[int, list[int], int, bool, int, list[tuple[int, int, int]], int]]:
        """
        What the adversary does; empty if there are more states than the limit.
        """

class StackingDeadly:
    """
    Sequences that no player survives: see engine/stacking/games/deadly.hpp.
    """

    def __init__(self, width: int, height: int, pieces: Sequence[Sequence[Sequence[int]]], board: int, hold: bool) -> None:
        """As for StackingSurvival."""

    def hunt(self, room: int, longest: int, stop: object | None, seconds: float, bytes: int) -> str:
        """'done' if one was found, 'spent' or 'stopped'."""

    def shorten(self, work: int, stop: object | None, seconds: float, bytes: int) -> str:
        """'done' if the shortest one is known, 'spent' or 'stopped'."""

    @property
    def sequence(self) -> list[int]: ...

    @property
    def least(self) -> int: ...

    @property
    def sets(self) -> int: ...

"""The best box for an objective, or a given one: boxes tried in turn, the best first, until one is filled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isqrt

from shapewright.cells.grid import Board
from shapewright.cells.placements import Placement
from shapewright.errors import LimitError, ProblemError
from shapewright.jobs import Progress
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.packing.answer import Packing, Refuted, Status
from shapewright.packing.bag import Bag
from shapewright.packing.boxes import Box, boxes_of, by_score
from shapewright.packing.native import Native, Placements, native_of, tetrominoes
from shapewright.packing.problem import Problem
from shapewright.packing.proof.box_weights import Weights
from shapewright.packing.proof.reason import theorem
from shapewright.packing.proof.waste import Waste
from shapewright.packing.rules import MAX_CELLS, score
from shapewright.packing.search.any_packing import rough
from shapewright.packing.search.bottom_left import are_large, are_rectangles, are_too_large, box_filled
from shapewright.packing.search.cover import METHOD, Cover, is_few, is_large, patience
from shapewright.packing.search.extent import slid_to_sides, stretched, true_box, with_corner
from shapewright.packing.search.find_box_weights import weigh
from shapewright.packing.search.rising_effort import best_of
from shapewright.packing.search.solvers import ATTEMPTS, Attempt, Effort, covered, run_solver
from shapewright.packing.search.sweep import too_wasteful

# A solver that leaves so many boxes open one after the other will not fill the next ones either.
_MOST_OPEN = 40
_LARGE = 20_000  # cells
# With so few kinds of pieces weights are looked for before a search; with more than one, only where it takes long.
_FEW_KINDS = 3
_SEARCHED = 64  # cells
_SMALLEST = 16
_WEIGHED = 5  # boxes that are refuted, if they are
_MANY_REFUTED = 20  # then a packing with room to spare is looked for, in case that no box is ever filled
_MOST_REFUTED = 100_000  # where long and thin ones come again and again

# What the growing square builds is as long as it has pieces.
_MOST_GROWN = 2000

# With a time limit a box gets half of what is left, so that there is time for the next one.
_SHARE = 0.5
_LAST_MOMENT = 0.1
_DIVE = 12_000  # nodes


def pack_box(problem: Problem, effort: Effort) -> Packing:
    """Lay the pieces into the best box that can be filled, as :func:`shapewright.packing.pack` does."""
    if isinstance(problem.bag, Bag):
        native, counts = tetrominoes(), problem.bag.counts
    else:
        native = native_of(problem.bag)
        by_name = {piece.name: piece.minimum for piece in problem.bag}
        counts = tuple([by_name.get(name, 0) for name in native.names])
    search = _Search(problem, effort, native, counts)
    if effort.solver == "growing-square":
        if problem.goal != "score":
            raise ProblemError(
                "the solver 'growing-square' packs for the score only; leave out the box or the objective"
            )
        return search.grown(effort.clock)
    return search.wide_piece() or search.first() or search.answer()


class _Search:
    """The boxes of a problem tried in turn until one is filled; and what came of those before it."""

    def __init__(self, problem: Problem, effort: Effort, native: Native, counts: tuple[int, ...]) -> None:
        self.problem = problem
        self.effort = effort
        self.native = native
        self.counts = counts
        self.goal = problem.goal
        self.cells = problem.cells
        self.used = [number for number, count in enumerate(counts) if count]
        self.refuted: list[Refuted] = []
        self.open_boxes = 0
        self.bound: float | None = None
        self.method = self.note = ""
        self.spare: Packing | None = None
        self.laid: Packing | None = None

    def wide_piece(self) -> Packing | None:
        """The answer if a piece is wider than the strip."""
        width = self.problem.width
        if width is None or (wide := self.native.fits(self.used, width, MAX_CELLS)) is None:
            return None
        self.note = f"the piece {self.native.names[wide]} is wider than the strip of width {width}"
        return self._packing("infeasible")

    def first(self) -> Packing | None:
        """Place large pieces at once, so that there is an answer; return it where any will do."""
        box, goal = self.problem.box, self.goal
        if self.effort.solver != "auto" or self.problem.cover_corner or not are_large(self.native, self.counts):
            return None
        width = self.problem.width if box is None else box[0]
        found = box_filled(
            self.native,
            self.counts,
            width,
            lambda size: size[1] if box is not None else self._value(*size) * (-1 if goal == "score" else 1),
        )
        if found is None or (box is not None and found[0][1] > box[1]):
            return None
        self.method = "skyline"
        size, placements = found[0] if box is None else box, Placements(self.native, found[1])
        if box is not None:
            return self._packing("optimal", size, placements)
        self.laid = self._packing("feasible", size, placements)
        if are_rectangles(self.native, self.counts):
            self.spare = self.laid  # the walk would not find anything better soon
        return None

    def answer(self) -> Packing:
        """The first box that is filled, or why there is none."""
        side = isqrt(self.cells) + 2
        few = is_few(self.native, self.counts, side * side) and not self.problem.cover_corner
        if few and self.effort.solver == "auto" and self.goal != "box":
            if is_large(self.native, self.counts, side * side):
                self._spare()  # there may be time for one box only
            return self._in_passes()
        for box in boxes_of(self.problem):
            if self.spare is not None and are_too_large(self.native, self.counts, box[0] * box[1]):
                if self._is_better(box):
                    self._open(box)
                break
            if self.effort.clock.over() or len(self.refuted) > _MOST_REFUTED:
                self._open(box)
                break
            if self.open_boxes or len(self.refuted) >= _MANY_REFUTED:
                self._spare()
            if not self._is_better(box):
                break
            self._tell(box)
            packing = self._try(*box)
            if packing is not None:
                return packing
            if self.open_boxes >= (_MOST_OPEN if self.cells < _LARGE else _MOST_OPEN // 8):
                break
        if self.goal == "box":
            self.bound = None
            return self._packing("infeasible" if self.refuted else "unknown")
        return self._settled()

    def _tell(self, box: Box) -> None:
        """Say which box is tried, what there is already, and what no packing surpasses."""
        if self.effort.tell is None:
            return
        words = [f"trying {box[0]}x{box[1]}"]
        if self.spare is not None:
            words.append(f"best so far {self.spare.width}x{self.spare.height}")
        if self.goal != "box":
            better = "at most" if self.goal == "score" else "at least"
            words.append(
                f"the best {self.goal.replace('strip', 'height')} is {better} {self.bound or self._value(*box):g}"
            )
        tried = len(self.refuted) + self.open_boxes
        remark = ", ".join(words)
        self.effort.tell(Progress("packing", tried, tried + 1, 0.0, self.effort.clock.seconds, remark=remark))

    def _in_passes(self) -> Packing:
        """The same where each box is an exact cover, which takes a moment or very long."""
        raw = b""
        spent = 0

        def attempt(box: Box, nodes: int, turn: int) -> str:
            nonlocal raw, spent
            if self.effort.clock.over() or len(self.refuted) > _MOST_REFUTED:
                return "stopped"
            if self.native.fits(self.used, *box) is not None:
                self._refute(*box, "extents")
                return "none"
            if not self._is_better(box):
                return "found"
            self._tell(box)
            one = Attempt(self.native, *box, self.counts, False, self.effort.again(turn))
            enough = patience(self.native, self.counts, box[0] * box[1], nodes)
            if enough < nodes and self.effort.clock.limit is None and spent > _DIVE:
                self._open(box)
                return "stopped"
            spent += enough
            outcome, method, lying = covered(one, self.effort.clock, enough)
            if outcome == "none":
                self._refute(*box, method)
            elif outcome == "found":
                raw, self.method = lying, method
            else:
                self._open(box)
            return outcome

        found, still_open = best_of(boxes_of(self.problem), attempt, is_limited=self.effort.clock.limit is None)
        self.bound = self._value(*still_open[0]) if still_open else None
        if found is not None and raw:
            return self._found(*found, raw)
        return self._settled()

    def _open(self, box: Box) -> None:
        """Nothing better than this box is refuted."""
        self.bound = self._value(*box) if self.bound is None else self.bound

    def _try(self, width: int, height: int) -> Packing | None:
        """The packing in this box, or None once it is refuted or left open."""
        narrow = width < 4 or height < 4 or self.native is not tetrominoes()
        if narrow and self.native.fits(self.used, width, height) is not None:
            self._refute(width, height, "extents")
            return None
        pieces = self.problem.pieces
        if self.cells == width * height and theorem(pieces, width, height) is not None:
            self._refute(width, height, "theorem")
            return None
        if width * height > MAX_CELLS:
            raise LimitError(f"a box of {width}x{height} is larger than the limit of {MAX_CELLS} cells")
        # Where few kinds of pieces limit each other a search takes long, and a bound takes no time.
        kinds = _FEW_KINDS if width * height > _SEARCHED else 1
        few = len(self.used) <= kinds and width * height > _SMALLEST and self.cells <= width * height
        # Weights can be drawn, and added up by hand; for box after box of a high strip it takes too long to find them.
        if few and len(self.refuted) < _WEIGHED and self._weighed(width, height):
            return None
        if few and self.cells < width * height and self._wasted(width, height):
            return None
        effort, limited = self.effort, self.effort.clock.limit is not None
        if limited and self.goal != "box":
            effort = replace(effort, clock=effort.clock.part(_SHARE))
        thorough = self.open_boxes < 2 or limited
        corner = self.problem.cover_corner
        attempt = Attempt(
            self.native, width, height, self.counts, corner, effort, ATTEMPTS if thorough else 1,
            lambda: weigh(self.problem.pieces, width, height, effort.clock) is not None,
        )  # fmt: skip
        try:
            outcome, self.method, raw = run_solver(attempt)
        except LimitError as error:
            if self.goal == "box" or not (self.refuted or self.open_boxes):
                raise  # nothing that was asked is within the solver's reach
            outcome, self.method, self.note = "gave up", "", self.note or str(error)
        if outcome == "found":
            return self._found(width, height, raw)
        if outcome == "none" and self.method == "weights":
            self._weighed(width, height)
        elif outcome == "none":
            self._refute(width, height, self.method, waste=attempt.wastes[0] if attempt.wastes else None)
        else:
            self._open((width, height))
            self.open_boxes += 1
        return None

    def _refute(
        self, width: int, height: int, method: str, weights: Weights | None = None, waste: Waste | None = None
    ) -> None:
        self.refuted.append(Refuted(self.problem.bag, width, height, method, weights, waste))

    def _weighed(self, width: int, height: int) -> bool:
        """Whether weights on the cells refute the box."""
        if self.effort.solver != "auto":
            return False
        weights = weigh(self.problem.pieces, width, height, self.effort.clock)
        if weights is not None:
            self._refute(width, height, "weights", weights)
        return weights is not None

    def _wasted(self, width: int, height: int) -> bool:
        """Whether pieces that are all alike leave more cells of the box empty than they may."""
        auto = self.effort.solver == "auto"
        waste = too_wasteful(self.native, self.counts, width, height) if auto else None
        if waste is not None:
            self._refute(width, height, "profiles", waste=waste)
        return waste is not None

    def _found(self, width: int, height: int, raw: bytes) -> Packing:
        placements: Sequence[Placement] = Placements(self.native, raw)
        if self.problem.cover_corner:
            box = (width, height) if self.goal == "box" else None
            placements, true_width, true_height = with_corner(placements, box)
            if self.goal == "score" and true_width * true_height < width * height:
                true = true_width, true_height
                placements, (true_width, true_height) = slid_to_sides(placements, true, (width, height))
            width, height = (true_width, true_height) if box is not None else (width, height)
        else:
            if self.goal != "box":
                # What is found as an exact cover may float in the box.
                raw = stretched(self.native, width, height, raw)
                placements = Placements(self.native, raw)
            true_width, true_height = true_box(self.native, raw)
        if true_width * true_height != width * height and self.goal == "score":
            # Pieces that cannot be slid to the border leave a box that scores less.
            self._open((width, height))
        if self.goal == "box":
            return self._packing("optimal", (width, height), placements)
        status: Status = "optimal" if self.bound is None else "feasible"
        if status == "optimal":
            self.bound = self._value(true_width, true_height)
        return self._packing(status, (true_width, true_height), placements)

    def _packing(self, status: Status, box: Box = (0, 0), placements: Sequence[Placement] = ()) -> Packing:
        note = "" if placements else self.note
        return Packing(
            self.problem.bag, status, *box, placements, self.goal, self.bound, tuple(self.refuted), note,
            self.method, None, self.effort.clock.seconds,
        )  # fmt: skip

    def _value(self, width: int, height: int) -> float:
        if self.goal == "score":
            return float(score(self.cells, width, height))
        return float(height if self.goal == "strip" else width * height)

    def _spare(self) -> Packing | None:
        """A packing that is found at once, with room to spare; None where there need not be one."""
        if self.note or self.problem.cover_corner or self.goal not in ("score", "area", "strip"):
            return None
        if self.spare is None and self.laid is not None and self.effort.clock.over():
            self.spare = self.laid
        if self.spare is None:
            clock, limited = self.effort.clock, self.effort.clock.limit is not None
            # A moment more than there is, so that there is an answer.
            seconds = (lambda: max(_LAST_MOMENT, clock.native() * _SHARE)) if limited else (lambda: -1.0)
            self.method, raw = rough(
                self.native, self.counts, self.problem.width, self.effort.seed, seconds, self._dived
            )
            self.spare = self._packing("feasible", true_box(self.native, raw), Placements(self.native, raw))
            if self.laid is not None and self._is_better((self.laid.width, self.laid.height)):
                self.spare = self.laid
        return self.spare

    def _dived(self, box: Box) -> tuple[str, str, bytes]:
        """What a short search for an exact cover comes to, for pieces of which there are few of each."""
        if self.problem.cover_corner or not is_few(self.native, self.counts, box[0] * box[1]):
            return "gave up", "", b""
        cells = Board.box(*box).cells
        empty = len(cells) - self.cells
        clock = self.effort.clock if self.effort.clock.limit is None else self.effort.clock.part(_SHARE)
        outcome, raw = Cover(self.native, cells, (self.counts, self.counts), empty).search(
            clock, self.effort.seed, _DIVE
        )
        return outcome, METHOD, raw

    def _is_better(self, box: Box) -> bool:
        """Whether this box would be better than the packing that is there already."""
        if self.spare is None:
            return True
        value = self._value(*box)
        return value > self.spare.value if self.goal == "score" else value < self.spare.value

    def _settled(self) -> Packing:
        """The packing with room to spare, now that nothing better is looked for; or that nobody knows."""
        spare = self._spare()
        if spare is None:
            return self._packing("unknown")
        # Where every better box is refuted it is the best there is.
        optimal = self.bound is None or self.bound == spare.value
        return replace(
            spare, status="optimal" if optimal else "feasible", bound=spare.value if optimal else self.bound,
            refuted=tuple(self.refuted), seconds=self.effort.clock.seconds,
        )  # fmt: skip

    def grown(self, clock: Clock) -> Packing:
        """What the first greedy solver builds; its bound is the best box that has cells enough."""
        pieces = sum(self.counts)
        if pieces > _MOST_GROWN:
            raise LimitError(f"the solver 'growing-square' is for at most {_MOST_GROWN} pieces, not {pieces}")
        with interruptible() as stop:
            raw = self.native.core.growing_square(self.counts, stop, clock.native())
        bound = float(score(self.cells, *next(by_score(self.cells))))
        found = Packing(self.problem.bag, "unknown", bound=bound, method="growing square", seconds=clock.seconds)
        if len(raw) // 16 < pieces:
            return found
        width, height = true_box(self.native, raw)
        status: Status = "optimal" if float(score(self.cells, width, height)) >= bound else "feasible"
        return replace(found, status=status, width=width, height=height, placements=Placements(self.native, raw))

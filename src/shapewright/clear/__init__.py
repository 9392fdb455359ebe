"""Perfect clears of Tetris: find them, count the chances, check and show them.

Names load on first use, so that importing this package costs next to nothing.

>>> from shapewright import clear
>>> clear.Field.from_text("XX________/X________X").empty_cells(2)
16
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.lazy import lazy_names

if TYPE_CHECKING:
    from shapewright.clear.all_solutions import AllSolutions, all_solutions, count_solutions
    from shapewright.clear.analyse import Analysis, analyse
    from shapewright.clear.blueprint import Blueprint
    from shapewright.clear.book import Book, Rule, book
    from shapewright.clear.chance import Outlook, chance
    from shapewright.clear.chances_after import chances_after
    from shapewright.clear.check import check, faults
    from shapewright.clear.congruents import Congruents, congruents
    from shapewright.clear.cover import Coverage, cover
    from shapewright.clear.demo import play
    from shapewright.clear.edit import EDITS, edit
    from shapewright.clear.expansion import Expansion, expand
    from shapewright.clear.field import Field
    from shapewright.clear.field_questions import Covering, Filling
    from shapewright.clear.fields import Counted, count_fields
    from shapewright.clear.find_spins import FoundSpin, Wanted, find_spins
    from shapewright.clear.finesse import presses
    from shapewright.clear.found_loop import Loop
    from shapewright.clear.found_openers import Opener, Openers
    from shapewright.clear.found_setups import FoundSetup, Setups
    from shapewright.clear.glance import Glance, glance
    from shapewright.clear.goals import MODES, Goal
    from shapewright.clear.graph.setup import Setup
    from shapewright.clear.impossible import Verdict, impossible
    from shapewright.clear.kicks import KICKS, Kicks
    from shapewright.clear.listed import Listed, ListedSolution, list_path
    from shapewright.clear.live_boards import LiveBoards, kept_live_boards, live_boards
    from shapewright.clear.loop import loop
    from shapewright.clear.many import Placements, Solved, Unknown, solve_many
    from shapewright.clear.minimal_set import Minimal, Tie
    from shapewright.clear.nets.compare import Comparison, compare_nets
    from shapewright.clear.nets.net import ACTIVATIONS, FEATURES, Net, NetNode, Training
    from shapewright.clear.nets.train import Trained, train
    from shapewright.clear.notation.fumen import Fumen, Page, read_fumens
    from shapewright.clear.notation.pc import write_pc
    from shapewright.clear.notation.pc_file import PcFile, read_pc
    from shapewright.clear.notation.start import Start, read_start
    from shapewright.clear.opener import openers
    from shapewright.clear.page_drawing import Look, draw_pages
    from shapewright.clear.path import Path, path
    from shapewright.clear.path_goals import path_with_goal
    from shapewright.clear.path_saves import paths_by_save
    from shapewright.clear.path_solution import PathSolution
    from shapewright.clear.pattern import Pattern
    from shapewright.clear.percent import Chance, Saved, percent
    from shapewright.clear.piece import FACINGS, PIECES, Placement
    from shapewright.clear.problem import Problem
    from shapewright.clear.queue import Queue
    from shapewright.clear.reason import why_none
    from shapewright.clear.ren import Runs, ren
    from shapewright.clear.replay import Verification, replay
    from shapewright.clear.rules import DROPS
    from shapewright.clear.savings import SaveCondition, read_conditions
    from shapewright.clear.scoring.score import Score, Scores, best_score, score, score_solution
    from shapewright.clear.scoring.table import AttackTable
    from shapewright.clear.scoring.table_file import attack_table
    from shapewright.clear.sequences import list_sequences, number_of_sequences
    from shapewright.clear.setups import setups
    from shapewright.clear.solution import Frame, Solution
    from shapewright.clear.solve import first, solve
    from shapewright.clear.spins import SPIN_RULES, best_spin, spins
    from shapewright.clear.table import Table, table
    from shapewright.clear.verify import verify

__all__ = [
    "ACTIVATIONS",
    "DROPS",
    "EDITS",
    "FACINGS",
    "FEATURES",
    "KICKS",
    "MODES",
    "PIECES",
    "SPIN_RULES",
    "AllSolutions",
    "Analysis",
    "AttackTable",
    "Blueprint",
    "Book",
    "Chance",
    "Comparison",
    "Congruents",
    "Counted",
    "Coverage",
    "Covering",
    "Expansion",
    "Field",
    "Filling",
    "FoundSetup",
    "FoundSpin",
    "Frame",
    "Fumen",
    "Glance",
    "Goal",
    "Kicks",
    "Listed",
    "ListedSolution",
    "LiveBoards",
    "Look",
    "Loop",
    "Minimal",
    "Net",
    "NetNode",
    "Opener",
    "Openers",
    "Outlook",
    "Page",
    "Path",
    "PathSolution",
    "Pattern",
    "PcFile",
    "Placement",
    "Placements",
    "Problem",
    "Queue",
    "Rule",
    "Runs",
    "SaveCondition",
    "Saved",
    "Score",
    "Scores",
    "Setup",
    "Setups",
    "Solution",
    "Solved",
    "Start",
    "Table",
    "Tie",
    "Trained",
    "Training",
    "Unknown",
    "Verdict",
    "Verification",
    "Wanted",
    "all_solutions",
    "analyse",
    "attack_table",
    "best_score",
    "best_spin",
    "book",
    "chance",
    "chances_after",
    "check",
    "compare_nets",
    "congruents",
    "count_fields",
    "count_solutions",
    "cover",
    "draw_pages",
    "edit",
    "expand",
    "faults",
    "find_spins",
    "first",
    "glance",
    "impossible",
    "kept_live_boards",
    "list_path",
    "list_sequences",
    "live_boards",
    "loop",
    "number_of_sequences",
    "openers",
    "path",
    "path_with_goal",
    "paths_by_save",
    "percent",
    "play",
    "presses",
    "read_conditions",
    "read_fumens",
    "read_pc",
    "read_start",
    "ren",
    "replay",
    "score",
    "score_solution",
    "setups",
    "solve",
    "solve_many",
    "spins",
    "table",
    "train",
    "verify",
    "why_none",
    "write_pc",
]

_HOMES = {
    "ACTIVATIONS": "nets.net",
    "all_solutions": "all_solutions",
    "AllSolutions": "all_solutions",
    "analyse": "analyse",
    "Analysis": "analyse",
    "attack_table": "scoring.table_file",
    "AttackTable": "scoring.table",
    "best_score": "scoring.score",
    "Blueprint": "blueprint",
    "Book": "book",
    "book": "book",
    "Chance": "percent",
    "best_spin": "spins",
    "chance": "chance",
    "chances_after": "chances_after",
    "check": "check",
    "compare_nets": "nets.compare",
    "Comparison": "nets.compare",
    "Congruents": "congruents",
    "congruents": "congruents",
    "count_fields": "fields",
    "count_solutions": "all_solutions",
    "Counted": "fields",
    "cover": "cover",
    "Coverage": "cover",
    "Covering": "field_questions",
    "Filling": "field_questions",
    "draw_pages": "page_drawing",
    "DROPS": "rules",
    "edit": "edit",
    "EDITS": "edit",
    "expand": "expansion",
    "Expansion": "expansion",
    "FACINGS": "piece",
    "FEATURES": "nets.net",
    "faults": "check",
    "Field": "field",
    "find_spins": "find_spins",
    "FoundSpin": "find_spins",
    "first": "solve",
    "FoundSetup": "found_setups",
    "Frame": "solution",
    "Fumen": "notation.fumen",
    "Glance": "glance",
    "glance": "glance",
    "Goal": "goals",
    "impossible": "impossible",
    "KICKS": "kicks",
    "Kicks": "kicks",
    "kept_live_boards": "live_boards",
    "list_path": "listed",
    "list_sequences": "sequences",
    "Listed": "listed",
    "ListedSolution": "listed",
    "live_boards": "live_boards",
    "LiveBoards": "live_boards",
    "Look": "page_drawing",
    "Loop": "found_loop",
    "loop": "loop",
    "Minimal": "minimal_set",
    "MODES": "goals",
    "Net": "nets.net",
    "NetNode": "nets.net",
    "number_of_sequences": "sequences",
    "Opener": "found_openers",
    "Openers": "found_openers",
    "openers": "opener",
    "Outlook": "chance",
    "Page": "notation.fumen",
    "Path": "path",
    "path": "path",
    "path_with_goal": "path_goals",
    "paths_by_save": "path_saves",
    "PathSolution": "path_solution",
    "Pattern": "pattern",
    "PcFile": "notation.pc_file",
    "percent": "percent",
    "PIECES": "piece",
    "Placement": "piece",
    "Placements": "many",
    "play": "demo",
    "presses": "finesse",
    "Problem": "problem",
    "Queue": "queue",
    "read_conditions": "savings",
    "read_fumens": "notation.fumen",
    "read_pc": "notation.pc_file",
    "read_start": "notation.start",
    "ren": "ren",
    "Rule": "book",
    "Runs": "ren",
    "SaveCondition": "savings",
    "Saved": "percent",
    "Score": "scoring.score",
    "score": "scoring.score",
    "score_solution": "scoring.score",
    "Scores": "scoring.score",
    "Setup": "graph.setup",
    "Setups": "found_setups",
    "setups": "setups",
    "Solution": "solution",
    "replay": "replay",
    "solve": "solve",
    "solve_many": "many",
    "Solved": "many",
    "SPIN_RULES": "spins",
    "spins": "spins",
    "Start": "notation.start",
    "Table": "table",
    "table": "table",
    "Tie": "minimal_set",
    "train": "nets.train",
    "Trained": "nets.train",
    "Training": "nets.net",
    "Verdict": "impossible",
    "Unknown": "many",
    "Verification": "replay",
    "verify": "verify",
    "Wanted": "find_spins",
    "why_none": "reason",
    "write_pc": "notation.pc",
}


__getattr__ = lazy_names(__name__, _HOMES)


def __dir__() -> list[str]:
    return __all__

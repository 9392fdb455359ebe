"""Covering boards exactly with polyominoes and polycubes: first, all, count, random, unique, or why not.

Names load on first use, so that importing this package costs next to nothing.

>>> from shapewright import tiling
>>> puzzle = tiling.Problem.from_text("board 6x10\\npieces pentominoes")
>>> tiling.count(puzzle, up_to_symmetry=True)
2339
>>> print(tiling.explain(tiling.Problem.from_text("board 4x5\\npieces tetrominoes")))
impossible: on a checkerboard the board has 10 + 10 cells, but T covers 3 + 1 and the others cover 2 + 2, so the \
two colours must differ by 2
"""

from shapewright.lazy import lazy_imports

with lazy_imports(__name__, arguments_refused=True):
    from shapewright.jobs.statistics import Statistics as Statistics
    from shapewright.storage.certificate import Certificate as Certificate
    from shapewright.tiling.apart.search import disassemble as disassemble
    from shapewright.tiling.apart.survey import Survey as Survey
    from shapewright.tiling.apart.survey import disassemblies as disassemblies
    from shapewright.tiling.apart.survey import takeapart as takeapart
    from shapewright.tiling.apart.values import Disassembly as Disassembly
    from shapewright.tiling.certificate import certificate as certificate
    from shapewright.tiling.chances import Chances as Chances
    from shapewright.tiling.chances import chances as chances
    from shapewright.tiling.check import check as check
    from shapewright.tiling.check import faults as faults
    from shapewright.tiling.count import count as count
    from shapewright.tiling.covers.cheapest import CheapestCovers as CheapestCovers
    from shapewright.tiling.covers.exact_cover import ExactCover as ExactCover
    from shapewright.tiling.covers.reason import CoverExplanation as CoverExplanation
    from shapewright.tiling.estimate import Estimate as Estimate
    from shapewright.tiling.estimate import estimate as estimate
    from shapewright.tiling.explain import Explanation as Explanation
    from shapewright.tiling.explain import explain as explain
    from shapewright.tiling.glance import Glance as Glance
    from shapewright.tiling.glance import glance as glance
    from shapewright.tiling.making.booklet import booklet as booklet
    from shapewright.tiling.making.daily import calendar as calendar
    from shapewright.tiling.making.daily import calendar_counts as calendar_counts
    from shapewright.tiling.making.daily import daily as daily
    from shapewright.tiling.making.make import Made as Made
    from shapewright.tiling.making.make import make as make
    from shapewright.tiling.problem import Problem as Problem
    from shapewright.tiling.proof.reason import why_none as why_none
    from shapewright.tiling.random import random as random
    from shapewright.tiling.random import sample as sample
    from shapewright.tiling.search.engines import ENGINES as ENGINES
    from shapewright.tiling.sets.solution_set import SolutionSet as SolutionSet
    from shapewright.tiling.sets.solution_set import solution_set as solution_set
    from shapewright.tiling.solution import Solution as Solution
    from shapewright.tiling.solve import first as first
    from shapewright.tiling.solve import is_unique as is_unique
    from shapewright.tiling.solve import solve as solve
    from shapewright.tiling.symmetries.count_by_symmetry import SymmetryType as SymmetryType
    from shapewright.tiling.symmetries.count_by_symmetry import count_by_symmetry as count_by_symmetry
    from shapewright.tiling.verify import verify as verify

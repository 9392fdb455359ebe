"""Shapez 2 shapes: can a shape be built, with which machines; count and list all that can.

Names load on first use, so that importing this package costs next to nothing.

>>> from shapewright import shapez
>>> shapez.Shape.from_code("CuCu----:RrRr----").push_pin()
Shape.from_code('P-P-----:CuCu----:RrRr----')
"""

from shapewright.lazy import lazy_imports

with lazy_imports(__name__, arguments_refused=True):
    from shapewright.shapez.blueprints import Blueprint as Blueprint
    from shapewright.shapez.certificate import certificate as certificate
    from shapewright.shapez.check import check as check
    from shapewright.shapez.check import faults as faults
    from shapewright.shapez.colours import mix as mix
    from shapewright.shapez.data.configuration import CONFIGURATIONS as CONFIGURATIONS
    from shapewright.shapez.data.configuration import SETS as SETS
    from shapewright.shapez.data.configuration import Configuration as Configuration
    from shapewright.shapez.data.count import count as count
    from shapewright.shapez.data.count import known_numbers as known_numbers
    from shapewright.shapez.data.count import recorded_counts as recorded_counts
    from shapewright.shapez.data.known_shapes import Data as Data
    from shapewright.shapez.data.members import members as members
    from shapewright.shapez.data.members import packed_members as packed_members
    from shapewright.shapez.data.random import random as random
    from shapewright.shapez.data.search import search as search
    from shapewright.shapez.data.source import is_at_hand as is_at_hand
    from shapewright.shapez.data.source import load as load
    from shapewright.shapez.data.source import read_data as read_data
    from shapewright.shapez.data.source import search_and_keep as search_and_keep
    from shapewright.shapez.data.source import ships as ships
    from shapewright.shapez.data.total import total as total
    from shapewright.shapez.drawing.skins import SKINS as SKINS
    from shapewright.shapez.game import GAMES as GAMES
    from shapewright.shapez.layouts import Layout as Layout
    from shapewright.shapez.layouts import lay_out as lay_out
    from shapewright.shapez.machines import MACHINES as MACHINES
    from shapewright.shapez.machines import Machine as Machine
    from shapewright.shapez.pattern import Pattern as Pattern
    from shapewright.shapez.pattern import is_pattern as is_pattern
    from shapewright.shapez.plans import Choice as Choice
    from shapewright.shapez.plans import Comparison as Comparison
    from shapewright.shapez.plans import Judged as Judged
    from shapewright.shapez.plans import NoPlan as NoPlan
    from shapewright.shapez.plans import Plan as Plan
    from shapewright.shapez.plans import Planned as Planned
    from shapewright.shapez.plans import compared as compared
    from shapewright.shapez.plans import first as first
    from shapewright.shapez.plans import judge_plan as judge_plan
    from shapewright.shapez.plans import plan as plan
    from shapewright.shapez.plans import plan_or_why as plan_or_why
    from shapewright.shapez.plans import planned as planned
    from shapewright.shapez.plans import solve as solve
    from shapewright.shapez.plans import unbuildable as unbuildable
    from shapewright.shapez.problem import EFFORTS as EFFORTS
    from shapewright.shapez.problem import Problem as Problem
    from shapewright.shapez.proof.verify_data import Report as Report
    from shapewright.shapez.proof.verify_data import verify_data as verify_data
    from shapewright.shapez.shape import Shape as Shape
    from shapewright.shapez.shorthand import expanded as expanded
    from shapewright.shapez.verdicts.buildable import Verdict as Verdict
    from shapewright.shapez.verdicts.buildable import buildable as buildable
    from shapewright.shapez.verdicts.buildable import buildable_many as buildable_many
    from shapewright.shapez.verdicts.buildable import data_needed as data_needed
    from shapewright.shapez.verdicts.buildable import is_buildable as is_buildable
    from shapewright.shapez.verdicts.matches import PatternVerdict as PatternVerdict
    from shapewright.shapez.verdicts.matches import judge as judge
    from shapewright.shapez.verify import verify as verify

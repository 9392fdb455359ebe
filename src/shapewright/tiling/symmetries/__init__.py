"""Symmetries of a puzzle: found, used to save work, and counted.

- ``symmetry``: which symmetries a problem has
- ``orbits``: how they save work
- ``symmetric_only``: only symmetric tilings
- ``count_by_symmetry``: how many tilings have which symmetries
"""

"""Symmetries of a puzzle: found, used to save work, and counted.

- ``symmetry``: which symmetries a problem has
- ``orbits``, ``one_per_class``: how they save work
- ``symmetric_only``: only symmetric tilings
- ``subgroups``, ``count_by_symmetry``: how many tilings have which symmetries
"""

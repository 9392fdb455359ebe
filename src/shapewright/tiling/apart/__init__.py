"""Assemblies taken apart: moves along the axes until single pieces are left, and how many they are.

- ``search``, ``along``: one assembly, by the engine, or on other lattices
- ``survey``: all assemblies of a puzzle
- ``values``, ``reading``, ``picture``: the moves as values, as plain data and as pictures
- ``ways``, ``staying``: where pieces can move, and which need not come apart
- ``check``: the independent checker
"""

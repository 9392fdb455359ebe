"""Assemblies taken apart: moves along the axes until single pieces are left, and how many they are.

- ``search``, ``along``: one assembly, by the engine, or on other lattices
- ``survey``: all assemblies of a puzzle
- ``values``, ``picture``: the moves as values and as pictures
- ``ways``: where pieces can move
- ``check``: the independent checker
"""

"""Text and files in, text and files out: one module a notation, each loaded when it is needed.

Sequences, such as ``IOTSLJZI``, are read by :mod:`shapewright.stacking.pieces`.

``board``       what lies in the grid already: rows of ``.`` and cells
``piece_file``  pieces of one's own, with their drawings
``plan``        where each piece falls: ``0 3 1(180) 4(180)``
``records``     problems and plans as JSON
``answers``     plans in JSON answers, and the problems that they answer
``strategies``  strategies against an adversary as plain data and in words
"""

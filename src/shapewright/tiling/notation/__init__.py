"""Text and files in, text and files out: one module a notation, each loaded when it is needed.

``puzzle``   text puzzles: board and pieces in one readable file
``art``      solutions as letters
``records``  solutions as JSON
``answers``  puzzles and solutions in JSON answers
``xmpuzzle`` BurrTools files
``reading``  which of these a content is in

Knuth's DLX text is in :mod:`shapewright.tiling.covers.dlx`.
"""

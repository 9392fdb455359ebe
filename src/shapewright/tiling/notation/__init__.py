"""Text and files in, text and files out: one module a notation, each loaded when it is needed.

``puzzle``   text puzzles: board and pieces in one readable file
``art``      solutions as letters
``records``  solutions as JSON
``dlx``      Knuth's exact cover text
``xmpuzzle`` BurrTools files
"""

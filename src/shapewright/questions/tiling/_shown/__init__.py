"""What answers about tilings show: results that several verbs share.

- ``solutions``: solutions of a puzzle
- ``given``: a puzzle with solutions of it
- ``reason``: why there is no tiling
- ``moves``: moves of disassemblies
- ``editor``: a puzzle for the editor of the page
"""

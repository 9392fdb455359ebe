"""Solutions in and out: fumens, ``.pc`` files, JSON Lines, plain text.

- ``start``: the field that a question begins with, in any notation
- ``contents``: which notation a file is in
- ``fumen``, ``fumen_pages``, ``page``, ``comment``: fumens
- ``pc``: ``.pc`` files
- ``jsonl``: solutions as JSON Lines
- ``field_lines``: files of fields
"""

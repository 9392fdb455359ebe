"""Solutions in and out: fumens, ``.pc`` files, JSON Lines, plain text.

- ``start``: the field that a question begins with, in any notation, and what the comment of a fumen asks
- ``contents``: which notation a file is in
- ``fumen``, ``fumen_pages``, ``page``: fumens
- ``pc``: ``.pc`` files
- ``jsonl``: solutions as JSON Lines
- ``field_lines``: files of fields
"""

"""Keys that the answers of several verbs have, and kinds of values in them."""

KINDS = """
Placement = {piece: text, facing: text, x: whole, y: whole, held: flag}
Plain = {field: text, queue: text, hold: text?, kicks: text, drop: text, placements: [Placement]}
Solution = {field: text, queue: text, hold: text?, kicks: text, drop: text, placements: [Placement], height: whole,
    saved: text, fumen: text, keys?: [[text]]}
Path = {pieces: text, cells: [[[whole]]], rows: text, queues: whole, tucked: whole, minimal: flag?, fumen: text,
    serves?: [text]}
Listed = {pieces: text, rows: text, tucked: whole, fumen: text}
Saved = {label: text, condition: text, unique: whole, solved: whole, minimal: whole?, minimal_bound: whole?,
    minimal_ties: [list]?, solutions: [Path]}
Built = {pieces: text, cells: [[[whole]]], queues: whole}
Then = {solved: whole, queues: whole}
Setup = {pieces: text, cells: [[[whole]]], rows: text, core: whole, cleared: whole, fumen: text, then?: Then,
    queues: whole, serves?: [text]}
Combined = {pieces: text, cells: [[[whole]]], rows: text, core: whole, cleared: whole, fumen: text, then?: Then,
    orders: whole}
Event = {placement: text, lines: whole, spin: text, sent: whole, combo: integer, back_to_back: integer}
Verdict = {queue: text, hold: text?, impossible: flag, method: text, reason: text}
Unread = {line: text, impossible: flag?, reason: text}
Found = {line: text, found: flag, field: text, queue: text, hold: text?, kicks: text, drop: text,
    placements: [Placement], height: whole, saved: text, fumen: text, method: text, refuted: {*: text}}
Refuted = {line: text, found: flag, reason: text, method: text, refuted: {*: text}}
Unknown = {line: text, found: flag?, reason: text}
Spin = {name: text, spin: text, rows: [whole], pieces: text, placements: [list], fumen: text}
Page = {rows: text, piece: text?, comment: text}
Rule = {facts: [text], solution: whole, queues: whole}
Board = {rows: text, mirror: flag, pieces: whole, cleared_lines: whole, way: text, fumen: text, alone: whole,
    adds: whole, served: whole}
Row = {line: whole?, fumens?: [text], fumen?: whole?, page?: whole?, field?: text, height?: whole, full_rows?: whole,
    patterns: text, kicks: text, drop: text, hold: flag, solved: whole?, queues: whole?, chance: number?, reason?: text,
    cleared?: whole, unique?: whole, minimal?: whole, minimal_bound?: whole, setups?: whole, cores?: whole,
    then?: number?, solutions?: whole, every?: whole, total?: whole, average?: number?}
Unread_row = {line: whole?, text: text, solved: whole?, queues: whole?, chance: number?, reason: text}
"""

SHARED = """
solutions | [Solution] | Solutions, placement by placement. | rules: by the rules alone, with all that is said of them
solved | whole | Number of queues that can clear the field. | again: up to 20,000 queues are searched one by one as
    well
queues | whole | Number of queues of the pattern. | again: counted again
pieces? | whole | Number of pieces of a queue. | again: counted in the pattern
pieces_counted? | whole | Number of its first pieces that count. | again: counted in the pattern
height? | whole? | Number of lines that are cleared. | again: with the number
method | text | How it was found. | how
asked? | whole | With many fields: their number. | again: counted
fields? | [Row or Unread_row] | With many fields: the answer to each. | again: each field by itself; the lines or pages
    are read again
failed? | [text] | Queues that cannot. | again: with the number
"""

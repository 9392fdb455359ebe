"""Keys that the answers of several verbs have, and kinds of values in them."""

KINDS = """
Placement = {piece: text, facing: text, x: whole, y: whole, held: flag}
Solution = {field: text, queue: text, hold: text?, kicks: text, drop: text, placements: [Placement], height: whole,
    saved: text, fumen: text, keys?: [[text]]}
Path = {pieces: text, cells: [[[whole]]], rows?: text, queues?: whole, tucked?: whole, minimal?: flag?, fumen?: text,
    serves?: [text], core?: whole, cleared?: whole, orders?: whole, then?: record}
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
fields? | [record] | With many fields: the answer to each. | again: each field by itself; the lines or pages are read
    again
failed? | [text] | Queues that cannot. | again: with the number
"""

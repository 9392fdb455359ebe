"""Keys that the answers of several verbs have, and kinds of values in them."""

KINDS = """
Placement = {piece: text, cells: [[integer]]}
Placements = {placements: [Placement]}
Solution = Placements or {options: [text]}
"""

SHARED = """
puzzle | text | The puzzle, as a puzzle file has it. | asked
engine | text | The engine that searched. | how
nodes | whole | Number of nodes of the search. | how
solutions | [Solution] | The tilings: each piece with its cells, or the options of a cover. | rules: each by the rules
    alone; no two may be the same, even if equal pieces are exchanged, or images of each other up to symmetry
up_to_symmetry | flag | Whether tilings that are images of each other count once. | asked
rotations_only | flag | Whether images are rotations alone, without reflections. | asked
seed | whole | The seed of all that was drawn. | again: what it draws is drawn again
cells | whole | Number of cells that must be covered. | again: counted in the puzzle
optional | whole | Number of cells that may stay empty. | again: counted in the puzzle
pieces | [{name: text, cells: whole, minimum: whole, maximum: whole?, motions: text}] | The pieces: cells, how many of
    each at least and at most, and how they may be moved. | again: counted in the puzzle
"""

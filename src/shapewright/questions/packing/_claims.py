"""Keys that the answers of several verbs have, and kinds of values in them."""

KINDS = """
Status = optimal/feasible/infeasible/unknown
Placement = {piece: text, cells: [[whole]]}
Waste = {pieces: {*: whole}, empty: whole?}
Refuted = {width: whole, height: whole, reason: text, waste?: Waste, weights?: record}
Record = {status: Status, width?: whole, height?: whole, score?: number, goal?: text, bound?: number?, method?: text,
    bag?: {*: whole}, pieces?: text, board?: text, board_parts?: whole, placements?: [Placement], refuted?: [Refuted],
    values?: text, clearance?: whole, margin?: whole, weights?: record, value?: number, bonuses?: text, reason?:
    text?}
"""

SHARED = """
packings? | [Record] | Several packings, or one for each board. | rules: each by the rules alone; no two may be the
    same
no_more? | flag | Whether all packings of the same box or board are listed. | again: looked for by another search
status | Status | Whether it is proven that no packing is better. | again: every better box, or the board, is refuted
    again: by areas, by the weights in the answer (added up, no solver), by colours, then by a search over exact
    covers that the packing solvers do not use
width? | whole | Width of the box. | rules: by the rules alone
height? | whole | Height of the box. | rules: by the rules alone
score? | number | The score of the box, or the number of cells covered on a board. | rules: computed from the sides
goal? | text | What is best: the objective. | asked
bound? | number? | What no packing is better than. | again: as the status
method? | text | The search that found it. | how
bag? | {*: whole} | Number of each piece. | asked
pieces? | text | The pieces, where they are not the usual ones. | asked
board? | text | The board, row by row from the top. | asked
board_parts? | whole | Number of parts into which the board falls. | rules: counted
placements? | [Placement] | Each piece with its cells, as (column, row) from the bottom left. | rules: by the rules
    alone
refuted? | [Refuted] | Better boxes, and why each is impossible. | again: as the status
weights? | record | Weights of the cells that bound how many are covered. | rules: added up for each piece at every
    place
value? | number | The sum of the values of the pieces, or of the bonuses. | again: added up; that nothing is worth
    more by areas, by a sweep over the cells, by the bound on touching pairs, or piece by piece at every place
values? | text | What each cell is worth. | asked
clearance? | whole | Cells that stay empty between two pieces. | asked
margin? | whole | Cells that stay empty at the border. | asked
bonuses? | text | Bonuses for touching pairs. | asked
"""

"""Keys that the answers of several verbs have, and kinds of values in them."""

KINDS = """
Step = {piece: text, column: whole, rotation: whole, path?: text, hold?: flag}
Plan = [Step]
ProblemKind = {sequence: [text], width: whole, pieces?: {*: [text]}, board?: text, rotation?: flag, hold?: flag,
    clear_lines?: flag, objective?: text, height_limit?: whole, drop?: text}
Value = integer
Record = {height?: whole?, objective?: text, value?: Value?, lower_bound?: Value?, upper_bound?: Value?, optimal?:
    flag, plan?: Plan?, text?: text, problem?: ProblemKind, states?: whole, sequence?: text, reason?: text?, first?:
    flag}
Choice = {board: text, drops?: whole, replies?: {*: text}, piece?: text, ahead?: [text], held?: text, locked?: flag}
"""

SHARED = """
problem? | ProblemKind | The pieces, the well and what is best. | asked
objective? | text | What is best: the objective. | asked
states? | whole | Number of stacks that were looked at. | how
height? | whole? | Height of the stack at the end. | rules: replayed cell by cell
value? | Value? | What the objective comes to. | rules: replayed cell by cell
lower_bound? | Value? | What no plan gets below. | again: proven by a different search
upper_bound? | Value? | What no plan gets above. | again: proven by a different search
optimal? | flag | Whether no plan is better. | again: proven by a different search
plan? | Plan? | Where each piece falls; columns from 0 at the left. | rules: replayed cell by cell
text? | text | The plan as text. | rules: replayed cell by cell
"""

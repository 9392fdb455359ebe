"""Keys that the answers of several verbs have, and kinds of values in them."""

KINDS = """
MachineStep = {machine: text, inputs: [[whole]], outputs: [text]}
Plan = {goals: [text], cost: whole, depth: whole, lower_bound: whole, optimal: flag, minimize: text, layers: whole,
    inputs: text, machines: {*: whole}, steps: [MachineStep], notes: [text], belt?: whole, proof_of?: text,
    have?: [text], method?: text}
Gate = {value: text, x: integer, y: integer}
FullBelt = {belt_rate: text, merging: flag, machines: [whole], exact: [text], belts: [text], totals: {*: whole},
    sources: {*: text}, open?: [text], assumed?: [text]}
"""

SHARED = """
configuration | text | Type of shapes: their parts and layers. | asked
shapes | [{code: text}] | The shapes, by their codes. | again: listed or drawn again, each judged
halves | whole | Number of halves. | again: in the diagram of all shapes, up to eight cells after a new search
halves_canonical | whole | Number of halves, of which mirror images count once. | again: in the same diagram
total | whole | Number of shapes that can be built; rotations and mirror images count once. | again: in the same
    diagram
swappable | whole | Number of them that a swapper makes of two halves. | again: in the same diagram
non_swappable | whole | Number of the others. | again: in the same diagram
pp_essential | whole | Number of shapes that need a pin pusher at the end. | again: in the same diagram
oriented_total | whole | Number of shapes that can be built, each rotation and mirror image by itself. | again: in the
    same diagram
"""

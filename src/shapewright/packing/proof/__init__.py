"""Second computations: certificates and their checkers, and proofs that share no code with a search.

- ``box_weights``, ``board_weights``, ``piece_weights``, ``waste``: certificates and their checkers
- ``refute``: that pieces do not fit
- ``refute_value``, ``refute_bonus``, ``refute_distances``, ``refute_waste``: that nothing is better
- ``refutations``: boxes that are refuted while an answer is checked
- ``recount``: the number of packings
- ``reason``: what is known of full rectangles, and why pieces do not fit, in words
"""

"""Perfect clears one after another: the best chance of many in a row, and games played without end.

- ``loop``: clears of two lines in a row
- ``loop_of_four``: clears of four lines in a row
- ``loop_values``: the value of each state between two clears
- ``demo``: a game without end
"""

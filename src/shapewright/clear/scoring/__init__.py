"""What a perfect clear sends, or how many points it gives: tables, events of placements, the best of all solutions.

- ``score``: what perfect clears send: begin here
- ``queues``: the best score of every queue, and by which solutions
- ``table``: tables of attacks, and their files
- ``ren``: the longest run of line clears
"""

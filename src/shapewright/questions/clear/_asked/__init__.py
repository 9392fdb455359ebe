"""What questions about perfect clears ask: fields that several verbs share.

- ``fields``: a field and the rules, for one queue
- ``pattern``: the same for the queues of a pattern
- ``goal``: what must happen on the way
- ``fumens``: fumens as a field of a question
- ``lines``, ``many``: one question about many fields
- ``lists``: how many of a long list an answer shows
- ``solution_finder``: options of solution-finder that are not here
- ``python``: the question in lines of Python
"""

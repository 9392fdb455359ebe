"""Proofs of contradictions checked by unit propagation alone: DRAT (without the rule RAT) and VeriPB's ``rup``.

A constraint is a sum of literals with a number that it must reach: (numbers by literal, degree). A clause has degree 1.
"""

from __future__ import annotations

from collections.abc import Iterable

Constraint = tuple[dict[int, int], int]


def clause(literals: Iterable[int]) -> Constraint:
    return dict.fromkeys(literals, 1), 1


def drat_holds(formula: list[str], proof: list[str]) -> bool:
    """Whether every clause of a DRAT proof follows by unit propagation, and the empty one is among them."""
    number = int(formula[0].split()[3])
    known = [clause(map(int, line.split()[:-1])) for line in formula[1:]]
    assert len(known) == number
    for line in proof:
        words = line.split()
        if words[0] == "d":
            known.remove(clause(map(int, words[1:-1])))
            continue
        new = clause(map(int, words[:-1]))
        if not follows(known, new):
            return False
        known.append(new)
        if not new[0]:
            return True
    return False


def veripb_holds(formula: list[str], proof: list[str]) -> bool:
    """The same for constraints of an OPB formula and a proof of VeriPB."""
    known: list[Constraint] = []
    for line in formula[1:]:
        *terms, relation, degree, end = line.split()
        assert end == ";"
        sums = {int(name[1:]): int(number) for number, name in zip(terms[::2], terms[1::2], strict=True)}
        known.append(normal(sums, int(degree)))
        if relation == "=":
            known.append(normal({name: -number for name, number in sums.items()}, -int(degree)))
    assert proof[:2] == ["pseudo-Boolean proof version 2.0", f"f {len(known)}"]
    assert proof[-3:] == ["output NONE", "conclusion UNSAT", "end pseudo-Boolean proof"]
    new: Constraint = ({0: 1}, 1)
    for line in proof[2:-3]:
        rule, *terms, relation, degree, end = line.split()
        assert (rule, relation, degree, end) == ("rup", ">=", "1", ";")
        new = clause(int(name.replace("~", "-").replace("x", "")) for name in terms[1::2])
        if not follows(known, new):
            return False
        known.append(new)
    return not new[0]


def normal(sums: dict[int, int], degree: int) -> Constraint:
    """Numbers above 0, for variables or for their opposites."""
    return (
        {name if number > 0 else -name: abs(number) for name, number in sums.items()},
        degree - sum(number for number in sums.values() if number < 0),
    )


def follows(known: list[Constraint], new: Constraint) -> bool:
    """Whether unit propagation finds a contradiction where all literals of a clause are false."""
    true = {-literal for literal in new[0]}
    while True:
        before = len(true)
        for numbers, degree in known:
            slack = sum(number for literal, number in numbers.items() if -literal not in true) - degree
            if slack < 0:
                return True
            true |= {literal for literal, number in numbers.items() if number > slack and -literal not in true}
        if len(true) == before:
            return False

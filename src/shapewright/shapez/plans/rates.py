"""How many machines of each kind a full belt of the goals takes, by rates that the user states.

Rates are a TOML file; every number names its source::

    [belt]
    rate = 60                  # shapes a minute that a full belt carries
    source = "where the number is from"

    [machines.cut]             # rotate-cw, rotate-ccw, rotate-180, cut, half-destroy, swap, stack, push-pin,
    rate = 15                  # paint, mix, crystal: shapes a minute that one machine gives at each output
    source = "where the number is from"

A machine may have ``per_belt = 4`` in place of a rate: so many of it work off a full belt. If all have, there is no
need of a ``belt``. A mixer's rate is in portions, of which a painter or a crystal generator takes one for each shape.
``full_belt.toml`` beside this module has what is publicly known (:func:`known`). A plan whose belts are not merged
fixes how often each machine runs for one of each goal, so all counts follow by exact arithmetic. A factory that merges
two belts of the same shape may need fewer machines and fewer raw shapes.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from importlib import resources
from math import ceil

from shapewright.errors import FileError, ProblemError, quote
from shapewright.shapez.machines import planned_machines
from shapewright.shapez.plans.steps import MACHINES, Plan
from shapewright.storage.files import read_file
from shapewright.storage.text import decoded

_MOST_BYTES = 1 << 20

LEAST, LARGEST = Decimal("1e-6"), 10**9
"""Rates lie between these."""


@dataclass(frozen=True)
class Rates:
    """Shapes a minute: what a full ``belt`` carries and what one machine of each name gives; and who says so.

    ``sources`` has one text for ``belt`` and for each of ``machines``. Rates that are ``relative`` are parts of a full
    belt, so ``belt`` is 1. Where they are ``partial``, machines that lack one are left out of the count. ``assumed``
    are machines of which no rate is known: each is taken to work off a full belt (see :meth:`completed`).
    """

    belt: Fraction
    machines: Mapping[str, Fraction]
    sources: Mapping[str, str]
    relative: bool = False
    partial: bool = False
    assumed: tuple[str, ...] = ()

    def completed(self) -> Rates:
        """Rates for all machines: one that lacks a rate is taken to keep up with a belt, and is among ``assumed``.

        >>> known().completed().assumed
        ('rotate-cw', 'rotate-ccw', 'rotate-180', 'push-pin', 'mix', 'crystal')
        """
        assumed = tuple(machine for machine in MACHINES if machine not in self.machines)
        machines = {**self.machines, **dict.fromkeys(assumed, self.belt)}
        return replace(self, machines=machines, partial=False, assumed=(*self.assumed, *assumed))

    def weights(self) -> dict[str, int]:
        """How many machines of each name do what one of them does for a full belt, in whole machines."""
        return {machine: ceil(self.belt / rate) for machine, rate in self.machines.items()}


@dataclass(frozen=True)
class Demand:
    """How many machines each step of a plan takes for a full belt of each goal, and how many belts each source gives.

    ``exact`` are the machines as they come out, ``machines`` the same rounded up; both are 0 for sources, as are
    ``belts`` for machines. ``open`` are the names of machines that are not counted, since they have no rate;
    ``assumed`` those that were taken to keep up with a belt.
    """

    exact: tuple[Fraction, ...]
    machines: tuple[int, ...]
    belts: tuple[Fraction, ...]
    open: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()

    @property
    def cost(self) -> int:
        """How many machines there are in all."""
        return sum(self.machines)

    def totals(self, plan: Plan) -> dict[str, int]:
        """How many machines of each name there are in all."""
        counts = dict.fromkeys(MACHINES, 0)
        for step, number in zip(plan.steps, self.machines, strict=True):
            if step.machine in counts:
                counts[step.machine] += number
        return {machine: count for machine, count in counts.items() if count}

    def lines(self, plan: Plan, rates: Rates) -> Iterator[str]:
        """A line for each source and machine: its number in the plan, and how many full belts or machines it is."""
        speed = "" if rates.relative else f" ({_short(rates.belt)} a minute each)"
        yield f"for a full belt of {', '.join(map(str, plan.goals))}{speed}, without merging belts:"
        width = len(str(len(plan.steps)))
        for place, step in enumerate(plan.steps):
            number = f"{place + 1:>{width}}  {step.machine}"
            if step.machine in self.open:
                yield f"{number}: not counted, no rate is known"
            elif step.inputs:
                exact = f" ({_short(self.exact[place])})" if self.exact[place].denominator != 1 else ""
                yield f"{number} x {self.machines[place]}{exact}"
            elif step.machine != "fluid":
                yield f"{number} {step.outputs[0]}: full belts: {_short(self.belts[place])}"
        total = f"{self.cost} machines: {', '.join(f'{n} {name}' for name, n in self.totals(plan).items())}"
        if self.assumed:
            total += f"; taken to keep up with a belt, since no rate is known: {', '.join(self.assumed)}"
        yield f"{total}; not counted: {', '.join(self.open)}" if self.open else total

    def to_json(self, plan: Plan, rates: Rates) -> dict[str, object]:
        """Plain data; fractions as text."""
        return {
            "belt_rate": str(rates.belt),
            "merging": False,
            "machines": list(self.machines),
            "exact": [str(number) for number in self.exact],
            "belts": [str(number) for number in self.belts],
            "totals": self.totals(plan),
            "sources": dict(rates.sources),
            **({"open": list(self.open)} if rates.partial else {}),
            **({"assumed": list(self.assumed)} if rates.assumed else {}),
        }


def _short(number: Fraction) -> str:
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.4g}"


def read(path: str | os.PathLike[str]) -> Rates:
    """The rates in a TOML file.

    Raises ``FileError`` if there is none, it is no TOML, lacks a source, or states what is not a rate.
    """
    place = os.fspath(path)
    return parse(read_file(place, _MOST_BYTES), repr(place))


def known() -> Rates:
    """The machines for a full belt that two public sources or more give; what they do not is left out.

    >>> known().machines["stack"], "mix" in known().machines
    (Fraction(1, 4), False)
    """
    content = resources.files(__package__).joinpath("full_belt.toml").read_bytes()
    return replace(parse(content, "full_belt.toml"), partial=True)


def parse(content: bytes, place: str) -> Rates:
    """The rates in the content of a TOML file, which messages call ``place``; raises as :func:`read` does."""
    try:
        table = tomllib.loads(decoded(content), parse_float=Decimal)
    except (RecursionError, ValueError) as error:
        raise FileError(f"{place} is not a TOML file: {str(error) or 'it is nested too deeply'}") from None
    if unknown := sorted(table.keys() - {"belt", "machines"}):
        raise FileError(f"{place} has {quote(unknown[0])}, where only 'belt' and 'machines' are expected")
    machines = table.get("machines", {})
    if not isinstance(machines, dict):
        raise FileError(f"in {place} 'machines' is not a table of machines")
    try:
        machines = {name: entry for text, entry in machines.items() for name in planned_machines([text])}
    except ProblemError as error:
        raise FileError(f"in {place} {error}") from None
    shared = [isinstance(entry, dict) and "per_belt" in entry for entry in machines.values()]
    relative = "belt" not in table and bool(shared) and all(shared)
    entries = machines if relative else {"belt": table.get("belt"), **machines}
    rates: dict[str, Fraction] = {}
    sources: dict[str, str] = {}
    for name, entry in entries.items():
        kind = "per_belt" if name != "belt" and isinstance(entry, dict) and "per_belt" in entry else "rate"
        if not isinstance(entry, dict) or entry.keys() != {kind, "source"}:
            raise FileError(f"in {place} {name} needs a 'rate' and a 'source', and nothing else")
        rate, source = entry[kind], entry["source"]
        number = isinstance(rate, int) or (isinstance(rate, Decimal) and rate.is_finite())
        if not number or isinstance(rate, bool) or not LEAST <= rate <= LARGEST:
            raise FileError(
                f"in {place} the rate of {name} is {quote(str(rate))}; it must be a number from {LEAST} to {LARGEST}"
            )
        if not isinstance(source, str) or not source.strip():
            raise FileError(f"in {place} the source of {name} must be a text that states where its rate is from")
        belt = rates.get("belt", Fraction(1))
        rates[name], sources[name] = Fraction(rate) if kind == "rate" else belt / Fraction(rate), source
    return Rates(rates.pop("belt", Fraction(1)), rates, sources, relative)


def demand(plan: Plan, rates: Rates) -> Demand:
    """Return the machines of ``plan`` that deliver a full belt of each goal without merging belts.

    Raises ``ProblemError`` if a machine of the plan has no rate.
    """
    exact, belts = [], []
    missing = {step.machine for step in plan.steps if step.inputs} - rates.machines.keys()
    for step, runs in zip(plan.steps, plan.runs(), strict=True):
        if step.inputs and step.machine in missing and not rates.partial:
            raise ProblemError(f"the rates lack {quote(step.machine)}, which the plan uses")
        is_counted = step.inputs and step.machine not in missing
        exact.append(runs * rates.belt / rates.machines[step.machine] if is_counted else Fraction(0))
        belts.append(Fraction(0) if step.inputs else Fraction(runs))
    left_out = tuple(machine for machine in MACHINES if machine in missing)
    used = plan.machines()
    assumed = tuple(machine for machine in rates.assumed if machine in used)
    return Demand(tuple(exact), tuple(ceil(number) for number in exact), tuple(belts), left_out, assumed)

"""The page plays by rules of its own, which follow the hand: they are those of Python, piece for piece."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from shapewright import clear
from shapewright.clear import FACINGS, KICKS, PIECES, Field, Kicks, Pattern, Placement
from shapewright.clear.rules import place, reachable

REACH = """
  const { cellsOf, dropped, fits, isSoft, locked, moved, readWell, spawned, turned, writeWell } = m;
  return given.map(({ field, piece, kicks, drop }) => {
    const well = readWell(field), ends = {}, seen = new Set(), key = (one) => `${one.facing},${one.x},${one.y}`;
    // Above the stack a piece moves and turns as in open air.
    const ahead = [{ ...spawned(well, piece), y: well.length + 5 }];
    seen.add(key(ahead[0]));
    const isOver = (one) => Math.min(...cellsOf(one).map(([, y]) => y)) >= well.length;
    for (const one of ahead) {
      const low = dropped(well, one);
      if (isSoft(piece, drop) || isOver(one)) ends[cellsOf(low).map(String).sort().join(" ")] = low;
      const next = [moved(well, one, -1, 0), moved(well, one, 1, 0), moved(well, one, 0, -1),
        ...[1, 2, 3].map((quarters) => turned(well, one, quarters, kicks))];
      for (const other of next) {
        if (!other || other.y > well.length + 8 || seen.has(key(other))) continue;
        if (!isSoft(piece, drop) && !isOver(other)) continue;
        seen.add(key(other));
        ahead.push(other);
      }
    }
    return Object.values(ends).map((end) => {
      const after = locked(well, end);
      const cells = cellsOf(end).sort(([a, b], [c, d]) => a - c || b - d);
      return { cells, after: after && writeWell(after.well), full: after?.full, fits: fits(well, end) };
    });
  });
"""

PLAY = """
  const { bagsFrom, begun, pattern, pieces, played, readMoves, replayed, writeMoves } = m;
  const { cellsOf, dropped, moved, readWell, turned, writeWell } = await load("clear/rules.js");
  return given.map(({ field, given, seed, lines, choices }) => {
    let game = begun(readWell(field), "", lines);
    const coming = pieces(given, seed, 60), states = [];
    for (const { held, turns, column } of choices) {
      const piece = held ? game.hold || coming[game.taken + 1] : coming[game.taken];
      let one = { piece, facing: "N", x: 4, y: game.well.length + 4 };
      for (let turn = 0; turn < turns; turn += 1) one = turned(game.well, one, 1, "srs") ?? one;
      for (let step = 0; step < 10; step += 1) one = moved(game.well, one, Math.sign(column - one.x), 0) ?? one;
      const move = { ...dropped(game.well, one), held };
      const [read] = readMoves(writeMoves([move]));
      const after = played(game, read, coming);
      if (!after) break;
      game = after;
      states.push({ ...game, move, cells: cellsOf(move), field: writeWell(game.well),
        pattern: pattern(game, coming, 6, true, bagsFrom(given)) });
    }
    const moves = states.map(({ move }) => move);
    const again = replayed(begun(readWell(field), "", lines), moves, coming);
    return { coming, states, again: again.length, last: writeWell(again[again.length - 1].well) };
  });
"""


def _field(random: Random) -> Field:
    rows = []
    for _ in range(random.randrange(0, 8)):
        share = random.random()
        row = sum([(random.random() < share) << x for x in range(10)])
        rows.append(row & ~(1 << random.randrange(10)))
    return Field(tuple(rows))


def test_pieces_get_where_they_do_in_python(evaluated: Callable[..., Any]) -> None:
    random = Random(5)
    cases = [
        {
            "field": _field(random).to_text(one_line=True),
            "piece": random.choice(PIECES),
            "kicks": random.choice(KICKS),
            "drop": random.choice(("soft", "soft", "hard", "t-softdrop")),
        }
        for _ in range(120)
    ]
    found = evaluated("clear/rules.js", REACH, cases)
    for case, ends in zip(cases, found, strict=True):
        field = Field.from_text(case["field"])
        placements = reachable(field, case["piece"], Kicks.named(case["kicks"]), case["drop"])
        expected = {placement.cells(): place(field, placement) for placement in placements}
        seen = {tuple(map(tuple, end["cells"])): end for end in ends}
        assert seen.keys() == expected.keys(), case
        for cells, end in seen.items():
            assert end["fits"]
            assert Field.from_text(end["after"] or "_" * 10) == expected[cells]
            assert len(end["full"]) == _filled(field, cells)


def _filled(field: Field, cells: tuple[tuple[int, ...], ...]) -> int:
    rows = {y: sum([(x, y) in field or (x, y) in cells for x in range(10)]) for _, y in cells}
    return list(rows.values()).count(10)


def test_random_games_of_the_page_are_games_of_python(evaluated: Callable[..., Any]) -> None:
    random = Random(11)
    games = [
        {
            "field": random.choice(("", "XX________/XX________", "XXXXXX____/XXXXXX____")),
            "given": random.choice(("", "TIO", "TIOLJSZTI", "TTTTT")),
            "seed": random.randrange(1 << 32),
            "lines": 4,
            "choices": [
                {"held": random.random() < 0.3, "turns": random.randrange(4), "column": random.randrange(10)}
                for _ in range(12)
            ],
        }
        for _ in range(40)
    ]
    found = evaluated("clear/game.js", PLAY, games)
    for game, played in zip(games, found, strict=True):
        coming = played["coming"]
        assert coming.startswith(game["given"])
        if game["given"] != "TTTTT":  # those came from no bag
            assert all(len(set(coming[at : at + 7])) == 7 for at in range(0, 49, 7))
        assert played["again"] == len(played["states"]) + 1
        field = Field.from_text(game["field"] or "_" * 10)
        queue = clear.Queue(coming)
        for state in played["states"]:
            move = state["move"]
            placement = Placement(move["piece"], move["facing"], move["x"], move["y"])
            choices = {(piece, held): rest for piece, rest, held in queue.choices()}
            queue = choices[move["piece"], move["held"]]
            assert sorted(map(tuple, state["cells"])) == sorted(placement.cells())
            field = place(field, placement)
            assert Field.from_text(state["field"] or "_" * 10) == field
            assert (state["hold"] or None, coming[state["taken"] :]) == (queue.hold, queue.pieces)
            assert (10 * state["lines"] - field.bits.bit_count()) % 4 == 0
            assert state["lines"] >= field.height
            _check_pattern(state["pattern"], state["lines"], field, queue)
        assert Field.from_text(played["last"] or "_" * 10) == field


def _check_pattern(text: str, lines: int, field: Field, queue: clear.Queue) -> None:
    """What is known of what comes fits what does come, and has as many pieces as a clear can use."""
    pattern = Pattern.from_text(text)
    wanted = field.empty_cells(lines) // 4 + 1
    assert pattern.length == wanted
    assert ((queue.hold or "") + queue.pieces)[:wanted] in pattern


def test_facings_are_in_the_order_of_the_page() -> None:
    assert FACINGS == "NESW"

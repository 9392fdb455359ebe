"""Impossible queues: the list against published numbers, against the solver, and nowhere where it does not belong."""

from __future__ import annotations

import json
import random
from collections import Counter
from importlib import import_module
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.clear.random_values import pieces
from tests.reference.clear import impossible as plain

from shapewright.clear import Chance, Field, Kicks, Pattern, Problem, Queue, first, impossible, percent, solve
from shapewright.clear.graph.setup import Setup
from shapewright.clear.patterns.sequences import Weights, number_of_sequences, weights
from shapewright.clear.search.impossible import Verdict, decides, judge
from shapewright.clear.search.impossible_list import ImpossibleQueues, known, refutes
from shapewright.errors import FileError, NotationError, StoppedError

module = import_module("shapewright.clear.search.impossible_list")
SHIPPED = Path(module.__file__).parents[1] / "data_files" / "impossible4.json"

NUMBER_OF_CLASSES = 62_834
MEMBER = "[I]IOTSZIOSZT"
MEMBERS = sorted(known().ordered())


@st.composite
def queues_from_bags(draw: st.DrawFn) -> str:
    """Eleven pieces: any held one, and ten of bags."""
    string, left = "", draw(st.integers(1, 7))
    while len(string) < 10:
        string += "".join(draw(st.permutations("IOTSZLJ"))[:left])
        left = 7
    return draw(pieces) + string[:10]


def searched(sequence: str) -> bool:
    """Whether a search finds that a queue, its held piece first, is impossible."""
    return first("", Queue(sequence[1:], sequence[0]), height=4, use_list=False) is None


# --- The list -------------------------------------------------------------------------------------------------------


def test_the_published_numbers() -> None:
    classes = plain.classes(SHIPPED)
    assert len(classes) == len(set(classes)) == len(known()) == NUMBER_OF_CLASSES
    assert classes == sorted(classes, key=lambda letters: [plain.PIECES.index(letter) for letter in letters])
    assert all(plain.PIECES.index(letters[0]) <= plain.PIECES.index(letters[1]) for letters in classes)
    # Every order in which bags may bring the pair: held and string of ten, as they are usually counted.
    ordered = {queue for letters in classes for queue in plain.both_orders(letters) if plain.ways(queue[1:])}
    assert len(ordered) == 62_834
    assert Counter([queue[0] for queue in ordered]) == {"O": 16_380, "S": 16_036, "Z": 16_018, "I": 14_400}
    assert len({"".join(sorted(queue[:2])) + queue[2:] for queue in ordered}) == len(ordered)
    assert 7 * plain.strings_of_ten() == 99_736_560
    # What that makes of the chances, string by string and alignment by alignment.
    held = sum([plain.ways(queue[1:]) for queue in ordered])
    empty = sum([plain.ways(queue) for letters in classes for queue in plain.both_orders(letters)])
    opener = sum([plain.is_opener(queue) for letters in classes for queue in plain.both_orders(letters)])
    assert (opener, empty, held) == (0, 0, 196_862_400 - 196_794_376)
    some = list(known())[::500]
    assert sum([weights(pair, rest) for pair, rest in some], Weights(0, 0, 0)) == Weights(
        0, 0, sum([plain.ways(queue[1:]) for pair, rest in some for queue in plain.both_orders(pair + rest)])
    )
    assert Weights.totals(10) == Weights(4_233_600, 57_576_960, 196_862_400)
    assert known().sequences == number_of_sequences(10) == 79_516_080


@settings(max_examples=8)
@given(st.sampled_from(MEMBERS))
def test_members_have_no_clear(sequence: str) -> None:
    assert searched(sequence)
    assert impossible(Queue(sequence[1:], sequence[0]))


@pytest.mark.slow
def test_many_members_have_no_clear() -> None:
    for sequence in random.Random(1).sample(MEMBERS, 100):
        assert searched(sequence)


@given(queues_from_bags())
def test_random_queues(sequence: str) -> None:
    verdict = judge(Queue(sequence[1:], sequence[0]))
    assert verdict.method == "list"
    assert verdict.is_impossible == searched(sequence)


@settings(max_examples=8)
@given(st.sampled_from(MEMBERS), st.integers(0, 10), st.integers(0, 10))
def test_neighbours_of_members(sequence: str, one: int, other: int) -> None:
    """Two pieces exchanged: now and then a member again, and often what no bags give."""
    letters = list(sequence)
    letters[one], letters[other] = letters[other], letters[one]
    sequence = "".join(letters)
    given_by_bags = bool(plain.ways(sequence[1:]) or plain.ways(sequence[0] + sequence[2:]))
    verdict = judge(Queue(sequence[1:], sequence[0]))
    assert verdict.method == ("list" if given_by_bags else "search")
    assert verdict.is_impossible == searched(sequence)


# --- What is the same queue, and what is another question -----------------------------------------------------------


@settings(max_examples=6)
@given(st.sampled_from(MEMBERS), st.text("IOTSZLJ", max_size=9))
def test_what_counts_of_a_queue(sequence: str, more: str) -> None:
    held, current, rest = sequence[0], sequence[1], sequence[2:] + more
    for queue in (Queue(current + rest, held), Queue(held + rest, current), Queue(held + current + rest)):
        assert judge(queue).method == "list"
        assert impossible(queue)
        assert refutes(Problem(Field(), queue), 4)
    # Ten pieces: with nothing after them less is possible, not more.
    ten = sequence[:10]
    for queue in (Queue(ten), Queue(ten[1:], ten[0])):
        assert judge(queue) == Verdict(queue, True, "list")
    assert first("", ten, height=4, use_list=False) is None


@pytest.mark.parametrize("ten", ["ISOOIIZJSZ", "ZSIOTIZSIO"])
def test_ten_pieces_that_are_impossible_although_with_some_eleventh_they_are_not(ten: str) -> None:
    """The list cannot tell: it lacks what no bags give, and something with which they are possible is no proof."""
    assert judge(ten) == Verdict(Queue(ten), True, "search")
    assert impossible(ten + "S")
    assert not impossible(ten + "L")


def test_fewer_pieces() -> None:
    verdict = judge("[T]IOLJSZTI")
    assert (verdict.is_impossible, verdict.method) == (True, "counting")
    assert verdict.reason == "a perfect clear of 4 lines takes 10 pieces, and the queue has 9"
    assert impossible("")
    with pytest.raises(NotationError, match="'Q' at position 2"):
        impossible("TQ")


def test_the_list_is_used_nowhere_else() -> None:
    queue = Queue.from_text(MEMBER)
    assert refutes(Problem(Field(), queue), 4)
    assert refutes(Problem(Field.from_text("XXXXXXXXXX"), queue), 4)  # which is gone before the first piece
    assert refutes(Problem(Field(), queue, save="T"), 4)
    same = Kicks.from_properties(Kicks.named("srs").to_properties(), name="mine.properties")
    assert refutes(Problem(Field(), queue, kicks=same), 4)
    for other in (
        *[Problem(Field(), queue, kicks=Kicks.named(name)) for name in ("none", "srs180", "srs-plus", "srs-tetrio")],
        *[Problem(Field(), queue, drop=drop) for drop in ("hard", "t-softdrop")],  # type: ignore[arg-type]
        Problem(Field(), queue, hold=False),
        Problem(Field.from_text("X_________"), queue),
        Problem(Field.from_text("XX__XX____/XXXXXXXXX_"), queue),
        Problem(Field(), Queue.from_text("TIOLJSZTIOL")),
        Problem(Field(), Queue("TIO")),
    ):
        assert not refutes(other, 4)
    for height in (2, 6, 8):
        assert not refutes(Problem(Field(), queue), height)


def test_solve_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    held = module.known()

    class Watched:
        def has(self, sequence: str) -> bool:
            asked.append(sequence)
            return held.has(sequence)

    monkeypatch.setattr(module, "known", Watched)
    assert first("", MEMBER) is None
    assert list(solve(Problem.of("", MEMBER, height=4))) == []
    assert asked == [MEMBER[1] + MEMBER[3:]] * 2
    asked.clear()
    assert first("", MEMBER, height=4, use_list=False) is None
    assert list(solve(Problem.of("", MEMBER, height=4), use_list=False)) == []
    assert first("", MEMBER, height=4, kicks="srs-plus", drop="hard") is None
    assert first("", "OOOOO", height=2) is not None
    assert asked == []


def test_other_heights_are_still_tried() -> None:
    longer = MEMBER + "LJTSZIOL"
    found = first("", longer)
    assert found is not None
    assert found.height == 6
    assert first("", longer, height=4) is None
    shorter = first("", "[O]OOOOOTSZLJ")
    assert shorter is not None
    assert shorter.height == 2


# --- Chances --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pattern", ["I,I,O,T,S,Z,[IOSZT]!", "I,[IO]!,T,S,Z,[OSZ]!,I,T;I,I,O,T,S,Z,[OSZ]!,[TL]!"])
def test_percent_of_the_empty_field(pattern: str) -> None:
    looked_up = percent("", pattern)
    found = percent("", pattern, use_list=False)
    assert looked_up == found
    assert list(looked_up.failing()) == list(found.failing())
    assert found.solved < found.queues
    assert looked_up.boards is None
    assert found.boards
    assert looked_up.by_first(2) == found.by_first(2)
    # What is left over is not on any list.
    assert looked_up.by_saved() == found.by_saved()
    assert looked_up.saving("T||O") == found.saving("T||O") == percent("", pattern, save="T||O")


def test_published_chances() -> None:
    assert percent("", "*p7,*p4") == Chance(4_233_600, 4_233_600)
    whole = percent("", "*,*p7,*p3")
    assert (whole.solved, whole.queues) == (7 * 1_058_400,) * 2
    some = percent("", "*,*p4,*p6")
    assert some.queues == 7 * 840 * 5040
    listed = [queue for queue in MEMBERS if len(set(queue[1:5])) == 4 and len(set(queue[5:])) == 6]
    assert some.queues - some.solved == len(listed)
    assert listed
    assert not any(queue in some for queue in listed[::500])
    assert "TIOLJSZTIOL" in some


@pytest.mark.parametrize(
    ("pattern", "is_decided"),
    [
        ("*p7,*p4", True),
        ("*,*p7,*p7", True),
        ("*,*,*p7,*p2", True),
        ("[^T],*p3,*p7", True),
        ("T,*p7,T,I,O;TIOLJSZTIOL", True),
        ("*p7,*p3", False),
        ("*,*,*,*p7,*", False),
        ("*p5,*p5,*", False),
        ("*,*p7,*p3;IIIIIIIIIII", False),
        ("[TT]!,*p7,*p2", True),
        ("T,[TT]!,*p7,*", False),
    ],
)
def test_which_patterns_are_decided(pattern: str, is_decided: bool) -> None:
    setup = Setup.of("", pattern)
    assert decides(setup) == is_decided
    if is_decided:
        for queue in islice(Pattern.from_text(pattern).queues(11), 0, 3000, 700):
            assert plain.ways(queue[1:]) or plain.ways(queue[0] + queue[2:])


def test_setups_of_other_rules_are_not_decided() -> None:
    assert decides(Setup.of("", "*p7,*p4"))
    assert not decides(Setup.of("", "*p7,*p4", kicks="srs-plus"))
    assert not decides(Setup.of("", "*p7,*p4", drop="hard"))
    assert not decides(Setup.of("", "*p7,*p4", hold=False))
    assert not decides(Setup.of("", "*p7,*p4", 2))
    assert not decides(Setup.of("XXXX______", "*p7,*p4"))


# --- Files ----------------------------------------------------------------------------------------------------------


def test_the_same_list_is_the_same_file(tmp_path: Path) -> None:
    again = ImpossibleQueues.of(random.Random(4).sample(list(known()), len(known())), known().sequences)
    assert again == known()
    for name in ("one.json", "two.json"):
        again.write(tmp_path / name)
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    assert ImpossibleQueues.read(tmp_path / "two.json") == known()
    shipped, written = json.loads(SHIPPED.read_text()), json.loads((tmp_path / "one.json").read_text())
    for content in (shipped, written):
        del content["shapewright_version"], content["sha256"]
    assert shipped == written
    assert SHIPPED.stat().st_size < 100_000


def test_damaged_files(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    content = SHIPPED.read_text()
    about = json.loads(content)
    for damaged, message in (
        (content[:-20], "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("", "is not JSON"),
        ("[]", "is not a list of impossible queues"),
        (json.dumps(about | {"format_version": 2}), "is not a list of impossible queues of version 1"),
        (content.replace('"differences": "', '"differences": "AAAA'), "does not match its SHA-256"),
        (content.replace('"hold": true', '"hold": false'), "does not match its SHA-256"),
        (_signed(about | {"differences": "AAAA"}), "does not hold what it should"),
        (_signed(about | {"classes": 1}), "its numbers do not agree"),
        (_signed(about | {"kick_table": Kicks.named("none").to_properties()}), "other kicks than SRS"),
    ):
        path.write_text(damaged)
        with pytest.raises(FileError, match=message):
            ImpossibleQueues.read(path)
    with pytest.raises(FileError, match="no such file"):
        ImpossibleQueues.read(tmp_path / "none.json")


def _signed(content: dict[str, object]) -> str:
    rest = {key: value for key, value in content.items() if key != "sha256"}
    return json.dumps(rest | {"sha256": module._digest(rest)})


def test_stopping() -> None:
    with pytest.raises(StoppedError):
        impossible("SZSZSZSZSZSZ", time_limit=0)

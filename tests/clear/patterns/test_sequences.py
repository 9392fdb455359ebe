"""Sequences of a held piece and what comes: counts, lists, alignments, weights."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from shapewright.clear.patterns.sequences import Weights, alignments, list_sequences, number_of_sequences, weights
from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError, ProblemError

# Recomputed by brute force up to 10. The rows 8 and 15 of the list that is usually cited (6,849,360 and 57,596,696,640)
# leave out one alignment of the bags.
NUMBERS = [7, 28, 196, 1365, 9198, 57750, 326340, 1615320, 6854400, 24857280, 79516080, 247474080, 880180560]
NUMBERS += [3683700720, 15528492000, 58154216400, 189672855120, 549973786320, 1554871505040, 5108116159440]
NUMBERS += [20478417840720]


def test_published_numbers() -> None:
    assert [number_of_sequences(length) for length in range(21)] == NUMBERS


def test_numbers_go_on_to_100() -> None:
    # Every stretch of n pieces is one of 7 alignments of at most 7! a bag; each bag adds a factor near 5040.
    longest = number_of_sequences(100)
    assert number_of_sequences(93) * 5039 < longest < number_of_sequences(93) * 5041
    assert longest % 7 == 0


@pytest.mark.parametrize("length", range(6))
def test_lists_are_sorted_without_repetition_and_as_long_as_counted(length: int) -> None:
    found = list(list_sequences(length))
    assert len(found) == NUMBERS[length]
    keys = [[PIECES.index(piece) for piece in pair + rest] for pair, rest in found]
    assert keys == sorted(keys)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_lists_are_those_written_out_plainly(length: int) -> None:
    plain = set()
    for hold, *string in product(PIECES, repeat=length + 1):
        if alignments("".join(string)):
            pair = "".join(sorted([hold, string[0]], key=PIECES.index))
            plain.add((pair, "".join(string[1:])))
    assert set(list_sequences(length)) == plain


def test_the_length_that_others_count_short() -> None:
    # Eight pieces: the alignments 1 (one piece, then a bag) and 7 (a bag, then one piece) are different ones.
    assert alignments("TIOLJSZT") == (1, 2, 3, 4, 5, 6, 7)
    assert alignments("TTIOLJSZ") == (1,)
    assert alignments("TIOLJSZZ") == (7,)
    assert alignments("") == ()
    assert number_of_sequences(8) == 6854400


def test_weights_add_up_to_all_strings() -> None:
    total = Weights(0, 0, 0)
    for pair, rest in list_sequences(4):
        total += weights(pair, rest)
    assert total == Weights.totals(4)


def test_totals_are_the_published_ones() -> None:
    assert Weights.totals(5) == Weights(5040, 154980, 378420)
    assert Weights.totals(10) == Weights(4233600, 57576960, 196862400)


def test_weights_of_a_single_sequence_by_hand() -> None:
    # TT IOLJ: the pair comes as T T, so a bag ends between them; or one T is held and the other comes.
    assert alignments("TTIOLJ") == (1,)
    assert weights("TT", "IOLJ") == Weights(0, 1, 1 + len(alignments("TIOLJ")))
    strings = Counter(order for order in ("TSIOLJ", "STIOLJ"))
    assert weights("TS", "IOLJ") == Weights(2, 12, 12 + 5 + 5)
    assert set(strings.values()) == {1}


def test_lengths_out_of_range_are_refused() -> None:
    with pytest.raises(ProblemError, match="cannot have -1 pieces"):
        number_of_sequences(-1)
    with pytest.raises(ProblemError, match="cannot have -1 pieces"):
        list_sequences(-1)
    with pytest.raises(LimitError, match="longer than the limit of 100"):
        number_of_sequences(101)
    with pytest.raises(LimitError, match="there are 247474080 sequences of 11 pieces"):
        list_sequences(11)

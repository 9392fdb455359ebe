"""Seeds that nobody gave."""

from __future__ import annotations

from shapewright.jobs.seeds import fresh_seed


def test_fresh_seeds_differ_and_are_short_enough_for_json() -> None:
    seeds = {fresh_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(0 <= seed < 2**53 and len(str(seed)) <= 15 for seed in seeds)
    # Half of the leading bits are set: all of the range is used.
    assert 20 < sum(seed >> 47 for seed in seeds) < 80

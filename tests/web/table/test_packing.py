"""The packing page in Chromium: a job and a game by mouse, by touch and by keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.conftest import needs_a_browser, reads
from tests.web.table.tables import choose

pytestmark = needs_a_browser


@pytest.mark.always
def test_the_bag_is_packed_while_a_slider_moves(page: Any) -> None:
    page.goto("/packing")
    reads(page, "#bar", "16x16, optimal")
    reads(page, "#score", "(640 − 16·16) · 16/16 = 384")
    page.locator("#sliders input[type=range]").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#bag")).to_have_value("I9 J13 L10 O13 S4 T8 Z8")
    reads(page, "#bar", "17x17, optimal")
    assert page.locator("#stage .piece").count() == 65
    page.keyboard.press("Control+z")
    reads(page, "#bar", "16x16, optimal")
    reads(page, "[data-same=command]", "shapewright packing pack 'I8 J13 L10 O13 S4 T8 Z8'")


def test_a_bag_as_text_has_one_reader(page: Any) -> None:
    page.goto("/packing")
    page.fill("#bag", "t1 i3")
    reads(page, "#facts", "4 pieces, 16 cells")
    expect(page.locator("#sliders input[type=range]").first).to_have_value("3")
    reads(page, "#bar", "4x5, optimal")
    reads(page, "#bar", "4x4 impossible")
    expect(page.locator("#answer .mark.a")).to_have_count(1)
    page.fill("#bag", "hello")
    reads(page, "#bar", "'h' at position 1 of the bag is not a piece")
    page.fill("#bag", "")
    reads(page, "#bar", "Choose pieces")


@pytest.mark.always
def test_a_box_that_is_refuted_shows_why(page: Any) -> None:
    page.goto("/packing#bag=T1+I3&box=4x4")
    reads(page, "#bar", "on a checkerboard the board has")
    expect(page.locator("#stage .mark")).to_have_count(2)
    reads(page, "#answer .reason", "on a checkerboard the board has 8 + 8 cells")
    page.fill("#box-height", "5")
    reads(page, "#bar", "all pieces fit")
    page.fill("#bag", "O6")
    reads(page, "#bar", "impossible: 4 cells too many")
    page.click("[data-ask=bins]")
    reads(page, "#answer .headline", "optimal: 2 boards")
    page.go_back()
    page.fill("#box-height", "4")
    page.click("[data-ask=chances]")
    reads(page, "#answer .headline", "bags of 4 pieces fit 4x4")


def test_a_board_is_painted_and_pieces_may_be_left_out(page: Any) -> None:
    page.goto("/packing#bag=O4")
    reads(page, "#bar", "4x4, optimal")
    page.click("[data-into=board]")
    expect(page.locator("#best_subset")).to_be_checked()
    reads(page, "#bar", "every cell is covered")
    page.locator("#stage [role=grid]").focus()
    page.keyboard.press(" ")
    expect(page.locator("#board")).to_have_value("####/####/####/.###")
    reads(page, "#bar", "12 of 15 cells, optimal")
    box = page.locator("#stage .ground .ground").bounding_box()
    page.mouse.click(box["x"] + box["width"] - 5, box["y"] + 5)
    expect(page.locator("#board")).to_have_value("###./####/####/.###")
    reads(page, "#bar", "cells, optimal")
    page.uncheck("#best_subset")
    reads(page, "#bar", "impossible: 2 cells too many")
    page.get_by_role("button", name="Leave pieces out").click()
    reads(page, "#bar", "cells, optimal")


def test_other_pieces_and_random_bags(page: Any) -> None:
    page.goto("/packing#random=32&seed=3")
    reads(page, "#facts", "32 pieces")
    page.click("#another")
    expect(page).to_have_url(re.compile("seed=4"))
    page.evaluate("document.getElementById('other').open = true")
    page.click("[data-pieces=pentominoes]")
    reads(page, "#facts", "12 pieces, 60 cells")
    reads(page, "#bar", "checked")


@pytest.mark.always
def test_a_packing_is_kept_and_changed_for_another_bag(page: Any) -> None:
    page.goto("/packing#bag=I3+J3+L3+O3+S2+T2+Z2&box=10x10")
    reads(page, "#bar", "all pieces fit")
    page.click("#keep")
    page.fill("#bag", "I3 J3 L3 O2 S2 T2 Z2")
    page.click("[data-ask=repair]")
    reads(page, "#answer .headline", "of 17 pieces moved")


@pytest.mark.always
def test_rounds_that_the_solver_plays(page: Any) -> None:
    page.goto("/packing#rounds=1&seed=1&ask=round")
    reads(page, "#answer .headline", "points")
    assert page.locator("#answer tbody tr").count() == 10
    choose(page, "evaluate", {"level": 7, "rounds": 50})
    page.click(".options [data-ask=evaluate]")
    reads(page, "#answer table", "95 % interval")


def test_a_bag_of_the_round_by_keys(page: Any) -> None:
    page.goto("/packing#mode=round&round=1&at=1")
    reads(page, "#bar", "1 of 1 piece left")
    reads(page, "#bar", "proven best: 1.5 (1x4)")
    page.locator("#stage [role=grid]").focus()
    page.keyboard.press("r")
    page.keyboard.press(" ")
    reads(page, "#bar", "1.5 points: proven best")
    reads(page, "#levels [aria-current=true]", "1.5 / 1.5")
    page.get_by_role("button", name="Next bag").click()
    reads(page, "#bar", "2 of 2 pieces left")
    page.click("#fill")
    reads(page, "#bar", "6 points: proven best")
    page.go_back()
    page.wait_for_function("document.querySelector('#levels [aria-current=true] b').textContent === '1'")


@pytest.mark.always
def test_a_piece_is_carried_and_taken_back_by_mouse(page: Any) -> None:
    page.goto("/packing#mode=round&round=1&at=3")
    reads(page, "#bar", "4 of 4 pieces left")
    board, piece = (page.locator(one).bounding_box() for one in ("#stage .ground .ground", "#rack [data-piece=O]"))
    page.mouse.move(piece["x"] + 20, piece["y"] + 15)
    page.mouse.down()
    page.mouse.move(piece["x"] + 40, piece["y"] - 40)
    page.mouse.move(board["x"] + board["width"] * 0.3, board["y"] + board["height"] * 0.7)
    expect(page.locator("#stage .ghost .piece")).to_have_count(1)
    page.mouse.up()
    reads(page, "#bar", "3 of 4 pieces left")
    page.mouse.click(board["x"] + board["width"] * 0.3, board["y"] + board["height"] * 0.7)
    reads(page, "#bar", "4 of 4 pieces left")
    page.keyboard.press("Control+z")
    reads(page, "#bar", "3 of 4 pieces left")


def test_a_piece_is_laid_and_a_slider_moved_by_touch(phone: Any) -> None:
    phone.goto("/packing#mode=round&round=1&at=2")
    reads(phone, "#bar", "2 of 2 pieces left")
    box = phone.locator("#stage").bounding_box()
    phone.locator("#rack button").first.tap()
    phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    reads(phone, "#bar", "1 of 2 pieces left")
    phone.locator("[data-mode=pack]").tap()
    reads(phone, "#bar", "16x16, optimal")
    phone.locator("[data-sheet=tray]").tap()
    slider = phone.locator("#sliders input[type=range]").first
    place = slider.bounding_box()
    phone.touchscreen.tap(place["x"] + place["width"] - 4, place["y"] + place["height"] / 2)
    expect(phone.locator("#bag")).not_to_have_value("I8 J13 L10 O13 S4 T8 Z8")

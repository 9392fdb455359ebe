#include "exact_cover/cells.hpp"

#include <algorithm>
#include <functional>

#include "core/assert.hpp"

namespace shapewright::exact_cover {
namespace {

constexpr std::uint32_t many_items = 4096;  // from so many on single options are kept track of

}  // namespace

Cells::Cells(const Instance& instance)
    : pieces_(static_cast<std::uint32_t>(instance.pieces())),
      minimum_(instance.minimum),
      maximum_(instance.maximum),
      used_(instance.pieces(), 0),
      supply_(instance.pieces(), 0) {
    const std::vector<std::uint32_t> list_of_single = lists_of_single_pieces(instance);
    std::vector<bool> required(pieces_, false);
    required.insert(required.end(), instance.required.begin(), instance.required.end());
    for (const std::uint32_t list : list_of_single) {
        is_single_.push_back(list != none);
        if (list != none) required.push_back(true);
    }
    const auto lists = static_cast<std::uint32_t>(required.size());
    std::vector<std::uint32_t> sizes(lists, 0);
    for (const Option& option : instance.options) {
        first_.push_back(static_cast<std::uint32_t>(entries_.size()));
        std::uint32_t needed = 0;
        const auto enter = [&](std::uint32_t list, std::uint32_t colour, std::uint32_t copies) {
            entries_.push_back({list, sizes[list]++});
            rules_.push_back({colour, copies});
            option_of_.push_back(static_cast<std::uint32_t>(needed_.size()));
            needed += required[list] ? 1 : 0;
        };
        for (std::size_t k = 0; k < option.items.size(); ++k)
            enter(pieces_ + option.items[k], option.colours.empty() ? 0 : option.colours[k], 0);
        for (const auto& [piece, copies] : option.uses) {
            const bool is_single = list_of_single[piece] != none;
            enter(is_single ? list_of_single[piece] : piece, 0, is_single ? 0 : copies);
            if (!is_single) supply_[piece] += copies;
        }
        if (needed == 0) optional_.push_back(static_cast<std::uint32_t>(needed_.size()));
        needed_.push_back(needed);
    }
    first_.push_back(static_cast<std::uint32_t>(entries_.size()));
    std::uint32_t begin = 0;
    place_of_open_.assign(lists, none);
    is_settled_.assign(lists, 0);
    for (std::uint32_t list = 0; list < lists; ++list) {
        lists_.push_back({begin, begin + sizes[list]});
        begin += sizes[list];
        if (required[list]) {
            place_of_open_[list] = opened_++;
            open_.push_back(list);
        } else {
            others_.push_back(list);
        }
    }
    cells_.resize(entries_.size());
    for (std::uint32_t e = 0; e < entries_.size(); ++e) {
        entries_[e].place += lists_[entries_[e].list].begin;
        cells_[entries_[e].place] = e;
    }
    levels_.push_back({none, false, false, opened_, 0, 0, 0});
    SHAPEWRIGHT_ASSERT(open_.size() == opened_ && lists_.size() == lists && begin == entries_.size());
    SHAPEWRIGHT_ASSERT(entries_.size() == rules_.size() && entries_.size() == option_of_.size() &&
                       first_.size() == needed_.size() + 1);
    for (std::uint32_t o = 0; o < options(); ++o)
        if (std::any_of(instance.options[o].uses.begin(), instance.options[o].uses.end(),
                        [&](const auto& use) { return use.second > maximum_[use.first]; }))
            hide(o);
    for (std::uint32_t p = 0; p < pieces_; ++p) dead_ = dead_ || supply_[p] < minimum_[p];
    for (const std::uint32_t list : open_) dead_ = dead_ || size(list) == 0;
    tracks_ = opened_ >= many_items;
    ends_ = optional_.empty() && std::all_of(minimum_.begin(), minimum_.end(), [](auto least) { return least == 0; });
}

/// A piece used exactly once, by options that use one copy, is an item that must be covered: the list of that item.
std::vector<std::uint32_t> Cells::lists_of_single_pieces(const Instance& instance) {
    std::vector<bool> single(pieces_);
    for (std::size_t p = 0; p < pieces_; ++p) single[p] = minimum_[p] == 1 && maximum_[p] == 1;
    for (const Option& option : instance.options)
        for (const auto& [piece, copies] : option.uses)
            if (copies != 1) single[piece] = false;
    std::vector<std::uint32_t> lists(pieces_, none);
    auto list = static_cast<std::uint32_t>(pieces_ + instance.items());
    for (std::size_t p = 0; p < pieces_; ++p) {
        if (!single[p]) continue;
        lists[p] = list++;
        minimum_[p] = 0;
    }
    return lists;
}

/// A hidden option does not use its pieces.
void Cells::use_up(std::uint32_t option) {
    for (std::uint32_t e = first_[option]; e < first_[option + 1]; ++e) {
        const std::uint32_t piece = entries_[e].list;
        if (rules_[e].copies == 0) continue;
        SHAPEWRIGHT_ASSERT(supply_[piece] >= rules_[e].copies);
        supply_[piece] -= rules_[e].copies;
        dead_ = dead_ || used_[piece] + supply_[piece] < minimum_[piece];
    }
}

/// Write down the borders of all lists that may still move.
void Cells::save() {
    Level& level = levels_.back();
    level.is_saved = true;
    borders_.resize(level.borders);
    for (std::uint32_t k = 0; k < opened_; ++k) borders_.push_back({open_[k], lists_[open_[k]].border});
    for (const std::uint32_t list : others_) borders_.push_back({list, lists_[list].border});
    // A covered item that has a colour keeps the options of that colour.
    for (const std::uint32_t list : settled_)
        if (place_of_open_[list] != none) borders_.push_back({list, lists_[list].border});
    supplies_.resize(level.supplies);
    supplies_.insert(supplies_.end(), supply_.begin(), supply_.end());
}

void Cells::take(std::uint32_t option, bool forced) {
    SHAPEWRIGHT_ASSERT(is_live(option) && !levels_.empty());
    if (!levels_.back().is_saved && !forced) save();
    levels_.push_back({option, false, dead_, opened_, borders_.size(), supplies_.size(), settled_.size()});
    const std::uint32_t begin = first_[option], end = first_[option + 1];
    for (std::uint32_t e = begin; e < end; ++e) {
        const std::uint32_t number = entries_[e].list;
        if (rules_[e].copies != 0)
            used_[number] += rules_[e].copies;
        else if (place_of_open_[number] != none)
            close(number);
    }
    hide(option);
    for (std::uint32_t e = begin; e < end && !dead_; ++e) forbid(e);
}

/// Hide what cannot be chosen together with the option of this entry, since both are in its list: from the last to the
/// first, so that only what was looked at changes places.
void Cells::forbid(std::uint32_t entry) {
    const std::uint32_t number = entries_[entry].list;
    const List& list = lists_[number];
    const auto [colour, copies] = rules_[entry];
    if (copies == 0 && colour == 0) return clear(number);
    if (copies == 0) {
        if (is_settled_[number]) return;
        is_settled_[number] = 1;
        settled_.push_back(number);
    } else if (maximum_[number] == unlimited) {
        return;
    }
    SHAPEWRIGHT_ASSERT(copies == 0 || used_[number] <= maximum_[number]);
    const std::uint32_t left = copies == 0 ? 0 : maximum_[number] - used_[number];
    for (std::uint32_t k = list.border; k-- > list.begin && !dead_;) {
        const Rule other = rules_[cells_[k]];
        if (copies == 0 ? other.colour != colour : other.copies > left) hide(option_of_[cells_[k]]);
    }
}

/// Hide all options of a list.
void Cells::clear(std::uint32_t number) {
    const auto [begin, end] = lists_[number];
    lists_[number].border = begin;
    for (std::uint32_t k = begin; k < end && !dead_; ++k) {
        const std::uint32_t e = cells_[k], option = option_of_[e];
        swap_out(first_[option], e);
        swap_out(e + 1, first_[option + 1]);
        if (pieces_ != 0) use_up(option);
    }
}

/// A required item is covered: the last of those that are open takes its place among them.
void Cells::close(std::uint32_t number) {
    SHAPEWRIGHT_ASSERT(is_open(number) && open_[place_of_open_[number]] == number);
    const std::uint32_t at = place_of_open_[number], last = open_[--opened_];
    open_[at] = last;
    place_of_open_[last] = at;
    open_[opened_] = number;
    place_of_open_[number] = opened_;
}

void Cells::leave() {
    const Level level = levels_.back();
    SHAPEWRIGHT_ASSERT(levels_.size() > 1 && level.borders <= borders_.size() && level.opened >= opened_);
    levels_.pop_back();
    for (std::size_t k = levels_.back().borders; k < level.borders; ++k)
        lists_[borders_[k].list].border = borders_[k].border;
    borders_.resize(level.borders);
    if (pieces_ != 0) {
        std::copy(supplies_.begin() + static_cast<std::ptrdiff_t>(levels_.back().supplies),
                  supplies_.begin() + static_cast<std::ptrdiff_t>(level.supplies), supply_.begin());
        supplies_.resize(level.supplies);
        for (std::uint32_t e = first_[level.option]; e < first_[level.option + 1]; ++e)
            if (rules_[e].copies != 0) used_[entries_[e].list] -= rules_[e].copies;
    }
    SHAPEWRIGHT_ASSERT(level.settled <= settled_.size());
    for (; settled_.size() > level.settled; settled_.pop_back()) is_settled_[settled_.back()] = 0;
    opened_ = level.opened;
    dead_ = level.was_dead;
    is_tracked_ = false;
}

/// The same as `fewest` without tracking, and as fast if no list has a single option.
std::uint32_t Cells::fewest_tracked() {
    if (!is_tracked_) {
        singles_.clear();
        for (std::uint32_t k = 0; k < opened_; ++k)
            if (size(open_[k]) == 1) singles_.push_back(open_[k]);
        std::make_heap(singles_.begin(), singles_.end(), std::greater<>());
        is_tracked_ = true;
    }
    while (!singles_.empty()) {
        const std::uint32_t number = singles_.front();
        if (is_open(number) && size(number) == 1) return number;
        std::pop_heap(singles_.begin(), singles_.end(), std::greater<>());
        singles_.pop_back();
    }
    std::uint64_t best = ~std::uint64_t{0};
    for (std::uint32_t k = 0; k < opened_; ++k) best = std::min(best, std::uint64_t{size(open_[k])} << 32 | open_[k]);
    return static_cast<std::uint32_t>(best);
}

/// An open list has come down to a single option.
void Cells::note_single(std::uint32_t number) {
    if (!is_tracked_) return;
    SHAPEWRIGHT_ASSERT(size(number) == 1);
    singles_.push_back(number);
    std::push_heap(singles_.begin(), singles_.end(), std::greater<>());
}

bool Cells::has_enough() const {
    for (std::uint32_t p = 0; p < pieces_; ++p)
        if (used_[p] < minimum_[p]) return false;
    return true;
}

}  // namespace shapewright::exact_cover

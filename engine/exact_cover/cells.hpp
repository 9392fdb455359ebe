// What an exact cover search keeps of its options: for each item a list of those that still cover it, live ones in
// front (sparse sets, as in Knuth's dancing cells). To take a choice back only the borders of lists move.
#pragma once

#include <cstdint>
#include <vector>

#include "core/assert.hpp"
#include "exact_cover/instance.hpp"

namespace shapewright::exact_cover {

class Cells {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    explicit Cells(const Instance& instance);

    /// Choose a live option: it is taken out of all lists, and so are those that it forbids, unless it turns out that
    /// something can no longer be covered. A `forced` choice is the only one here: nothing is written down to come back
    /// to, and after it is taken back, so must the choice before it be.
    void take(std::uint32_t option, bool forced = false);

    /// Take back the last choice, and all that was hidden since.
    void leave();

    /// Take a live option out of all lists, until the last choice is taken back; not where something can no longer be
    /// covered, since a choice that finds that out leaves lists half done.
    void hide(std::uint32_t option) {
        SHAPEWRIGHT_ASSERT(is_live(option));
        swap_out(first_[option], first_[option + 1]);
        if (pieces_ != 0) use_up(option);
    }

    /// What was hidden now stays hidden when choices are taken back that are made later.
    void keep() { levels_.back().is_saved = false; }

    /// Something can no longer be covered.
    bool is_dead() const { return dead_; }

    bool is_live(std::uint32_t option) const {
        const Entry entry = entries_[first_[option]];
        return entry.place < lists_[entry.list].border;
    }

    /// Lists of the required items that are not covered, in no order.
    std::uint32_t opened() const { return opened_; }
    std::uint32_t open(std::uint32_t at) const { return open_[at]; }
    bool is_open(std::uint32_t list) const { return place_of_open_[list] < opened_; }

    /// The open list with the fewest live options, the first of them; none without one.
    std::uint32_t fewest() {
        if (tracks_) return fewest_tracked();
        std::uint64_t best = ~std::uint64_t{0};
        for (std::uint32_t k = 0; k < opened_; ++k) {
            const std::uint32_t number = open_[k];
            const std::uint64_t key = std::uint64_t{size(number)} << 32 | number;
            best = key < best ? key : best;
        }
        return static_cast<std::uint32_t>(best);
    }

    std::uint32_t size(std::uint32_t list) const { return lists_[list].border - lists_[list].begin; }
    std::uint32_t option(std::uint32_t list, std::uint32_t at) const {
        SHAPEWRIGHT_ASSERT(entries_[cells_[lists_[list].begin + at]].list == list);
        return option_of_[cells_[lists_[list].begin + at]];
    }

    /// Options of a list, with those that are not live.
    std::uint32_t whole_size(std::uint32_t list) const {
        const std::uint32_t next = list + 1;
        return (next < lists_.size() ? lists_[next].begin : static_cast<std::uint32_t>(cells_.size())) -
               lists_[list].begin;
    }

    /// Whether live options can no longer use a piece as often as it must be used.
    bool lacks(std::uint32_t piece) const { return used_[piece] + supply_[piece] < minimum_[piece]; }

    /// Whether a piece has a list behind those of the items, since it is used exactly once.
    bool is_single(std::uint32_t piece) const { return is_single_[piece]; }

    /// Whether the pieces' minima are reached.
    bool has_enough() const;

    /// The choice of this option covers all that is open, and nothing else could follow.
    bool is_last(std::uint32_t option) const { return ends_ && needed_[option] == opened_; }

    /// Options without a required item.
    const std::vector<std::uint32_t>& optional() const { return optional_; }

    std::size_t depth() const { return levels_.size() - 1; }  // choices
    std::uint32_t pieces() const { return pieces_; }
    std::uint32_t lists() const { return static_cast<std::uint32_t>(lists_.size()); }
    std::uint32_t options() const { return static_cast<std::uint32_t>(needed_.size()); }
    std::uint32_t begin(std::uint32_t option) const { return first_[option]; }
    std::uint32_t end(std::uint32_t option) const { return first_[option + 1]; }
    std::uint32_t list_of(std::uint32_t entry) const { return entries_[entry].list; }

private:
    // An option in one of the lists it is in: where it stands there.
    struct Entry {
        std::uint32_t list, place;
    };

    // What an option does there: the colour of an item, the copies of a piece (0: an item).
    struct Rule {
        std::uint32_t colour, copies;
    };

    // One for each piece, then one for each item. The cells from `begin` to `border` are live options.
    struct List {
        std::uint32_t begin, border;
    };

    struct Border {
        std::uint32_t list, border;
    };

    // The time between two choices.
    struct Level {
        std::uint32_t option;  // whose choice began it
        bool is_saved;         // borders are written down
        bool was_dead;         // before the choice
        std::uint32_t opened;  // before the choice
        std::size_t borders;   // where those of this level begin
        std::size_t supplies;
        std::size_t settled;
    };

    /// Take these entries out of the fronts of their lists: each changes places with the last live one.
    void swap_out(std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t e = begin; e < end; ++e) {
            const auto [number, place] = entries_[e];
            List& list = lists_[number];
            const std::uint32_t last = --list.border;
            SHAPEWRIGHT_ASSERT(list.begin <= last && place <= last && cells_[place] == e);
            const std::uint32_t other = cells_[last];
            cells_[place] = other;
            entries_[other].place = place;
            cells_[last] = e;
            entries_[e].place = last;
            if (last <= list.begin + 1 && place_of_open_[number] < opened_) {
                if (last == list.begin)
                    dead_ = true;
                else if (tracks_)
                    note_single(number);
            }
        }
    }

    std::uint32_t fewest_tracked();
    void note_single(std::uint32_t number);

    void save();
    void clear(std::uint32_t number);
    void use_up(std::uint32_t option);
    void close(std::uint32_t number);
    void forbid(std::uint32_t entry);
    std::vector<std::uint32_t> lists_of_single_pieces(const Instance& instance);

    std::uint32_t pieces_;
    std::vector<std::uint32_t> minimum_, maximum_, used_;
    std::vector<bool> is_single_;
    std::vector<std::uint64_t> supply_;  // copies of each piece that live options could still use
    std::vector<List> lists_;
    std::vector<std::uint32_t> first_;  // entry of each option, and the end
    std::vector<Entry> entries_;        // option by option
    std::vector<Rule> rules_;
    std::vector<std::uint32_t> option_of_;  // of each entry
    std::vector<std::uint32_t> cells_;      // list by list: entries
    std::vector<std::uint32_t> needed_;     // how many required items an option has
    std::vector<std::uint32_t> optional_;
    std::vector<std::uint32_t> open_, place_of_open_;  // required items, the `opened_` that are not covered in front
    std::vector<std::uint32_t> others_;                // lists that are not required
    std::uint32_t opened_ = 0;
    bool ends_ = false;
    bool dead_ = false;
    std::vector<std::uint8_t> is_settled_;  // lists of items that have a colour
    std::vector<std::uint32_t> settled_;
    std::vector<Level> levels_;
    std::vector<Border> borders_;
    std::vector<std::uint64_t> supplies_;

    // With very many required items a walk over all of them for each choice takes longer than all else, where most
    // choices are forced: then a heap has the open lists of a single option, and some that were such, smallest first.
    bool tracks_ = false;
    bool is_tracked_ = false;  // the heap has them all
    std::vector<std::uint32_t> singles_;
};

}  // namespace shapewright::exact_cover

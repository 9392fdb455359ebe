// Exact cover for any instance: for each item a list of the options that still cover it, live ones in front (sparse
// sets, as in Knuth's dancing cells).
//
// Written independently of the bit-sliced engine, whose answers it recounts; it also takes what that one cannot:
// any number of items and options, colours without limit.
#include <algorithm>
#include <stdexcept>

#include "exact_cover/search.hpp"

namespace shapewright::exact_cover {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

class Sparse final : public Search {
public:
    explicit Sparse(const Instance& instance)
        : pieces_(static_cast<std::uint32_t>(instance.pieces())),
          minimum_(instance.minimum),
          maximum_(instance.maximum),
          supply_(instance.pieces(), 0),
          used_(instance.pieces(), 0),
          out_(instance.options.size(), 0) {
        const std::vector<std::uint32_t> item_of = items_of_single_pieces(instance);
        std::vector<bool> required(pieces_, false);
        required.insert(required.end(), instance.required.begin(), instance.required.end());
        for (const std::uint32_t list : item_of)
            if (list != none) required.push_back(true);
        lists_.resize(required.size());
        for (const Option& option : instance.options) {
            first_.push_back(static_cast<std::uint32_t>(entries_.size()));
            const auto enter = [&](std::uint32_t list, std::uint32_t colour, std::uint32_t copies) {
                entries_.push_back({list, lists_[list].live++, colour, copies});
                option_of_.push_back(static_cast<std::uint32_t>(first_.size()) - 1);
            };
            for (std::size_t k = 0; k < option.items.size(); ++k)
                enter(pieces_ + option.items[k], option.colours.empty() ? 0 : option.colours[k], 0);
            bool needed = false;
            for (const auto& [piece, copies] : option.uses) {
                needed = needed || item_of[piece] != none;
                enter(item_of[piece] == none ? piece : item_of[piece], 0, item_of[piece] == none ? copies : 0);
                if (item_of[piece] == none) supply_[piece] += copies;
            }
            for (const std::uint32_t item : option.items) needed = needed || required[pieces_ + item];
            if (!needed) optional_.push_back(static_cast<std::uint32_t>(first_.size()) - 1);
        }
        first_.push_back(static_cast<std::uint32_t>(entries_.size()));
        std::uint32_t begin = 0;
        for (List& list : lists_) {
            list.begin = begin;
            begin += list.live;
        }
        cells_.resize(entries_.size());
        for (std::uint32_t e = 0; e < entries_.size(); ++e)
            cells_[lists_[entries_[e].list].begin + entries_[e].place] = e;
        for (std::uint32_t list = 0; list < lists_.size(); ++list) {
            if (!required[list]) continue;
            lists_[list].open = static_cast<std::uint32_t>(open_.size());
            open_.push_back(list);
        }
        opened_ = static_cast<std::uint32_t>(open_.size());
        dead_ = false;
        for (std::uint32_t o = 0; o < instance.options.size(); ++o)
            if (std::any_of(instance.options[o].uses.begin(), instance.options[o].uses.end(),
                            [&](const auto& use) { return use.second > maximum_[use.first]; }))
                hide(o);
        for (std::uint32_t p = 0; p < pieces_; ++p) dead_ = dead_ || supply_[p] < minimum_[p];
        impossible_ = dead_;
        push(none);
        decide();
    }

    bool give(const Path& given) override {
        std::vector<std::uint32_t> sorted = given;
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
            throw std::invalid_argument("an option is given twice");
        if (!sorted.empty() && sorted.back() >= out_.size()) throw std::invalid_argument("an unknown option is given");
        while (depth_ > 1) leave();
        root_ = 1;
        bool fits = !top().dead;
        for (std::size_t k = 0; k < given.size() && fits; ++k) {
            fits = !out_[given[k]];
            if (fits) take(given[k], none);
            fits = fits && !top().dead;
        }
        if (fits) root_ = depth_;
        start({});
        return fits;
    }

    void start(const Path& prefix) override {
        while (depth_ > root_) leave();
        top().candidates.clear();
        top().cursor = 0;
        prefix_ = prefix;
        for (const std::uint32_t option : prefix) {
            Frame& frame = top();
            list(frame);
            const auto at = std::find(frame.candidates.begin(), frame.candidates.end(), option);
            if (at == frame.candidates.end()) throw std::invalid_argument("the prefix contradicts itself");
            frame.cursor = static_cast<std::size_t>(at - frame.candidates.begin());
            choose();
        }
        base_ = depth_;
        started_ = false;
    }

    bool run(const StopToken& stop, std::uint64_t limit, std::uint64_t nodes, std::vector<Path>* found) override {
        const std::uint64_t solution_goal = limit > ~solutions_ ? ~std::uint64_t{0} : solutions_ + limit;
        const std::uint64_t node_goal = nodes > ~nodes_ ? ~std::uint64_t{0} : nodes_ + nodes;
        if (!started_) {
            started_ = true;
            open(found);
        }
        std::uint32_t until_poll = poll_every;
        for (;;) {
            const Frame& frame = top();
            if (frame.cursor == frame.candidates.size()) {
                if (depth_ == base_) return true;
                leave();
                continue;
            }
            if (solutions_ >= solution_goal || nodes_ >= node_goal) return false;
            if (--until_poll == 0) {
                until_poll = poll_every;
                if (stop.expired()) return false;
            }
            choose();
            ++nodes_;
            open(found);
        }
    }

    std::size_t depth() const override { return depth_ - 1; }

    std::vector<Path> rest() const override {
        if (!started_) return {prefix_};
        std::vector<Path> result;
        for (std::size_t depth = depth_; depth >= base_; --depth) {
            const Frame& frame = frames_[depth - 1];
            for (std::size_t c = frame.cursor; c < frame.candidates.size(); ++c) {
                Path path = path_to(root_, depth);
                path.push_back(frame.candidates[c]);
                result.push_back(std::move(path));
            }
        }
        return result;
    }

private:
    static constexpr std::uint32_t poll_every = 64;

    struct Frame {
        std::uint32_t option = none;  // chosen to get here
        std::uint32_t branch = none;  // list of the item to cover next
        bool dead = false;
        std::vector<std::uint32_t> candidates;            // options to try, in order
        std::size_t cursor = 0;                           // those before it were tried
        std::size_t changes = 0, hidden = 0, closed = 0;  // what had been noted before the choice
        std::uint32_t opened = 0;
    };

    /// An option in one of the lists it is in.
    struct Entry {
        std::uint32_t list, place;     // where it stands
        std::uint32_t colour, copies;  // of an item, of a piece (0: an item)
    };

    /// Lists: one for each piece, then one for each item. The first `live` of its cells are live options.
    struct List {
        std::uint32_t begin = 0, live = 0;
        std::uint32_t open = none;  // where a required item stands among those; none: it is not required
        bool settled = false;       // what it forbids is done: nothing keeps it up to date
        std::uint64_t noted = 0;    // the choice at which its borders were last noted
    };

    /// The borders of a list before a choice.
    struct Change {
        std::uint32_t list, live;
        std::uint64_t supply;
    };

    /// A piece used exactly once, by options that use one copy, is an item that must be covered: the list of that item.
    std::vector<std::uint32_t> items_of_single_pieces(const Instance& instance) {
        std::vector<bool> single(pieces_);
        for (std::size_t p = 0; p < pieces_; ++p) single[p] = minimum_[p] == 1 && maximum_[p] == 1;
        for (const Option& option : instance.options)
            for (const auto& [piece, copies] : option.uses)
                if (copies != 1) single[piece] = false;
        std::vector<std::uint32_t> item_of(pieces_, none);
        auto list = static_cast<std::uint32_t>(pieces_ + instance.items());
        for (std::size_t p = 0; p < pieces_; ++p) {
            if (!single[p]) continue;
            item_of[p] = list++;
            minimum_[p] = 0;
        }
        return item_of;
    }

    void note(std::uint32_t number, List& list) {
        if (list.noted == choice_) return;
        list.noted = choice_;
        changes_.push_back({number, list.live, number < pieces_ ? supply_[number] : 0});
    }

    /// Take entry `e` out of the front of its list: it swaps places with the last live one. To put everything back only
    /// the border moves.
    void swap_out(std::uint32_t e, List& list) {
        const std::uint32_t last = --list.live;
        Entry& entry = entries_[e];
        const std::uint32_t other = cells_[list.begin + last];
        entries_[other].place = entry.place;
        cells_[list.begin + entry.place] = other;
        cells_[list.begin + last] = e;
        entry.place = last;
    }

    /// Take an option out of all lists that are kept up to date.
    void hide(std::uint32_t option) {
        out_[option] = 1;
        hidden_.push_back(option);
        const std::uint32_t end = first_[option + 1];
        for (std::uint32_t e = first_[option]; e < end; ++e) {
            const std::uint32_t number = entries_[e].list;
            List& list = lists_[number];
            if (list.settled) continue;
            note(number, list);
            swap_out(e, list);
            if (list.open != none) {
                dead_ = dead_ || list.live == 0;
            } else if (number < pieces_) {
                supply_[number] -= entries_[e].copies;
                dead_ = dead_ || used_[number] + supply_[number] < minimum_[number];
            }
        }
    }

    /// Hide the other options of a list that `clashes(entry)`, from the last to the first: swaps move only those that
    /// were looked at.
    template <class Clashes>
    void hide_from(const List& list, const Clashes& clashes) {
        for (std::uint32_t k = list.live; k-- > 0 && !dead_;) {
            const std::uint32_t e = cells_[list.begin + k];
            if (!out_[option_of_[e]] && clashes(entries_[e])) hide(option_of_[e]);
        }
    }

    /// Choose the candidate under the cursor of the top frame and move the cursor on.
    void choose() {
        Frame& parent = top();
        const std::size_t at = parent.cursor++;
        take(parent.candidates[at], parent.branch == none ? static_cast<std::uint32_t>(at) : none);
    }

    /// Choose an option; `tried`: it comes from a subset of which that many were tried before and are not tried again.
    void take(std::uint32_t option, std::uint32_t tried) {
        push(option);
        out_[option] = 1;
        hidden_.push_back(option);
        const std::uint32_t begin = first_[option], end = first_[option + 1];
        for (std::uint32_t e = begin; e < end; ++e) {
            const Entry& entry = entries_[e];
            List& list = lists_[entry.list];
            if (entry.copies != 0) {
                note(entry.list, list);
                swap_out(e, list);
                used_[entry.list] += entry.copies;
                supply_[entry.list] -= entry.copies;
            } else if (list.open != none) {
                close(list);
            }
        }
        if (tried != none) {
            const std::vector<std::uint32_t>& before = frames_[depth_ - 2].candidates;
            for (std::uint32_t c = 0; c < tried; ++c)
                if (!out_[before[c]]) hide(before[c]);
        }
        for (std::uint32_t e = begin; e < end && !dead_; ++e) {
            const auto [number, place, colour, copies] = entries_[e];
            List& list = lists_[number];
            if (copies == 0) {
                if (list.settled) continue;
                list.settled = true;
                closed_.push_back(number);
                if (colour == 0)
                    hide_from(list, [](const Entry&) { return true; });
                else
                    hide_from(list, [colour = colour](const Entry& other) { return other.colour != colour; });
            } else if (maximum_[number] != unlimited) {
                const std::uint32_t left = maximum_[number] - used_[number];
                hide_from(list, [left](const Entry& other) { return other.copies > left; });
            }
        }
        decide();
    }

    /// A required item is covered: the last of those that are open takes its place among them.
    void close(List& list) {
        const std::uint32_t last = open_[--opened_];
        const std::uint32_t own = open_[list.open];
        open_[list.open] = last;
        open_[opened_] = own;
        lists_[last].open = list.open;
        list.open = opened_;
    }

    /// A fresh last frame; frames are kept for their memory.
    void push(std::uint32_t option) {
        if (depth_ == frames_.size()) frames_.emplace_back();
        Frame& frame = frames_[depth_++];
        frame.option = option;
        frame.candidates.clear();
        frame.cursor = 0;
        frame.changes = changes_.size();
        frame.hidden = hidden_.size();
        frame.closed = closed_.size();
        frame.opened = opened_;
        ++choice_;
        dead_ = impossible_;
    }

    Frame& top() { return frames_[depth_ - 1]; }

    /// Take back the choice that led to the last frame.
    void leave() {
        const Frame& frame = top();
        for (; changes_.size() > frame.changes; changes_.pop_back()) {
            const Change& change = changes_.back();
            lists_[change.list].live = change.live;
            if (change.list < pieces_) supply_[change.list] = change.supply;
        }
        for (; hidden_.size() > frame.hidden; hidden_.pop_back()) out_[hidden_.back()] = 0;
        for (; closed_.size() > frame.closed; closed_.pop_back()) lists_[closed_.back()].settled = false;
        for (std::uint32_t e = first_[frame.option]; e < first_[frame.option + 1]; ++e)
            if (entries_[e].copies != 0) used_[entries_[e].list] -= entries_[e].copies;
        opened_ = frame.opened;
        --depth_;
    }

    /// Branch on the item with the fewest live options, the first of them.
    void decide() {
        Frame& frame = top();
        frame.branch = none;
        std::uint32_t best = none;
        for (std::uint32_t k = 0; k < opened_ && !dead_; ++k) {
            const std::uint32_t live = lists_[open_[k]].live;
            if (live > best || (live == best && open_[k] > frame.branch)) continue;
            best = live;
            frame.branch = open_[k];
        }
        frame.dead = dead_ || best == 0;
    }

    /// List what to try below a node, in the order of options; a node without required items left tries all that is
    /// live.
    void list(Frame& frame) {
        if (frame.dead || !frame.candidates.empty()) return;
        if (frame.branch != none) {
            const List& list = lists_[frame.branch];
            for (std::uint32_t k = 0; k < list.live; ++k)
                frame.candidates.push_back(option_of_[cells_[list.begin + k]]);
            std::sort(frame.candidates.begin(), frame.candidates.end());
        } else {
            for (const std::uint32_t option : optional_)
                if (!out_[option]) frame.candidates.push_back(option);
        }
    }

    void open(std::vector<Path>* found) {
        Frame& frame = top();
        list(frame);
        if (frame.dead || frame.branch != none) return;
        for (std::size_t p = 0; p < pieces_; ++p)
            if (used_[p] < minimum_[p]) return;
        ++solutions_;
        if (found != nullptr) found->push_back(path_to(1, depth_));
    }

    Path path_to(std::size_t begin, std::size_t depth) const {
        Path path;
        path.reserve(depth);
        for (std::size_t d = begin; d < depth; ++d) path.push_back(frames_[d].option);
        return path;
    }

    std::uint32_t pieces_;
    std::vector<std::uint32_t> minimum_, maximum_;
    std::vector<List> lists_;
    std::vector<Entry> entries_;            // option by option
    std::vector<std::uint32_t> option_of_;  // of each entry
    std::vector<std::uint32_t> first_;      // entry of each option, and the end
    std::vector<std::uint32_t> cells_;      // list by list: entries
    std::vector<std::uint32_t> optional_;   // options without a required item
    std::vector<std::uint32_t> open_;       // required items, the `opened_` that are not covered in front
    std::uint32_t opened_ = 0;
    std::vector<std::uint64_t> supply_;  // copies of each piece that live options could still use
    std::vector<std::uint32_t> used_;
    std::vector<std::uint8_t> out_;  // options that are chosen or hidden
    bool dead_ = false;              // something can no longer be covered
    bool impossible_ = false;        // so from the beginning

    std::vector<Change> changes_;
    std::vector<std::uint32_t> hidden_, closed_;
    std::uint64_t choice_ = 1;
    std::vector<Frame> frames_;
    std::size_t depth_ = 0;
    std::size_t root_ = 1;
    std::size_t base_ = 1;
    bool started_ = false;
    Path prefix_;
};

}  // namespace

std::unique_ptr<Search> make_sparse(const Instance& instance) {
    auto search = std::make_unique<Sparse>(instance);
    search->start({});
    return search;
}

}  // namespace shapewright::exact_cover

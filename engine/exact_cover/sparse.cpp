// Exact cover for any instance: for each item a list of the options that still cover it, live ones in front (sparse
// sets, as in Knuth's dancing cells).
//
// Written independently of the bit-sliced engine, whose answers it recounts; it also takes what that one cannot:
// any number of items, equal options, colours without limit.
#include <algorithm>
#include <stdexcept>

#include "exact_cover/search.hpp"

namespace shapewright::exact_cover {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

class Sparse final : public Search {
public:
    explicit Sparse(const Instance& instance)
        : required_(instance.required),
          minimum_(instance.minimum),
          maximum_(instance.maximum),
          options_(instance.options),
          covered_(instance.items(), 0),
          lists_(instance.items() + instance.pieces()),
          live_(instance.items() + instance.pieces(), 0),
          supply_(instance.pieces(), 0),
          used_(instance.pieces(), 0),
          out_(instance.options.size(), 0) {
        cover_single_pieces();
        for (std::uint32_t o = 0; o < options_.size(); ++o) {
            first_entry_.push_back(static_cast<std::uint32_t>(entries_.size()));
            const auto enter = [&](std::size_t list, std::uint32_t colour, std::uint32_t copies) {
                const auto index = static_cast<std::uint32_t>(lists_[list].size());
                lists_[list].push_back(static_cast<std::uint32_t>(entries_.size()));
                entries_.push_back({static_cast<std::uint32_t>(list), index, o, colour, copies});
                ++live_[list];
            };
            const Option& option = options_[o];
            for (std::size_t k = 0; k < option.items.size(); ++k)
                enter(list_of(option.items[k]), option.colours.empty() ? 0 : option.colours[k], 0);
            for (const auto& [piece, copies] : option.uses) {
                enter(piece, 0, copies);
                supply_[piece] += copies;
            }
        }
        first_entry_.push_back(static_cast<std::uint32_t>(entries_.size()));
        std::vector<std::uint32_t> never;
        for (std::uint32_t o = 0; o < options_.size(); ++o)
            if (std::any_of(options_[o].uses.begin(), options_[o].uses.end(),
                            [&](const auto& use) { return use.second > maximum_[use.first]; }))
                exclude(o, never);
    }

    void start(const Path& prefix) override {
        while (depth_ > 0) leave();
        prefix_ = prefix;
        decide(push());
        for (const std::uint32_t option : prefix) {
            Frame& frame = top();
            list(frame);
            const auto at = std::find(frame.candidates.begin(), frame.candidates.end(), option);
            if (at == frame.candidates.end()) throw std::invalid_argument("the prefix contradicts itself");
            frame.cursor = static_cast<std::size_t>(at - frame.candidates.begin());
            choose(frame);
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
            Frame& frame = top();
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
            choose(frame);
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
                Path path = path_to(depth);
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
        std::uint32_t branch = none;  // item to cover next
        bool dead = false;
        std::vector<std::uint32_t> candidates;  // options to try, in order
        std::size_t cursor = 0;                 // those before it were tried
        std::vector<std::uint32_t> excluded;    // options that the choice put out, in that order
    };

    /// An option in one of the lists it is in.
    struct Entry {
        std::uint32_t list, index;  // where it stands
        std::uint32_t option;
        std::uint32_t colour, copies;  // of an item, of a piece
    };

    /// Lists: one for each piece, then one for each item.
    std::size_t list_of(std::uint32_t item) const { return minimum_.size() + item; }

    /// A piece used exactly once, by options that use one copy, is an item that must be covered.
    void cover_single_pieces() {
        std::vector<bool> single(minimum_.size());
        for (std::size_t p = 0; p < minimum_.size(); ++p) single[p] = minimum_[p] == 1 && maximum_[p] == 1;
        for (const Option& option : options_)
            for (const auto& [piece, copies] : option.uses)
                if (copies != 1) single[piece] = false;
        for (std::uint32_t p = 0; p < single.size(); ++p) {
            if (!single[p]) continue;
            const auto item = static_cast<std::uint32_t>(covered_.size());
            covered_.push_back(0);
            required_.push_back(true);
            lists_.emplace_back();
            live_.push_back(0);
            minimum_[p] = 0;
            for (Option& option : options_) {
                if (std::erase_if(option.uses, [&](const auto& use) { return use.first == p; }) == 0) continue;
                option.items.push_back(item);
                if (!option.colours.empty()) option.colours.push_back(0);
            }
        }
    }

    /// The first live_[list] entries of a list are live. Taking one out swaps it behind them; putting back in reverse
    /// order only moves the border.
    void exclude(std::uint32_t option, std::vector<std::uint32_t>& excluded) {
        if (out_[option]) return;
        out_[option] = true;
        excluded.push_back(option);
        for (std::uint32_t e = first_entry_[option]; e < first_entry_[option + 1]; ++e) {
            Entry& entry = entries_[e];
            std::vector<std::uint32_t>& list = lists_[entry.list];
            const auto last = static_cast<std::uint32_t>(--live_[entry.list]);
            entries_[list[last]].index = entry.index;
            std::swap(list[entry.index], list[last]);
            entry.index = last;
        }
        for (const auto& [piece, copies] : options_[option].uses) supply_[piece] -= copies;
    }

    void include(std::uint32_t option) {
        out_[option] = false;
        for (std::uint32_t e = first_entry_[option]; e < first_entry_[option + 1]; ++e) ++live_[entries_[e].list];
        for (const auto& [piece, copies] : options_[option].uses) supply_[piece] += copies;
    }

    /// Choose the candidate under the cursor of `frame` and move the cursor on.
    void choose(Frame& frame) {
        const std::uint32_t option = frame.candidates[frame.cursor++];
        Frame& child = push();
        const Frame& parent = frames_[depth_ - 2];
        child.option = option;
        exclude(option, child.excluded);
        if (parent.branch == none)  // subsets: what was tried before is not tried again
            for (std::size_t c = 0; c + 1 < parent.cursor; ++c) exclude(parent.candidates[c], child.excluded);
        clash_.clear();
        for (std::uint32_t e = first_entry_[option]; e < first_entry_[option + 1]; ++e) {
            const auto& [list, index, owner, colour, copies] = entries_[e];
            if (copies == 0) {
                ++covered_[list - minimum_.size()];
                for (std::size_t k = 0; k < live_[list]; ++k) {
                    const Entry& other = entries_[lists_[list][k]];
                    if (colour == 0 || other.colour != colour) clash_.push_back(other.option);
                }
            } else {
                used_[list] += copies;
                if (maximum_[list] == unlimited) continue;
                const std::uint32_t left = maximum_[list] - used_[list];
                for (std::size_t k = 0; k < live_[list]; ++k) {
                    const Entry& other = entries_[lists_[list][k]];
                    if (other.copies > left) clash_.push_back(other.option);
                }
            }
        }
        for (const std::uint32_t other : clash_) exclude(other, child.excluded);
        decide(child);
    }

    /// A fresh last frame; frames are kept for their memory.
    Frame& push() {
        if (depth_ == frames_.size()) frames_.emplace_back();
        Frame& frame = frames_[depth_++];
        frame.option = frame.branch = none;
        frame.dead = false;
        frame.candidates.clear();
        frame.cursor = 0;
        frame.excluded.clear();
        return frame;
    }

    Frame& top() { return frames_[depth_ - 1]; }

    /// Take back the choice that led to the last frame.
    void leave() {
        const Frame& frame = top();
        for (std::size_t k = frame.excluded.size(); k-- > 0;) include(frame.excluded[k]);
        if (frame.option != none) {
            for (const std::uint32_t item : options_[frame.option].items) --covered_[item];
            for (const auto& [piece, copies] : options_[frame.option].uses) used_[piece] -= copies;
        }
        --depth_;
    }

    void decide(Frame& frame) {
        std::size_t best = ~std::size_t{0};
        for (std::uint32_t item = 0; item < required_.size() && best != 0; ++item)
            if (required_[item] && covered_[item] == 0 && live_[list_of(item)] < best) {
                best = live_[list_of(item)];
                frame.branch = item;
            }
        frame.dead = best == 0;
        for (std::size_t p = 0; p < minimum_.size() && !frame.dead; ++p)
            frame.dead = used_[p] + supply_[p] < minimum_[p];
    }

    /// List what to try below a node, in the order of options; a node without required items left tries all that is
    /// live.
    void list(Frame& frame) {
        if (frame.dead || !frame.candidates.empty()) return;
        if (frame.branch != none) {
            const std::vector<std::uint32_t>& entries = lists_[list_of(frame.branch)];
            for (std::size_t k = 0; k < live_[list_of(frame.branch)]; ++k)
                frame.candidates.push_back(entries_[entries[k]].option);
            std::sort(frame.candidates.begin(), frame.candidates.end());
        } else {
            for (std::uint32_t option = 0; option < out_.size(); ++option)
                if (!out_[option]) frame.candidates.push_back(option);
        }
    }

    void open(std::vector<Path>* found) {
        Frame& frame = top();
        list(frame);
        if (frame.dead || frame.branch != none) return;
        for (std::size_t p = 0; p < minimum_.size(); ++p)
            if (used_[p] < minimum_[p]) return;
        ++solutions_;
        if (found != nullptr) found->push_back(path_to(depth_));
    }

    Path path_to(std::size_t depth) const {
        Path path;
        for (std::size_t d = 1; d < depth; ++d) path.push_back(frames_[d].option);
        return path;
    }

    std::vector<bool> required_;
    std::vector<std::uint32_t> minimum_, maximum_;
    std::vector<Option> options_;
    std::vector<std::uint32_t> covered_;             // how often each item is covered (twice or more: by equal colours)
    std::vector<Entry> entries_;                     // option by option
    std::vector<std::uint32_t> first_entry_;         // of each option, and the end
    std::vector<std::vector<std::uint32_t>> lists_;  // entries of each piece, then of each item
    std::vector<std::size_t> live_;                  // how many of a list, at its front, are live
    std::vector<std::uint64_t> supply_;              // copies of each piece that live options could still use
    std::vector<std::uint32_t> used_;
    std::vector<std::uint8_t> out_;
    std::vector<std::uint32_t> clash_;
    std::vector<Frame> frames_;
    std::size_t depth_ = 0;
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

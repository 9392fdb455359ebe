// Exact cover for any instance: lists of options for each item, a count of reasons why each option is out.
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
        : instance_(instance),
          options_of_item_(instance.items()),
          options_of_piece_(instance.pieces()),
          covered_(instance.items(), 0),
          live_(instance.items(), 0),
          supply_(instance.pieces(), 0),
          used_(instance.pieces(), 0),
          out_(instance.options.size(), 0) {
        for (std::uint32_t o = 0; o < instance.options.size(); ++o) {
            for (const std::uint32_t item : instance.options[o].items) options_of_item_[item].push_back(o);
            for (const auto& use : instance.options[o].uses) options_of_piece_[use.first].push_back(o);
        }
        for (std::uint32_t i = 0; i < instance.items(); ++i)
            live_[i] = static_cast<std::uint32_t>(options_of_item_[i].size());
        for (std::uint32_t p = 0; p < instance.pieces(); ++p)
            for (const std::uint32_t o : options_of_piece_[p]) supply_[p] += copies_of(o, p);
        for (std::uint32_t o = 0; o < instance.options.size(); ++o)
            for (const auto& [piece, copies] : instance.options[o].uses)
                if (copies > instance.maximum[piece]) exclude(o);
    }

    void start(const Path& prefix) override {
        while (!frames_.empty()) {
            const bool root = frames_.size() == 1;
            if (!root) undo(frames_.back());
            frames_.pop_back();
        }
        prefix_ = prefix;
        frames_.emplace_back();
        decide(frames_.back());
        for (const std::uint32_t option : prefix) {
            Frame& frame = frames_.back();
            list(frame);
            const auto at = std::find(frame.candidates.begin(), frame.candidates.end(), option);
            if (at == frame.candidates.end()) throw std::invalid_argument("the prefix contradicts itself");
            frame.cursor = static_cast<std::size_t>(at - frame.candidates.begin());
            choose(frame);
        }
        base_ = frames_.size();
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
            Frame& frame = frames_.back();
            if (frame.cursor == frame.candidates.size()) {
                if (frames_.size() == base_) return true;
                undo(frame);
                frames_.pop_back();
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

    std::vector<Path> rest() const override {
        if (!started_) return {prefix_};
        std::vector<Path> result;
        for (std::size_t depth = frames_.size(); depth >= base_; --depth) {
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
        std::vector<std::uint32_t> excluded;    // options that the choice put out, each as often as it has a reason
    };

    std::uint32_t copies_of(std::uint32_t option, std::uint32_t piece) const {
        for (const auto& [p, copies] : instance_.options[option].uses)
            if (p == piece) return copies;
        return 0;
    }

    void exclude(std::uint32_t option) {
        if (out_[option]++ != 0) return;
        for (const std::uint32_t item : instance_.options[option].items) --live_[item];
        for (const auto& [piece, copies] : instance_.options[option].uses) supply_[piece] -= copies;
    }

    void include(std::uint32_t option) {
        if (--out_[option] != 0) return;
        for (const std::uint32_t item : instance_.options[option].items) ++live_[item];
        for (const auto& [piece, copies] : instance_.options[option].uses) supply_[piece] += copies;
    }

    std::uint32_t colour_in(std::uint32_t option, std::uint32_t item) const {
        const Option& o = instance_.options[option];
        if (o.colours.empty()) return 0;
        return o.colours[static_cast<std::size_t>(std::find(o.items.begin(), o.items.end(), item) - o.items.begin())];
    }

    /// Choose the candidate under the cursor of `frame` and move the cursor on.
    void choose(Frame& frame) {
        const std::uint32_t option = frame.candidates[frame.cursor++];
        Frame child;
        child.option = option;
        auto put_out = [&](std::uint32_t other) {
            exclude(other);
            child.excluded.push_back(other);
        };
        put_out(option);
        if (frame.branch == none)  // subsets: what was tried before is not tried again
            for (std::size_t c = 0; c + 1 < frame.cursor; ++c) put_out(frame.candidates[c]);
        for (const std::uint32_t item : instance_.options[option].items) {
            ++covered_[item];
            const std::uint32_t colour = colour_in(option, item);
            for (const std::uint32_t other : options_of_item_[item])
                if (colour == 0 || colour_in(other, item) != colour) put_out(other);
        }
        for (const auto& [piece, copies] : instance_.options[option].uses) {
            used_[piece] += copies;
            if (instance_.maximum[piece] == unlimited) continue;
            const std::uint32_t left = instance_.maximum[piece] - used_[piece];
            for (const std::uint32_t other : options_of_piece_[piece])
                if (copies_of(other, piece) > left) put_out(other);
        }
        decide(child);
        frames_.push_back(std::move(child));
    }

    void undo(Frame& frame) {
        for (std::size_t k = frame.excluded.size(); k-- > 0;) include(frame.excluded[k]);
        for (const std::uint32_t item : instance_.options[frame.option].items) --covered_[item];
        for (const auto& [piece, copies] : instance_.options[frame.option].uses) used_[piece] -= copies;
    }

    void decide(Frame& frame) {
        std::uint32_t best = none;
        for (std::uint32_t item = 0; item < instance_.items(); ++item)
            if (instance_.required[item] && covered_[item] == 0 && live_[item] < best) {
                best = live_[item];
                frame.branch = item;
                if (best == 0) break;
            }
        frame.dead = best == 0;
        for (std::uint32_t p = 0; p < instance_.pieces() && !frame.dead; ++p)
            frame.dead = used_[p] + supply_[p] < instance_.minimum[p];
    }

    /// List what to try below a node; a node without required items left tries all that is live.
    void list(Frame& frame) {
        if (frame.dead || !frame.candidates.empty()) return;
        if (frame.branch != none) {
            for (const std::uint32_t option : options_of_item_[frame.branch])
                if (out_[option] == 0) frame.candidates.push_back(option);
        } else {
            for (std::uint32_t option = 0; option < out_.size(); ++option)
                if (out_[option] == 0) frame.candidates.push_back(option);
        }
    }

    void open(std::vector<Path>* found) {
        Frame& frame = frames_.back();
        list(frame);
        if (frame.dead || frame.branch != none) return;
        for (std::uint32_t p = 0; p < instance_.pieces(); ++p)
            if (used_[p] < instance_.minimum[p]) return;
        ++solutions_;
        if (found != nullptr) found->push_back(path_to(frames_.size()));
    }

    Path path_to(std::size_t depth) const {
        Path path;
        for (std::size_t d = 1; d < depth; ++d) path.push_back(frames_[d].option);
        return path;
    }

    const Instance instance_;
    std::vector<std::vector<std::uint32_t>> options_of_item_, options_of_piece_;
    std::vector<std::uint32_t> covered_;  // how often each item is covered (more than once: by equal colours)
    std::vector<std::uint32_t> live_;     // live options of each item
    std::vector<std::uint64_t> supply_;   // copies of each piece that live options could still use
    std::vector<std::uint32_t> used_;
    std::vector<std::uint32_t> out_;  // reasons why each option is out
    std::vector<Frame> frames_;
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

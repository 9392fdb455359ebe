// Exact cover for any instance, by sparse sets.
//
// Written independently of the bit-sliced engine, whose answers it recounts; it also takes what that one cannot:
// any number of items and options, colours without limit.
#include <algorithm>
#include <stdexcept>

#include "core/assert.hpp"
#include "exact_cover/cells.hpp"
#include "exact_cover/search.hpp"

namespace shapewright::exact_cover {
namespace {

constexpr std::uint32_t none = Cells::none;

class Sparse final : public Search {
public:
    explicit Sparse(const Instance& instance) : cells_(instance) { push(none); }

    bool give(const Path& given) override {
        std::vector<std::uint32_t> sorted = given;
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
            throw std::invalid_argument("an option is given twice");
        if (!sorted.empty() && sorted.back() >= cells_.options())
            throw std::invalid_argument("an unknown option is given");
        while (depth_ > 1) leave();
        root_ = 1;
        bool fits = !top().dead;
        for (std::size_t k = 0; k < given.size() && fits; ++k) {
            fits = cells_.is_live(given[k]);
            if (fits) take(given[k], none, false);
            fits = fits && !top().dead;
        }
        if (fits) root_ = depth_;
        start({});
        return fits;
    }

private:
    bool descend(const Path& prefix, const StopToken& stop) override {
        while (depth_ > root_) leave();
        top().candidates.clear();
        top().cursor = 0;
        base_ = depth_;
        prefix_.clear();
        started_ = false;
        for (const std::uint32_t option : prefix) {
            if (stop.expired()) return false;
            Frame& frame = top();
            list(frame);
            const auto at = std::find(frame.candidates.begin(), frame.candidates.end(), option);
            if (at == frame.candidates.end()) throw std::invalid_argument("the prefix contradicts itself");
            frame.cursor = static_cast<std::size_t>(at - frame.candidates.begin());
            choose();
        }
        prefix_ = prefix;
        base_ = depth_;
        return true;
    }

public:
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
            ++nodes_;
            const std::uint32_t option = frame.candidates[frame.cursor];
            if (frame.branch != none && cells_.is_last(option)) {
                ++frame.cursor;
                meet(found, option);
            } else {
                choose();
                open(found);
            }
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
        std::vector<std::uint32_t> candidates;  // options to try, in order
        std::size_t cursor = 0;                 // those before it were tried
    };

    /// Choose the candidate under the cursor of the top frame and move the cursor on.
    void choose() {
        Frame& parent = top();
        const std::size_t at = parent.cursor++;
        SHAPEWRIGHT_ASSERT(at < parent.candidates.size() && cells_.is_live(parent.candidates[at]));
        // Nobody comes back to the only choice of an item but on the way further up; to the root, however, all do.
        const bool forced = parent.branch != none && parent.candidates.size() == 1 && depth_ > root_;
        take(parent.candidates[at], parent.branch == none ? static_cast<std::uint32_t>(at) : none, forced);
    }

    /// Choose an option; `tried`: it comes from a subset of which that many were tried before and are not tried again.
    void take(std::uint32_t option, std::uint32_t tried, bool forced) {
        cells_.take(option, forced);
        if (tried != none && !cells_.is_dead()) {  // of a dead end lists are left half done
            const std::vector<std::uint32_t>& before = top().candidates;
            for (std::uint32_t c = 0; c < tried; ++c)
                if (cells_.is_live(before[c])) cells_.hide(before[c]);
        }
        push(option);
    }

    /// A fresh last frame, which branches on the item with the fewest live options; frames are kept for their memory.
    void push(std::uint32_t option) {
        if (depth_ == frames_.size()) frames_.emplace_back();
        Frame& frame = frames_[depth_++];
        frame.option = option;
        frame.candidates.clear();
        frame.cursor = 0;
        frame.dead = cells_.is_dead();
        frame.branch = frame.dead ? none : cells_.fewest();
    }

    Frame& top() { return frames_[depth_ - 1]; }

    /// Take back the choice that led to the last frame.
    void leave() {
        SHAPEWRIGHT_ASSERT(depth_ > 1);
        cells_.leave();
        --depth_;
    }

    /// List what to try below a node, in the order of options; a node without required items left tries all that is
    /// live.
    void list(Frame& frame) {
        if (frame.dead || !frame.candidates.empty()) return;
        if (frame.branch != none) {
            for (std::uint32_t k = 0; k < cells_.size(frame.branch); ++k)
                frame.candidates.push_back(cells_.option(frame.branch, k));
            std::sort(frame.candidates.begin(), frame.candidates.end());
        } else {
            for (const std::uint32_t option : cells_.optional())
                if (cells_.is_live(option)) frame.candidates.push_back(option);
        }
    }

    void open(std::vector<Path>* found) {
        Frame& frame = top();
        list(frame);
        if (!frame.dead && frame.branch == none && cells_.has_enough()) meet(found, none);
    }

    /// The options chosen, and this one, are a solution.
    void meet(std::vector<Path>* found, std::uint32_t last) {
        SHAPEWRIGHT_ASSERT(cells_.depth() + 1 == depth_);
        ++solutions_;
        if (found == nullptr) return;
        found->push_back(path_to(1, depth_));
        if (last != none) found->back().push_back(last);
    }

    Path path_to(std::size_t begin, std::size_t depth) const {
        Path path;
        path.reserve(depth);
        for (std::size_t d = begin; d < depth; ++d) path.push_back(frames_[d].option);
        return path;
    }

    Cells cells_;
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

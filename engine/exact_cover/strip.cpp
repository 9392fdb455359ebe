// Exact cover of a strip: always cover the first open item, the board a window that slides along.
//
// On a strip a few cells wide the first open cell has few candidates anyway, so minimum-remaining-values branching
// gains little, and a node costs a handful of instructions: or the option into the window, shift to the next open bit.
#include <algorithm>
#include <bit>
#include <stdexcept>

#include "core/assert.hpp"
#include "core/wide.hpp"
#include "exact_cover/search.hpp"

namespace shapewright::exact_cover {
namespace {

template <class Window>
class Strip final : public Search {
public:
    explicit Strip(const Instance& instance)
        : items_(static_cast<std::uint32_t>(instance.items())),
          pieces_(static_cast<std::uint32_t>(instance.pieces())),
          required_(instance.required),
          minimum_(instance.minimum),
          maximum_(instance.maximum),
          used_(instance.pieces(), 0) {
        all_required_ = std::find(required_.begin(), required_.end(), false) == required_.end();
        std::vector<std::vector<std::uint32_t>> group(std::size_t{items_} * pieces_ + 1);
        first_.reserve(instance.options.size());
        for (std::uint32_t o = 0; o < instance.options.size(); ++o) {
            const Option& option = instance.options[o];
            first_.push_back(*std::min_element(option.items.begin(), option.items.end()));
            group[std::size_t{first_[o]} * pieces_ + option.uses[0].first].push_back(o);
        }
        for (const auto& members : group) {
            begin_.push_back(static_cast<std::uint32_t>(entries_.size()));
            for (const std::uint32_t o : members) {
                Window mask = 0;
                for (const std::uint32_t item : instance.options[o].items) mask |= Window{1} << (item - first_[o]);
                entries_.push_back({mask, o, instance.options[o].uses[0].first});
            }
        }
        SHAPEWRIGHT_ASSERT(entries_.size() == instance.options.size());
        for (std::uint32_t p = 0; p < pieces_; ++p)
            if (maximum_[p] > 0) root_pieces_ |= std::uint64_t{1} << p;
        for (std::uint32_t p = 0; p < pieces_; ++p) counted_ = counted_ || minimum_[p] > 0;
        entry_of_.assign(instance.options.size(), 0);
        for (std::uint32_t e = 0; e < entries_.size(); ++e) entry_of_[entries_[e].option] = e;
    }

private:
    bool descend(const Path& prefix, const StopToken& stop) override {
        prefix_.clear();
        started_ = false;
        std::fill(used_.begin(), used_.end(), 0u);
        frames_.clear();
        available_ = root_pieces_;
        frames_.push_back(Frame{});
        settle(frames_.back());
        base_ = 1;
        for (const std::uint32_t option : prefix) {
            if (stop.expired()) return false;
            if (option >= entry_of_.size()) throw std::invalid_argument("the prefix names an unknown option");
            Frame& frame = frames_.back();
            const Entry* entry;
            do entry = next(frame);
            while (entry != nullptr && entry->option != option);
            if (entry == nullptr) throw std::invalid_argument("the prefix contradicts itself");
            choose(*entry);
        }
        prefix_ = prefix;
        base_ = frames_.size();
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
        std::uint64_t next_poll = std::min(node_goal, nodes_ + poll_every);
        for (;;) {
            if (solutions_ >= solution_goal || nodes_ >= next_poll) {
                if (solutions_ >= solution_goal || nodes_ >= node_goal) return over();
                if (stop.expired()) return false;
                next_poll = std::min(node_goal, nodes_ + poll_every);
            }
            const Entry* entry = next(frames_.back());
            if (entry == nullptr) {
                if (frames_.size() == base_) return true;
                leave();
                continue;
            }
            choose(*entry);
            ++nodes_;
            open(found);
        }
    }

    std::size_t depth() const override { return frames_.size() - 1; }

    std::vector<Path> rest() const override {
        if (!started_) return {prefix_};
        std::vector<Path> result;
        for (std::size_t depth = frames_.size(); depth >= base_; --depth) {
            Frame frame = frames_[depth - 1];
            // Pieces that later frames used up were still to be had here.
            const std::uint64_t available = frame.available;
            while (const Entry* entry = next(frame, available)) {
                Path path = path_to(depth);
                path.push_back(entry->option);
                result.push_back(std::move(path));
            }
        }
        return result;
    }

private:
    static constexpr std::uint64_t poll_every = 65536;

    struct Entry {
        Window mask;  // items relative to the first
        std::uint32_t option, piece;
    };
    struct Frame {
        Window window = 0;           // covered items from `position` on; bit 0 open unless the strip is over
        std::uint32_t position = 0;  // items below are settled
        std::uint32_t cursor = 0, end = 0;
        std::uint64_t available = 0;  // pieces with copies left
        std::uint64_t pieces = 0;     // those still to be tried at `position`
        Window opened = 0;            // window and position on entry
        std::uint32_t opened_at = 0;
        std::uint32_t entry = 0;  // chosen to get here
    };

    bool over() {
        if (frames_.size() > base_) return false;
        Frame probe = frames_.back();
        return next(probe) == nullptr;
    }

    /// Make `frame` ready to be tried from its window and position.
    void settle(Frame& frame) {
        frame.available = frame.pieces = available_;
        frame.cursor = frame.end = 0;
        frame.opened = frame.window;
        frame.opened_at = frame.position;
    }

    const Entry* next(Frame& frame) const { return next(frame, frame.available); }

    const Entry* next(Frame& frame, std::uint64_t available) const {
        for (;;) {
            while (frame.cursor < frame.end) {
                const Entry& entry = entries_[frame.cursor++];
                if ((entry.mask & frame.window) == 0) return &entry;
            }
            if (frame.position >= items_) return nullptr;
            if (frame.pieces != 0) {
                const auto piece = static_cast<std::uint32_t>(std::countr_zero(frame.pieces));
                frame.pieces &= frame.pieces - 1;
                const std::size_t group = std::size_t{frame.position} * pieces_ + piece;
                SHAPEWRIGHT_ASSERT(piece < pieces_ && group + 1 < begin_.size());
                frame.cursor = begin_[group];
                frame.end = begin_[group + 1];
                continue;
            }
            if (required_[frame.position]) return nullptr;
            // Leave this item empty and go on to the next open one.
            slide(frame.window, frame.position, Window{1});
            frame.pieces = available;
        }
    }

    static void slide(Window& window, std::uint32_t& position, Window mask) {
        window |= mask;
        using std::countr_one;
        const int covered = countr_one(window);
        SHAPEWRIGHT_ASSERT(covered < static_cast<int>(8 * sizeof(Window)));
        window >>= covered;
        position += static_cast<std::uint32_t>(covered);
    }

    void choose(const Entry& entry) {
        Frame child;
        child.window = frames_.back().window;
        child.position = frames_.back().position;
        slide(child.window, child.position, entry.mask);
        child.entry = static_cast<std::uint32_t>(&entry - entries_.data());
        SHAPEWRIGHT_ASSERT(child.entry < entries_.size() && used_[entry.piece] < maximum_[entry.piece]);
        if (++used_[entry.piece] == maximum_[entry.piece]) available_ &= ~(std::uint64_t{1} << entry.piece);
        settle(child);
        frames_.push_back(child);
    }

    void leave() {
        const Entry& entry = entries_[frames_.back().entry];
        SHAPEWRIGHT_ASSERT(frames_.size() > base_ && used_[entry.piece] > 0);
        --used_[entry.piece];
        available_ |= std::uint64_t{1} << entry.piece;
        frames_.pop_back();
    }

    void open(std::vector<Path>* found) {
        const Frame& frame = frames_.back();
        if (frame.opened_at < items_ && (all_required_ || required_left(frame))) return;
        if (counted_)
            for (std::uint32_t p = 0; p < pieces_; ++p)
                if (used_[p] < minimum_[p]) return;
        ++solutions_;
        if (found != nullptr) found->push_back(path_to(frames_.size()));
    }

    bool required_left(const Frame& frame) const {
        for (std::uint32_t item = frame.opened_at; item < items_; ++item) {
            const std::uint32_t offset = item - frame.opened_at;
            const bool covered = offset < 8 * sizeof(Window) && ((frame.opened >> offset) & 1) != 0;
            if (required_[item] && !covered) return true;
        }
        return false;
    }

    Path path_to(std::size_t depth) const {
        Path path;
        for (std::size_t d = 1; d < depth; ++d) path.push_back(entries_[frames_[d].entry].option);
        return path;
    }

    std::uint32_t items_, pieces_;
    std::vector<bool> required_;
    std::vector<std::uint32_t> minimum_, maximum_, used_;
    bool all_required_ = true, counted_ = false;
    std::vector<Entry> entries_;           // grouped by first item, then piece
    std::vector<std::uint32_t> begin_;     // group -> first entry
    std::vector<std::uint32_t> first_;     // option -> its first item
    std::vector<std::uint32_t> entry_of_;  // option -> entry
    std::uint64_t root_pieces_ = 0, available_ = 0;

    std::vector<Frame> frames_;
    std::size_t base_ = 1;
    bool started_ = false;
    Path prefix_;
};

}  // namespace

std::unique_ptr<Search> make_strip(const Instance& instance) {
    if (instance.pieces() > 64) return nullptr;
    std::uint32_t span = 0;
    for (const Option& option : instance.options) {
        if (option.items.empty() || option.uses.size() != 1 || option.uses[0].second != 1) return nullptr;
        for (const std::uint32_t colour : option.colours)
            if (colour != 0) return nullptr;
        const auto [low, high] = std::minmax_element(option.items.begin(), option.items.end());
        span = std::max(span, *high - *low + 1);
    }
    std::unique_ptr<Search> search;
    // One bit of the window stays clear, so that it is never shifted by its whole width.
    if (span < 64)
        search = std::make_unique<Strip<std::uint64_t>>(instance);
    else if (span < 128)
        search = std::make_unique<Strip<Word128>>(instance);
    else
        return nullptr;
    search->start({});
    return search;
}

}  // namespace shapewright::exact_cover

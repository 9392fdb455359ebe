#include "clear/graph/path.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>
#include <utility>

#include "clear/board_index.hpp"
#include "clear/graph/full_rows.hpp"
#include "core/assert.hpp"
#include "core/flat_index.hpp"
#include "core/hash.hpp"
#include "core/memory.hpp"

namespace shapewright::clear {

namespace {

constexpr std::size_t nowhere = ~std::size_t{0};
constexpr std::size_t most_partial = Edge::most;

/// True if nothing lies above the cells, so that a piece can fall straight to them.
template <typename Set>
bool is_open(const Set& board, const Set& cells, int rows) {
    Set there = board;
    const FullRows full = full_rows(board);
    for (int k = 0; k < full.count; ++k)
        there &= ~(Set(full_row) << (columns * full.number[static_cast<std::size_t>(k)]));
    return !any(static_cast<Set>(upward(cells, rows) & there));
}

}  // namespace

template <typename Set>
Path<Set>::Path(Graph<Set>& graph) : graph_(&graph) {
    if (!graph.is_complete()) throw std::logic_error("the graph is not complete");
    Level first{{}, {}, {}, {}, {0}, {}};
    if (!graph.levels()[0].boards.empty()) {
        first.boards.push_back(0);
        first.contexts.push_back(graph.levels()[0].contexts[0]);
        first.tucked.push_back(0);
        first.first.push_back(0);
    }
    levels_.push_back(std::move(first));
}

/// The next level while it grows: every set of placements once, whatever partial solutions it comes from.
template <typename Set>
class Path<Set>::Growing {
public:
    explicit Growing(Path& path)
        : path_(path),
          contexts_(path.graph_->contexts()),
          level_(path.levels_.size() - 1),
          here_(path.levels_[level_]),
          boards_(path.graph_->levels()[level_]),
          boards_after_(path.graph_->levels()[level_ + 1]),
          before_(path.bytes()),
          parts_(level_ + 1) {
        number_cells();
    }

    Grown grow(const StopToken& stop, std::uint64_t bytes) {
        for (std::size_t number = 0; number < here_.boards.size(); ++number) {
            if (number % 256 == 0) {
                if (stop.expired()) return Grown::stopped;
                if (is_too_large(bytes)) return Grown::too_large;
            }
            const std::uint32_t board = here_.boards[number];
            for (std::size_t edge = boards_.first[board]; edge < boards_.first[board + 1]; ++edge) place(number, edge);
        }
        return Grown::done;
    }

    Level finished() && {
        next_.first.assign(next_.boards.size() + 1, 0);
        for (const Back& back : backs_) ++next_.first[back.to + 1];
        for (std::size_t k = 0; k < next_.boards.size(); ++k) next_.first[k + 1] += next_.first[k];
        next_.edges.resize(backs_.size());
        SHAPEWRIGHT_ASSERT(next_.first.back() == backs_.size());
        std::vector<std::size_t> at(next_.first.begin(), next_.first.end() - 1);
        for (const Back& back : backs_) next_.edges[at[back.to]++] = back.from;
        return std::move(next_);
    }

private:
    struct Back {
        std::uint32_t to;
        Edge from;
    };

    /// Numbers of the cells of each edge, and whether they are open; found once, used by every partial solution there.
    void number_cells() {
        numbers_.resize(boards_.edges.size());
        open_.resize(boards_.edges.size());
        BoardIndex<Set> index(path_.cells_);
        for (std::size_t board = 0; board < boards_.boards.size(); ++board)
            for (std::size_t edge = boards_.first[board]; edge < boards_.first[board + 1]; ++edge) {
                const Set cells = boards_after_.boards[boards_.edges[edge].target()] & ~boards_.boards[board];
                numbers_[edge] = index.add(cells).first;
                open_[edge] = is_open(boards_.boards[board], cells, path_.graph_->task().height);
            }
    }

    bool is_too_large(std::uint64_t bytes) const {
        return before_ + 3 * bytes_of(next_.boards) + bytes_of(next_.parts) + index_.bytes() + bytes_of(backs_) +
                       contexts_.bytes() >
                   bytes ||
               next_.boards.size() > most_partial - (std::size_t{1} << 24);
    }

    void place(std::size_t number, std::size_t edge) {
        const std::uint32_t target = boards_.edges[edge].target();
        const std::uint32_t piece = boards_.edges[edge].piece();
        const Contexts::Id hand = contexts_.common(level_ + 1, contexts_.image(level_, here_.contexts[number], piece),
                                                   boards_after_.contexts[target]);
        if (hand == Contexts::empty) return;
        const std::uint32_t* mine = here_.parts.data() + number * level_;
        const auto middle = std::lower_bound(mine, mine + level_, numbers_[edge]);
        SHAPEWRIGHT_ASSERT(std::is_sorted(mine, mine + level_));
        SHAPEWRIGHT_ASSERT(middle == mine + level_ || *middle != numbers_[edge]);
        auto end = std::copy(mine, middle, parts_.begin());
        *end++ = numbers_[edge];
        std::copy(middle, mine + level_, end);
        const std::uint32_t tucked = here_.tucked[number] + (open_[edge] ? 0 : 1);
        std::uint32_t& slot = index_.slot(hash_of_words(parts_), [&](std::uint32_t k) {
            return std::equal(parts_.begin(), parts_.end(), parts_of(k).begin());
        });
        const bool is_new = slot == index_.none;
        if (is_new) slot = static_cast<std::uint32_t>(next_.boards.size());
        const std::uint32_t found = slot;
        if (is_new) {
            next_.boards.push_back(target);
            next_.parts.insert(next_.parts.end(), parts_.begin(), parts_.end());
            next_.contexts.push_back(hand);
            next_.tucked.push_back(tucked);
            SHAPEWRIGHT_ASSERT(next_.parts.size() == (level_ + 1) * next_.boards.size());
            if (index_.is_full(next_.boards.size()))
                index_.grow(next_.boards.size(), [&](std::size_t k) { return hash_of_words(parts_of(k)); });
        } else {
            next_.contexts[found] = contexts_.united(level_ + 1, next_.contexts[found], hand);
            next_.tucked[found] = std::min(next_.tucked[found], tucked);
        }
        backs_.push_back({found, Edge(static_cast<std::uint32_t>(number), piece)});
    }

    std::span<const std::uint32_t> parts_of(std::size_t k) const {
        return std::span(next_.parts).subspan(k * parts_.size(), parts_.size());
    }

    Path& path_;
    Contexts& contexts_;
    std::size_t level_;
    const Level& here_;
    const typename Graph<Set>::Level& boards_;
    const typename Graph<Set>::Level& boards_after_;
    std::uint64_t before_;  // bytes
    std::vector<std::uint32_t> numbers_;
    std::vector<std::uint8_t> open_;
    Level next_;
    std::vector<Back> backs_;
    std::vector<std::uint32_t> parts_;  // of the partial solution at hand
    FlatIndex<> index_{1024};           // of the next level's parts
};

template <typename Set>
Grown Path<Set>::step(const StopToken& stop, std::uint64_t bytes) {
    if (is_complete()) return Grown::done;
    Growing growing(*this);
    const Grown grown = growing.grow(stop, bytes);
    if (grown == Grown::done) levels_.push_back(std::move(growing).finished());
    return grown;
}

template <typename Set>
std::vector<std::uint64_t> Path<Set>::queues(std::size_t solution) {
    SHAPEWRIGHT_ASSERT(solution < size());
    if (!is_complete()) throw std::logic_error("the solutions are not complete");
    Contexts& contexts = graph_->contexts();
    if (placed_.empty())
        for (const Level& level : levels_) placed_.emplace_back(level.boards.size(), nowhere);
    std::vector<std::uint32_t> now{static_cast<std::uint32_t>(solution)};
    std::vector<std::uint64_t> values(contexts.words(placements(), levels_.back().contexts[solution]));
    contexts.fill(placements(), levels_.back().contexts[solution], Contexts::any_hold, values.data());
    placed_.back()[solution] = 0;
    for (std::size_t level = placements(); level-- > 0;) {
        const Level& here = levels_[level];
        const Level& after = levels_[level + 1];
        std::vector<std::uint32_t> before;
        std::vector<std::uint64_t> earlier;
        for (const std::uint32_t number : now) {
            for (std::size_t edge = after.first[number]; edge < after.first[number + 1]; ++edge) {
                const std::uint32_t from = after.edges[edge].target();
                std::size_t& place = placed_[level][from];
                if (place == nowhere) {
                    place = earlier.size();
                    earlier.resize(earlier.size() + contexts.words(level, here.contexts[from]));
                    before.push_back(from);
                }
                for (const Contexts::Copy& copy :
                     contexts.transfer(level, here.contexts[from], after.edges[edge].piece(), after.contexts[number]))
                    add_bits(copy, values.data() + placed_[level + 1][number], earlier.data() + place);
            }
            placed_[level + 1][number] = nowhere;
        }
        now = std::move(before);
        values = std::move(earlier);
    }
    for (const std::uint32_t number : now) placed_[0][number] = nowhere;
    return values;
}

template <typename Set>
std::uint64_t Path<Set>::bytes() const {
    std::uint64_t total = 0;
    for (const Level& level : levels_)
        total += 3 * bytes_of(level.boards) + bytes_of(level.parts) + bytes_of(level.first) + bytes_of(level.edges);
    return total;
}

template class Path<Board>;
template class Path<TallBoard>;

}  // namespace shapewright::clear

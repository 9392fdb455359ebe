#include "stacking/search/graph.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/assert.hpp"
#include "core/bits.hpp"
#include "core/hash.hpp"
#include "stacking/profile.hpp"

namespace shapewright::stacking {

namespace {

constexpr std::size_t poll_interval = 64;  // stacks expanded between two looks at the stop token
constexpr int most_ceiling = 60000;
constexpr int tetris = 4;  // rows that vanish at once
// What a beam counts a row of the peak, and a tetris, besides the unevenness of the stack.
constexpr std::int64_t peak_weight = 200;
constexpr std::int64_t tetris_weight = 1000;
constexpr std::int64_t slide_weight = 9;  // of an empty cell that can still be reached from the side

bool is_same(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace

// --- Layers ---------------------------------------------------------------------------------------------------------

std::uint32_t Graph::Layer::find(std::span<const std::uint8_t> wanted) const {
    return index.find(hash_of_bytes(wanted), [&](std::uint32_t k) { return is_same(key(k), wanted); });
}

bool Graph::Layer::add(std::span<const std::uint8_t> wanted, std::int64_t its_score, std::uint32_t its_parent,
                       Place its_move) {
    SHAPEWRIGHT_ASSERT(start.size() == size() + 1 && start.back() == bytes.size() && parent.size() == size() &&
                       move.size() == size());
    std::uint32_t& slot = index.slot(hash_of_bytes(wanted), [&](std::uint32_t k) { return is_same(key(k), wanted); });
    if (slot != index.none) return false;
    slot = static_cast<std::uint32_t>(size());
    bytes.insert(bytes.end(), wanted.begin(), wanted.end());
    start.push_back(bytes.size());
    score.push_back(its_score);
    parent.push_back(its_parent);
    move.push_back(its_move);
    if (index.is_full(size())) index.grow(size(), [&](std::size_t k) { return hash_of_bytes(key(k)); });
    return true;
}

/// Leaves the stacks of least score; of equals the earlier ones.
void Graph::Layer::cut(std::size_t most) {
    SHAPEWRIGHT_ASSERT(most <= size());
    std::vector<std::uint32_t> order(size());
    for (std::uint32_t k = 0; k < order.size(); ++k) order[k] = k;
    std::nth_element(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most), order.end(),
        [&](std::uint32_t a, std::uint32_t b) { return score[a] != score[b] ? score[a] < score[b] : a < b; });
    order.resize(most);
    std::sort(order.begin(), order.end());
    Layer left;
    for (const std::uint32_t k : order) left.add(key(k), score[k], parent[k], move[k]);
    *this = std::move(left);
}

// --- The rules ------------------------------------------------------------------------------------------------------

Graph::Graph(Question question, Rules rules) : question_(std::move(question)), rules_(std::move(rules)) {
    check(question_);
    if (rules_.slides()) slides_.emplace(question_, rules_.facings);
    if (rules_.ceiling < 1 || rules_.ceiling > most_ceiling)
        throw std::invalid_argument("stacking: the ceiling must be 1 to 60000");
    if (static_cast<int>(question_.rows.size()) > rules_.ceiling)
        throw std::invalid_argument("stacking: the board is higher than the ceiling");
    if (question_.pieces.size() > 255) throw std::invalid_argument("stacking: there are more than 255 pieces");
    area_after_.assign(question_.sequence.size() + 1, 0);
    for (std::size_t i = question_.sequence.size(); i-- > 0;)
        area_after_[i] = area_after_[i + 1] + question_.pieces[question_.sequence[i]].area;
    for (const std::uint64_t row : question_.rows) start_cells_ += std::popcount(row);
    for (const Piece& piece : question_.pieces)
        tall_.push_back(std::any_of(piece.orientations.begin(), piece.orientations.end(),
                                    [](const Orientation& shape) { return shape.height() >= tetris; }));
    tall_after_.assign(question_.sequence.size() + 1, 0);
    for (std::size_t i = question_.sequence.size(); i-- > 0;)
        tall_after_[i] = tall_after_[i + 1] + (tall_[question_.sequence[i]] ? 1 : 0);
}

/// Whether a goal is told by what happened on the way, not by the stack alone.
bool Graph::tallied() const {
    return rules_.objective == Objective::peak || rules_.objective == Objective::tetrises;
}

Stack Graph::first() const {
    Stack stack;
    stack.heights = question_.floor();
    if (has_rows()) {
        stack.rows = question_.rows;
        while (!stack.rows.empty() && stack.rows.back() == 0) stack.rows.pop_back();
        if (!rules_.clears) slides_->fill_enclosed(stack.rows);
    }
    if (rules_.hold && !question_.sequence.empty()) stack.held = static_cast<int>(question_.sequence[0]);
    if (rules_.objective == Objective::peak)
        stack.tally = *std::max_element(stack.heights.begin(), stack.heights.end());
    return stack;
}

void Graph::write(const Stack& stack, std::vector<std::uint8_t>& key) const {
    key.clear();
    if (rules_.hold) key.push_back(static_cast<std::uint8_t>(stack.held + 1));
    if (tallied()) {
        key.push_back(static_cast<std::uint8_t>(stack.tally));
        key.push_back(static_cast<std::uint8_t>(stack.tally >> 8));
    }
    if (has_rows()) {
        const int bytes = (question_.width + 7) / 8;
        for (const std::uint64_t row : stack.rows)
            for (int k = 0; k < bytes; ++k) key.push_back(static_cast<std::uint8_t>(row >> (8 * k)));
        return;
    }
    for (const int height : stack.heights) {
        key.push_back(static_cast<std::uint8_t>(height));
        key.push_back(static_cast<std::uint8_t>(height >> 8));
    }
}

Stack Graph::read(std::span<const std::uint8_t> key) const {
    Stack stack;
    std::size_t at = 0;
    if (rules_.hold) stack.held = static_cast<int>(key[at++]) - 1;
    if (tallied()) {
        stack.tally = key[at] | key[at + 1] << 8;
        at += 2;
    }
    stack.heights.assign(static_cast<std::size_t>(question_.width), 0);
    if (!has_rows()) {
        for (int& height : stack.heights) {
            height = key[at] | key[at + 1] << 8;
            at += 2;
        }
        return stack;
    }
    const std::size_t bytes = static_cast<std::size_t>((question_.width + 7) / 8);
    for (int y = 1; at < key.size(); ++y) {
        std::uint64_t row = 0;
        for (std::size_t k = 0; k < bytes; ++k) row |= std::uint64_t{key[at++]} << (8 * k);
        stack.rows.push_back(row);
        each_bit(row, [&](std::size_t x) { stack.heights[x] = y; });
    }
    SHAPEWRIGHT_ASSERT(at == key.size());
    return stack;
}

/// Cells of the pieces that have not fallen yet.
std::int64_t Graph::area_left(const Stack& stack, std::size_t placed) const {
    SHAPEWRIGHT_ASSERT(placed < area_after_.size());
    if (!rules_.hold) return area_after_[placed];
    const std::size_t ahead = std::min(placed + 1, question_.sequence.size());
    return area_after_[ahead] + (stack.held < 0 ? 0 : question_.pieces[static_cast<std::size_t>(stack.held)].area);
}

std::int64_t Graph::goal(const Stack& stack, std::size_t placed) const {
    std::int64_t total = 0;
    switch (rules_.objective) {
        case Objective::height:
            return *std::max_element(stack.heights.begin(), stack.heights.end());
        case Objective::flatness:
            for (std::size_t x = 1; x < stack.heights.size(); ++x)
                total += std::abs(stack.heights[x] - stack.heights[x - 1]);
            return total;
        case Objective::peak:
            return stack.tally;
        case Objective::tetrises:
            return -stack.tally;
        case Objective::rows:  // what is not there any more has vanished in full rows
            return -(start_cells_ + area_after_[0] - area_left(stack, placed) - cells(stack, placed)) / question_.width;
        case Objective::holes:
            break;
    }
    for (const int height : stack.heights) total += height;
    if (rules_.clears) {
        for (const std::uint64_t row : stack.rows) total -= std::popcount(row);
        return total;
    }
    return total - start_cells_ - (area_after_[0] - area_left(stack, placed));
}

/// What every goal that can be reached from here is at least.
std::int64_t Graph::least_goal(const Stack& stack, std::size_t placed) const {
    switch (rules_.objective) {
        case Objective::rows:
            return goal(stack, placed) - most_cleared(stack, placed);
        case Objective::tetrises:
            return goal(stack, placed) - most_tetrises(stack, placed);
        default:
            break;
    }
    if (rules_.clears && rules_.objective == Objective::peak) return stack.tally;
    if (rules_.clears) return rules_.objective == Objective::height ? least_rows(stack, placed) : 0;
    switch (rules_.objective) {
        case Objective::peak:  // without line clears nothing is ever higher than at the end
        case Objective::height: {
            std::int64_t filled = area_left(stack, placed);
            // Pieces that slide come to empty cells below others, unless these are enclosed, and then they are filled.
            if (rules_.slides())
                for (const std::uint64_t row : stack.rows) filled += std::popcount(row);
            else
                for (const int height : stack.heights) filled += height;
            const std::int64_t width = question_.width;
            return std::max<std::int64_t>(*std::max_element(stack.heights.begin(), stack.heights.end()),
                                          (filled + width - 1) / width);
        }
        case Objective::holes: {
            if (!rules_.slides()) return goal(stack, placed);
            std::int64_t enclosed = -cells(stack, placed);
            for (const std::uint64_t row : stack.rows) enclosed += std::popcount(row);
            return enclosed;
        }
        default:
            break;
    }
    return 0;
}

/// How many rows can vanish at most from here on: those that lack least first, then new ones.
std::int64_t Graph::most_cleared(const Stack& stack, std::size_t placed) const {
    if (!rules_.clears) return 0;
    std::int64_t left = area_left(stack, placed);
    std::vector<std::int64_t> empty;  // in each row
    for (const std::uint64_t row : stack.rows) empty.push_back(question_.width - std::popcount(row));
    std::sort(empty.begin(), empty.end());
    std::int64_t cleared = 0;
    for (const std::int64_t lacking : empty) {
        if (lacking > left) return cleared;
        left -= lacking;
        ++cleared;
    }
    return cleared + left / question_.width;
}

/// How many times four rows can vanish at once: each takes a piece that reaches through four rows.
std::int64_t Graph::most_tetrises(const Stack& stack, std::size_t placed) const {
    std::int64_t tall = tall_after_[placed];
    if (rules_.hold) {
        tall = tall_after_[std::min(placed + 1, question_.sequence.size())];
        if (stack.held >= 0 && tall_[static_cast<std::size_t>(stack.held)]) ++tall;
    }
    return std::min(tall, most_cleared(stack, placed) / tetris);
}

/// The cells that lie there.
std::int64_t Graph::cells(const Stack& stack, std::size_t placed) const {
    if (!rules_.clears) return start_cells_ + area_after_[0] - area_left(stack, placed);
    std::int64_t number = 0;
    for (const std::uint64_t row : stack.rows) number += std::popcount(row);
    return number;
}

/// How many rows are left at least when rows vanish: a row can vanish only if the cells still to come fill what is
/// empty in it, and cells that do not add up to full rows leave one that is not full.
std::int64_t Graph::least_rows(const Stack& stack, std::size_t placed) const {
    std::int64_t left = area_left(stack, placed);
    std::vector<std::int64_t> empty;  // in each row
    std::int64_t cells = left;
    for (const std::uint64_t row : stack.rows) {
        const int filled = std::popcount(row);
        cells += filled;
        empty.push_back(question_.width - filled);
    }
    std::sort(empty.begin(), empty.end());
    auto staying = static_cast<std::int64_t>(empty.size());
    for (const std::int64_t lacking : empty) {
        if (lacking > left) break;
        left -= lacking;
        --staying;
    }
    // One row that stays is not full, so it cannot hold as many cells as full rows do.
    if (cells % question_.width == 0) return staying == 1 ? 2 : staying;
    return std::max<std::int64_t>(staying, 1);
}

/// What a beam prefers.
std::int64_t Graph::score(const Stack& stack, std::size_t placed) const {
    const std::int64_t lying = cells(stack, placed);
    std::int64_t total = -lying;
    std::int64_t steps = 0;
    for (std::size_t x = 0; x < stack.heights.size(); ++x) {
        const int here = stack.heights[x];
        total += here;
        const int left = x > 0 ? stack.heights[x - 1] : std::numeric_limits<int>::max();
        const int right = x + 1 < stack.heights.size() ? stack.heights[x + 1] : std::numeric_limits<int>::max();
        if (x > 0) {
            const int step = std::abs(here - left);
            steps += step < 3 ? 3 * step * step : 25 + 10 * (step - 3);
        }
        const int well = stack.heights.size() > 1 ? std::min(left, right) - here : 0;
        if (well >= 2) steps += well == 2 ? 5 : 20 + 5 * (well - 3);
    }
    if (rules_.slides()) {
        // Empty cells below others may still be filled from the side, if nothing encloses them.
        std::int64_t open = 0;
        for (const int height : stack.heights) open += height;
        for (const std::uint64_t row : stack.rows) open -= std::popcount(row);
        total -= open;
        steps += slide_weight * open;
    }
    // With line clears a low stack is one that has cleared much.
    const std::int64_t rough = 25 * total + steps + (rules_.clears ? 10 * lying : 0);
    if (rules_.objective == Objective::peak) return rough + peak_weight * stack.tally;
    if (rules_.objective != Objective::tetrises) return rough;
    // Rows that wait for a tetris are no loss.
    return 25 * total + steps + tetris_weight * least_goal(stack, placed);
}

/// The row in which the lowest cells of a piece come to lie that falls straight down.
int Graph::landing(const Stack& before, const Orientation& shape, int x) const {
    SHAPEWRIGHT_ASSERT(0 <= x && x + shape.width() <= question_.width);
    int base = 0;
    for (int j = 0; j < shape.width(); ++j)
        base =
            std::max(base, before.heights[static_cast<std::size_t>(x + j)] - shape.bottom[static_cast<std::size_t>(j)]);
    return base;
}

/// The stack with a piece in this place; false if it would pass the ceiling.
bool Graph::lay(const Stack& before, const Orientation& shape, int x, int base, Stack& after) const {
    SHAPEWRIGHT_ASSERT(0 <= x && x + shape.width() <= question_.width && base >= 0);
    if (base + shape.height() > rules_.ceiling) return false;
    after.heights = before.heights;
    after.tally = before.tally;
    if (rules_.objective == Objective::peak) after.tally = std::max(after.tally, base + shape.height());
    if (!rules_.clears)
        for (int j = 0; j < shape.width(); ++j) {
            int& height = after.heights[static_cast<std::size_t>(x + j)];
            height = std::max(height, base + shape.top[static_cast<std::size_t>(j)]);
        }
    if (!has_rows()) return true;
    after.rows = before.rows;
    const std::size_t top = static_cast<std::size_t>(base + shape.height());
    if (after.rows.size() < top) after.rows.resize(top, 0);
    for (std::size_t k = 0; k < shape.rows.size(); ++k) {
        std::uint64_t& row = after.rows[static_cast<std::size_t>(base) + k];
        SHAPEWRIGHT_ASSERT((row & shape.rows[k] << x) == 0);
        row |= shape.rows[k] << x;
    }
    if (!rules_.clears) {
        slides_->fill_enclosed(after.rows);
        return true;
    }
    const std::uint64_t full =
        question_.width == most_width ? ~std::uint64_t{0} : (std::uint64_t{1} << question_.width) - 1;
    const auto vanished = std::erase(after.rows, full);
    if (rules_.objective == Objective::tetrises && vanished >= tetris) ++after.tally;
    std::fill(after.heights.begin(), after.heights.end(), 0);
    for (std::size_t y = 0; y < after.rows.size(); ++y)
        each_bit(after.rows[y], [&](std::size_t x_filled) { after.heights[x_filled] = static_cast<int>(y) + 1; });
    while (!after.rows.empty() && after.rows.back() == 0) after.rows.pop_back();
    return true;
}

/// Calls `visit(place, stack, key)` for every move from a stack that the bound does not exclude, in their order.
template <typename Visit>
void Graph::expand(std::size_t placed, std::span<const std::uint8_t> key, Visit&& visit) const {
    SHAPEWRIGHT_ASSERT(placed < question_.sequence.size());
    const Stack before = read(key);
    Stack after;
    std::vector<std::uint8_t> made;
    const auto drop = [&](std::uint32_t piece, int held, std::uint8_t later) {
        const auto& orientations = question_.pieces[piece].orientations;
        after.held = held;
        const auto lie = [&](std::size_t o, int x, int row) {
            if (!lay(before, orientations[o], x, row, after)) return;
            if (least_goal(after, placed + 1) > bound_) return;
            write(after, made);
            visit(Place{{static_cast<std::uint8_t>(o), static_cast<std::uint8_t>(x), later},
                        static_cast<std::uint16_t>(row)},
                  after, made);
        };
        if (rules_.slides()) {
            for (const Slides::Rest& rest : slides_->rests(piece, before.rows))
                lie(rest.orientation, rest.column, rest.row);
            return;
        }
        for (std::size_t o = 0; o < orientations.size(); ++o)
            for (int x = 0; x + orientations[o].width() <= question_.width; ++x)
                lie(o, x, landing(before, orientations[o], x));
    };
    if (!rules_.hold) {
        drop(question_.sequence[placed], -1, 0);
        return;
    }
    // An empty slot is as good as one in which the first piece waits: in both, either of two pieces may fall.
    const auto waiting = static_cast<std::uint32_t>(before.held);
    if (placed + 1 == question_.sequence.size()) {
        drop(waiting, -1, 0);
        return;
    }
    const std::uint32_t following = question_.sequence[placed + 1];
    drop(waiting, static_cast<int>(following), 0);
    if (following != waiting) drop(following, static_cast<int>(waiting), 1);
}

// --- The search -----------------------------------------------------------------------------------------------------

Graph::Outcome Graph::beam(std::int64_t bound, std::uint64_t widest, std::size_t last, std::uint64_t widest_last,
                           const StopToken& stop) {
    return build(bound, widest, last, widest_last, std::numeric_limits<std::uint64_t>::max(), stop);
}

Graph::Outcome Graph::whole(std::int64_t bound, std::uint64_t most, const StopToken& stop) {
    return build(bound, std::numeric_limits<std::uint32_t>::max(), 0, 0, most, stop);
}

Graph::Outcome Graph::vanish(const Endings& endings, std::uint64_t widest, std::size_t last, std::uint64_t widest_last,
                             std::uint64_t most, const StopToken& stop) {
    if (!rules_.clears || rules_.hold || rules_.slides() || rules_.objective != Objective::height ||
        endings.pieces() >= question_.sequence.size())
        throw std::invalid_argument("stacking: nothing is left only where rows vanish, after straight falls");
    const Outcome outcome = build(0, widest, last, widest_last, most, stop, &endings);
    // Endings are all those after which no more rows vanish than they know.
    const auto width = static_cast<std::int64_t>(question_.width);
    const bool are_all = (start_cells_ + area_after_[0]) / width <= endings.rows();
    return outcome == Outcome::complete && !best_ && !are_all ? Outcome::cut : outcome;
}

/// From a stack that the last pieces clear, how they do it, behind the moves of `vanishing_`.
void Graph::clear_by(const Endings& endings, std::vector<std::uint8_t> key) {
    for (std::size_t left = endings.pieces(); left > 0; --left) {
        bool found = false;
        expand(question_.sequence.size() - left, std::vector<std::uint8_t>(key),
               [&](Place move, const Stack& stack, const std::vector<std::uint8_t>& made) {
                   if (found || !endings.clears(stack.rows, left - 1)) return;
                   found = true;
                   vanishing_.push_back(move);
                   key = made;
               });
        if (!found) throw std::logic_error("stacking: the last pieces do not clear a stack that they clear");
    }
}

Graph::Outcome Graph::build(std::int64_t bound, std::uint64_t widest_first, std::size_t last, std::uint64_t widest_last,
                            std::uint64_t most, const StopToken& stop, const Endings* endings) {
    bound_ = bound;
    vanishing_.clear();
    best_.reset();
    complete_ = false;
    frames_.clear();
    layers_.assign(1, Layer());
    std::vector<std::uint8_t> key;
    const Stack start = first();
    write(start, key);
    layers_[0].add(key, 0, 0, {});
    bool complete = true;
    std::uint64_t kept = 0;
    const std::size_t length = question_.sequence.size() - (endings == nullptr ? 0 : endings->pieces());
    for (std::size_t i = 0; i < length; ++i) {
        Layer next;
        SHAPEWRIGHT_ASSERT(layers_.size() == i + 1);
        const Layer& layer = layers_.back();
        const bool joins = endings != nullptr && i + 1 == length;
        std::vector<std::uint8_t> joined;
        const std::uint64_t widest = i + last < question_.sequence.size() ? widest_first : widest_last;
        for (std::uint32_t k = 0; k < layer.size(); ++k) {
            if (k % poll_interval == 0 && stop.expired()) return Outcome::stopped;
            expand(i, layer.key(k), [&](Place move, const Stack& stack, const std::vector<std::uint8_t>& made) {
                if (!joins) {
                    next.add(made, score(stack, i + 1), k, move);
                } else if (vanishing_.empty() && endings->clears(stack.rows, endings->pieces())) {
                    vanishing_ = way_to(i, k);
                    vanishing_.push_back(move);
                    joined = made;
                }
            });
            if (!vanishing_.empty()) {
                clear_by(*endings, joined);
                best_ = 0;
                return Outcome::cut;
            }
            if (kept + next.size() > most) return Outcome::cut;
            if (next.size() > 8 * widest) {  // a layer on its way need not be kept whole
                next.cut(static_cast<std::size_t>(widest));
                complete = false;
            }
        }
        states_ += next.size();
        kept += next.size();
        if (next.size() > widest) {
            next.cut(static_cast<std::size_t>(widest));
            complete = false;
        }
        layers_.push_back(std::move(next));
    }
    if (endings != nullptr) return complete ? Outcome::complete : Outcome::cut;
    const Layer& top = layers_.back();
    for (std::uint32_t k = 0; k < top.size(); ++k) {
        const std::int64_t value = goal(read(top.key(k)), question_.sequence.size());
        SHAPEWRIGHT_ASSERT(least_goal(read(top.key(k)), question_.sequence.size()) <= value);
        if (value > bound_ || (best_ && *best_ <= value)) continue;
        best_ = value;
        best_at_ = k;
    }
    complete_ = complete;
    return complete ? Outcome::complete : Outcome::cut;
}

std::vector<std::int64_t> Graph::goals() const {
    const std::size_t length = question_.sequence.size();
    if (layers_.size() != length + 1) return {};
    std::vector<std::int64_t> all;
    for (std::uint32_t k = 0; k < layers_[length].size(); ++k) {
        const std::int64_t value = goal(read(layers_[length].key(k)), length);
        if (value <= bound_) all.push_back(value);
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

std::vector<Place> Graph::plan() const {
    if (!best_) throw std::invalid_argument("stacking: no plan was found");
    if (!vanishing_.empty()) return vanishing_;
    return way_to(question_.sequence.size(), best_at_);
}

std::vector<Place> Graph::way_to(std::size_t layer, std::uint32_t at) const {
    std::vector<Place> moves(layer);
    for (std::size_t i = layer; i-- > 0;) {
        SHAPEWRIGHT_ASSERT(at < layers_[i + 1].size());
        moves[i] = layers_[i + 1].move[at];
        at = layers_[i + 1].parent[at];
    }
    return moves;
}

std::size_t Graph::longest() const {
    std::size_t layer = 0;
    while (layer + 1 < layers_.size() && layers_[layer + 1].size() > 0) ++layer;
    return layer;
}

std::vector<Place> Graph::longest_plan() const {
    return way_to(longest(), 0);
}

void Graph::check_complete() const {
    if (!complete_) throw std::invalid_argument("stacking: plans are counted and listed after a complete run only");
}

std::optional<Natural> Graph::count(std::int64_t asked, const StopToken& stop) const {
    check_complete();
    const std::size_t length = question_.sequence.size();
    std::vector<Natural> counts(layers_[length].size());
    for (std::uint32_t k = 0; k < counts.size(); ++k)
        if (goal(read(layers_[length].key(k)), length) == asked) counts[k].assign(1, 1);
    for (std::size_t i = length; i-- > 0;) {
        std::vector<Natural> before(layers_[i].size());
        for (std::uint32_t k = 0; k < before.size(); ++k) {
            if (k % poll_interval == 0 && stop.expired()) return std::nullopt;
            expand(i, layers_[i].key(k), [&](Place, const Stack&, const std::vector<std::uint8_t>& made) {
                SHAPEWRIGHT_ASSERT(layers_[i + 1].find(made) != FlatIndex<>::none);
                const Natural& more = counts[layers_[i + 1].find(made)];
                if (!more.empty()) add(before[k], more);
            });
        }
        counts = std::move(before);
    }
    return counts[0];
}

bool Graph::list(std::int64_t asked, const StopToken& stop) {
    check_complete();
    const std::size_t length = question_.sequence.size();
    frames_.clear();
    leads_.assign(layers_.size(), {});
    leads_[length].resize(layers_[length].size());
    for (std::uint32_t k = 0; k < layers_[length].size(); ++k)
        leads_[length][k] = goal(read(layers_[length].key(k)), length) == asked;
    for (std::size_t i = length; i-- > 0;) {
        leads_[i].assign(layers_[i].size(), false);
        for (std::uint32_t k = 0; k < layers_[i].size(); ++k) {
            if (k % poll_interval == 0 && stop.expired()) return false;
            bool leads = false;
            expand(i, layers_[i].key(k), [&](Place, const Stack&, const std::vector<std::uint8_t>& made) {
                leads = leads || leads_[i + 1][layers_[i + 1].find(made)];
            });
            leads_[i][k] = leads;
        }
    }
    if (leads_[0][0]) frames_.push_back({0, {}, 0});
    return true;
}

std::optional<std::vector<Place>> Graph::next() {
    const std::size_t length = question_.sequence.size();
    while (!frames_.empty()) {
        const std::size_t i = frames_.size() - 1;
        Frame& frame = frames_.back();
        if (i == length) {
            std::vector<Place> moves;
            for (std::size_t k = 0; k < length; ++k) moves.push_back(frames_[k].ways[frames_[k].way - 1].first);
            frames_.pop_back();
            return moves;
        }
        if (frame.way == 0 && frame.ways.empty())
            expand(i, layers_[i].key(frame.at), [&](Place move, const Stack&, const std::vector<std::uint8_t>& made) {
                const std::uint32_t to = layers_[i + 1].find(made);
                SHAPEWRIGHT_ASSERT(to < leads_[i + 1].size());
                if (leads_[i + 1][to]) frame.ways.emplace_back(move, to);
            });
        if (frame.way == frame.ways.size()) {
            frames_.pop_back();
            continue;
        }
        const std::uint32_t to = frame.ways[frame.way++].second;
        frames_.push_back({to, {}, 0});
    }
    return std::nullopt;
}

}  // namespace shapewright::stacking

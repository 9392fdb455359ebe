#include "stacking/search/endings.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "core/assert.hpp"

namespace shapewright::stacking {

namespace {

constexpr std::size_t poll_interval = 256;

}  // namespace

Endings::Endings(const Question& question, int rows)
    : question_(question), rows_(rows), row_((std::uint64_t{1} << question.width) - 1) {
    check(question_);
    if (rows < 1 || question.width < 1 || rows > most_rows(question.width))
        throw std::invalid_argument("stacking: stacks that vanish have 1 to 64 cells");
}

/// All stacks that become `after` when a shape falls.
void Endings::befores(std::uint64_t after, const Orientation& shape, std::vector<std::uint64_t>& found) const {
    const int width = question_.width;
    const int high = shape.height();
    const int rows = (static_cast<int>(std::bit_width(after)) + width - 1) / width;
    for (unsigned vanished = 0; vanished < 1U << high; ++vanished) {
        const int whole_rows = rows + std::popcount(vanished);
        if (whole_rows > rows_) continue;
        for (int base = 0; base + high <= whole_rows; ++base) {
            // The rows that vanished are put back; the piece lay in each of them.
            std::uint64_t full = after;
            for (int y = base; y < base + high; ++y) {
                if ((vanished >> (y - base) & 1) == 0) continue;
                const std::uint64_t below = (std::uint64_t{1} << y * width) - 1;
                full = (full & below) | row_ << y * width | (full & ~below) << width;
            }
            for (int column = 0; column + shape.width() <= width; ++column) {
                std::uint64_t piece = 0;
                for (int y = 0; y < high; ++y)
                    piece |= shape.rows[static_cast<std::size_t>(y)] << column << (base + y) * width;
                if ((piece & ~full) != 0) continue;
                const std::uint64_t before = full & ~piece;
                SHAPEWRIGHT_ASSERT(std::popcount(before) + shape.area ==
                                   std::popcount(after) + width * std::popcount(vanished));
                // Nothing is above it, and something below.
                std::uint64_t way = piece;
                for (int y = base; y < whole_rows; ++y) way |= way << width;
                if ((way & before) != 0) continue;
                if (base > 0 && (piece >> width & before) == 0) continue;
                // No row is empty below another one.
                bool hangs = false;
                for (int y = base; y < base + high; ++y)
                    hangs = hangs || ((before >> y * width & row_) == 0 && before >> y * width != 0);
                if (!hangs) found.push_back(before);
            }
        }
    }
}

bool Endings::step_back(std::size_t most, const StopToken& stop) {
    if (pieces() == question_.sequence.size()) return false;
    const Piece& piece = question_.pieces[question_.sequence[question_.sequence.size() - 1 - pieces()]];
    std::vector<std::uint64_t> found;
    std::size_t looked = 0;
    for (const std::uint64_t after : stacks_.back()) {
        if (looked++ % poll_interval == 0 && stop.expired()) return false;
        for (const Orientation& shape : piece.orientations) befores(after, shape, found);
        if (found.size() > 4 * most) {
            std::sort(found.begin(), found.end());
            found.erase(std::unique(found.begin(), found.end()), found.end());
            if (found.size() > most) return false;
        }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    if (found.size() > most) return false;
    SHAPEWRIGHT_ASSERT(pieces() < question_.sequence.size());
    stacks_.push_back(std::move(found));
    return true;
}

bool Endings::clears(const std::vector<std::uint64_t>& stack, std::size_t pieces) const {
    SHAPEWRIGHT_ASSERT(pieces < stacks_.size());
    if (static_cast<int>(stack.size()) > rows_) return false;
    std::uint64_t cells = 0;
    for (std::size_t y = 0; y < stack.size(); ++y) cells |= stack[y] << y * static_cast<std::size_t>(question_.width);
    return std::binary_search(stacks_[pieces].begin(), stacks_[pieces].end(), cells);
}

std::uint64_t Endings::size() const {
    std::uint64_t number = 0;
    for (const auto& stacks : stacks_) number += stacks.size();
    return number;
}

}  // namespace shapewright::stacking

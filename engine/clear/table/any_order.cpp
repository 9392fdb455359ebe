#include "clear/table/any_order.hpp"

#include <bit>
#include <map>

#include "core/assert.hpp"
#include "core/bits.hpp"
#include "core/share.hpp"

namespace shapewright::clear {

PieceMultisets::PieceMultisets(int most) {
    using Counts = std::array<std::uint8_t, pieces>;
    std::map<Counts, std::uint16_t> numbers{{Counts{}, std::uint16_t{0}}};
    for (int size = 0; size < most; ++size) {
        std::map<Counts, std::uint16_t> larger;
        std::vector<std::array<std::uint16_t, pieces>> next(numbers.size());
        for (const auto& [counts, number] : numbers)
            for (std::size_t piece = 0; piece < pieces; ++piece) {
                Counts more = counts;
                ++more[piece];
                next[number][piece] = larger.emplace(more, static_cast<std::uint16_t>(larger.size())).first->second;
            }
        next_.push_back(std::move(next));
        numbers = std::move(larger);
    }
    next_.emplace_back(numbers.size());
}

AnyOrder::AnyOrder(const LivePlacements& placements, unsigned threads, const StopToken& stop)
    : multisets_(most_left), levels_(static_cast<std::size_t>(placements.pieces_needed()) + 1) {
    const int needed = placements.pieces_needed();
    Pool pool(threads);
    levels_.back() = {1, {1}, {1}};
    for (int placed = needed - 1; placed >= std::max(0, needed - most_left); --placed) {
        const int left = needed - placed;
        const Level& after = levels_[static_cast<std::size_t>(placed) + 1];
        Level& level = levels_[static_cast<std::size_t>(placed)];
        level.words = (multisets_.number(left) + 63) / 64;
        SHAPEWRIGHT_ASSERT(after.words <= most_words && level.words <= most_words);
        level.bits.resize(level.words * placements.boards(placed));
        level.numbers.resize(placements.boards(placed));
        const auto find = [&](std::uint32_t board) {
            std::uint64_t* const bits = level.bits.data() + level.words * board;
            for (unsigned piece = 0; piece < pieces; ++piece) {
                std::array<std::uint64_t, most_words> then{};
                for (const LivePlacements::Step step : placements.of(placed, board, static_cast<Piece>(piece)))
                    for (std::size_t word = 0; word < after.words; ++word)
                        then[word] |= after.bits[after.words * step.next + word];
                each_bit(then.data(), after.words, [&](std::size_t multiset) {
                    const std::uint16_t more = multisets_.with(left - 1, static_cast<std::uint16_t>(multiset), piece);
                    SHAPEWRIGHT_ASSERT(more < multisets_.number(left));
                    bits[more / 64] |= std::uint64_t{1} << (more % 64);
                });
            }
            for (std::size_t word = 0; word < level.words; ++word)
                level.numbers[board] = static_cast<std::uint16_t>(level.numbers[board] + std::popcount(bits[word]));
        };
        const bool is_done =
            pool.share(placements.boards(placed), 1 << 12, stop, [&](unsigned, std::size_t from, std::size_t to) {
                for (; from < to; ++from) find(static_cast<std::uint32_t>(from));
            });
        if (!is_done) throw LiveGraph::Stopped{};
    }
}

}  // namespace shapewright::clear

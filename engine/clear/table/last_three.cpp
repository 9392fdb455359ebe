#include "clear/table/last_three.hpp"

namespace shapewright::clear {

LastThree::LastThree(const LivePlacements& placements) {
    const int needed = placements.pieces_needed();
    one_.resize(placements.boards(needed - 1));
    for (std::uint32_t board = 0; board < one_.size(); ++board)
        for (unsigned piece = 0; piece < pieces; ++piece)
            if (!placements.of(needed - 1, board, static_cast<Piece>(piece)).empty())
                one_[board] |= static_cast<std::uint8_t>(1U << piece);

    // One of the piece in hand and the current one goes down, the other one stays in hand.
    two_.resize(pieces * placements.boards(needed - 2));
    for (std::uint32_t board = 0; board < two_.size() / pieces; ++board) {
        std::array<unsigned, pieces> after{};  // by piece placed: what may clear the board then
        for (unsigned piece = 0; piece < pieces; ++piece)
            for (const auto step : placements.of(needed - 2, board, static_cast<Piece>(piece)))
                after[piece] |= one_[step.next];
        for (unsigned hand = 0; hand < pieces; ++hand)
            for (unsigned current = 0; current < pieces; ++current) {
                // The last piece may be the one that comes, or the one that stayed.
                std::uint64_t last = after[current] | after[hand];
                if ((after[current] >> hand | after[hand] >> current) & 1) last = (1U << pieces) - 1;
                two_[pieces * board + hand] |= last << (pieces * current);
            }
    }

    three_.resize(pieces * placements.boards(needed - 3));
    for (std::uint32_t board = 0; board < three_.size() / pieces; ++board)
        for (unsigned piece = 0; piece < pieces; ++piece)
            for (const auto step : placements.of(needed - 3, board, static_cast<Piece>(piece)))
                for (unsigned other = 0; other < pieces; ++other) {
                    const std::uint64_t then = two_[pieces * std::size_t{step.next} + other];
                    three_[pieces * board + other][piece] |= then;  // the current piece was placed
                    three_[pieces * board + piece][other] |= then;  // the one in hand
                }
}

}  // namespace shapewright::clear

// The rules of perfect clears as Python hands them over, shared by the parts of its bindings.
#pragma once

#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "clear/moves.hpp"
#include "values.hpp"

namespace shapewright::bindings {

/// Kicks and drop, made ready once for both sizes of board.
struct ClearRules {
    /// By piece, facing before and facing after the turn: the moves tried.
    using Kicks = std::vector<std::vector<std::vector<std::vector<std::pair<int, int>>>>>;

    /// Of turns of T: facing before and after, and the move that makes a mini spin a full one.
    using Regular = std::vector<std::tuple<std::size_t, std::size_t, int, int>>;

    ClearRules(const Kicks& kicks, int drop, const Regular& regular)
        : ClearRules(table(kicks, regular), static_cast<clear::Drop>(drop)) {}

    clear::Mover<clear::Board> low;
    clear::Mover<clear::TallBoard> tall;

    static clear::KickTable table(const Kicks& kicks, const Regular& regular = {}) {
        using namespace clear;
        KickTable result;
        if (kicks.size() != pieces) throw std::invalid_argument("kicks are given for seven pieces");
        for (std::size_t piece = 0; piece < pieces; ++piece)
            for (std::size_t from = 0; from < facings; ++from)
                for (std::size_t to = 0; to < facings; ++to)
                    for (const auto& [x, y] : kicks.at(piece).at(from).at(to))
                        result.tests[piece][from][to].push_back({x, y});
        for (const auto& [from, to, x, y] : regular) result.regular.at(from).at(to).push_back({x, y});
        return result;
    }

private:
    ClearRules(const clear::KickTable& table, clear::Drop drop) : low(table, drop), tall(table, drop) {}
};

/// A board as Python hands it over: the bytes of a number whose bit x + 10 y is the cell, lowest byte first.
template <typename Set>
Set clear_board(BytesView bytes) {
    Set result(0);
    if (bytes.size() > 25) throw std::invalid_argument("a board has at most twenty rows");
    for (std::size_t k = bytes.size(); k-- > 0;) result = (result << 8) | Set(bytes[k]);
    return result;
}

}  // namespace shapewright::bindings

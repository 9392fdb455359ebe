// A graph of boards of either size, shared by the parts of the bindings that ask it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "clear/graph/graph.hpp"
#include "clear/rules.hpp"

namespace shapewright::bindings {

using clear::Pattern;

/// What there is for either size of board.
template <template <typename> typename Of>
using Either = std::variant<std::unique_ptr<Of<clear::Board>>, std::unique_ptr<Of<clear::TallBoard>>>;

/// A graph over either size of board.
class Graph {
public:
    Graph(const ClearRules& rules, const Pattern& pattern, bool hold, BytesView start, BytesView goal, int height,
          const std::vector<BytesView>& parts, const clear::LiveBoards* live) {
        if (height <= clear::low_rows)
            graph_ = made<clear::Board>(rules.low, pattern, hold, start, goal, height, parts, live);
        else
            graph_ = made<clear::TallBoard>(rules.tall, pattern, hold, start, goal, height, parts, live);
    }

    template <typename Visit>
    auto visit(Visit visit) const {
        return std::visit([&](const auto& graph) { return visit(*graph); }, graph_);
    }

private:
    template <typename Set>
    static std::unique_ptr<clear::Graph<Set>> made(const clear::Mover<Set>& mover, const Pattern& pattern, bool hold,
                                                   BytesView start, BytesView goal, int height,
                                                   const std::vector<BytesView>& parts, const clear::LiveBoards* live) {
        clear::Task<Set> task{clear_board<Set>(start), clear_board<Set>(goal), height, {}, live};
        for (const BytesView part : parts) task.parts.push_back(clear_board<Set>(part));
        return std::make_unique<clear::Graph<Set>>(mover, pattern, hold, std::move(task));
    }

    Either<clear::Graph> graph_;
};

/// A board as Python takes it.
inline Bytes cells(clear::Board board) {
    std::string bytes(25, '\0');
    for (char& byte : bytes) {
        byte = static_cast<char>(board & 0xff);
        board >>= 8;
    }
    return Bytes(std::move(bytes));
}
inline Bytes cells(clear::TallBoard board) {
    std::string bytes(25, '\0');
    for (std::size_t k = 0; k < bytes.size(); ++k)
        bytes[k] = static_cast<char>(board.word[k / 8] >> (k % 8 * 8) & 0xff);
    return Bytes(std::move(bytes));
}

}  // namespace shapewright::bindings

// Perfect clears: the rules of a game, and where its pieces come to rest.
#include <stdexcept>
#include <tuple>
#include <vector>

#include "clear/moves.hpp"
#include "clear/rules.hpp"
#include "declare.hpp"

namespace shapewright::bindings {

namespace {

using Lock = std::tuple<int, int, int>;

template <typename Set>
std::vector<Lock> listed(const clear::Mover<Set>& mover, const Set& board, int height, clear::Piece piece) {
    std::vector<Lock> result;
    const clear::Locks<Set> locks = mover.locks(board, height, piece);
    for (std::size_t facing = 0; facing < clear::facings; ++facing) {
        const clear::Orientation& o = clear::orientation(piece, facing);
        clear::each(locks.at[facing], [&](int corner) {
            result.emplace_back(facing, corner % clear::columns + o.centre_x, corner / clear::columns + o.centre_y);
        });
    }
    return result;
}

std::vector<Lock> all_locks(const ClearRules& rules, BytesView board, int height, int piece) {
    if (piece < 0 || piece >= static_cast<int>(clear::pieces) || height < 0 || height > clear::tall_rows)
        throw std::invalid_argument("no such piece or height");
    const auto which = static_cast<clear::Piece>(piece);
    if (height <= clear::low_rows) return listed(rules.low, clear_board<clear::Board>(board), height, which);
    return listed(rules.tall, clear_board<clear::TallBoard>(board), height, which);
}

}  // namespace

void declare_clear(Door& door) {
    door.type<ClearRules>("ClearRules", "Kicks and drop of a game: see engine/clear/moves.hpp.")
        .init([](const ClearRules::Kicks& kicks, int drop,
                 const ClearRules::Regular& regular) { return ClearRules(kicks, drop, regular); },
              arg("kicks"), arg("drop"), arg("regular"))
        .def("locks", &all_locks, arg("board"), arg("height"), arg("piece"),
             "All resting places within the lowest rows: facing, x and y of the centre of rotation.");
}

}  // namespace shapewright::bindings

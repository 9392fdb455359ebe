#include <nanobind/nanobind.h>

#include <stdexcept>
#include <tuple>
#include <vector>

#include "casters.hpp"
#include "clear/moves.hpp"
#include "clear_rules.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;
namespace clear = shapewright::clear;

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

}  // namespace

void register_clear(nb::module_& module) {
    nb::class_<ClearRules>(module, "ClearRules", "Kicks and drop of a game: see engine/clear/moves.hpp.")
        .def(nb::init<const ClearRules::Kicks&, int>(), "kicks"_a, "drop"_a)
        .def(
            "locks",
            [](const ClearRules& rules, const nb::bytes& board, int height, int piece) {
                if (piece < 0 || piece >= static_cast<int>(clear::pieces) || height < 0 || height > clear::tall_rows)
                    throw std::invalid_argument("no such piece or height");
                const auto which = static_cast<clear::Piece>(piece);
                if (height <= clear::low_rows)
                    return listed(rules.low, clear_board<clear::Board>(board), height, which);
                return listed(rules.tall, clear_board<clear::TallBoard>(board), height, which);
            },
            "board"_a, "height"_a, "piece"_a,
            "All resting places within the lowest rows: facing, x and y of the centre of rotation.");
}

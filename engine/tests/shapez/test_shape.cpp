// Packed shapes: examples by hand, and laws that must hold for any shape of every configuration. That the operations
// are those of the game is tested from Python, against the rules.
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "check.hpp"
#include "core/rng.hpp"
#include "shapez/rules/configurations.hpp"

using namespace shapewright;
using namespace shapewright::shapez;

namespace {

using Quad3 = Ring<4, 3>;

/// Layers from the bottom, separated by ':'; '.', 'N', 'P', 'C' are the kinds.
Shape quad(std::string_view text) {
    Shape shape = 0;
    int place = 0;
    for (const char letter : text)
        if (letter != ':') shape |= static_cast<Shape>(std::string_view(".NPC").find(letter)) << (2 * place++);
    return shape;
}

/// Calls visit(ring, x, y, z) with random shapes of every configuration: full, low, sparse, with many crystals, stable.
template <typename Visit>
void with_random_shapes(Visit visit) {
    Rng rng(20);
    for (const int parts : {4, 6, 8, 10})
        for (int layers = 1; layers <= most_layers(parts); ++layers)
            with_ring(parts, layers, [&](auto ring) {
                using R = decltype(ring);
                const auto random = [&] {
                    Shape x = rng.next() & R::all;
                    if (rng.below(2) == 0) x &= (Shape{1} << (R::layers / 2 * R::row_bits)) - 1;
                    if (rng.below(2) == 0) x &= R::whole(rng.next() & R::cells);
                    if (rng.below(2) == 0) x |= R::whole(rng.next() & R::cells);
                    return rng.below(2) == 0 ? x : R::gravity(x);
                };
                for (int k = 0; k < 100; ++k) visit(ring, random(), random(), random());
            });
}

}  // namespace

TEST(shapez_shape_gravity_by_hand) {
    CHECK_EQ(Quad3::gravity(quad("....:N...")), quad("N..."));
    CHECK_EQ(Quad3::gravity(quad("P...:NN..:.C..")), quad("P...:NN..:.C.."));
    CHECK_EQ(Quad3::gravity(quad("P...:PN..")), quad("PN..:P..."));            // a pin holds nothing beside it
    CHECK_EQ(Quad3::gravity(quad("N...:C..C:...C")), quad("N...:C..C:...C"));  // around the end of the ring
    CHECK_EQ(Quad3::gravity(quad("....:C...:N...")), quad("N..."));            // crystals do not fall, they vanish
    CHECK_EQ(Quad3::gravity(quad("N...:NC..:....")), quad("N...:NC.."));
    CHECK_EQ(Quad3::gravity(quad("N...:N...:NC..")), quad("N...:N...:NC.."));
    CHECK_EQ(Quad3::gravity(quad("N...:NC..:.P..")), quad("N...:NC..:.P.."));
    CHECK_EQ(Quad3::gravity(quad(".N..:....:NN..")), quad(".N..:NN.."));  // a run falls as one
    CHECK(Quad3::is_stable(quad("N...:NC..:.C..")));
    CHECK(!Quad3::is_stable(quad("N...:.C..")));
}

TEST(shapez_shape_machines_by_hand) {
    CHECK_EQ(Quad3::cut(quad("NCCN:.C..")).first, quad("N..."));
    CHECK_EQ(Quad3::cut(quad("NCCN:.C..")).second, quad("...N"));
    CHECK_EQ(Quad3::cut(quad("C..C")).first, 0u);
    CHECK_EQ(Quad3::swap(quad("NNNN"), quad("CCPP")).first, quad("NNPP"));
    CHECK_EQ(Quad3::swap(quad("NNNN"), quad("CCPP")).second, quad("CCNN"));
    CHECK_EQ(Quad3::push_pin(quad("NC..:.C..:.C..")), quad("PP..:N..."));
    CHECK_EQ(Quad3::push_pin(quad("NC..:.C..")), quad("PP..:NC..:.C.."));
    CHECK_EQ(Quad3::stack(quad("NN..:N..."), quad(".NN.:CN.N")), quad("NN.N:NNN.:.N.."));
    CHECK_EQ(Quad3::stack(quad("N...:N...:N..."), quad("NN..:.N..")), quad("N...:N...:N..."));
    CHECK_EQ(Quad3::crystallise(quad("NP..:.C..")), quad("NCCC:CCCC"));
    CHECK_EQ(Quad3::crystallise(0), 0u);
}

TEST(shapez_shape_orientations) {
    with_random_shapes([](auto ring, Shape x, Shape, Shape) {
        using R = decltype(ring);
        CHECK_EQ(R::rotate(x, 0), x);
        CHECK_EQ(R::rotate(R::rotate(x, 1), R::parts - 1), x);
        CHECK_EQ(R::rotate(x, R::half_parts), R::half_turn(x));
        CHECK_EQ(R::mirror(R::rotate(x, 1)), R::rotate(R::mirror(x), R::parts - 1));
        Shape least = x;
        for (int steps = 0; steps < R::parts; ++steps)
            least = std::min({least, R::rotate(x, steps), R::mirror(R::rotate(x, steps))});
        CHECK_EQ(R::canonical(x), least);
        CHECK_EQ(R::joined(R::east_key(x), R::west_key(x)), x);
        CHECK_EQ(R::from_half_key(R::half_key(x)), x & R::east);
    });
}

TEST(shapez_shape_laws) {
    int low = 0;
    with_random_shapes([&](auto ring, Shape x, Shape y, Shape z) {
        using R = decltype(ring);
        const Shape stable = R::gravity(x);
        CHECK_EQ(R::gravity(stable), stable);
        CHECK(R::is_stable(stable));
        CHECK_EQ(R::is_stable(x), x == stable);
        CHECK_EQ(R::gravity(R::rotate(x, 1)), R::rotate(stable, 1));
        CHECK_EQ(R::gravity(R::mirror(x)), R::mirror(stable));
        CHECK_EQ(R::push_pin(R::rotate(x, 1)), R::rotate(R::push_pin(x), 1));
        CHECK_EQ(R::stack(R::mirror(x), R::mirror(y)), R::mirror(R::stack(x, y)));
        CHECK_EQ(R::cut(R::half_turn(x)).first, R::half_turn(R::cut(x).second));
        CHECK_EQ(R::swap(x, y).second, R::half_turn(R::swap(R::half_turn(x), R::half_turn(y)).first));
        CHECK_EQ(R::stack(0, R::stack(0, z)), R::stack(0, z));
        // In pieces it lands as it does at once.
        Shape pieced = stable;
        for (int l = 0; l < R::layers; ++l) {
            const Shape row = y >> (l * R::row_bits) & R::whole(R::bottom);
            for (Shape rest = R::normals(row); rest != 0;) {
                const Shape piece = R::flood_rows(rest & (~rest + 1), rest);
                rest ^= piece;
                pieced = R::stack_piece(pieced, piece);
            }
            for (Shape rest = R::pins(row); rest != 0; rest &= rest - 1)
                pieced = R::stack_piece(pieced, (rest & (~rest + 1)) << 1);
        }
        // What lies above the limit may carry more, which a shape of pieces does not know.
        if (R::height(stable) + R::height(y) > R::layers) return;
        CHECK_EQ(R::stack(x, y), pieced);
        low += stable != 0 && y != 0;
    });
    CHECK(low > 20);
}

TEST(shapez_halves_act_like_shapes) {
    with_random_shapes([](auto ring, Shape x, Shape y, Shape) {
        using R = decltype(ring);
        using H = typename R::Halves;
        const HalfKey half = R::half_key(x);
        const Shape alone = R::from_half_key(half);
        const HalfKey piece = H::run(0, 1 + static_cast<int>(y % H::columns));
        CHECK_EQ(R::from_half_key(H::gravity(half)), R::gravity(alone));
        CHECK_EQ(R::from_half_key(H::push_pin(half)), R::push_pin(alone));
        CHECK_EQ(R::from_half_key(H::stack_piece(half, piece)), R::stack_piece(alone, R::from_half_key(piece)));
        CHECK_EQ(R::from_half_key(H::reflected(half)), R::half_turn(R::mirror(alone)));
        CHECK_EQ(H::reflected(H::reflected(half)), half);
        CHECK_EQ(H::canonical(half), std::min(half, H::reflected(half)));
    });
}

TEST(shapez_rings_of_other_sizes_are_refused) {
    int compiled = 0;
    for (int parts = -2; parts <= 12; ++parts)
        for (int layers = -1; layers <= 9; ++layers) {
            const bool known = most_layers(parts) >= 1 && layers >= 1 && layers <= most_layers(parts);
            const auto cells = [&] {
                return with_ring(parts, layers, [](auto ring) { return ring.parts * ring.layers; });
            };
            if (!known) CHECK_THROWS(cells(), std::invalid_argument);
            if (known) CHECK_EQ(cells(), parts * layers);
            compiled += known;
        }
    CHECK_EQ(compiled, most_layers(4) + most_layers(6) + most_layers(8) + most_layers(10));
}

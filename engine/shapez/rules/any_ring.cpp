#include "shapez/rules/any_ring.hpp"

#include "shapez/rules/configurations.hpp"

namespace shapewright::shapez {

namespace {

template <typename R>
constexpr AnyRing made() {
    AnyRing ring{};
    ring.parts = R::parts, ring.layers = R::layers, ring.row_bits = R::row_bits, ring.bits = R::bits;
    ring.half_bits = R::Halves::bits;
    ring.bottom = R::bottom, ring.cells = R::cells, ring.first_column = R::first_column;
    ring.east = R::east, ring.west = R::west;
    for (int count = 0; count <= R::parts; ++count)
        ring.first_columns[static_cast<std::size_t>(count)] = R::whole(R::in_every_layer(R::row_mask(count)));
    ring.is_stable = R::is_stable;
    ring.gravity = R::gravity;
    ring.mirror = R::mirror;
    ring.push_pin = R::push_pin;
    ring.crystallise = R::crystallise;
    ring.stack = R::stack;
    ring.cut = R::cut;
    ring.half_key = R::half_key;
    ring.from_half_key = R::from_half_key;
    ring.reflected = R::Halves::reflected;
    return ring;
}

template <typename R>
constexpr AnyRing the_ring = made<R>();

}  // namespace

const AnyRing& any_ring(int parts, int layers) {
    return *with_ring(parts, layers, []<typename R>(R) { return &the_ring<R>; });
}

}  // namespace shapewright::shapez

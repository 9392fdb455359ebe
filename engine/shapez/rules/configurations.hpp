// The ring sizes and layer limits that the engine is compiled for.
#pragma once

#include <stdexcept>
#include <string>

#include "shapez/rules/shape.hpp"

namespace shapewright::shapez {

/// The highest layer limit of a ring of so many parts; 0 if there is none of that size. Half a ring fits into 30 bits.
constexpr int most_layers(int parts) {
#if defined(SHAPEWRIGHT_FEW_RINGS)
    // Everything is made once for each ring; with sanitizers a few must do, or compiling takes longer than all tests.
    return parts == 4 ? 4 : parts == 6 || parts == 8 ? 2 : parts == 10 ? 1 : 0;
#else
    return parts == 4 ? 7 : parts == 6 ? 5 : parts == 8 ? 3 : parts == 10 ? 3 : 0;
#endif
}

/// Calls `visitor` with a value of the type Ring<parts, layers>. Throws std::invalid_argument for other sizes.
template <typename Visitor>
decltype(auto) with_ring(int parts, int layers, Visitor&& visitor) {
    const auto choose = [&]<int Parts>() -> decltype(auto) {
        constexpr int most = most_layers(Parts);
        if (layers == 1) return visitor(Ring<Parts, 1>{});
        if constexpr (most >= 2)
            if (layers == 2) return visitor(Ring<Parts, 2>{});
        if constexpr (most >= 3)
            if (layers == 3) return visitor(Ring<Parts, 3>{});
        if constexpr (most >= 4)
            if (layers == 4) return visitor(Ring<Parts, 4>{});
        if constexpr (most >= 5)
            if (layers == 5) return visitor(Ring<Parts, 5>{});
        if constexpr (most >= 7) {
            if (layers == 6) return visitor(Ring<Parts, 6>{});
            if (layers == 7) return visitor(Ring<Parts, 7>{});
        }
        throw std::logic_error("with_ring: not reached");
    };
    if (layers >= 1 && layers <= most_layers(parts)) {
        if (parts == 4) return choose.template operator()<4>();
        if (parts == 6) return choose.template operator()<6>();
        if (parts == 8) return choose.template operator()<8>();
        return choose.template operator()<10>();
    }
    throw std::invalid_argument("rings of " + std::to_string(parts) + " parts and " + std::to_string(layers) +
                                " layers are not compiled in");
}

}  // namespace shapewright::shapez

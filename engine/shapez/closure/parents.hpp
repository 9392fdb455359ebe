// Witnesses: from which shapes pushing pins or cutting made others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "shapez/closure/shape_set.hpp"

namespace shapewright::shapez {

inline constexpr std::uint64_t no_parent = ~std::uint64_t{0};

/// For each packed shape one of `set` under which pushing pins makes it, or `no_parent`. Every step of the push is kept
/// and followed backward, by so many threads; the result does not depend on their number. Throws what `Closure` throws.
std::vector<std::uint64_t> pin_parents(const ShapeSet& set, std::span<const std::uint64_t> shapes, int threads,
                                       std::uint64_t most_nodes, const StopToken& stop);

/// For each packed half (a half key) a shape of `set` whose east half after cutting it is, or `no_parent`; likewise.
std::vector<std::uint64_t> cut_parents(const ShapeSet& set, std::span<const std::uint64_t> halves, int threads,
                                       std::uint64_t most_nodes, const StopToken& stop);

}  // namespace shapewright::shapez

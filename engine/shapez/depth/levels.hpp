// Breadth-first, by levels: how deep every buildable shape is, the most machines one after the other that it takes.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/stop.hpp"
#include "diagram/store.hpp"
#include "shapez/rules/shape.hpp"

namespace shapewright::shapez {

/// The buildable shapes of a size by depth, as decision diagrams that share their nodes: words are shapes, column by
/// column and each from the bottom up. Nodes are numbered from 2.
struct Depths {
    std::vector<std::uint64_t> counts;  // by depth, of shapes in every position; the empty shape is not counted
    std::vector<diagram::Node> roots;   // by depth, of all shapes of such a depth or less
    std::vector<std::array<diagram::Node, 4>> nodes;  // by the longest way down, then by children
    /// The halves that are the east of a shape once that is cut, and such a shape of the least depth, packed; those of
    /// lesser depth first, the empty half left out.
    std::vector<HalfKey> halves;
    std::vector<Shape> wholes;
};

/// Whether `find_depths` is for rings of this size: of at most six parts and sixteen cells.
constexpr bool has_depths(int parts, int layers) {
    return parts >= 1 && parts <= 6 && layers >= 1 && layers <= 16 / parts;
}

/// The depths of all shapes of one type that can be made of a full layer of normal parts. Shapes once made stay, so
/// those of depth d + 1 are what one machine makes of those of depth d or less: a search in breadth, level by level.
/// Rotators count as machines; painters do not change the kinds of parts and mixers make no shapes.
///
/// Takes three bits for each word of letters, 2 GB in all for quad4. `progress` is called after each level with the
/// shapes found so far. False, with empty results, if stopped. Throws std::invalid_argument for sizes without depths.
bool find_depths(int parts, int layers, const StopToken& stop, const std::function<void(std::uint64_t)>& progress,
                 Depths& depths);

}  // namespace shapewright::shapez

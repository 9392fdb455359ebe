#include "shapez/depth/depth_sets.hpp"

#include <stdexcept>
#include <utility>

#include "shapez/depth/levels.hpp"

namespace shapewright::shapez {

namespace {

/// Whether all words of a node have as many letters as are left; nodes that were looked at are marked.
void check_lengths(const DepthColumns& columns, int letters) {
    constexpr int unknown = -1;
    const std::size_t count = columns.children[0].size() + 2;
    std::vector<int> lengths(count, unknown);
    lengths[diagram::unit] = 0;
    for (std::size_t node = 2; node < count; ++node)
        for (const auto& column : columns.children) {
            const diagram::Node child = column[node - 2];
            if (child == diagram::none) continue;
            if (child >= node || (lengths[node] != unknown && lengths[node] != lengths[child] + 1))
                throw std::invalid_argument("the nodes are none of a diagram of words of one length");
            lengths[node] = lengths[child] + 1;
        }
    for (const diagram::Node root : columns.roots)
        if (root >= count || lengths[root] != letters)
            throw std::invalid_argument("a root is none of a set of shapes of this size");
}

}  // namespace

DepthSets::DepthSets(int parts, int layers, DepthColumns columns)
    : ring_(any_ring(parts, layers)), letters_(parts, has_depths(parts, layers) ? layers : 1) {
    if (!has_depths(parts, layers)) throw std::invalid_argument("there are no depths for shapes of this size");
    if (columns.children.size() != 4 || columns.roots.empty() || columns.halves.size() != columns.wholes.size())
        throw std::invalid_argument("the columns do not belong together");
    for (const auto& column : columns.children)
        if (column.size() != columns.children[0].size())
            throw std::invalid_argument("the columns of the nodes differ in length");
    check_lengths(columns, parts * layers);
    columns_ = std::move(columns);
    for (std::size_t k = 0; k < columns_.halves.size(); ++k) wholes_.emplace(columns_.halves[k], columns_.wholes[k]);
}

}  // namespace shapewright::shapez

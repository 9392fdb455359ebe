// The sets of shapes by depth, as find_depths gives them: what can be asked of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "diagram/store.hpp"
#include "shapez/depth/letters.hpp"
#include "shapez/rules/any_ring.hpp"

namespace shapewright::shapez {

/// The columns of Depths, with one column of nodes for each letter.
struct DepthColumns {
    std::vector<std::vector<diagram::Node>> children;
    std::vector<diagram::Node> roots;
    std::vector<HalfKey> halves;
    std::vector<Shape> wholes;
};

class DepthSets {
public:
    /// Throws std::invalid_argument for sizes without depths, and for columns that do not belong together.
    DepthSets(int parts, int layers, DepthColumns columns);

    const AnyRing& ring() const { return ring_; }
    const LetterTables& letters() const { return letters_; }

    /// The least depth of a shape; -1 if nothing makes it.
    int depth(Shape shape) const {
        for (std::size_t depth = 0; depth < columns_.roots.size(); ++depth)
            if (is_within(shape, static_cast<int>(depth))) return static_cast<int>(depth);
        return -1;
    }
    bool is_within(Shape shape, int depth) const {
        if (depth < 0) return false;
        diagram::Node node = root(depth);
        const Letters word = letters_.word(static_cast<std::uint32_t>(shape));
        for (int shift = letters_.bits() - 2; shift >= 0 && node != diagram::none; shift -= 2)
            node = child(node, word >> shift & 3);
        return node != diagram::none;
    }
    /// A shape of the least depth that leaves this half in the east when it is cut; 0 if none does.
    Shape whole(HalfKey half) const {
        const auto found = wholes_.find(half);
        return found == wholes_.end() ? 0 : found->second;
    }

    /// Visits the shapes of such a depth or less whose columns have contents (as in words) that are allowed there, in
    /// the order of those lists, while `visit` says to go on; false if it did not. Every `steps` is an allowed content
    /// that was tried, and when there are no more the walk ends.
    template <typename Visit>
    bool each(int depth, std::span<const std::vector<std::uint32_t>> allowed, std::uint64_t& steps,
              const Visit& visit) const {
        return depth < 0 || walk(root(depth), 0, 0, allowed, steps, visit);
    }

private:
    diagram::Node root(int depth) const {
        const auto last = columns_.roots.size() - 1;
        return columns_.roots[static_cast<std::size_t>(depth) < last ? static_cast<std::size_t>(depth) : last];
    }
    diagram::Node child(diagram::Node node, std::uint32_t letter) const { return columns_.children[letter][node - 2]; }

    template <typename Visit>
    bool walk(diagram::Node node, int column, Letters word, std::span<const std::vector<std::uint32_t>> allowed,
              std::uint64_t& steps, const Visit& visit) const {
        if (column == letters_.columns()) return visit(Shape{letters_.packed(word)});
        for (const std::uint32_t content : allowed[static_cast<std::size_t>(column)]) {
            if (steps == 0) return true;
            --steps;
            diagram::Node next = node;
            for (int shift = letters_.column_bits() - 2; shift >= 0 && next != diagram::none; shift -= 2)
                next = child(next, content >> shift & 3);
            if (next == diagram::none) continue;
            if (!walk(next, column + 1, word << letters_.column_bits() | content, allowed, steps, visit)) return false;
        }
        return true;
    }

    const AnyRing& ring_;
    LetterTables letters_;
    DepthColumns columns_;
    std::unordered_map<HalfKey, Shape> wholes_;
};

}  // namespace shapewright::shapez

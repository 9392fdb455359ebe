#include "shapez/closure/fresh_pushed.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/share.hpp"
#include "shapez/closure/closure.hpp"

namespace shapewright::shapez {

namespace {

/// The sets of columns in so many parts at least, if there are as many: by whether they have the column opposite the
/// first, that beside it, and so on. So those that share the most work stay together (measured).
std::vector<std::vector<bool>> parted(const std::vector<bool>& columns, int number_of_columns, std::size_t least) {
    std::vector<std::vector<bool>> parts{columns};
    for (int k = 0; k < number_of_columns - 1 && parts.size() < least; ++k) {
        const int column = (number_of_columns / 2 + (k % 2 == 0 ? k / 2 : -(k + 1) / 2)) % number_of_columns;
        std::vector<std::vector<bool>> finer;
        for (const std::vector<bool>& part : parts)
            for (const bool there : {true, false}) {
                std::vector<bool> those(part);
                for (std::size_t mask = 0; mask < those.size(); ++mask)
                    those[mask] = those[mask] && (mask >> column & 1) == (there ? 1u : 0u);
                if (std::find(those.begin(), those.end(), true) != those.end()) finer.push_back(std::move(those));
            }
        parts.swap(finer);
    }
    return parts;
}

}  // namespace

ShapeSet fresh_pushed(const ShapeSet& set, const ShapeSet& known, int threads, std::uint64_t most_nodes,
                      const StopToken& stop) {
    const int columns = set.columns();
    const unsigned number = allowed_threads(threads);
    const auto begun = [&](std::uint64_t nodes) {
        Closure closure(columns, set.layers(), nodes);
        closure.poll(&stop);
        return closure;
    };
    Closure closure = begun(most_nodes);
    const Node all = closure.bring(set), old = closure.bring(known);
    const Node plain = closure.subtract(closure.pushed_without_top(all), old);
    if (set.layers() == 1) return closure.take(plain, columns);
    if (number == 1 || !has_threads) {
        const Node top = closure.subtract(closure.pushed_with_top(all, closure.enough_columns()), old);
        const ShapeSet without = closure.take(plain, columns);
        const Node rotated = closure.in_all_rotations(top);
        return closure.take(closure.unite(closure.bring(without), rotated), columns);
    }
    const auto parts = parted(closure.enough_columns(), columns, number);
    std::vector<std::optional<ShapeSet>> found(parts.size());
    const ShapeSet without = closure.take(plain, columns);
    const bool done = share(number, parts.size(), 1, stop, [&](unsigned, std::size_t from, std::size_t to) {
        for (std::size_t k = from; k < to; ++k) {
            Closure own = begun(most_nodes / number);
            const Node here = own.bring(set), there = own.bring(known);
            found[k] = own.take(own.subtract(own.pushed_with_top(here, parts[k]), there), columns);
        }
    });
    if (!done) throw diagram::Stopped();
    closure = begun(most_nodes);
    Node top = none;
    for (const auto& part : found) top = closure.unite(top, closure.bring(*part));
    const Node rotated = closure.in_all_rotations(top);
    return closure.take(closure.unite(closure.bring(without), rotated), columns);
}

}  // namespace shapewright::shapez

// Parallel merge sort: every thread sorts a piece, then all merge the pieces, a range of values each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/assert.hpp"
#include "core/share.hpp"

namespace shapewright {

/// Sorts what has an order without ties (or whose equals are the same); false if stopped, with the items in some order.
/// Takes the memory of the items once more.
template <typename Item>
bool parallel_sort(Pool& pool, std::vector<Item>& items, const StopToken& stop) {
    constexpr std::size_t worth_threads = std::size_t{1} << 14;
    const std::size_t pieces = pool.threads();
    if (pieces == 1 || items.size() < worth_threads) {
        std::sort(items.begin(), items.end());
        return true;
    }
    const auto at = [](std::vector<Item>& all, std::size_t place) {
        return all.begin() + static_cast<std::ptrdiff_t>(place);
    };
    const std::size_t size = items.size() / pieces + 1;
    const auto bound = [&](std::size_t piece) { return std::min(items.size(), piece * size); };
    const bool is_cut = pool.share(pieces, 1, stop, [&](unsigned, std::size_t piece, std::size_t) {
        std::sort(at(items, bound(piece)), at(items, bound(piece + 1)));
    });
    if (!is_cut) return false;

    // The ranges are those between some items, evenly drawn from all pieces. A row of `begins` for each range.
    const std::size_t ranges = 8 * pieces;
    std::vector<Item> drawn;
    for (std::size_t piece = 0; piece < pieces; ++piece)
        for (std::size_t k = 1; k <= ranges && bound(piece) < bound(piece + 1); ++k)
            drawn.push_back(items[bound(piece) + (bound(piece + 1) - bound(piece)) * k / (ranges + 1)]);
    std::sort(drawn.begin(), drawn.end());
    std::vector<std::vector<std::size_t>> begins(ranges + 1, std::vector<std::size_t>(pieces));
    std::vector<std::size_t> places(ranges + 1);
    for (std::size_t range = 0; range <= ranges; ++range)
        for (std::size_t piece = 0; piece < pieces; ++piece) {
            const auto first = at(items, bound(piece)), last = at(items, bound(piece + 1));
            const auto begin = range == 0        ? first
                               : range == ranges ? last
                                                 : std::lower_bound(first, last, drawn[drawn.size() * range / ranges]);
            begins[range][piece] = static_cast<std::size_t>(begin - items.begin());
            places[range] += begins[range][piece] - bound(piece);
        }
    std::vector<Item> merged(items.size());
    const bool is_done = pool.share(ranges, 1, stop, [&](unsigned, std::size_t range, std::size_t) {
        std::vector<std::size_t> runs{places[range]};
        for (std::size_t piece = 0; piece < pieces; ++piece) {
            const std::size_t from = begins[range][piece], to = begins[range + 1][piece];
            std::copy(at(items, from), at(items, to), at(merged, runs.back()));
            runs.push_back(runs.back() + to - from);
        }
        SHAPEWRIGHT_ASSERT(runs.back() == places[range + 1]);
        for (std::size_t width = 1; width < pieces; width *= 2)
            for (std::size_t run = 0; run + width < pieces; run += 2 * width)
                std::inplace_merge(at(merged, runs[run]), at(merged, runs[run + width]),
                                   at(merged, runs[std::min(pieces, run + 2 * width)]));
    });
    SHAPEWRIGHT_ASSERT(!is_done || std::is_sorted(merged.begin(), merged.end()));
    if (is_done) items.swap(merged);
    return is_done;
}

}  // namespace shapewright

#include "shapez/plan/library/half_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace shapewright::shapez {

std::vector<HalfRow> half_rows(const AnyRing& ring, const HalfPlansView& halves, HalfKey key, int symmetry) {
    const HalfKey reflected = ring.reflected(key);
    if (reflected < key) {
        key = reflected;
        symmetry ^= east_reflection;
    }
    const auto [first, last] = std::equal_range(halves.key.begin(), halves.key.end(), key);
    std::vector<HalfRow> found;
    for (auto place = first; place != last; ++place) {
        const auto row = static_cast<std::size_t>(place - halves.key.begin());
        HalfRow plan{imaged(ring, halves.whole[row], symmetry), {}};
        for (std::uint32_t k = halves.start[row]; k < halves.start[row + 1]; ++k) {
            const std::uint32_t n = halves.steps[k];
            plan.machines.push_back({imaged(static_cast<Machine>(halves.machine[n]), symmetry),
                                     imaged(ring, halves.first[n], symmetry),
                                     imaged(ring, halves.second[n], symmetry)});
        }
        found.push_back(std::move(plan));
    }
    return found;
}

}  // namespace shapewright::shapez

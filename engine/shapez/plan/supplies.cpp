#include "shapez/plan/supplies.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>

namespace shapewright::shapez {

Mixers::Mixers(const Supplies& supplies) : ways_(sets), count_(sets, never), at_the_end_(sets, 0) {
    if (supplies.fluids >= sets) throw std::invalid_argument("a fluid on hand is not a colour");
    for (const std::uint8_t made : supplies.mixed)
        if (made >= colour_count) throw std::invalid_argument("a mixture is not a colour");
    ways_[supplies.fluids].count = 0;
    std::vector<Colours> queue{supplies.fluids};
    for (std::size_t next = 0; next < queue.size() && supplies.allow(Machine::mix); ++next) {
        const Colours there = queue[next];
        for (int a = 1; a < colour_count; ++a)
            for (int b = a + 1; b < colour_count; ++b) {
                if (!(there >> a & 1) || !(there >> b & 1)) continue;
                const int made = supplies.mixed[static_cast<std::size_t>(colour_count * a + b)];
                const Colours after = there | Colours{1} << made;
                if (ways_[after].count != never) continue;
                ways_[after] = {ways_[there].count + 1, there, {a, b, made}};
                queue.push_back(after);
            }
    }
    for (const Colours there : queue)
        for (Colours wanted = there;; wanted = (wanted - 1) & there) {
            if (ways_[there].count < count_[wanted]) count_[wanted] = ways_[there].count, at_the_end_[wanted] = there;
            if (wanted == 0) break;
        }
}

std::vector<std::array<int, 3>> Mixers::of(Colours colours) const {
    std::vector<std::array<int, 3>> found;
    if (count_[colours] == never) return found;
    for (Colours there = at_the_end_[colours]; ways_[there].count > 0; there = ways_[there].before)
        found.push_back(ways_[there].mixer);
    std::reverse(found.begin(), found.end());
    return found;
}

}  // namespace shapewright::shapez

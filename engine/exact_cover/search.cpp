#include "exact_cover/search.hpp"

#include <algorithm>

#include "core/rng.hpp"

namespace shapewright::exact_cover {

std::vector<Path> Search::children(const Path& prefix, bool& solved) {
    start(prefix);
    const std::uint64_t before = solutions_;
    // Zero further nodes: the engine opens the node at the prefix, counts it if it is a solution, and returns.
    run(StopToken{}, ~std::uint64_t{0}, 0, nullptr);
    solved = solutions_ != before;
    return rest();
}

std::vector<Path> Search::split(std::size_t target) {
    std::vector<Path> level{Path{}};
    std::vector<Path> leaves;  // solutions and dead ends met on the way stay tasks, so that nothing is lost
    while (!level.empty() && level.size() + leaves.size() < target) {
        std::vector<Path> next;
        for (const Path& prefix : level) {
            bool solved = false;
            std::vector<Path> below = children(prefix, solved);
            if (solved)
                leaves.push_back(prefix);
            else
                next.insert(next.end(), std::make_move_iterator(below.begin()), std::make_move_iterator(below.end()));
        }
        level = std::move(next);
    }
    level.insert(level.end(), std::make_move_iterator(leaves.begin()), std::make_move_iterator(leaves.end()));
    std::sort(level.begin(), level.end());
    return level;
}

double Search::estimate(const Path& prefix, std::uint32_t probes, std::uint64_t seed) {
    Rng rng(seed);
    double sum = 0;
    for (std::uint32_t probe = 0; probe < probes; ++probe) {
        Path path = prefix;
        double weight = 1;
        double nodes = 1;
        for (;;) {
            bool solved = false;
            std::vector<Path> below = children(path, solved);
            if (below.empty()) break;
            weight *= static_cast<double>(below.size());
            nodes += weight;
            path = std::move(below[rng.below(below.size())]);
        }
        sum += nodes;
    }
    return probes == 0 ? 0 : sum / probes;
}

}  // namespace shapewright::exact_cover

#include "exact_cover/search.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "core/rng.hpp"

namespace shapewright::exact_cover {

bool Search::give(const Path& given) {
    if (!given.empty()) throw std::invalid_argument("this engine takes no given options");
    start({});
    return true;
}

bool Search::start(const Path& prefix, const StopToken& stop) {
    bool there = false;
    try {
        there = descend(prefix, stop);
    } catch (...) {
        descend({}, {});
        throw;
    }
    if (!there) descend({}, {});
    return there;
}

std::optional<std::vector<Path>> Search::children(const Path& prefix, bool& solved, const StopToken& stop) {
    if (stop.expired() || !start(prefix, stop)) return std::nullopt;
    const std::uint64_t before = solutions_;
    // Zero further nodes: the engine opens the node at the prefix, counts it if it is a solution, and returns.
    run(StopToken{}, ~std::uint64_t{0}, 0, nullptr);
    solved = solutions_ != before;
    return rest();
}

std::vector<Path> Search::split(std::size_t target, const StopToken& stop) {
    // Shallow nodes first, one at a time: whole levels would overshoot the target many times over.
    std::deque<Path> open{Path{}};
    std::vector<Path> leaves;  // solutions met on the way stay tasks, with what lies below them
    while (!open.empty() && open.size() + leaves.size() < target) {
        bool solved = false;
        std::optional<std::vector<Path>> below = children(open.front(), solved, stop);
        if (!below) break;
        if (solved)
            leaves.push_back(std::move(open.front()));
        else
            open.insert(open.end(), std::make_move_iterator(below->begin()), std::make_move_iterator(below->end()));
        open.pop_front();
    }
    leaves.insert(leaves.end(), std::make_move_iterator(open.begin()), std::make_move_iterator(open.end()));
    std::sort(leaves.begin(), leaves.end());
    return leaves;
}

std::optional<double> Search::estimate(const Path& prefix, std::uint32_t probes, std::uint64_t seed,
                                       std::size_t deepest, const StopToken& stop) {
    Rng rng(seed);
    double sum = 0;
    for (std::uint32_t probe = 0; probe < probes; ++probe) {
        Path path = prefix;
        double weight = 1;
        double nodes = 1;
        for (;;) {
            bool solved = false;
            std::optional<std::vector<Path>> below = children(path, solved, stop);
            if (!below) return std::nullopt;
            if (below->empty()) break;
            if (path.size() - prefix.size() == deepest) return std::numeric_limits<double>::infinity();
            weight *= static_cast<double>(below->size());
            nodes += weight;
            path = std::move((*below)[rng.place(below->size())]);
        }
        sum += nodes;
    }
    return probes == 0 ? 0 : sum / probes;
}

}  // namespace shapewright::exact_cover

#include "set_cover/set_cover.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "set_cover/search.hpp"

namespace shapewright::set_cover {
namespace {

bool is_cover(const Problem& problem, const Numbers& sets) {
    std::vector<bool> has(problem.elements, false);
    for (const std::uint32_t set : sets)
        for (const std::uint32_t element : problem.sets[set]) has[element] = true;
    return std::find(has.begin(), has.end(), false) == has.end();
}

/// One part of what is left, with numbers of its own.
struct Part {
    Problem problem;
    Numbers sets;  // their numbers in the whole
    Numbers best;  // a cover, empty before there is one
    std::uint64_t weight = 0, bound = 0;

    Part(const Problem& whole, const Search& reduced, const Numbers& of, const Numbers& cover) : sets(of) {
        std::vector<std::uint32_t> place(whole.elements, ~std::uint32_t{0});
        for (const std::uint32_t set : sets) {
            Numbers members;
            for (const std::uint32_t element : whole.sets[set]) {
                if (!reduced.is_open(element)) continue;
                if (place[element] == ~std::uint32_t{0})
                    place[element] = static_cast<std::uint32_t>(problem.elements++);
                members.push_back(place[element]);
            }
            if (std::binary_search(cover.begin(), cover.end(), set))
                best.push_back(static_cast<std::uint32_t>(problem.sets.size()));
            problem.sets.push_back(std::move(members));
            problem.weights.push_back(whole.weights[set]);
        }
        if (!is_cover(problem, best)) best.clear();
    }

    /// Search below the best cover known; return the number of nodes.
    std::uint64_t run(const StopToken& stop, std::uint64_t nodes) {
        Search search(problem, stop, nodes);
        if (!best.empty()) search.offer(best);
        search.run();
        best = search.best();
        weight = search.weight();
        bound = std::max(bound, search.bound());
        return search.nodes();
    }
};

}  // namespace

void Problem::validate() const {
    if (sets.size() != weights.size()) throw std::invalid_argument("each set has one weight");
    for (const Numbers& members : sets) {
        Numbers sorted = members;
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
            throw std::invalid_argument("a set has an element twice");
        if (!sorted.empty() && sorted.back() >= elements) throw std::invalid_argument("a set has an unknown element");
    }
    Numbers all(sets.size());
    std::iota(all.begin(), all.end(), 0u);
    if (!is_cover(*this, all)) throw std::invalid_argument("an element is in no set");
}

Result solve(const Problem& problem, const Numbers& start, const StopToken& stop, std::uint64_t nodes) {
    problem.validate();
    for (const std::uint32_t set : start)
        if (set >= problem.sets.size()) throw std::invalid_argument("the first cover has an unknown set");
    Numbers cover = start;
    std::sort(cover.begin(), cover.end());
    Search reduced(problem, stop, nodes);
    reduced.reduce();
    Result result;
    result.chosen = reduced.chosen();
    for (const std::uint32_t set : result.chosen) result.weight += problem.weights[set];
    result.bound = result.weight;
    std::vector<Part> parts;
    for (const Numbers& sets : reduced.parts()) parts.emplace_back(problem, reduced, sets, cover);
    // First each as far as it goes without a branch, so that each has a bound however little time there is.
    for (Part& part : parts) result.nodes += part.run(stop, 1);
    for (Part& part : parts)
        if (part.bound < part.weight) result.nodes += part.run(stop, nodes - std::min(nodes, result.nodes));
    for (const Part& part : parts) {
        for (const std::uint32_t set : part.best) result.chosen.push_back(part.sets[set]);
        result.weight += part.weight;
        result.bound += part.bound;
    }
    std::sort(result.chosen.begin(), result.chosen.end());
    // The first cover counts even where its parts are none of what the reductions left.
    std::uint64_t weight = 0;
    for (const std::uint32_t set : cover) weight += problem.weights[set];
    if (weight <= result.weight && is_cover(problem, cover)) result.chosen = cover, result.weight = weight;
    return result;
}

}  // namespace shapewright::set_cover

#include "set_cover/set_cover.hpp"

#include <algorithm>
#include <memory>
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
    std::unique_ptr<Search> search;

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

    /// As far as it goes without a branch.
    void begin(const StopToken& stop) {
        search = std::make_unique<Search>(problem, stop);
        if (!best.empty()) search->offer(best);
        search->begin();
    }
};

}  // namespace

void Problem::validate() const {
    if (sets.size() != weights.size()) throw std::invalid_argument("each set has one weight");
    std::size_t numbers = 0;
    for (const Numbers& members : sets) {
        numbers += members.size();
        Numbers sorted = members;
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
            throw std::invalid_argument("a set has an element twice");
        if (!sorted.empty() && sorted.back() >= elements) throw std::invalid_argument("a set has an unknown element");
    }
    Numbers all(sets.size());
    std::iota(all.begin(), all.end(), 0u);
    // Before anything takes memory for each element.
    if (numbers < elements || !is_cover(*this, all)) throw std::invalid_argument("an element is in no set");
}

Result solve(const Problem& problem, const Numbers& start, const StopToken& stop, std::uint64_t nodes) {
    problem.validate();
    for (const std::uint32_t set : start)
        if (set >= problem.sets.size()) throw std::invalid_argument("the first cover has an unknown set");
    Numbers cover = start;
    std::sort(cover.begin(), cover.end());
    Search reduced(problem, stop);
    reduced.reduce();
    Result result;
    result.chosen = reduced.chosen();
    for (const std::uint32_t set : result.chosen) result.weight += problem.weights[set];
    result.bound = result.weight;
    std::vector<std::unique_ptr<Part>> parts;
    for (const Numbers& sets : reduced.parts()) parts.push_back(std::make_unique<Part>(problem, reduced, sets, cover));
    // First each as far as it goes without a branch, so that each has a bound however little time there is.
    for (const auto& part : parts) part->begin(stop), result.nodes += part->search->nodes();
    for (const auto& part : parts) {
        Search& search = *part->search;
        result.nodes -= search.nodes();
        search.go_on(nodes - std::min(nodes, result.nodes));
        result.nodes += search.nodes();
        for (const std::uint32_t set : search.best()) result.chosen.push_back(part->sets[set]);
        result.weight += search.weight();
        result.bound += search.bound();
    }
    std::sort(result.chosen.begin(), result.chosen.end());
    // The first cover counts even where its parts are none of what the reductions left.
    std::uint64_t weight = 0;
    for (const std::uint32_t set : cover) weight += problem.weights[set];
    if (weight <= result.weight && is_cover(problem, cover)) result.chosen = cover, result.weight = weight;
    return result;
}

}  // namespace shapewright::set_cover

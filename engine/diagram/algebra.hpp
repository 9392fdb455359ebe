// The family algebra: families of sets made of others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "diagram/family.hpp"

namespace shapewright::diagram {

/// How much one operation may take: it throws Stopped and OutOfNodes.
struct Means {
    StopToken stop;
    std::uint64_t bytes = ~std::uint64_t{0};
};

/// Families over the same variables, else std::invalid_argument is thrown. Cost: a step a pair of nodes met.
Family unite(const Family& a, const Family& b, const Means& means);
Family intersect(const Family& a, const Family& b, const Means& means);
Family subtract(const Family& a, const Family& b, const Means& means);

/// The members that have at least `least` and at most `most` of the variables `chosen`, in any order. Cost: a step for
/// each node and number of those met.
Family among(const Family& family, std::span<const std::uint32_t> chosen, std::uint32_t least, std::uint32_t most,
             const Means& means);

/// Most variables of `family_of`, since each takes memory in it.
constexpr std::uint32_t most_variables = 1U << 24;

/// The family of these members, in any order; each ascends strictly, or std::invalid_argument is thrown.
Family family_of(std::uint32_t variables, std::vector<Member> members);

}  // namespace shapewright::diagram

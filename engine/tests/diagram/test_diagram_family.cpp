// Families of sets against plain sets of sets, and all covers of an instance against trying every set of options.
#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "core/stop.hpp"
#include "diagram/algebra.hpp"
#include "exact_cover/all_covers.hpp"

using namespace shapewright;
using namespace shapewright::diagram;

namespace {

using Members = std::set<Member>;

Members random_members(Rng& rng, std::uint32_t variables) {
    Members members;
    for (std::uint64_t k = rng.below(12); k > 0; --k) {
        Member member;
        for (std::uint32_t variable = 0; variable < variables; ++variable)
            if (rng.below(3) == 0) member.push_back(variable);
        members.insert(member);
    }
    return members;
}

Family family(std::uint32_t variables, const Members& members) {
    return family_of(variables, {members.begin(), members.end()});
}

std::uint64_t number(const Natural& natural) {
    return natural.empty() ? 0 : natural[0];
}

Members listed(const Family& family) {
    const std::vector<Member> members = family.members({}, 1000);
    CHECK_EQ(members.size(), number(family.count()));
    Members result(members.begin(), members.end());
    CHECK_EQ(result.size(), members.size());
    return result;
}

bool is_cover(const exact_cover::Instance& instance, const Member& chosen) {
    std::vector<std::uint32_t> used(instance.pieces(), 0);
    std::vector<std::vector<std::uint32_t>> colours(instance.items());
    for (const std::uint32_t k : chosen) {
        const exact_cover::Option& option = instance.options[k];
        for (std::size_t i = 0; i < option.items.size(); ++i)
            colours[option.items[i]].push_back(option.colours.empty() ? 0 : option.colours[i]);
        for (const auto& [piece, copies] : option.uses) used[piece] += copies;
    }
    for (std::size_t item = 0; item < instance.items(); ++item) {
        if (instance.required[item] && colours[item].size() != 1) return false;
        for (const std::uint32_t colour : colours[item])
            if (colours[item].size() > 1 && (colour == 0 || colour != colours[item][0])) return false;
    }
    for (std::size_t piece = 0; piece < used.size(); ++piece)
        if (used[piece] < instance.minimum[piece] || used[piece] > instance.maximum[piece]) return false;
    return true;
}

exact_cover::Instance random_instance(Rng& rng) {
    exact_cover::Instance instance;
    const std::uint64_t items = 1 + rng.below(5), pieces = rng.below(3);
    for (std::uint64_t k = 0; k < items; ++k) instance.required.push_back(rng.below(3) != 0);
    for (std::uint64_t k = 0; k < pieces; ++k) {
        instance.minimum.push_back(static_cast<std::uint32_t>(rng.below(3)));
        instance.maximum.push_back(rng.below(3) == 0 ? exact_cover::unlimited
                                                     : instance.minimum[k] + static_cast<std::uint32_t>(rng.below(3)));
    }
    for (std::uint64_t k = rng.below(10); k > 0; --k) {
        exact_cover::Option option;
        for (std::uint32_t item = 0; item < items; ++item)
            if (rng.below(3) == 0) {
                option.items.push_back(item);
                option.colours.push_back(instance.required[item] ? 0 : static_cast<std::uint32_t>(rng.below(3)));
            }
        for (std::uint32_t piece = 0; piece < pieces; ++piece)
            if (rng.below(2) == 0) option.uses.emplace_back(piece, 1 + static_cast<std::uint32_t>(rng.below(2)));
        if (!option.items.empty() || !option.uses.empty()) instance.options.push_back(option);
    }
    std::stable_sort(instance.options.begin(), instance.options.end(),
                     [](const exact_cover::Option& a, const exact_cover::Option& b) {
                         return !a.items.empty() && (b.items.empty() || a.items[0] < b.items[0]);
                     });
    instance.validate();
    return instance;
}

}  // namespace

TEST(families_are_combined_as_sets_are) {
    Rng rng(1);
    for (int round = 0; round < check::draws(300); ++round) {
        const auto variables = static_cast<std::uint32_t>(1 + rng.below(7));
        const Members a = random_members(rng, variables), b = random_members(rng, variables);
        const Family one = family(variables, a), other = family(variables, b);
        Members united = a, both, without;
        united.insert(b.begin(), b.end());
        for (const Member& member : a) (b.count(member) != 0 ? both : without).insert(member);
        CHECK(listed(one) == a);
        CHECK(listed(unite(one, other, {})) == united);
        CHECK(listed(intersect(one, other, {})) == both);
        CHECK(listed(subtract(one, other, {})) == without);
        // Canonical: however it was made, it has the same nodes.
        CHECK(unite(one, other, {}).nodes() == family(variables, united).nodes());
        Member chosen;
        for (std::uint32_t variable = 0; variable < variables; ++variable)
            if (rng.below(2) == 0) chosen.push_back(variable);
        const auto least = static_cast<std::uint32_t>(rng.below(4)), most = static_cast<std::uint32_t>(rng.below(4));
        Members kept;
        for (const Member& member : a) {
            std::uint32_t has = 0;
            for (const std::uint32_t variable : member)
                has += std::find(chosen.begin(), chosen.end(), variable) != chosen.end() ? 1 : 0;
            if (has >= least && has <= most) kept.insert(member);
        }
        CHECK(listed(among(one, chosen, least, most, {})) == kept);
    }
}

TEST(members_of_a_family_are_found_by_rank_and_counted_by_variable) {
    Rng rng(2);
    for (int round = 0; round < check::draws(200); ++round) {
        const auto variables = static_cast<std::uint32_t>(1 + rng.below(7));
        const Members members = random_members(rng, variables);
        const Family made = family(variables, members);
        const std::vector<Member> all = made.members({}, 1000);
        const unsigned char flag = 1;
        if (!all.empty()) CHECK_THROWS(made.members({}, 1000, StopToken(&flag, -1)), Stopped);
        for (std::uint64_t rank = 0; rank <= all.size(); ++rank) {
            const std::vector<Member> some = made.members({rank}, 3);
            CHECK_EQ(some.size(), std::min<std::size_t>(3, all.size() - rank));
            for (std::size_t k = 0; k < some.size(); ++k) CHECK(some[k] == all[rank + k]);
        }
        CHECK(made.members({0, 1}, 3).empty());
        const std::vector<Natural> counts = made.containing(StopToken{});
        std::vector<std::int64_t> costs;
        for (std::uint32_t variable = 0; variable < variables; ++variable) {
            std::uint64_t has = 0;
            for (const Member& member : members) has += std::count(member.begin(), member.end(), variable) > 0 ? 1 : 0;
            CHECK_EQ(number(counts[variable]), has);
            costs.push_back(static_cast<std::int64_t>(rng.below(9)) - 4);
        }
        std::vector<std::int64_t> sums, found;
        for (const Member& member : members) {
            std::int64_t sum = 0;
            for (const std::uint32_t variable : member) sum += costs[variable];
            sums.push_back(sum);
        }
        std::sort(sums.begin(), sums.end());
        for (const auto& [sum, member] : made.cheapest(costs, 1000, StopToken{})) {
            CHECK(members.count(member) == 1);
            found.push_back(sum);
        }
        CHECK(found == sums);
    }
}

TEST(all_covers_of_an_instance_are_in_its_family) {
    Rng rng(3);
    for (int round = 0; round < check::draws(500); ++round) {
        const exact_cover::Instance instance = random_instance(rng);
        Members covers;
        for (std::uint32_t set = 0; set < 1U << instance.options.size(); ++set) {
            Member chosen;
            for (std::uint32_t k = 0; k < instance.options.size(); ++k)
                if ((set >> k & 1) != 0) chosen.push_back(k);
            if (is_cover(instance, chosen)) covers.insert(chosen);
        }
        CHECK(listed(exact_cover::all_covers(instance, StopToken{}, ~std::uint64_t{0}, nullptr)) == covers);
    }
}

TEST(long_chains_of_covers_take_little_memory) {
    exact_cover::Instance instance;
    for (std::uint32_t item = 0; item < 4000; ++item) {
        instance.required.push_back(true);
        instance.options.push_back({{item}, {}, {}});
    }
    CHECK(exact_cover::all_covers(instance, StopToken{}, std::uint64_t{1} << 20, nullptr).nodes().size() == 4000);
}

TEST(damaged_families_are_refused) {
    const auto refused = [](std::uint32_t variables, std::vector<Branch> nodes, Node root) {
        try {
            const Family made(variables, std::move(nodes), root);
            return false;
        } catch (const std::invalid_argument&) {
            return true;
        }
    };
    CHECK(!refused(2, {{1, none, unit}, {0, unit, 2}}, 3));
    CHECK(refused(2, {{1, none, unit}, {0, unit, 2}}, 2));                   // nodes above the root
    CHECK(refused(2, {{1, none, unit}, {1, unit, 2}}, 3));                   // a variable again
    CHECK(refused(2, {{1, none, unit}, {0, unit, none}}, 3));                // not reduced
    CHECK(refused(2, {{1, none, unit}, {0, unit, 3}}, 3));                   // a child that is its own parent
    CHECK(refused(2, {{2, none, unit}}, 2));                                 // no such variable
    CHECK(refused(3, {{2, unit, unit}, {2, none, unit}, {1, 2, 3}}, 4));     // not in order
    CHECK(refused(3, {{2, none, unit}, {2, none, unit}, {1, 2, 3}}, 4));     // twice the same
    CHECK(refused(3, {{2, none, unit}, {2, unit, unit}, {1, unit, 3}}, 4));  // one that nobody needs
    CHECK(refused(1, {}, 2));                                                // no such root
}

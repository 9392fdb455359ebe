// The slow and obvious twin of every exact cover engine, and small random instances to compare them on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "core/simd.hpp"
#include "core/stop.hpp"
#include "exact_cover/instance.hpp"
#include "exact_cover/search.hpp"

namespace twin {

using shapewright::Rng;
using shapewright::Simd;
using shapewright::StopToken;
using shapewright::exact_cover::Instance;
using shapewright::exact_cover::Option;
using shapewright::exact_cover::Path;
using shapewright::exact_cover::Search;

inline constexpr std::uint64_t no_limit = ~std::uint64_t{0};

inline std::vector<Simd> simd_paths() {
    std::vector<Simd> paths;
    for (const Simd path : {Simd::portable, Simd::avx2, Simd::avx512})
        if (shapewright::simd_available(path)) paths.push_back(path);
    return paths;
}

/// True if both options may be chosen: items they share have the same colour in both.
inline bool agree(const Option& a, const Option& b) {
    for (std::size_t i = 0; i < a.items.size(); ++i)
        for (std::size_t k = 0; k < b.items.size(); ++k) {
            if (a.items[i] != b.items[k]) continue;
            const std::uint32_t left = a.colours.empty() ? 0 : a.colours[i];
            const std::uint32_t right = b.colours.empty() ? 0 : b.colours[k];
            if (left == 0 || left != right) return false;
        }
    return true;
}

/// True if `chosen` (options that agree with each other) covers all that is required and keeps the pieces' bounds.
inline bool complete(const Instance& instance, const Path& chosen) {
    std::vector<std::uint64_t> used(instance.pieces(), 0);
    std::vector<bool> covered(instance.items(), false);
    for (const std::uint32_t o : chosen) {
        for (const std::uint32_t item : instance.options[o].items) covered[item] = true;
        for (const auto& [piece, copies] : instance.options[o].uses) used[piece] += copies;
    }
    for (std::size_t i = 0; i < instance.items(); ++i)
        if (instance.required[i] && !covered[i]) return false;
    for (std::size_t p = 0; p < instance.pieces(); ++p)
        if (used[p] < instance.minimum[p] ||
            (instance.maximum[p] != shapewright::exact_cover::unlimited && used[p] > instance.maximum[p]))
            return false;
    return true;
}

inline bool is_cover(const Instance& instance, const Path& chosen) {
    for (std::size_t i = 0; i < chosen.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (chosen[i] == chosen[k] || !agree(instance.options[chosen[i]], instance.options[chosen[k]]))
                return false;
    return complete(instance, chosen);
}

/// Every set of options that is a cover, each sorted, all sorted: by trying every set of options that agree.
inline std::vector<Path> covers(const Instance& instance) {
    std::vector<Path> found;
    Path chosen;
    const auto decide = [&](const auto& self, std::uint32_t option) -> void {
        if (option == instance.options.size()) {
            if (complete(instance, chosen)) found.push_back(chosen);
            return;
        }
        const bool possible = std::all_of(chosen.begin(), chosen.end(), [&](std::uint32_t other) {
            return agree(instance.options[option], instance.options[other]);
        });
        if (possible) {
            chosen.push_back(option);
            self(self, option + 1);
            chosen.pop_back();
        }
        self(self, option + 1);
    };
    decide(decide, 0);
    std::sort(found.begin(), found.end());
    return found;
}

/// What random instances look like.
struct Flavour {
    bool placements = false;     // every option covers an item and uses one copy of one piece
    bool always_items = false;   // every option covers an item
    bool colours = false;        // items that are not required may have colours
    bool equal_options = false;  // some options are copies of others
    std::uint32_t spread = 1;    // items stand this far apart, with items between them that nothing covers
    std::uint32_t options = 13;  // at most
};

inline Instance random_instance(Rng& rng, const Flavour& flavour) {
    const auto some = [&](std::uint32_t low, std::uint32_t high) {
        return low + static_cast<std::uint32_t>(rng.below(high - low + 1));
    };
    Instance instance;
    const std::uint32_t items = some(flavour.placements || flavour.always_items ? 1 : 0, 6);
    instance.required.assign(std::size_t{items} * flavour.spread, false);
    const bool all_required = !flavour.colours && some(0, 1) == 0;
    for (std::uint32_t i = 0; i < items; ++i) instance.required[i * flavour.spread] = all_required || some(0, 2) != 0;
    if (all_required && flavour.spread == 1) instance.required.assign(items, true);
    const std::uint32_t pieces = some(flavour.placements ? 1 : 0, 4);
    for (std::uint32_t p = 0; p < pieces; ++p) {
        const bool once = some(0, 2) == 0;
        instance.minimum.push_back(once ? 1 : some(0, 3) * some(0, 1));
        const std::uint32_t room = some(0, 4);
        instance.maximum.push_back(once        ? 1
                                   : room == 4 ? shapewright::exact_cover::unlimited
                                               : instance.minimum[p] + room);
    }
    const std::uint32_t options = some(0, flavour.options);
    for (std::uint32_t o = 0; o < options; ++o) {
        if (flavour.equal_options && !instance.options.empty() && some(0, 3) == 0) {
            instance.options.push_back(Option(instance.options[rng.place(instance.options.size())]));
            continue;
        }
        Option option;
        const bool needs_item = flavour.placements || flavour.always_items || pieces == 0;
        while (option.items.empty()) {
            for (std::uint32_t i = 0; i < items; ++i)
                if (some(0, 5) < 2) option.items.push_back(i * flavour.spread);
            if (!needs_item || items == 0) break;
        }
        for (std::size_t k = option.items.size(); k > 1; --k)
            std::swap(option.items[k - 1], option.items[rng.place(k)]);
        if (flavour.colours && some(0, 3) != 0)
            for (const std::uint32_t item : option.items)
                option.colours.push_back(instance.required[item] ? 0 : some(0, 3));
        if (flavour.placements) {
            option.uses.emplace_back(some(0, pieces - 1), 1);
        } else {
            for (std::uint32_t p = 0; p < pieces; ++p)
                if (some(0, 3) == 0) option.uses.emplace_back(p, some(0, 2) != 0 ? 1 : some(1, 3));
        }
        if (!option.items.empty() || !option.uses.empty()) instance.options.push_back(std::move(option));
    }
    instance.validate();
    return instance;
}

inline std::string describe(const Instance& instance) {
    std::ostringstream out;
    out << "required";
    for (const bool required : instance.required) out << ' ' << required;
    out << "; pieces";
    for (std::size_t p = 0; p < instance.pieces(); ++p)
        out << ' ' << instance.minimum[p] << ".." << instance.maximum[p];
    for (const Option& option : instance.options) {
        out << "\n    option";
        for (std::size_t k = 0; k < option.items.size(); ++k) {
            out << ' ' << option.items[k];
            if (!option.colours.empty()) out << ':' << option.colours[k];
        }
        for (const auto& [piece, copies] : option.uses) out << ' ' << copies << "*P" << piece;
    }
    return out.str();
}

inline std::string describe(const std::vector<Path>& paths) {
    std::ostringstream out;
    out << paths.size() << " paths";
    for (const Path& path : paths) {
        out << " [";
        for (const std::uint32_t option : path) out << ' ' << option;
        out << " ]";
    }
    return out.str();
}

/// Fails, showing the instance, unless `found` is `expected`.
inline void check_paths(const std::string& what, const Instance& instance, const std::vector<Path>& found,
                        const std::vector<Path>& expected) {
    if (found == expected) return;
    check::fail("twin.hpp", __LINE__,
                what + ": " + describe(found) + " is not " + describe(expected) + "\n    " + describe(instance));
}

/// Each path sorted, and all of them: a solution is a set, and searches differ in their order.
inline std::vector<Path> as_sets(std::vector<Path> paths) {
    for (Path& path : paths) std::sort(path.begin(), path.end());
    std::sort(paths.begin(), paths.end());
    return paths;
}

/// All solutions below `prefix`, in search order.
inline std::vector<Path> search_all(Search& search, const Path& prefix = {}) {
    std::vector<Path> found;
    search.start(prefix);
    CHECK(search.run(StopToken{}, no_limit, no_limit, &found));
    CHECK(search.rest().empty());
    return found;
}

}  // namespace twin

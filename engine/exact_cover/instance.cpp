#include "exact_cover/instance.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/rng.hpp"

namespace shapewright::exact_cover {

namespace {

constexpr std::uint64_t noise_of_ranks = 256;

}  // namespace

void Instance::validate() const {
    if (minimum.size() != maximum.size()) throw std::invalid_argument("minimum and maximum differ in length");
    for (std::size_t p = 0; p < pieces(); ++p)
        if (minimum[p] > maximum[p]) throw std::invalid_argument("a piece's minimum exceeds its maximum");
    std::vector<std::uint32_t> seen;
    for (const Option& option : options) {
        if (!option.colours.empty() && option.colours.size() != option.items.size())
            throw std::invalid_argument("an option needs as many colours as items");
        if (option.items.empty() && option.uses.empty()) throw std::invalid_argument("an option is empty");
        for (std::size_t k = 0; k < option.items.size(); ++k) {
            if (option.items[k] >= items()) throw std::invalid_argument("an option names an unknown item");
            if (!option.colours.empty() && option.colours[k] != 0 && required[option.items[k]])
                throw std::invalid_argument("a required item cannot have a colour");
        }
        seen.assign(option.items.begin(), option.items.end());
        std::sort(seen.begin(), seen.end());
        if (std::adjacent_find(seen.begin(), seen.end()) != seen.end())
            throw std::invalid_argument("an option names an item twice");
        seen.clear();
        for (const auto& [piece, copies] : option.uses) {
            if (piece >= pieces() || copies == 0) throw std::invalid_argument("an option uses an unknown piece");
            seen.push_back(piece);
        }
        std::sort(seen.begin(), seen.end());
        if (std::adjacent_find(seen.begin(), seen.end()) != seen.end())
            throw std::invalid_argument("an option names a piece twice");
    }
}

Instance Instance::shuffled(std::uint64_t seed, std::vector<std::uint32_t>& order,
                            const std::vector<std::uint32_t>& ranks) const {
    if (!ranks.empty() && ranks.size() != pieces()) throw std::invalid_argument("there is one rank for each piece");
    Rng rng(seed);
    order.resize(options.size());
    std::iota(order.begin(), order.end(), 0u);
    for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[rng.place(k)]);
    if (!ranks.empty()) {
        std::vector<std::uint64_t> when(options.size());
        for (std::size_t k = 0; k < options.size(); ++k)
            when[k] = (options[k].uses.empty() ? 0 : std::uint64_t{ranks[options[k].uses.front().first]}) +
                      rng.below(noise_of_ranks);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t one, std::uint32_t other) { return when[one] < when[other]; });
    }
    Instance result{required, minimum, maximum, {}};
    result.options.reserve(options.size());
    for (const std::uint32_t option : order) result.options.push_back(options[option]);
    return result;
}

}  // namespace shapewright::exact_cover

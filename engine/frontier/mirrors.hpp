// Symmetries of an instance that a frontier can use: a state and its image have equally many covers after them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "exact_cover/instance.hpp"

namespace shapewright::frontier {

/// Permutations of the items that map the options to each other and move no item far, as a reflection of the rows of a
/// board does. A state is the set of items that are covered: all before the first open one, `first`, and those of a
/// word after it. The image of such a set is one again, with another first open item.
class Mirrors {
public:
    using Permutation = std::vector<std::uint32_t>;

    Mirrors() = default;

    /// Those of `permutations` that move something, and nothing so far that an image would not fit a word; `window` is
    /// how many items an option spans at most. Throws std::invalid_argument unless each maps the instance to itself.
    Mirrors(const exact_cover::Instance& instance, const std::vector<Permutation>& permutations, std::size_t window) {
        for (const Permutation& image : permutations) {
            if (!keeps(instance, image)) throw std::invalid_argument("a permutation does not keep the options");
            enter(image, window);
        }
    }

    std::size_t number() const { return mirrors_.size(); }

    /// How many items further the first open one of an image can be, at most.
    std::size_t reach() const { return reach_; }

    /// Exchanges a state for the image whose first open item is the last, and of these that of the least word, so that
    /// a state and its images become one. Bit 0 of the word is `first`, which is open; it is set as a mark.
    void settle(std::size_t& first, std::uint64_t& word) const {
        std::size_t best_first = first;
        std::uint64_t best = word;
        for (const Mirror& mirror : mirrors_) {
            const auto [base, table] = mirror.at[first];
            const std::size_t before = first - base;
            const std::uint64_t covered = (word & ~std::uint64_t{1}) << before | ((std::uint64_t{1} << before) - 1);
            std::uint64_t image = 0;
            for (std::size_t byte = 0; byte < bytes_; ++byte)
                image |= mirror.tables[table][byte][covered >> (8 * byte) & 0xff];
            const auto ones = static_cast<std::size_t>(std::countr_one(image));
            const std::size_t next = base + ones;
            const std::uint64_t key = image >> ones | 1;
            if (next > best_first || (next == best_first && key < best)) {
                best_first = next;
                best = key;
            }
        }
        first = best_first;
        word = best;
    }

private:
    using Table = std::array<std::array<std::uint64_t, 256>, 8>;
    static constexpr std::uint8_t none = 0xff;
    using Offsets = std::array<std::uint8_t, 64>;  // where the items from a border on go, counted from it

    struct Mirror {
        std::vector<std::pair<std::size_t, std::size_t>> at;  // of each item: the border before it, and a table
        std::vector<Table> tables;
    };

    static bool keeps(const exact_cover::Instance& instance, const Permutation& image) {
        std::vector<bool> met(instance.items(), false);
        if (image.size() != instance.items()) return false;
        for (std::size_t item = 0; item < image.size(); ++item) {
            if (image[item] >= image.size() || met[image[item]]) return false;
            met[image[item]] = true;
            if (instance.required[item] != instance.required[image[item]]) return false;
        }
        std::vector<std::vector<std::uint32_t>> options, images;
        for (const exact_cover::Option& option : instance.options) {
            if (std::any_of(option.uses.begin(), option.uses.end(),
                            [&](const auto& use) { return use.second > instance.maximum[use.first]; }))
                continue;
            options.push_back(option.items);
            std::sort(options.back().begin(), options.back().end());
            images.emplace_back();
            for (const std::uint32_t item : option.items) images.back().push_back(image[item]);
            std::sort(images.back().begin(), images.back().end());
        }
        std::sort(options.begin(), options.end());
        std::sort(images.begin(), images.end());
        return options == images;
    }

    void enter(const Permutation& image, std::size_t window) {
        const std::size_t items = image.size();
        Mirror mirror;
        std::vector<Offsets> kinds;
        std::size_t reach = 0, used = 0;
        bool moves = false;
        for (std::size_t base = 0, end = 0; base < items; base = end) {
            // The items from one border to the next go to each other.
            std::uint32_t farthest = 0;
            do farthest = std::max(farthest, image[end]);
            while (farthest > end++);
            const std::size_t width = end - base - 1 + window;  // of the words of states whose first open item is here
            if (width > 64) return;
            reach = std::max(reach, end - base - 1);
            Offsets offsets;
            offsets.fill(none);
            for (std::size_t k = 0; k < width && base + k < items; ++k) {
                const std::size_t to = image[base + k] - base;
                if (to > 63) return;
                moves = moves || to != k;
                offsets[k] = static_cast<std::uint8_t>(to);
                used = std::max({used, k + 1, to + 1});
            }
            const auto alike = [&](const Offsets& other) {
                for (std::size_t k = 0; k < 64; ++k)
                    if (offsets[k] != none && other[k] != none && offsets[k] != other[k]) return false;
                return true;
            };
            const auto known = std::find_if(kinds.begin(), kinds.end(), alike);
            const auto kind = static_cast<std::size_t>(known - kinds.begin());
            if (known == kinds.end()) kinds.push_back(offsets);
            for (std::size_t k = 0; k < 64; ++k)
                if (kinds[kind][k] == none) kinds[kind][k] = offsets[k];
            for (std::size_t item = base; item < end; ++item) mirror.at.emplace_back(base, kind);
        }
        if (!moves) return;
        for (const Offsets& offsets : kinds) {
            mirror.tables.emplace_back();
            for (std::size_t byte = 0; byte < 8; ++byte)
                for (std::size_t content = 0; content < 256; ++content) {
                    std::uint64_t word = 0;
                    for (std::size_t bit = 0; bit < 8; ++bit)
                        if ((content >> bit & 1) != 0 && offsets[8 * byte + bit] != none)
                            word |= std::uint64_t{1} << offsets[8 * byte + bit];
                    mirror.tables.back()[byte][content] = word;
                }
        }
        mirrors_.push_back(std::move(mirror));
        reach_ = std::max(reach_, reach);
        bytes_ = std::max(bytes_, (used + 7) / 8);
    }

    std::vector<Mirror> mirrors_;
    std::size_t reach_ = 0;
    std::size_t bytes_ = 0;  // of the words
};

}  // namespace shapewright::frontier

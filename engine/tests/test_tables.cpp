// Hash functions, the two hash tables, sets of bits in words and naturals, against the standard library and
// definitions.
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/bits.hpp"
#include "core/flat_index.hpp"
#include "core/flat_map.hpp"
#include "core/hash.hpp"
#include "core/natural.hpp"
#include "core/rng.hpp"

using namespace shapewright;

namespace {

template <unsigned Percent>
void numbers_are_as_in_a_map(std::uint64_t kinds) {
    Rng rng(kinds);
    std::vector<std::uint64_t> keys;
    FlatIndex<Percent> index(16);
    std::unordered_map<std::uint64_t, std::uint32_t> twin;
    for (int k = 0; k < 5000; ++k) {
        const std::uint64_t key = rng.below(kinds) << 40;
        const auto is_key = [&](std::uint32_t number) { return keys[number] == key; };
        const auto known = twin.find(key);
        CHECK_EQ(index.find(hashed(key), is_key), known == twin.end() ? index.none : known->second);
        std::uint32_t& slot = index.slot(hashed(key), is_key);
        if (slot == index.none) {
            slot = static_cast<std::uint32_t>(keys.size());
            twin.emplace(key, slot);
            keys.push_back(key);
            if (index.is_full(keys.size()))
                index.grow(keys.size(), [&](std::size_t number) { return hashed(keys[number]); });
        }
        CHECK(keys.size() * 100 <= index.slots() * Percent);
    }
    CHECK_EQ(keys.size(), twin.size());
    // Of a part of the keys.
    const std::size_t half = keys.size() / 2;
    index.refill(index.slots(), half, keys.size(), [&](std::size_t number) { return hashed(keys[number]); });
    for (std::size_t k = 0; k < keys.size(); ++k) {
        const auto is_key = [&](std::uint32_t number) { return keys[number] == keys[k]; };
        CHECK_EQ(index.find(hashed(keys[k]), is_key), k < half ? index.none : static_cast<std::uint32_t>(k));
    }
    index.reset(16);
    CHECK_EQ(index.find(hashed(keys[0]), [](std::uint32_t) { return true; }), index.none);
}

/// The limbs of a small number and of one that is 2^64 - 1 where it can be.
Natural some_natural(Rng& rng, std::size_t limbs) {
    Natural result(limbs);
    for (std::uint64_t& limb : result) limb = rng.below(2) == 0 ? ~std::uint64_t{0} - rng.below(2) : rng.below(3);
    return result;
}

}  // namespace

TEST(hash_values_that_files_rely_on_stay) {
    CHECK_EQ(hashed(std::uint64_t{0}), 0U);
    CHECK_EQ(hashed(std::uint64_t{1}), 0xca009717f87d8879U);
    CHECK_EQ(hashed(std::uint64_t{0xfedcba9876543210}), 0x2abf48531c0c8a09U);
}

TEST(hash_values_of_similar_strings_differ) {
    std::set<std::uint64_t> values;
    std::vector<std::uint8_t> bytes;
    std::size_t number = 0;
    for (std::size_t length = 0; length <= 20; ++length, bytes.push_back(0))
        for (std::size_t at = 0; at < length + 1; ++at) {
            if (at < length) bytes[at] = 1;
            values.insert(hash_of_bytes(bytes));
            if (at < length) bytes[at] = 0;
            ++number;
        }
    CHECK_EQ(values.size(), number);
    values.clear();
    for (std::uint32_t a = 0; a < 30; ++a)
        for (std::uint32_t b = 0; b < 30; ++b) values.insert(hashed(std::array<std::uint32_t, 3>{a, b, 0}));
    CHECK_EQ(values.size(), 900U);
}

TEST(an_index_finds_what_a_map_finds) {
    for (const std::uint64_t kinds : {1U, 20U, 3000U}) {
        numbers_are_as_in_a_map<50>(kinds);
        numbers_are_as_in_a_map<70>(kinds);
    }
}

TEST(a_map_that_is_emptied_again_and_again_keeps_nothing) {
    Rng rng(7);
    FlatMap<std::uint64_t, std::uint32_t> map;
    FlatSet<std::uint32_t> set;
    for (int round = 0; round < 300; ++round) {
        std::map<std::uint64_t, std::uint32_t> twin;
        const std::uint64_t size = rng.below(4) == 0 ? 2000 : 20;
        for (std::uint64_t k = 0; k < size; ++k) {
            const std::uint64_t key = rng.below(size);
            const auto value = static_cast<std::uint32_t>(rng.below(1000));
            const auto [place, is_new] = twin.try_emplace(key, value);
            CHECK_EQ(set.insert(static_cast<std::uint32_t>(key)), is_new);
            if (k % 2 == 0) {
                const auto [known, was_added] = map.try_emplace(key, value);
                CHECK_EQ(was_added, is_new);
                CHECK_EQ(*known, place->second);
            } else if (is_new) {
                CHECK(map.find(key) == nullptr);
                map.insert(key, value);
            }
        }
        CHECK_EQ(map.size(), twin.size());
        for (std::uint64_t key = 0; key < size; ++key) {
            const auto place = twin.find(key);
            const std::uint32_t* known = map.find(key);
            CHECK_EQ(known != nullptr, place != twin.end());
            if (known != nullptr) CHECK_EQ(*known, place->second);
        }
        if (round % 50 == 49)
            map.release();
        else
            map.clear();
        set.clear();
        CHECK(map.find(0) == nullptr);
    }
}

TEST(bits_of_words_come_in_order) {
    const std::array<std::uint64_t, 3> words{std::uint64_t{1} << 63 | 5, 0, 2};
    std::vector<std::size_t> found;
    each_bit(words.data(), words.size(), [&](std::size_t bit) { found.push_back(bit); });
    CHECK(found == std::vector<std::size_t>({0, 2, 63, 129}));
    CHECK_EQ(lowest_one(std::uint64_t{0x50}), 0x10U);
    CHECK_EQ(lowest_one(std::uint64_t{0}), 0U);
}

TEST(sums_and_differences_of_naturals_undo_each_other) {
    Rng rng(3);
    for (int k = 0; k < 2000; ++k) {
        const std::size_t limbs = 1 + rng.place(4);
        const Natural a = some_natural(rng, limbs), b = some_natural(rng, limbs);
        Natural sum = a;
        const bool over = add(sum.data(), b.data(), limbs);
        Natural longer = a;
        add(longer, b);
        CHECK_EQ(longer.size(), limbs + (over ? 1 : 0));
        CHECK(Natural(longer.begin(), longer.begin() + static_cast<std::ptrdiff_t>(limbs)) == sum);
        // A sum that wraps around is below both.
        CHECK_EQ(is_less(sum.data(), a.data(), limbs), over);
        CHECK_EQ(subtract(sum.data(), b.data(), limbs), over);
        CHECK(sum == a);
        CHECK(!is_less(a.data(), a.data(), limbs));
    }
    Natural carried{~std::uint64_t{0}, ~std::uint64_t{0}};
    add(carried, Natural{1});
    CHECK(carried == Natural({0, 0, 1}));
    CHECK(trimmed(Natural{3, 0, 0}) == Natural({3}));
    CHECK(trimmed(Natural{0}).empty());
}

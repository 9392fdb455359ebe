// The row kernels on every available path against plain loops.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "exact_cover/rows.hpp"
#include "twin.hpp"

using namespace shapewright;
using namespace shapewright::exact_cover;

namespace {

constexpr int widths[] = {1, 2, 4, 8, 16};
constexpr std::uint64_t rubbish = 0xdeadbeefdeadbeefULL;

/// Rows as the kernels keep them, zeros behind the last.
struct Rows {
    std::size_t width, count, stride;
    std::vector<std::uint64_t> words;

    Rows(std::size_t width_, std::size_t count_)
        : width(width_), count(count_), stride(rows_stride(count_)), words(width_ * stride, 0) {}
    std::uint64_t& at(std::size_t row, std::size_t word) { return words[word * stride + row]; }
    std::uint64_t at(std::size_t row, std::size_t word) const { return words[word * stride + row]; }
};

std::uint64_t random_word(Rng& rng, int sparsity) {
    std::uint64_t word = rng.next();
    for (int k = 1; k < sparsity; ++k) word &= rng.next();
    return sparsity == 0 ? ~std::uint64_t{0} : word;
}

Rows random_rows(Rng& rng, std::size_t width, std::size_t count, int sparsity) {
    Rows rows(width, count);
    for (std::size_t r = 0; r < count; ++r)
        for (std::size_t w = 0; w < width; ++w) rows.at(r, w) = random_word(rng, sparsity);
    return rows;
}

/// Filter the rows of `in` from `begin` on and compare kept rows, counts and finds with plain loops.
void compare(Simd simd, const Rows& in, std::size_t begin, const std::vector<std::uint64_t>& kill,
             const std::vector<std::uint64_t>& need) {
    const std::size_t width = in.width;
    const RowKernels kernels = row_kernels(static_cast<int>(width), simd);
    const std::string where = std::string(simd_name(simd)) + ", width " + std::to_string(width) + ", " +
                              std::to_string(in.count - begin) + " rows";

    std::vector<std::size_t> kept;
    std::vector<std::uint64_t> present(width, 0);
    for (std::size_t r = begin; r < in.count; ++r) {
        bool clash = false;
        for (std::size_t w = 0; w < width; ++w) clash = clash || (in.at(r, w) & kill[w]) != 0;
        if (clash) continue;
        kept.push_back(r);
        for (std::size_t w = 0; w < width; ++w) present[w] |= in.at(r, w);
    }
    bool lacks = false;
    for (std::size_t w = 0; w < width; ++w) lacks = lacks || (need[w] & ~present[w]) != 0;

    Rows out(width, in.count - begin);
    std::fill(out.words.begin(), out.words.end(), rubbish);
    std::vector<std::uint64_t> planes(max_planes * width, rubbish);
    const std::size_t result = kernels.filter(in.words.data() + begin, in.stride, in.count - begin, kill.data(),
                                              need.data(), out.words.data(), out.stride, planes.data());
    if (lacks != (result == lacking)) check::fail(__FILE__, __LINE__, "lacking is wrong: " + where);
    if (lacks) return;
    if (result != kept.size())
        check::fail(__FILE__, __LINE__,
                    where + ": " + std::to_string(result) + " kept, not " + std::to_string(kept.size()));
    for (std::size_t k = 0; k < kept.size(); ++k)
        for (std::size_t w = 0; w < width; ++w)
            if (out.at(k, w) != in.at(kept[k], w))
                check::fail(__FILE__, __LINE__, "row " + std::to_string(k) + " differs: " + where);

    // Rows to count, bit by bit; counted through the columns so that thousands of rows take no time.
    const int digits = static_cast<int>(std::bit_width(kept.size()));
    for (std::size_t w = 0; w < width; ++w) {
        std::vector<std::uint32_t> counts(64, 0);
        for (const std::size_t r : kept)
            for (std::uint64_t left = in.at(r, w); left != 0; left &= left - 1)
                ++counts[static_cast<std::size_t>(std::countr_zero(left))];
        for (std::uint32_t bit = 0; bit < 64; ++bit) {
            std::uint32_t counted = 0;
            for (int p = digits; p-- > 0;)
                counted = 2 * counted +
                          static_cast<std::uint32_t>((planes[static_cast<std::size_t>(p) * width + w] >> bit) & 1);
            if (counted != counts[bit])
                check::fail(__FILE__, __LINE__,
                            where + ", " + std::to_string(kept.size()) + " kept: bit " + std::to_string(64 * w + bit) +
                                " counted " + std::to_string(counted) + " times, not " + std::to_string(counts[bit]));
        }
        for (std::size_t p = static_cast<std::size_t>(digits); p < max_planes; ++p)
            CHECK_EQ(planes[p * width + w], rubbish);

        const std::uint32_t bit = static_cast<std::uint32_t>(w * 7 % 64);
        for (const std::size_t limit : {std::size_t{counts[bit]}, std::size_t{counts[bit] / 2}}) {
            std::vector<std::uint32_t> found(found_room(limit) + 1, ~0u), expected;
            kernels.find(out.words.data() + w * out.stride, bit, limit, found.data());
            CHECK_EQ(found.back(), ~0u);
            found.resize(limit);
            for (std::uint32_t r = 0; expected.size() < limit; ++r)
                if ((out.at(r, w) >> bit) & 1) expected.push_back(r);
            if (found != expected) check::fail(__FILE__, __LINE__, "found other rows: " + where);
        }
    }
}

std::vector<std::uint64_t> nothing(std::size_t width) {
    return std::vector<std::uint64_t>(width, 0);
}

}  // namespace

TEST(rows_of_random_bits_are_filtered_and_counted) {
    for (const Simd simd : twin::simd_paths()) {
        Rng rng(1);
        for (const int width : widths) {
            const auto w = static_cast<std::size_t>(width);
            for (const std::size_t count :
                 {0u,  1u,  2u,  3u,   4u,   5u,   7u,   8u,   9u,   15u,  16u,  17u,  31u,   32u,   33u,
                  63u, 64u, 65u, 100u, 127u, 128u, 129u, 255u, 300u, 511u, 513u, 777u, 1023u, 1025u, 5000u}) {
                const int times = count < 100 ? 6 : count < 1000 ? 3 : 1;
                for (int time = 0; time < times; ++time) {
                    const Rows rows = random_rows(rng, w, count, time % 4);
                    std::vector<std::uint64_t> kill = nothing(w), need = nothing(w);
                    // From nothing killed to nearly everything.
                    for (int k = 0; k < time % 4; ++k) kill[rng.place(w)] |= std::uint64_t{1} << rng.below(64);
                    compare(simd, rows, 0, kill, need);
                    if (count > 0) compare(simd, rows, rng.place(count) + 1, kill, need);
                }
            }
        }
    }
}

TEST(rows_lack_what_only_killed_rows_have) {
    for (const Simd simd : twin::simd_paths()) {
        Rng rng(2);
        for (const int width : widths) {
            const auto w = static_cast<std::size_t>(width);
            for (int time = 0; time < 200; ++time) {
                const Rows rows = random_rows(rng, w, rng.place(40), 4);
                std::vector<std::uint64_t> kill = nothing(w), need = nothing(w);
                kill[rng.place(w)] |= std::uint64_t{1} << rng.below(64);
                for (std::size_t k = 0; k < 3; ++k) need[rng.place(w)] |= std::uint64_t{1} << rng.below(64);
                compare(simd, rows, 0, kill, need);
            }
            // A single row, anywhere, has the one bit that is needed.
            for (std::size_t count = 1; count < 20; ++count)
                for (std::size_t row = 0; row < count; ++row) {
                    Rows rows(w, count);
                    const std::size_t word = rng.place(w);
                    rows.at(row, word) = std::uint64_t{1} << rng.below(64);
                    std::vector<std::uint64_t> need = nothing(w);
                    need[word] = rows.at(row, word);
                    compare(simd, rows, 0, nothing(w), need);
                    compare(simd, rows, row, nothing(w), need);
                    compare(simd, rows, row + 1, nothing(w), need);
                    compare(simd, rows, 0, need, need);
                }
        }
    }
}

// Counts as large as they can be: where one binary digit too few would show.
TEST(rows_that_all_have_every_bit_are_counted) {
    for (const Simd simd : twin::simd_paths()) {
        Rng rng(3);
        for (std::size_t count = 0; count < 1100; ++count) {
            const auto width = static_cast<std::size_t>(count % 8 == 0 ? 16 : widths[count % 3]);
            if (count % 8 == 0 && count > 300) continue;
            compare(simd, random_rows(rng, width, count, 0), 0, nothing(width), nothing(width));
        }
        for (const std::size_t count : {std::size_t{2047}, std::size_t{2048}, std::size_t{4095}, std::size_t{4096}})
            compare(simd, random_rows(rng, 1, count, 0), 0, nothing(1), nothing(1));
    }
}

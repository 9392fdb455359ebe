// The inner loop of the bit-sliced engine: filter live options and count how many of them cover each item.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simd.hpp"

namespace shapewright::exact_cover {

/// Most binary digits a count can have: engines refuse 2^20 options or more.
inline constexpr int max_planes = 20;

/// Rows are stored as structure of arrays: word w of row r stands at base[w * stride + r], stride from `rows_stride`.
/// The slack behind the last row belongs to the kernels, which write into it.
///
/// Copy the rows of `in` that have no bit in common with `kill` to `out`, in order; return how many, or `lacking` if
/// some bit of `need` is in none of them. Unless it is lacking, also count, for each of the 64 * width bits, the copied
/// rows that have it: `planes[p * width + w]` receives binary digit p of the counts of word w's bits, for p below
/// bit_width(copied rows).
using FilterRows = std::size_t (*)(const std::uint64_t* in, std::size_t in_stride, std::size_t count,
                                   const std::uint64_t* kill, const std::uint64_t* need, std::uint64_t* out,
                                   std::size_t out_stride, std::uint64_t* planes);

inline constexpr std::size_t lacking = ~std::size_t{0};

/// Write the numbers of the first `limit` rows whose word (of `words`, one of the row's words) has the bit `bit`; so
/// many must have it. The kernel may write as far as `found_room(limit)`.
using FindRows = void (*)(const std::uint64_t* words, std::uint32_t bit, std::size_t limit, std::uint32_t* found);

inline constexpr std::size_t found_room(std::size_t limit) {
    return limit + 7;
}

struct RowKernels {
    FilterRows filter;
    FindRows find;
};

/// The kernels for `width` words (1, 2, 4, 8 or 16) on path `simd` (which must be available).
RowKernels row_kernels(int width, Simd simd);

inline constexpr std::size_t rows_stride(std::size_t count) {
    return (count + 7) / 8 * 8 + 40;
}

RowKernels row_kernels_avx2(int width);
RowKernels row_kernels_avx512(int width);

}  // namespace shapewright::exact_cover

// The row filter, written once over a vector type. Each path includes this with a type of its own from an anonymous
// namespace, so that no instantiation is shared between files compiled for different instructions; for the same reason
// nothing here uses the standard library.
//
// A type says by `compresses` whether it can bring the lanes that are kept to the front. If not, masks of the kept rows
// are written down when all rows are looked at, and rows are moved one by one, without a branch.
#pragma once

#include "exact_cover/rows.hpp"
#include "exact_cover/rows_count.hpp"

namespace shapewright::exact_cover {

template <class V, int Width>
struct Rows {
    const std::uint64_t* words;
    std::size_t stride;

    // Load `lanes` rows from `r` on; return a vector whose lanes are zero where a row has nothing in common with
    // `kills`.
    V load(std::size_t r, const V* kills, V* loaded) const {
        V clash = V::zero();
        for (int w = 0; w < Width; ++w) {
            loaded[w] = V::load(words + static_cast<std::size_t>(w) * stride + r);
            clash = V::or_and(clash, loaded[w], kills[w]);
        }
        return clash;
    }
};

// Copy the rows that are kept to `out`, in order; return how many.
template <class V, int Width>
inline std::size_t compress(Rows<V, Width> in, std::size_t count, const V* kills, std::uint64_t* out,
                            std::size_t out_stride) {
    std::size_t kept = 0;
    for (std::size_t r = 0; r < count; r += V::lanes) {
        V words[Width];
        unsigned keep = V::zero_lanes(in.load(r, kills, words));
        if (r + V::lanes > count) keep &= (1u << (count - r)) - 1;
        const auto order = V::compress_order(keep);
        for (int w = 0; w < Width; ++w)
            V::store_compressed(out + static_cast<std::size_t>(w) * out_stride + kept, words[w], order);
        kept += static_cast<std::size_t>(__builtin_popcount(keep));
    }
    return kept;
}

// The same for one or two words of rows whose masks are all ones where they are kept. The masks may lie where the first
// word is written: a row is never moved back.
template <int Words>
inline std::size_t move_kept(const std::uint64_t* in, std::size_t in_stride, std::size_t count,
                             const std::uint64_t* masks, std::uint64_t* out, std::size_t out_stride) {
    const std::uint64_t* const second = in + in_stride;
    std::uint64_t* const second_out = out + out_stride;
    std::size_t kept = 0;
    const auto move = [&](std::size_t r) {
        const std::size_t next = kept - static_cast<std::size_t>(masks[r]);
        out[kept] = in[r];
        if constexpr (Words == 2) second_out[kept] = second[r];
        kept = next;
    };
    std::size_t r = 0;
    for (; r + 4 <= count; r += 4) move(r), move(r + 1), move(r + 2), move(r + 3);
    for (; r < count; ++r) move(r);
    return kept;
}

template <class V, int Width>
std::size_t filter(const std::uint64_t* in, std::size_t in_stride, std::size_t count, const std::uint64_t* kill,
                   const std::uint64_t* need, std::uint64_t* out, std::size_t out_stride, std::uint64_t* planes) {
    const Rows<V, Width> rows{in, in_stride};
    V kills[Width];
    V present[Width];
    for (int w = 0; w < Width; ++w) {
        kills[w] = V::all(kill[w]);
        present[w] = V::zero();
    }
    // More than half of all nodes are dead ends, and looking is quicker than copying: look first. Lanes behind the last
    // row hold zeros, so that the clash alone tells what is kept.
    for (std::size_t r = 0; r < count; r += V::lanes) {
        V words[Width];
        const V clash = rows.load(r, kills, words);
        if constexpr (V::compresses) {
            for (int w = 0; w < Width; ++w) present[w] = V::or_kept(present[w], words[w], clash);
        } else {
            const V keep = V::zeros(clash);
            keep.store(out + r);
            for (int w = 0; w < Width; ++w) present[w] = V::or_and(present[w], words[w], keep);
        }
    }
    std::uint64_t lack = 0;
    for (int w = 0; w < Width; ++w) lack |= need[w] & ~V::any_lane(present[w]);
    if (lack != 0) return lacking;
    std::size_t kept = 0;
    if constexpr (V::compresses) {
        kept = compress<V, Width>(rows, count, kills, out, out_stride);
    } else if constexpr (Width == 1) {
        kept = move_kept<1>(in, in_stride, count, out, out, out_stride);
    } else {
        for (std::size_t w = Width; w > 0; w -= 2)  // the words where the masks lie come last
            kept =
                move_kept<2>(in + (w - 2) * in_stride, in_stride, count, out, out + (w - 2) * out_stride, out_stride);
    }
    int needed = 0;
    while ((kept >> needed) != 0) ++needed;
    for (int w = 0; w < Width; ++w)  // what follows the last row is counted too, and looked at
        for (int k = 0; k < 4; ++k)
            V::zero().store(out + static_cast<std::size_t>(w) * out_stride + kept + k * V::lanes);
    count_bits_of_rows<V, Width>(out, out_stride, kept, needed, planes);
    return kept;
}

template <class V>
void find(const std::uint64_t* words, std::uint32_t bit, std::size_t limit, std::uint32_t* found) {
    std::size_t count = 0;
    if constexpr (V::compresses) {
        const V wanted = V::all(std::uint64_t{1} << bit);
        for (std::uint32_t r = 0; count < limit; r += V::lanes) {
            const unsigned hits = V::common_lanes(V::load(words + r), wanted);
            V::store_numbers(found + count, r, hits);
            count += static_cast<std::size_t>(__builtin_popcount(hits));
        }
    } else {
        // A row that has not the bit is overwritten by the next one.
        for (std::uint32_t r = 0; count < limit; ++r) {
            found[count] = r;
            count += static_cast<std::size_t>((words[r] >> bit) & 1);
        }
    }
}

template <class V>
RowKernels kernels_of_width(int width) {
    switch (width) {
        case 1:
            return {filter<V, 1>, find<V>};
        case 2:
            return {filter<V, 2>, find<V>};
        case 4:
            return {filter<V, 4>, find<V>};
        case 8:
            return {filter<V, 8>, find<V>};
        default:
            return {filter<V, 16>, find<V>};
    }
}

}  // namespace shapewright::exact_cover

// The row filter, written once over a vector type. Each path includes this with a type of its own from an anonymous
// namespace, so that no instantiation is shared between files compiled for different instructions; for the same reason
// nothing here uses the standard library.
//
// Counting is bit-sliced: digit p of all counts of a word is one vector ("plane"), and rows are added four at a time by
// carry-save adders (Harley and Seal's population count, turned on its side), one count for each vector lane. In the
// end the lanes are added to each other.
#pragma once

#include "exact_cover/rows.hpp"

namespace shapewright::exact_cover {

// a + b + c = 2 * carry + sum, digit by digit.
template <class V>
struct Sum {
    V sum, carry;
};

template <class V>
inline Sum<V> add(V a, V b, V c) {
    return {V::xor3(a, b, c), V::majority(a, b, c)};
}

// One word's counts while rows are added: 2 ** Digits > rows / lanes, rounded up: the rows of the first lane.
template <class V, int Digits>
struct Count {
    V digit[Digits + 3];
};

template <class V, int Digits>
inline Count<V, Digits> count_lanes(const std::uint64_t* words, std::size_t rows) {
    Count<V, Digits> count;
    for (V& digit : count.digit) digit = V::zero();
    for (std::size_t r = 0; r < rows; r += 4 * V::lanes) {
        const auto first = add(count.digit[0], V::load(words + r), V::load(words + r + V::lanes));
        const auto second = add(first.sum, V::load(words + r + 2 * V::lanes), V::load(words + r + 3 * V::lanes));
        const auto twos = add(count.digit[1], first.carry, second.carry);
        count.digit[0] = second.sum;
        count.digit[1] = twos.sum;
        V carry = twos.carry;
        for (int p = 2; p < Digits; ++p) {
            const V next = V::both(count.digit[p], carry);
            count.digit[p] = V::exclusive_or(count.digit[p], carry);
            carry = next;
        }
    }
    return count;
}

template <class V, int Width, int Digits>
inline void count_rows(const std::uint64_t* rows, std::size_t stride, std::size_t kept, int needed,
                       std::uint64_t* planes) {
    for (int w = 0; w < Width; w += 2) {
        // Two words at a time: their lanes are folded into one vector, the first word's in the lower half.
        Count<V, Digits> count = count_lanes<V, Digits>(rows + static_cast<std::size_t>(w) * stride, kept);
        int digits = Digits;
        int step = 0;
        if constexpr (Width > 1 && V::lanes > 1) {
            const Count<V, Digits> other =
                count_lanes<V, Digits>(rows + (static_cast<std::size_t>(w) + 1) * stride, kept);
            V carry = V::zero();
            for (int p = 0; p < Digits; ++p) {
                const auto total = add(V::low_halves(count.digit[p], other.digit[p]),
                                       V::high_halves(count.digit[p], other.digit[p]), carry);
                count.digit[p] = total.sum;
                carry = total.carry;
            }
            count.digit[digits++] = carry;
            step = 1;
        }
        for (; (1 << step) < V::lanes; ++step, ++digits) {
            V carry = V::zero();
            for (int p = 0; p < digits; ++p) {
                const auto total = add(count.digit[p], V::rotated(count.digit[p], step), carry);
                count.digit[p] = total.sum;
                carry = total.carry;
            }
            count.digit[digits] = carry;
        }
        for (int p = 0; p < needed; ++p) {
            const V digit = p < digits ? count.digit[p] : V::zero();
            planes[p * Width + w] = V::first_word(digit);
            if constexpr (Width > 1 && V::lanes > 1) planes[p * Width + w + 1] = V::middle_word(digit);
        }
        if constexpr (Width > 1 && V::lanes == 1) --w;
    }
}

template <class V, int Width>
std::size_t filter(const std::uint64_t* in, std::size_t in_stride, std::size_t count, const std::uint64_t* kill,
                   const std::uint64_t* need, std::uint64_t* out, std::size_t out_stride, std::uint64_t* planes) {
    V kills[Width];
    V present[Width];
    for (int w = 0; w < Width; ++w) {
        kills[w] = V::all(kill[w]);
        present[w] = V::zero();
    }
    // More than half of all nodes are dead ends, and looking is quicker than copying: look first.
    for (std::size_t r = 0; r < count; r += V::lanes) {
        V words[Width];
        V clash = V::zero();
        for (int w = 0; w < Width; ++w) {
            words[w] = V::load(in + static_cast<std::size_t>(w) * in_stride + r);
            clash = V::or_and(clash, words[w], kills[w]);
        }
        for (int w = 0; w < Width; ++w) present[w] = V::or_kept(present[w], words[w], clash);
    }
    std::uint64_t lack = 0;
    for (int w = 0; w < Width; ++w) lack |= need[w] & ~V::any_lane(present[w]);
    if (lack != 0) return lacking;
    std::size_t kept = 0;
    for (std::size_t r = 0; r < count; r += V::lanes) {
        V words[Width];
        V clash = V::zero();
        for (int w = 0; w < Width; ++w) {
            words[w] = V::load(in + static_cast<std::size_t>(w) * in_stride + r);
            clash = V::or_and(clash, words[w], kills[w]);
        }
        unsigned keep = V::zero_lanes(clash);
        if (r + V::lanes > count) keep &= (1u << (count - r)) - 1;
        const auto order = V::compress_order(keep);
        for (int w = 0; w < Width; ++w)
            V::store_compressed(out + static_cast<std::size_t>(w) * out_stride + kept, words[w], order);
        kept += static_cast<std::size_t>(__builtin_popcount(keep));
    }
    int needed = 0;
    while ((kept >> needed) != 0) ++needed;
    for (int w = 0; w < Width; ++w)  // what follows the last row is counted too, and `or_kept` may look at it
        for (int k = 0; k < 4; ++k)
            V::zero().store(out + static_cast<std::size_t>(w) * out_stride + kept + k * V::lanes);
    if (kept <= 15 * V::lanes)
        count_rows<V, Width, 4>(out, out_stride, kept, needed, planes);
    else if (kept <= 127 * V::lanes)
        count_rows<V, Width, 7>(out, out_stride, kept, needed, planes);
    else
        count_rows<V, Width, max_planes>(out, out_stride, kept, needed, planes);
    return kept;
}

template <class V>
void find(const std::uint64_t* words, std::uint32_t bit, std::size_t limit, std::uint32_t* found) {
    const V wanted = V::all(std::uint64_t{1} << bit);
    std::size_t count = 0;
    for (std::uint32_t r = 0; count < limit; r += V::lanes)
        for (unsigned hits = V::common_lanes(V::load(words + r), wanted); hits != 0 && count < limit; hits &= hits - 1)
            found[count++] = r + static_cast<std::uint32_t>(__builtin_ctz(hits));
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

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

// Digits of the lane counts while rows are added; 2 ** digits > rows / lanes.
template <class V, int Width, int Digits>
inline void count_word(const std::uint64_t* words, std::size_t rows, int needed, std::uint64_t* planes, int w) {
    V digit[Digits + 3];
    for (int p = 0; p < Digits + 3; ++p) digit[p] = V::zero();
    for (std::size_t r = 0; r < rows; r += 4 * V::lanes) {
        const auto first = add(digit[0], V::load(words + r), V::load(words + r + V::lanes));
        const auto second = add(first.sum, V::load(words + r + 2 * V::lanes), V::load(words + r + 3 * V::lanes));
        const auto twos = add(digit[1], first.carry, second.carry);
        digit[0] = second.sum;
        digit[1] = twos.sum;
        V carry = twos.carry;
        for (int p = 2; p < Digits; ++p) {
            const V next = V::both(digit[p], carry);
            digit[p] = V::either(digit[p], carry);
            carry = next;
        }
    }
    int digits = Digits;
    for (int step = 0; (1 << step) < V::lanes; ++step, ++digits) {
        V carry = V::zero();
        for (int p = 0; p < digits; ++p) {
            const auto total = add(digit[p], V::rotated(digit[p], step), carry);
            digit[p] = total.sum;
            carry = total.carry;
        }
        digit[digits] = carry;
    }
    for (int p = 0; p < needed; ++p) planes[p * Width + w] = p < digits ? V::lane0(digit[p]) : 0;
}

template <class V, int Width>
std::size_t filter(const std::uint64_t* in, std::size_t in_stride, std::size_t count, const std::uint64_t* kill,
                   std::uint64_t* out, std::size_t out_stride, std::uint64_t* planes) {
    V kills[Width];
    for (int w = 0; w < Width; ++w) kills[w] = V::all(kill[w]);
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
    for (int w = 0; w < Width; ++w) {
        std::uint64_t* words = out + static_cast<std::size_t>(w) * out_stride;
        for (int k = 0; k < 4; ++k) V::zero().store(words + kept + k * V::lanes);  // what follows is counted too
        if (kept < 16 * V::lanes)
            count_word<V, Width, 4>(words, kept, needed, planes, w);
        else if (kept < 128 * V::lanes)
            count_word<V, Width, 7>(words, kept, needed, planes, w);
        else
            count_word<V, Width, max_planes>(words, kept, needed, planes, w);
    }
    return kept;
}

template <class V>
FilterRows filter_of_width(int width) {
    switch (width) {
        case 1:
            return filter<V, 1>;
        case 2:
            return filter<V, 2>;
        case 4:
            return filter<V, 4>;
        case 8:
            return filter<V, 8>;
        default:
            return filter<V, 16>;
    }
}

}  // namespace shapewright::exact_cover

// Counting of bits in many rows, written once over a vector type (see rows_kernel.hpp).
//
// It is bit-sliced: digit p of all counts of a word is one vector ("plane"), and rows are added four or sixteen at a
// time by carry-save adders (Harley and Seal's population count, turned on its side), one count for each vector lane.
// In the end the lanes are added to each other.
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

// Add 2^Level vectors of rows to the digits below Level; what is carried is to be added to digit Level.
template <int Level, class V, int Digits>
inline V add_block(Count<V, Digits>& count, const std::uint64_t* words) {
    V first, second;
    if constexpr (Level == 1) {
        first = V::load(words);
        second = V::load(words + V::lanes);
    } else {
        first = add_block<Level - 1>(count, words);
        second = add_block<Level - 1>(count, words + (V::lanes << (Level - 1)));
    }
    const auto total = add(count.digit[Level - 1], first, second);
    count.digit[Level - 1] = total.sum;
    return total.carry;
}

template <int Level, class V, int Digits>
inline void add_carry(Count<V, Digits>& count, V carry) {
#pragma GCC unroll 20  // so that the digits are held in registers
    for (int p = Level; p < Digits; ++p) {
        const V next = V::both(count.digit[p], carry);
        count.digit[p] = V::exclusive_or(count.digit[p], carry);
        carry = next;
    }
}

template <class V, int Digits>
inline Count<V, Digits> count_lanes(const std::uint64_t* words, std::size_t rows) {
    Count<V, Digits> count;
#pragma GCC unroll 23
    for (V& digit : count.digit) digit = V::zero();
    std::size_t r = 0;
    if constexpr (Digits > 4)  // of many rows sixteen vectors at a time, so that the high digits are seldom touched
        for (; r + 16 * V::lanes <= rows; r += 16 * V::lanes) add_carry<4>(count, add_block<4>(count, words + r));
    for (; r < rows; r += 4 * V::lanes) add_carry<2>(count, add_block<2>(count, words + r));
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

// Counts of the bits in `kept` rows, `needed` digits of each.
template <class V, int Width>
inline void count_bits_of_rows(const std::uint64_t* rows, std::size_t stride, std::size_t kept, int needed,
                               std::uint64_t* planes) {
    if (kept <= 15 * V::lanes)
        count_rows<V, Width, 4>(rows, stride, kept, needed, planes);
    else if (kept <= 127 * V::lanes)
        count_rows<V, Width, 7>(rows, stride, kept, needed, planes);
    else if (kept <= 1023 * V::lanes)
        count_rows<V, Width, 10>(rows, stride, kept, needed, planes);
    else
        count_rows<V, Width, max_planes>(rows, stride, kept, needed, planes);
}

}  // namespace shapewright::exact_cover

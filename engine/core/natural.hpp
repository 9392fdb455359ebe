// Natural numbers of any size: bignums of 64-bit limbs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace shapewright {

/// Least significant limb first; zero may be empty.
using Natural = std::vector<std::uint64_t>;

/// to += from, numbers of as many limbs; true if the sum has one more. `Limbs` 0: as many as `limbs` says.
template <std::size_t Limbs = 0>
inline bool add(std::uint64_t* to, const std::uint64_t* from, std::size_t limbs) {
    std::uint64_t carry = 0;
    for (std::size_t k = 0; k < (Limbs == 0 ? limbs : Limbs); ++k) {
        const std::uint64_t sum = to[k] + from[k];
        const std::uint64_t total = sum + carry;
        carry = static_cast<std::uint64_t>(sum < from[k]) | static_cast<std::uint64_t>(total < sum);
        to[k] = total;
    }
    return carry != 0;
}

/// number += more, however long they are.
inline void add(Natural& number, const Natural& more) {
    if (number.size() < more.size()) number.resize(more.size(), 0);
    bool carry = add(number.data(), more.data(), more.size());
    for (std::size_t k = more.size(); carry && k < number.size(); ++k) carry = ++number[k] == 0;
    if (carry) number.push_back(1);
}

/// number -= less; true if it is below, and then wrong. Numbers of as many limbs.
inline bool subtract(std::uint64_t* number, const std::uint64_t* less, std::size_t limbs) {
    std::uint64_t borrow = 0;
    for (std::size_t k = 0; k < limbs; ++k) {
        const std::uint64_t taken = less[k] + borrow;
        borrow = static_cast<std::uint64_t>(taken < borrow) | static_cast<std::uint64_t>(number[k] < taken);
        number[k] -= taken;
    }
    return borrow != 0;
}

/// Whether number < other, of as many limbs.
inline bool is_less(const std::uint64_t* number, const std::uint64_t* other, std::size_t limbs) {
    for (std::size_t k = limbs; k-- > 0;)
        if (number[k] != other[k]) return number[k] < other[k];
    return false;
}

/// Of limbs, without those that are zero at the high end.
inline Natural trimmed(std::span<const std::uint64_t> limbs) {
    std::size_t number = limbs.size();
    while (number > 0 && limbs[number - 1] == 0) --number;
    return Natural(limbs.begin(), limbs.begin() + static_cast<std::ptrdiff_t>(number));
}

}  // namespace shapewright

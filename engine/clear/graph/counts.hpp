// A packed array: many whole numbers in as few bytes each as the greatest of them needs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "core/assert.hpp"

namespace shapewright::clear {

/// Numbers of one, two or four bytes each, which are only added.
class Counts {
public:
    Counts() = default;
    /// For numbers of no more than `most`.
    explicit Counts(std::uint64_t most) : width_(width_of(most)) {}

    /// How many bytes each of them takes.
    static std::size_t width_of(std::uint64_t most) { return most < 256 ? 1 : most < 65536 ? 2 : 4; }

    std::size_t size() const { return size_; }
    void reserve(std::size_t size) {
        of_width([=](auto& all) { all.reserve(size); });
    }
    void append(std::span<const std::uint32_t> numbers) {
        SHAPEWRIGHT_ASSERT(std::all_of(numbers.begin(), numbers.end(),
                                       [this](std::uint32_t number) { return width_of(number) <= width_; }));
        size_ += numbers.size();
        of_width([&](auto& all) {
            for (const std::uint32_t number : numbers)
                all.push_back(static_cast<typename std::remove_reference_t<decltype(all)>::value_type>(number));
        });
    }
    std::uint32_t operator[](std::size_t at) const {
        SHAPEWRIGHT_ASSERT(at < size_);
        return width_ == 1 ? one_[at] : width_ == 2 ? two_[at] : four_[at];
    }

    /// Replaces each of so many numbers by the one here, from one on, if this is greater.
    void raise(std::uint32_t* to, std::size_t from, std::size_t number) const {
        SHAPEWRIGHT_ASSERT(from <= size_ && number <= size_ - from);
        if (width_ == 1) raise(to, one_.data() + from, number);
        if (width_ == 2) raise(to, two_.data() + from, number);
        if (width_ == 4) raise(to, four_.data() + from, number);
    }

private:
    template <typename Number>
    static void raise(std::uint32_t* to, const Number* from, std::size_t number) {
        for (std::size_t k = 0; k < number; ++k) to[k] = std::max<std::uint32_t>(to[k], from[k]);
    }
    template <typename Visit>
    void of_width(Visit visit) {
        if (width_ == 1) visit(one_);
        if (width_ == 2) visit(two_);
        if (width_ == 4) visit(four_);
    }

    std::size_t width_ = 4;
    std::size_t size_ = 0;
    std::vector<std::uint8_t> one_;  // only the one of that width is used
    std::vector<std::uint16_t> two_;
    std::vector<std::uint32_t> four_;
};

}  // namespace shapewright::clear

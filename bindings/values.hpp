// The plain values that functions of the bindings take and give beside numbers, strings and the standard containers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/natural.hpp"

namespace shapewright::bindings {

/// Bytes of the caller (Python: bytes). They are there during the call and not after it.
struct BytesView : std::span<const std::uint8_t> {
    using std::span<const std::uint8_t>::span;
};

/// Bytes for the caller.
struct Bytes {
    std::string content;

    Bytes() = default;
    explicit Bytes(std::string bytes) : content(std::move(bytes)) {}
    Bytes(const void* data, std::size_t size) : content(static_cast<const char*>(data), size) {}
};

/// An array of numbers of the caller, which is there during the call.
template <typename Item>
struct Input : std::span<const Item> {
    using std::span<const Item>::span;
};

/// An array of numbers of the caller that may be kept: `owner` lives as long as one of its copies.
template <typename Item>
struct KeptInput {
    std::span<const Item> items;
    std::shared_ptr<const void> owner;
};

/// A table of the caller with four columns, row by row, which is there during the call.
template <typename Item>
struct FourColumns {
    std::span<const Item> flat;

    std::size_t size() const { return flat.size() / 4; }
    std::vector<std::array<Item, 4>> rows() const {
        std::vector<std::array<Item, 4>> result(size());
        for (std::size_t k = 0; k < flat.size(); ++k) result[k / 4][k % 4] = flat[k];
        return result;
    }
};

/// An array of numbers for the caller, row by row, in memory of its own.
template <typename Item, std::size_t Dimensions = 1>
class Output {
public:
    using Shape = std::array<std::size_t, Dimensions>;

    /// What a vector holds, in this shape.
    Output(std::vector<Item>&& items, const Shape& shape) : shape_(shape) {
        auto kept = std::make_unique<std::vector<Item>>(std::move(items));
        data_ = kept->data();
        owner_ = Owner(kept.release(), [](void* pointer) noexcept { delete static_cast<std::vector<Item>*>(pointer); });
    }
    explicit Output(std::vector<Item>&& items)
        requires(Dimensions == 1)
        : Output(std::move(items), Shape{items.size()}) {}

    /// New memory for so many items, not yet written.
    explicit Output(std::size_t size)
        requires(Dimensions == 1)
        : shape_{size},
          data_(new Item[size]),
          owner_(data_, [](void* pointer) noexcept { delete[] static_cast<Item*>(pointer); }) {}

    Item& operator[](std::size_t place) { return data_[place]; }
    Item* data() const { return data_; }
    const Shape& shape() const { return shape_; }
    std::size_t size() const {
        std::size_t size = 1;
        for (const std::size_t length : shape_) size *= length;
        return size;
    }

    using Owner = std::unique_ptr<void, void (*)(void*) noexcept>;
    /// The memory, to be kept elsewhere from now on.
    Owner release() { return std::move(owner_); }

private:
    Shape shape_;
    Item* data_ = nullptr;
    Owner owner_{nullptr, [](void*) noexcept {}};
};

/// A vector as an array for the caller.
template <typename Item>
Output<Item> array_of(std::vector<Item>&& items) {
    return Output<Item>(std::move(items));
}
template <typename Item, std::size_t Dimensions>
Output<Item, Dimensions> array_of(std::vector<Item>&& items, const std::array<std::size_t, Dimensions>& shape) {
    return Output<Item, Dimensions>(std::move(items), shape);
}

/// Is told now and then how far a long call has come; what it throws ends the call.
struct Progress {
    std::function<void(std::uint64_t)> report;
};

/// A natural number as the bytes that int.from_bytes(..., "little") reads.
inline Bytes little_endian(const Natural& number) {
    std::string bytes;
    for (std::uint64_t limb : number)
        for (int k = 0; k < 8; ++k, limb >>= 8) bytes.push_back(static_cast<char>(limb & 0xff));
    return Bytes(std::move(bytes));
}

}  // namespace shapewright::bindings

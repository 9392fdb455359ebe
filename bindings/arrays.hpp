// Arrays of numbers between numpy and the engine, never copied.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

/// An array that the engine reads.
template <typename Item>
using Input = nanobind::ndarray<const Item, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

/// A table that the engine reads, of rows of four.
template <typename Item>
using FourColumns = nanobind::ndarray<const Item, nanobind::shape<-1, 4>, nanobind::c_contig, nanobind::device::cpu>;

/// A numpy array that owns what the engine wrote.
template <typename Item, std::size_t Dimensions = 1>
using Output =
    nanobind::ndarray<nanobind::numpy, Item, nanobind::ndim<Dimensions>, nanobind::c_contig, nanobind::device::cpu>;

template <typename Item>
std::span<const Item> items_of(const Input<Item>& array) {
    return {array.data(), array.shape(0)};
}

/// A vector as a numpy array of this shape.
template <typename Item, std::size_t Dimensions>
Output<Item, Dimensions> array_of(std::vector<Item>&& items, const std::array<std::size_t, Dimensions>& shape) {
    auto kept = std::make_unique<std::vector<Item>>(std::move(items));
    Item* const data = kept->data();
    const nanobind::capsule owner(kept.get(),
                                  [](void* pointer) noexcept { delete static_cast<std::vector<Item>*>(pointer); });
    kept.release();
    return Output<Item, Dimensions>(data, Dimensions, shape.data(), owner);
}

template <typename Item>
Output<Item> array_of(std::vector<Item>&& items) {
    const std::array<std::size_t, 1> shape{items.size()};
    return array_of(std::move(items), shape);
}

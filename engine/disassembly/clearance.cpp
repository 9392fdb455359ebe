#include "disassembly/clearance.hpp"

#include <algorithm>
#include <stdexcept>

namespace shapewright::disassembly {

namespace {

/// The highest coordinates.
Place top(const std::vector<Place>& cells) {
    Place result{};
    for (const Place& cell : cells)
        for (std::size_t axis = 0; axis < 3; ++axis) result[axis] = std::max(result[axis], cell[axis]);
    return result;
}

}  // namespace

std::size_t Clearance::bytes(const Place& first, const Place& second) {
    std::size_t result = sizeof(std::array<std::uint16_t, 6>);
    for (std::size_t axis = 0; axis < 3; ++axis) result *= static_cast<std::size_t>(first[axis] + second[axis] + 3);
    return result;
}

Clearance::Clearance(const std::vector<Place>& first, const std::vector<Place>& second) {
    const Place a = top(first), b = top(second);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        low_[axis] = -a[axis] - 1;
        high_[axis] = b[axis] + 1;
    }
    const std::array<std::size_t, 3> stride{extent(1) * extent(2), extent(2), 1};
    const std::size_t size = extent(0) * stride[0];
    std::vector<bool> overlaps(size);
    for (const Place& one : first)
        for (const Place& other : second) {
            std::size_t index = 0;
            for (std::size_t axis = 0; axis < 3; ++axis)
                index += stride[axis] * static_cast<std::size_t>(other[axis] - one[axis] - low_[axis]);
            overlaps[index] = true;
        }
    std::array<std::uint16_t, 6> free{};
    free.fill(static_cast<std::uint16_t>(unlimited));
    units_.assign(size, free);
    // The neighbour in a direction is where one unit leads; overlapping there is the end of it.
    const auto one_unit = [&](std::size_t index, std::size_t neighbour, std::size_t direction) {
        const std::uint16_t onward = units_[neighbour][direction];
        const std::uint16_t units = onward == unlimited ? onward : static_cast<std::uint16_t>(onward + 1);
        units_[index][direction] = overlaps[neighbour] ? std::uint16_t{0} : units;
    };
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto has_next = [&](std::size_t index) { return index / stride[axis] % extent(axis) + 1 < extent(axis); };
        const auto has_previous = [&](std::size_t index) { return index / stride[axis] % extent(axis) > 0; };
        for (std::size_t index = size; index-- > 0;)
            if (has_next(index)) one_unit(index, index + stride[axis], 2 * axis);
        for (std::size_t index = 0; index < size; ++index)
            if (has_previous(index)) one_unit(index, index - stride[axis], 2 * axis + 1);
    }
}

std::uint32_t Clearances::shape(std::vector<Place> cells) {
    std::sort(cells.begin(), cells.end());
    const auto [entry, is_new] = numbers_.try_emplace(std::move(cells), static_cast<std::uint32_t>(shapes_.size()));
    if (is_new) shapes_.push_back(&entry->first);  // a map moves nothing
    return entry->second;
}

const Clearance& Clearances::of(std::uint32_t first, std::uint32_t second) {
    std::unique_ptr<Clearance>& table = tables_[{first, second}];
    if (table == nullptr) {
        const std::vector<Place>&one = *shapes_[first], &other = *shapes_[second];
        const std::size_t more = Clearance::bytes(top(one), top(other));
        if (more > most_bytes - bytes_) throw std::length_error("the pieces are too large for tables of their moves");
        table = std::make_unique<Clearance>(one, other);
        bytes_ += more;
    }
    return *table;
}

}  // namespace shapewright::disassembly

// A column of a table whose rows have the pool's numbers (pool.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shapewright::shapez {

template <typename T>
class Column {
public:
    /// Of so many rows; those that come anew have this value.
    void widen(std::size_t rows, const T& value) { items_.resize(rows, value); }
    void assign(std::size_t rows, const T& value) { items_.assign(rows, value); }
    void clear() { items_.clear(); }
    void push_back(const T& value) { items_.push_back(value); }
    std::size_t size() const { return items_.size(); }

    T& operator[](std::int32_t row) { return items_[static_cast<std::size_t>(row)]; }
    const T& operator[](std::int32_t row) const { return items_[static_cast<std::size_t>(row)]; }

private:
    std::vector<T> items_;
};

}  // namespace shapewright::shapez

// The objects that Python holds by a number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "wire/message.hpp"

namespace shapewright::bindings {

/// What tells one class from another; without run-time type information, which costs space.
using ClassKey = const void*;
template <typename Type>
inline constexpr char class_mark = 0;
template <typename Type>
constexpr ClassKey key_of() {
    return &class_mark<Type>;
}

/// Numbers are given out from 1 on, and again when Python has let an object go.
class Objects {
public:
    using Kept = std::vector<std::shared_ptr<void>>;

    /// `kept` lives as long as the object.
    std::uint32_t add(ClassKey key, std::shared_ptr<void> object, Kept kept = {}) {
        if (free_.empty()) {
            held_.push_back({});
            free_.reserve(held_.size());
            free_.push_back(static_cast<std::uint32_t>(held_.size()));
        }
        const std::uint32_t number = free_.back();
        free_.pop_back();
        held_[number - 1] = {key, std::move(object), std::move(kept)};
        return number;
    }
    void remove(std::uint32_t number) {
        if (number == 0 || number > held_.size() || held_[number - 1].object == nullptr) return;
        const Held gone = std::exchange(held_[number - 1], {});
        free_.push_back(number);
    }
    /// The object of this number; null if it is of another class or gone.
    std::shared_ptr<void> find(ClassKey key, std::uint32_t number) const {
        if (number == 0 || number > held_.size() || held_[number - 1].key != key) return nullptr;
        return held_[number - 1].object;
    }
    std::size_t size() const { return held_.size() - free_.size(); }

private:
    struct Held {
        ClassKey key = nullptr;
        std::shared_ptr<void> object;
        Kept kept;
    };
    std::vector<Held> held_;
    std::vector<std::uint32_t> free_;  // has room for all
};

/// Those of this library.
Objects& objects();

}  // namespace shapewright::bindings

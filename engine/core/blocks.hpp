// Long lists that grow without being copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/assert.hpp"

namespace shapewright {

/// Values by number, in blocks of equal size. A vector that grows needs room for its old values beside the new ones;
/// here nothing ever moves.
template <typename Value, unsigned Bits = 14>
class Blocks {
public:
    std::size_t size() const { return size_; }

    const Value& operator[](std::size_t at) const {
        SHAPEWRIGHT_ASSERT(at < size_);
        return blocks_[at >> Bits][at & mask];
    }
    Value& operator[](std::size_t at) {
        SHAPEWRIGHT_ASSERT(at < size_);
        return blocks_[at >> Bits][at & mask];
    }

    void push_back(const Value& value) {
        if ((size_ & mask) == 0) blocks_.push_back(std::make_unique<Value[]>(mask + 1));
        blocks_[size_ >> Bits][size_ & mask] = value;
        ++size_;
    }

    std::uint64_t bytes() const { return std::uint64_t{sizeof(Value)} * (mask + 1) * blocks_.size(); }

private:
    static constexpr std::size_t mask = (std::size_t{1} << Bits) - 1;
    std::vector<std::unique_ptr<Value[]>> blocks_;
    std::size_t size_ = 0;
};

}  // namespace shapewright

#include "shapez/plan/library/plan_data.hpp"

#include <algorithm>
#include <stdexcept>

namespace shapewright::shapez {

Buildables::Buildables(const Game& game, PlanData data) : game_(game), data_(data) {
    for (const std::size_t rows :
         {data_.operation.size(), data_.first.size(), data_.second.size(), data_.steps.size(), data_.order.size()})
        if (rows != data_.keys.size()) throw std::invalid_argument("the columns of a table differ in length");
    if (data_.pin_parents.size() != data_.pins.size())
        throw std::invalid_argument("the columns of a table differ in length");
    if (are_known()) verdicts_ = Verdicts::make(game.parts(), game.layers(), data_.keys, data_.pins);
}

bool Buildables::has(const Painted& shape) const {
    return !verdicts_ || verdicts_->way(game_.packed(shape)) != Way::none;
}

bool Buildables::has_half(const Painted& east_half) const {
    return !verdicts_ || std::binary_search(data_.keys.begin(), data_.keys.end(), key_of(east_half));
}

std::ptrdiff_t Buildables::record_of(const Painted& east_half) const {
    const HalfKey key = key_of(east_half);
    const auto place = std::lower_bound(data_.keys.begin(), data_.keys.end(), key);
    return place != data_.keys.end() && *place == key ? place - data_.keys.begin() : -1;
}

HalfKey Buildables::key_of(const Painted& east_half) const {
    HalfKey key = 0;
    const int middle = game_.half();
    for (int layer = 0; layer < game_.layers(); ++layer)
        for (int column = 0; column < middle; ++column)
            key |= static_cast<HalfKey>(kind_of(east_half[layer * game_.parts() + column]))
                   << (2 * (layer * middle + column));
    return key;
}

}  // namespace shapewright::shapez

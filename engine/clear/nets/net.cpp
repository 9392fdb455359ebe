#include "clear/nets/net.hpp"

#include <stdexcept>

#include "clear/nets/kernel.hpp"
#include "core/assert.hpp"

namespace shapewright::clear {

namespace {

// On no board of twenty rows a feature is larger; those counted in cells, not in cells above cells, are at most 20.
constexpr double largest(std::size_t feature) {
    return feature == static_cast<std::size_t>(Feature::depth) ? 190 : 20;
}

}  // namespace

Net::Net(const std::vector<Node>& nodes) {
    if (nodes.empty() || nodes.size() > most_nodes) throw std::invalid_argument("a net has 1 to 100 nodes");
    std::array<double, features + most_nodes> most{};
    for (std::size_t feature = 0; feature < features; ++feature) most[feature] = largest(feature);
    for (std::size_t node = 0; node < nodes.size(); ++node) {
        if (static_cast<std::size_t>(nodes[node].activation) >= activations)
            throw std::invalid_argument("no such activation");
        double sum = std::abs(nodes[node].bias);
        for (const Input& input : nodes[node].inputs) {
            if (input.from >= features + node) throw std::invalid_argument("a node looks at features and earlier ones");
            if (input.from < features) seen_ |= 1U << input.from;
            sum += std::abs(input.weight) * most[input.from];
            inputs_.push_back(input);
        }
        // Written so that what is no number is refused too.
        if (!(sum <= bound)) throw std::invalid_argument("the values of a net may grow beyond 1000000");
        most[features + node] = nodes[node].activation < Activation::clamped ? sum : 1;
        steps_.push_back({nodes[node].activation, nodes[node].bias, inputs_.size()});
    }
    SHAPEWRIGHT_ASSERT(steps_.size() == nodes.size() && steps_.back().end == inputs_.size() && seen_ >> features == 0);
    is_sum_ = nodes.size() == 1 && nodes[0].activation == Activation::identity;
    if (!is_sum_) return;
    constexpr double fine = static_cast<double>(scale) * (1 << fine_bits);
    sum_.bias = std::llround(nodes[0].bias * fine);
    for (const Input& input : nodes[0].inputs) sum_.weights[input.from] += std::llround(input.weight * fine / columns);
}

double Net::value(std::span<const double, features> board) const {
    return worked_off(*this, board.data());
}

template <typename Set>
std::array<double, features> features_of(const Set& board, int height) {
    std::array<double, features> values{};
    look_at(board, height, ~0U,
            [&](Feature feature, double number) { values[static_cast<std::size_t>(feature)] = number / columns; });
    return values;
}

template std::array<double, features> features_of<Board>(const Board&, int);
template std::array<double, features> features_of<TallBoard>(const TallBoard&, int);

}  // namespace shapewright::clear

// A small network that says how bad a board looks, so that the better ones are looked at first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace shapewright::clear {

/// What a net can know of a board, of its rows that are still to be cleared; kernel.hpp says how each is counted.
/// Every one is divided by ten. The order is that of FEATURES in Python.
enum class Feature : std::uint8_t {
    heights,
    covered,
    depth,
    buried,
    pits,
    row_transitions,
    column_transitions,
    top,
    empty,
    checkerboard,
    column_parity,
    closed_borders,
    rows,
};
constexpr std::size_t features = 13;

/// What a node does with the weighted sum of its inputs. The order is that of ACTIVATIONS in Python.
enum class Activation : std::uint8_t { identity, relu, abs, clamped, hat, tanh, sigmoid, gauss };
constexpr std::size_t activations = 8;

/// A feed-forward net, translated: nodes are worked off from first to last, and the last one is the output.
class Net {
public:
    struct Input {
        std::uint16_t from;  // a feature, or `features` and more: an earlier node
        double weight;
    };
    struct Node {
        Activation activation = Activation::identity;
        double bias = 0;
        std::vector<Input> inputs;
    };

    static constexpr std::size_t most_nodes = 100;
    /// The output of a net never goes beyond this, whatever the board.
    static constexpr double bound = 1e6;
    /// A search orders boards by whole numbers: so many to one of the output.
    static constexpr int scale = 1000;

    /// Throws std::invalid_argument for a net without nodes or with too many, inputs that are not there yet, and
    /// weights that are no numbers or let the output grow beyond the bound.
    explicit Net(const std::vector<Node>& nodes);

    /// Bit f: some node looks at feature f.
    unsigned seen() const { return seen_; }

    /// The output for the features of a board. It is the same on every machine: see kernel.hpp.
    double value(std::span<const double, features> board) const;

    struct Step {
        Activation activation;
        double bias;
        std::size_t end;  // of its inputs
    };
    /// A net that is nothing but a weighted sum, in whole numbers: thousandths of the output, times `fine`, for one of
    /// what a feature counts before it is divided by ten. It is worked off several times as fast.
    struct Sum {
        std::int64_t bias = 0;
        std::array<std::int64_t, features> weights{};
    };
    static constexpr int fine_bits = 16;
    bool is_sum() const { return is_sum_; }
    const Sum& sum() const { return sum_; }

    const std::vector<Step>& steps() const { return steps_; }
    const std::vector<Input>& inputs() const { return inputs_; }

private:
    std::vector<Step> steps_;
    std::vector<Input> inputs_;
    unsigned seen_ = 0;
    bool is_sum_ = false;
    Sum sum_;
};

/// All features of a board of so many rows.
template <typename Set>
std::array<double, features> features_of(const Set& board, int height);

}  // namespace shapewright::clear

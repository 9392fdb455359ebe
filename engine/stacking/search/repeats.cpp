#include "stacking/search/repeats.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "core/assert.hpp"
#include "core/flat_index.hpp"
#include "core/hash.hpp"

namespace shapewright::stacking {

namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};
constexpr int tallest = 200;                 // a profile's highest column above its lowest one
constexpr std::int64_t weight_of_waste = 8;  // beside the sum of the steps between columns

/// The heights above the lowest column.
using Profile = std::array<std::uint8_t, widest_repeat>;

std::uint64_t hash_of(const Profile& profile) {
    return hash_of_bytes(profile);
}

struct ProfileHash {
    std::size_t operator()(const Profile& profile) const { return static_cast<std::size_t>(hash_of(profile)); }
};

struct Node {
    Profile profile;
    std::uint32_t from;    // the node before
    std::uint32_t raised;  // the sum of all heights so far
    Move move;
};

struct Candidate {
    Node node;
    std::int64_t badness;
};

/// The moves from after node `first` to node `last`.
std::vector<Move> moves_between(const std::vector<Node>& nodes, std::uint32_t first, std::uint32_t last) {
    std::vector<Move> moves;
    for (std::uint32_t at = last; at != first; at = nodes[at].from) moves.push_back(nodes[at].move);
    std::reverse(moves.begin(), moves.end());
    return moves;
}

}  // namespace

std::optional<Repeat> find_repeat(const Question& question, std::size_t width, std::size_t most,
                                  const StopToken& stop) {
    const auto columns = static_cast<std::size_t>(question.width);
    if (question.width < 1 || question.width > widest_repeat || question.sequence.empty())
        throw std::invalid_argument("plans repeat themselves in grids of 1 to 16 columns, with a piece at least");
    std::vector<Node> nodes{{Profile{}, 0, 0, {}}};
    std::vector<std::uint32_t> layer{0};
    // The nodes after whole periods; for each the places here of that one period before, and of the last one with the
    // same profile.
    struct Boundary {
        std::uint32_t node;
        std::uint32_t before;
        std::uint32_t same;
        std::uint32_t period;
    };
    std::vector<Boundary> boundaries{{0, 0, none, 0}};
    std::unordered_map<Profile, std::uint32_t, ProfileHash> last_of{{Profile{}, 0}};  // the last place with a profile
    std::optional<Repeat> best;
    std::int64_t area = 0;
    std::uint32_t period = 0;
    for (const std::uint32_t piece : question.sequence) area += question.pieces[piece].area;

    std::vector<Candidate> next;
    FlatIndex<50> index(1 << 12);
    while (nodes.size() < most) {
        // The place among `boundaries` that each node of the layer comes from.
        std::vector<std::uint32_t> origin(layer.size());
        for (std::size_t k = 0; k < layer.size(); ++k)
            origin[k] = static_cast<std::uint32_t>(boundaries.size() - layer.size() + k);
        for (const std::uint32_t which : question.sequence) {
            if (stop.expired()) return best;
            next.clear();
            index.reset(std::max<std::size_t>(64, index.slots()));
            std::vector<std::uint32_t> next_origin;
            const Piece& piece = question.pieces[which];
            for (std::size_t k = 0; k < layer.size(); ++k) {
                const Node& node = nodes[layer[k]];
                for (std::size_t turn = 0; turn < piece.orientations.size(); ++turn) {
                    const Orientation& shape = piece.orientations[turn];
                    const auto wide = static_cast<std::size_t>(shape.width());
                    for (std::size_t column = 0; column + wide <= columns; ++column) {
                        int height = -tallest;
                        for (std::size_t x = 0; x < wide; ++x)
                            height = std::max(height, node.profile[column + x] - shape.bottom[x]);
                        std::array<int, widest_repeat> tops{};
                        for (std::size_t x = 0; x < columns; ++x) tops[x] = node.profile[x];
                        std::int64_t raised = 0;
                        for (std::size_t x = 0; x < wide; ++x) {
                            raised += height + shape.top[x] - tops[column + x];
                            tops[column + x] = height + shape.top[x];
                        }
                        const int lowest = *std::min_element(tops.begin(), tops.begin() + question.width);
                        const int highest = *std::max_element(tops.begin(), tops.begin() + question.width);
                        SHAPEWRIGHT_ASSERT(lowest >= 0 && raised >= piece.area);
                        if (highest - lowest > tallest) continue;
                        Candidate made;
                        std::int64_t steps = 0;
                        for (std::size_t x = 0; x < columns; ++x) {
                            made.node.profile[x] = static_cast<std::uint8_t>(tops[x] - lowest);
                            if (x > 0) steps += std::abs(tops[x] - tops[x - 1]);
                        }
                        for (std::size_t x = columns; x < widest_repeat; ++x) made.node.profile[x] = 0;
                        made.node.from = layer[k];
                        made.node.raised = node.raised + static_cast<std::uint32_t>(raised);
                        made.node.move = {static_cast<std::uint8_t>(turn), static_cast<std::uint8_t>(column), 0};
                        made.badness = weight_of_waste * made.node.raised + steps;
                        if (index.is_full(next.size()))
                            index.grow(next.size(),
                                       [&](std::size_t number) { return hash_of(next[number].node.profile); });
                        std::uint32_t& slot = index.slot(hash_of(made.node.profile), [&](std::uint32_t number) {
                            return next[number].node.profile == made.node.profile;
                        });
                        if (slot == index.none) {
                            slot = static_cast<std::uint32_t>(next.size());
                            next.push_back(made);
                            next_origin.push_back(origin[k]);
                        } else if (made.badness < next[slot].badness) {
                            next[slot] = made;
                            next_origin[slot] = origin[k];
                        }
                    }
                }
            }
            if (next.empty()) return best;
            std::vector<std::uint32_t> order(next.size());
            for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<std::uint32_t>(k);
            const auto better = [&](std::uint32_t a, std::uint32_t b) {
                return next[a].badness != next[b].badness ? next[a].badness < next[b].badness
                                                          : next[a].node.profile < next[b].node.profile;
            };
            if (order.size() > width) {
                std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(width), order.end(),
                                 better);
                order.resize(width);
            }
            std::sort(order.begin(), order.end(), better);
            layer.clear();
            origin.clear();
            for (const std::uint32_t number : order) {
                layer.push_back(static_cast<std::uint32_t>(nodes.size()));
                origin.push_back(next_origin[number]);
                nodes.push_back(next[number].node);
            }
        }
        SHAPEWRIGHT_ASSERT(origin.size() == layer.size() && layer.size() <= width);
        // Which of them were there before? Places with the same profile and places on the way here, both from the last
        // one on.
        ++period;
        for (std::size_t k = 0; k < layer.size(); ++k) {
            const Node& node = nodes[layer[k]];
            const auto here = static_cast<std::uint32_t>(boundaries.size());
            std::uint32_t& last = last_of.try_emplace(node.profile, none).first->second;
            std::uint32_t on_the_way = origin[k];
            for (std::uint32_t at = last; at != none; at = boundaries[at].same) {
                const std::int64_t rows =
                    (std::int64_t{node.raised} - nodes[boundaries[at].node].raised) / question.width;
                const std::int64_t periods = std::int64_t{period} - boundaries[at].period;
                if (periods == 0 || (best && rows * best->periods >= best->rows * periods)) continue;
                while (on_the_way > at) on_the_way = boundaries[on_the_way].before;
                if (on_the_way == at)
                    best = {moves_between(nodes, 0, boundaries[at].node),
                            moves_between(nodes, boundaries[at].node, layer[k]), rows, periods};
            }
            boundaries.push_back({layer[k], origin[k], std::exchange(last, here), period});
        }
        if (best && best->rows * question.width == area * best->periods) return best;
    }
    return best;
}

}  // namespace shapewright::stacking

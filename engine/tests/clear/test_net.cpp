#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "clear/kicks.hpp"
#include "clear/nets/measure.hpp"
#include "clear/nets/net.hpp"
#include "clear/solve/solve.hpp"
#include "core/rng.hpp"

using namespace shapewright::clear;

namespace {

bool refused(const std::vector<Net::Node>& nodes) {
    try {
        const Net net(nodes);
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

/// Random weights on all features; with a second node it is more than a weighted sum.
Net random_net(shapewright::Rng& rng, bool is_sum) {
    const auto weight = [&] { return static_cast<double>(rng.below(801)) / 100 - 4; };
    Net::Node first{is_sum ? Activation::identity : static_cast<Activation>(rng.below(activations)), weight(), {}};
    for (std::uint16_t feature = 0; feature < features; ++feature) first.inputs.push_back({feature, weight()});
    if (is_sum) return Net({first});
    return Net({first, {Activation::identity, 0, {{static_cast<std::uint16_t>(features), weight()}, {1, weight()}}}});
}

}  // namespace

TEST(clear_net_refuses_what_is_no_net) {
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    CHECK(refused({}));
    CHECK(refused(std::vector<Net::Node>(Net::most_nodes + 1)));
    CHECK(refused({{Activation::relu, nan, {}}}));
    CHECK(refused({{Activation::relu, 0, {{0, infinity}}}}));
    CHECK(refused({{Activation::relu, 0, {{0, 1e6}}}}));
    CHECK(refused({{Activation::relu, 0, {{static_cast<std::uint16_t>(features), 1}}}}));
    CHECK(refused({{static_cast<Activation>(activations), 0, {}}}));
    CHECK(!refused({{Activation::relu, 0, {{0, 1}}}}));
}

TEST(clear_net_works_off_its_nodes) {
    const Net net({{Activation::tanh, -0.5, {{1, 2.0}}}, {Activation::identity, 0.25, {{features, 3.0}, {0, -0.5}}}});
    std::array<double, features> board{};
    board[0] = 0.3;
    board[1] = 0.4;
    const double expected = 0.25 + 3 * std::tanh(2.5 * (-0.5 + 2 * 0.4)) - 0.5 * 0.3;
    CHECK(std::abs(net.value(board) - expected) < 1e-14);
    CHECK_EQ(net.seen(), 3U);
    CHECK(!net.is_sum());
}

TEST(clear_solve_finds_the_same_with_any_net) {
    const Mover<Board> low(clear_kicks::srs(), Drop::soft);
    const Mover<TallBoard> tall(clear_kicks::srs(), Drop::soft);
    shapewright::Rng rng(11);
    int found = 0, none = 0;
    for (int round = 0; round < 1500; ++round) {
        const int height = 2 + static_cast<int>(rng.below(3));
        Board board = lowest_rows<Board>(height);
        for (int y = 0; y < height; ++y) board &= ~((rng.below(7) + 1) << (columns * y + 4));
        if ((columns * height - count(board)) % 4 != 0) continue;
        std::vector<std::uint8_t> sequence(6);
        for (auto& piece : sequence) piece = static_cast<std::uint8_t>(rng.below(pieces));
        const Net net = random_net(rng, round % 2 == 0);
        Quest<Board> quest{board, height, sequence};
        const Outcome plain = solve(low, quest, {}).outcome;
        quest.net = &net;
        CHECK(solve(low, quest, {}).outcome == plain);
        Quest<TallBoard> same{TallBoard(board), height, sequence};
        same.net = &net;
        CHECK(solve(tall, same, {}).outcome == plain);
        ++(plain == Outcome::found ? found : none);
    }
    CHECK(found > 20);
    CHECK(none > 20);
}

TEST(clear_orders_are_measured_on_the_same_queues) {
    const Mover<Board> low(clear_kicks::srs(), Drop::soft);
    shapewright::Rng rng(5);
    const Net net = random_net(rng, true);
    std::vector<std::vector<std::uint8_t>> queues(5);
    for (auto& queue : queues)
        for (int k = 0; k < 6; ++k) queue.push_back(static_cast<std::uint8_t>(rng.below(pieces)));
    const std::vector<Measured> measured = measure(low, 2, queues, 0, {nullptr, &net}, {});
    CHECK_EQ(measured.size(), 2U);
    for (std::size_t k = 0; k < queues.size(); ++k)
        for (const std::size_t order : {0U, 1U}) {
            const Answer alone =
                solve(low, Quest<Board>{0, 2, queues[k], true, anything, 0, 0, order == 0 ? nullptr : &net}, {});
            CHECK_EQ(measured[order].nodes.at(k), alone.nodes);
            CHECK(measured[order].outcomes.at(k) == alone.outcome);
            CHECK(measured[order].nanoseconds.at(k) >= 0);
        }
    const unsigned char flag = 1;
    for (const Measured& one : measure(low, 2, queues, 0, {nullptr, &net}, shapewright::StopToken(&flag, -1)))
        CHECK(one.nodes.empty());
    CHECK_THROWS(measure(low, 0, queues, 0, {nullptr}, {}), std::invalid_argument);
    CHECK_THROWS(measure(low, low_rows + 1, queues, 0, {nullptr}, {}), std::invalid_argument);
    CHECK_THROWS(measure(low, 2, {{}}, 0, {nullptr}, {}), std::invalid_argument);
    CHECK_THROWS(measure(low, 2, {{static_cast<std::uint8_t>(pieces)}}, 0, {nullptr}, {}), std::invalid_argument);
}

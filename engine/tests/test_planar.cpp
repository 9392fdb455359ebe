// Domino tilings by Kasteleyn's determinant, against counting by hand and known numbers.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "planar/chances.hpp"
#include "planar/dominoes.hpp"

using namespace shapewright;
using planar::Chances;
using planar::Dominoes;
using planar::Draws;
using planar::Link;
using planar::Pair;
using planar::Square;

namespace {

struct Drawing {
    std::vector<Square> squares;
    std::vector<Link> links;
};

/// '#' is a square.
Drawing drawing(const std::vector<std::string_view>& rows) {
    Drawing result;
    const auto at = [&](int x, int y) {
        for (std::uint32_t k = 0; k < result.squares.size(); ++k)
            if (result.squares[k].x == x && result.squares[k].y == y) return k;
        return static_cast<std::uint32_t>(result.squares.size());
    };
    for (int y = 0; y < static_cast<int>(rows.size()); ++y)
        for (int x = 0; x < static_cast<int>(rows[static_cast<std::size_t>(y)].size()); ++x)
            if (rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] == '#') result.squares.push_back({x, y});
    for (std::uint32_t k = 0; k < result.squares.size(); ++k) {
        const auto [x, y] = result.squares[k];
        for (const std::uint32_t next : {at(x + 1, y), at(x, y + 1)})
            if (next < result.squares.size()) result.links.push_back({k, next, 1});
    }
    return result;
}

/// The number of tilings by covering the first open square in every way.
std::uint64_t counted(const Drawing& board) {
    std::vector<bool> taken(board.squares.size());
    const std::function<std::uint64_t()> rest = [&]() -> std::uint64_t {
        std::uint32_t first = 0;
        while (first < taken.size() && taken[first]) ++first;
        if (first == taken.size()) return 1;
        std::uint64_t number = 0;
        taken[first] = true;
        for (const auto& [a, b, ways] : board.links) {
            if ((a != first && b != first) || taken[a == first ? b : a]) continue;
            taken[a == first ? b : a] = true;
            number += ways * rest();
            taken[a == first ? b : a] = false;
        }
        taken[first] = false;
        return number;
    };
    return rest();
}

/// Whether the determinant is the number, or minus it, modulo all of eight primes alike.
void check_determinant(const Drawing& board, std::uint64_t number) {
    const Dominoes dominoes(board.squares, board.links);
    const std::vector<std::uint32_t> primes = Dominoes::primes(16, Dominoes::lanes);
    Dominoes::Residues taken{}, residues{};
    for (std::size_t k = 0; k < taken.size(); ++k) taken[k] = primes[k];
    CHECK_EQ(static_cast<int>(dominoes.determinant(taken, {}, residues)), static_cast<int>(Dominoes::Outcome::done));
    bool plus = true, minus = true;
    for (std::size_t k = 0; k < taken.size(); ++k) {
        const auto residue = static_cast<std::uint32_t>(number % taken[k]);
        plus = plus && residues[k] == residue;
        minus = minus && (residues[k] + residue) % taken[k] == 0;
    }
    CHECK(plus || minus);
}

const std::vector<std::string_view> square8(8, "########");
const std::vector<std::string_view> holes = {"######", "#.####", "###.##", "######", "######"};
const std::vector<std::string_view> island = {"#######", "#.....#", "#.###.#", "#.###.#", "#.....#", "#######"};

}  // namespace

TEST(dominoes_of_a_chessboard) {
    check_determinant(drawing(square8), 12988816);
}

TEST(dominoes_around_holes_and_islands) {
    for (const auto& rows : {holes, island}) {
        const Drawing board = drawing(rows);
        CHECK(counted(board) > 1);
        check_determinant(board, counted(board));
    }
}

TEST(dominoes_of_random_boards) {
    Rng rng(5);
    int balanced = 0;
    for (int trial = 0; trial < check::draws(300); ++trial) {
        Drawing board = drawing({"######", "######", "######", "######"});
        std::vector<Link> links;
        for (Link link : board.links) {
            link.ways = static_cast<std::uint32_t>(rng.below(4) == 0 ? rng.below(3) : 1);
            links.push_back(link);
        }
        board.links = links;
        check_determinant(board, counted(board));
        ++balanced;
    }
    CHECK(balanced > 0);
}

TEST(dominoes_that_cannot_be) {
    const Drawing odd = drawing({"###"});
    const Dominoes unbalanced(odd.squares, odd.links);
    CHECK(!unbalanced.balanced());
    Dominoes::Residues residues{};
    CHECK_THROWS(unbalanced.determinant({3, 5, 7, 11, 13, 17, 19, 23}, {}, residues), std::invalid_argument);
    check_determinant(drawing({".#..#.", "######", ".#..#."}), 0);
    const std::vector<Square> far = {{0, 0}, {2, 0}};
    const std::vector<Link> link = {{0, 1, 1}};
    CHECK_THROWS(Dominoes(far, link), std::invalid_argument);
    const std::vector<Square> twice = {{0, 0}, {0, 0}};
    CHECK_THROWS(Dominoes(twice, {}), std::invalid_argument);
}

TEST(dominoes_stop) {
    const Drawing board = drawing(square8);
    const Dominoes dominoes(board.squares, board.links);
    const unsigned char flag = 1;
    Dominoes::Residues residues{};
    const std::vector<std::uint32_t> primes = Dominoes::primes(0, Dominoes::lanes);
    Dominoes::Residues taken{};
    for (std::size_t k = 0; k < taken.size(); ++k) taken[k] = primes[k];
    CHECK(dominoes.determinant(taken, StopToken(&flag, -1), residues) == Dominoes::Outcome::stopped);
    Draws draws(dominoes);
    CHECK(!draws.prepare(StopToken(&flag, -1)));
    CHECK(draws.prepare({}));
    Rng rng(1);
    CHECK(!draws.draw(rng, {}, StopToken(&flag, -1)));
}

TEST(dominoes_are_drawn_and_go_on_from_what_is_given) {
    const Drawing board = drawing(holes);
    const Dominoes dominoes(board.squares, board.links);
    Draws draws(dominoes);
    CHECK(draws.prepare({}));
    CHECK(draws.possible());
    std::set<std::vector<Pair>> seen;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Rng rng(seed);
        const Draws::Drawn drawn = draws.draw(rng, {}).value();
        CHECK(drawn.candidates.empty());
        std::set<std::uint32_t> covered;
        for (const auto& [black, white] : drawn.pairs) covered.insert({black, white});
        CHECK_EQ(covered.size(), board.squares.size());
        CHECK_EQ(drawn.pairs.size() * 2, board.squares.size());
        Rng again(seed);
        const std::vector<Pair> beginning(drawn.pairs.begin(), drawn.pairs.begin() + 3);
        CHECK(draws.draw(again, beginning)->pairs == drawn.pairs);
        seen.insert(drawn.pairs);
    }
    CHECK(seen.size() > 5);
    const std::vector<Pair> wrong = {{0, 0}};
    Rng rng(1);
    CHECK_THROWS(draws.draw(rng, wrong), std::invalid_argument);
}

TEST(dominoes_have_the_chances_that_counting_gives) {
    Rng rng(6);
    int possible = 0;
    for (int trial = 0; trial < check::draws(60); ++trial) {
        Drawing board = drawing(trial % 2 == 0 ? holes : std::vector<std::string_view>(4, "#####"));
        for (Link& link : board.links) link.ways = static_cast<std::uint32_t>(rng.below(4) == 0 ? rng.below(3) : 1);
        const Dominoes dominoes(board.squares, board.links);
        const std::uint64_t all = counted(board);
        Dominoes::Residues primes{};
        const std::vector<std::uint32_t> some = Dominoes::primes(3, Dominoes::lanes);
        std::copy(some.begin(), some.end(), primes.begin());
        std::vector<std::uint32_t> numbers;
        const auto outcome = Chances::exact(dominoes, primes, {}, numbers);
        CHECK(outcome == (all == 0 ? Dominoes::Outcome::unlucky : Dominoes::Outcome::done));
        std::vector<double> chances;
        if (all == 0) continue;
        ++possible;
        CHECK(Chances::approximate(dominoes, {}, chances) == Dominoes::Outcome::done);
        const std::vector<Pair> pairs = Chances::pairs(dominoes);
        CHECK_EQ(numbers.size(), (pairs.size() + 1) * Dominoes::lanes);
        CHECK_EQ(chances.size(), pairs.size());
        const bool negative = numbers[pairs.size() * Dominoes::lanes] != all % primes[0];
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            Drawing rest = board;  // with this domino: its squares have no other link
            std::uint64_t ways = 0;
            for (Link& link : rest.links) {
                const bool own = std::minmax(link.first, link.second) == std::minmax(pairs[k].first, pairs[k].second);
                const auto& [a, b] = pairs[k];
                if (own) ways = link.ways;
                if (!own && (link.first == a || link.first == b || link.second == a || link.second == b)) link.ways = 0;
            }
            CHECK(ways > 0);
            const std::uint64_t here = counted(rest);
            for (std::size_t lane = 0; lane < Dominoes::lanes; ++lane) {
                const std::uint64_t expected = here % primes[lane];
                const std::uint64_t signed_one = negative ? (primes[lane] - expected) % primes[lane] : expected;
                CHECK_EQ(std::uint64_t{numbers[k * Dominoes::lanes + lane]}, signed_one);
            }
            CHECK(std::abs(chances[k] - static_cast<double>(here) / static_cast<double>(all)) < 1e-12);
        }
    }
    CHECK(possible > 0);
    const Drawing board = drawing(square8);
    const unsigned char flag = 1;
    std::vector<double> chances;
    CHECK(Chances::approximate(Dominoes(board.squares, board.links), StopToken(&flag, -1), chances) ==
          Dominoes::Outcome::stopped);
}

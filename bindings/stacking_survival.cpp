// Games against an adversary who chooses the pieces that fall.
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "declare.hpp"
#include "stacking/games/deadly.hpp"
#include "stacking/games/survival.hpp"

namespace shapewright::bindings {

using stacking::Deadly;
using stacking::Survival;
using stacking::SurvivalGame;
using stacking::Well;

namespace {

using PieceRows = std::vector<std::uint64_t>;

/// Replies as (kind, orientation, column).
using Replies = std::vector<std::tuple<int, int, int>>;

/// Board, pieces ahead, held piece, whether the next one must fall, drops, replies, the adversary's piece (or -1).
using ListedChoices = std::vector<std::tuple<std::uint64_t, std::vector<int>, int, bool, int, Replies, int>>;

ListedChoices listed_choices(const std::vector<Survival::Choice>& choices) {
    ListedChoices list;
    for (const Survival::Choice& choice : choices) {
        Replies replies;
        for (const Survival::Reply& reply : choice.replies)
            replies.emplace_back(static_cast<int>(reply.kind), reply.orientation, reply.column);
        const Survival::State& state = choice.state;
        list.emplace_back(state.board, state.ahead, state.held, state.locked, choice.drops, std::move(replies),
                          choice.piece);
    }
    return list;
}

std::string outcome_of(Deadly::Outcome outcome) {
    return outcome == Deadly::Outcome::done ? "done" : outcome == Deadly::Outcome::spent ? "spent" : "stopped";
}

}  // namespace

void declare_stacking_survival(Door& door) {
    door.type<Survival>("StackingSurvival", "A game against an adversary: see engine/stacking/games/survival.hpp.")
        .init([](int width, int height, const std::vector<std::vector<PieceRows>>& pieces, std::uint64_t board,
                 int ahead, bool hold) { return Survival(Well(width, height, pieces), board, {ahead, hold}); },
              arg("width"), arg("height"), arg("pieces"), arg("board"), arg("ahead"), arg("hold"),
              "Pieces are lists of orientations, these bit masks of rows from the bottom up; the board has bit y * "
              "width + "
              "x for the cell in column x of row y.")
        .static_def("bits", &SurvivalGame::bits_of, arg("cells"), arg("pieces"), arg("ahead"), arg("hold"),
                    "How many bits a state has, of which there are 64.")
        .def("run", &Survival::run, stopping, arg("bytes"), arg("threads"),
             "False if stopped; after a deadline it can go on. The number of threads changes nothing but the time.")
        .property("outcome",
                  [](const Survival& self) -> std::string {
                      const Survival::Outcome outcome = self.outcome();
                      return outcome == Survival::Outcome::safe   ? "safe"
                             : outcome == Survival::Outcome::lost ? "lost"
                                                                  : "open";
                  })
        .property("least", &Survival::least, "The drops that the player can make sure of, as far as it is known.")
        .property(
            "most", [](const Survival& self) { return self.most() < Survival::unknown - 1 ? self.most() : -1; },
            "The drops above which nobody gets; -1 if that is not known, or there is no such number.")
        .property("states", [](const Survival& self) { return static_cast<std::uint64_t>(self.states()); })
        .property("bytes", &Survival::bytes, "The memory for what is known of them.")
        .def(
            "defence",
            [](const Survival& self, std::uint64_t limit) {
                return listed_choices(self.defence(static_cast<std::size_t>(limit)));
            },
            arg("limit"), takes_long, "What the player does; empty if there are more states than the limit.")
        .def(
            "attack",
            [](const Survival& self, std::uint64_t limit) {
                return listed_choices(self.attack(static_cast<std::size_t>(limit)));
            },
            arg("limit"), takes_long, "What the adversary does; empty if there are more states than the limit.");

    door.type<Deadly>("StackingDeadly", "Sequences that no player survives: see engine/stacking/games/deadly.hpp.")
        .init([](int width, int height, const std::vector<std::vector<PieceRows>>& pieces, std::uint64_t board,
                 bool hold) { return Deadly(Well(width, height, pieces), board, hold); },
              arg("width"), arg("height"), arg("pieces"), arg("board"), arg("hold"), "As for StackingSurvival.")
        .def(
            "hunt",
            [](Deadly& self, std::uint64_t room, std::uint64_t longest, const StopToken& stop, std::uint64_t bytes) {
                return outcome_of(self.hunt(room, static_cast<std::size_t>(longest), stop, bytes));
            },
            arg("room"), arg("longest"), stopping, arg("bytes"), "'done' if one was found, 'spent' or 'stopped'.")
        .def(
            "shorten",
            [](Deadly& self, std::uint64_t work, const StopToken& stop, std::uint64_t bytes) {
                return outcome_of(self.shorten(work, stop, bytes));
            },
            arg("work"), stopping, arg("bytes"), "'done' if the shortest one is known, 'spent' or 'stopped'.")
        .property("sequence", [](const Deadly& self) { return self.sequence(); })
        .property("least", [](const Deadly& self) { return static_cast<std::uint64_t>(self.least()); })
        .property("sets", &Deadly::sets);
}

}  // namespace shapewright::bindings

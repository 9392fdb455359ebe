#include "clear/solve/walk.hpp"

#include <set>
#include <tuple>

#include "clear/solve/dead_boards.hpp"
#include "core/assert.hpp"

namespace shapewright::clear {

template <typename Set>
struct Walk<Set>::State {
    struct Step {
        Set board;
        std::uint64_t found_before;  // of a step that was entered: how many clears had been found by then
        std::uint8_t height;
        std::uint8_t hand;
        std::uint8_t left;
        bool entered;
        Placed placed;
    };

    const Mover<Set>& mover;
    std::vector<std::uint8_t> sequence;
    Quest<Set> quest;
    int needed = 0;
    std::unique_ptr<DeadBoards<Set>> dead_boards;
    std::vector<Step> steps;
    std::vector<Placed> path;
    std::uint64_t found = 0;
    std::set<std::tuple<Set, std::uint8_t, std::uint8_t>> barren;

    State(const Mover<Set>& mover_of_game, const Quest<Set>& asked)
        : mover(mover_of_game), sequence(asked.sequence.begin(), asked.sequence.end()), quest(asked) {
        quest.sequence = sequence;
        const int cells = columns * quest.height - count(quest.board);
        needed = cells / 4;
        if (cells <= 0 || cells % 4 != 0 || sequence.size() < static_cast<std::size_t>(needed)) return;
        dead_boards = std::make_unique<DeadBoards<Set>>(quest, needed);
        path.resize(static_cast<std::size_t>(needed));
        steps.push_back({quest.board,
                         0,
                         static_cast<std::uint8_t>(quest.height),
                         sequence[0],
                         static_cast<std::uint8_t>(needed),
                         false,
                         {}});
    }

    void follow(const Step& step, unsigned piece, unsigned hand) {
        const Locks<Set> locks = mover.locks(step.board, step.height, static_cast<Piece>(piece));
        for (std::size_t facing = 0; facing < distinct_facings[piece]; ++facing) {
            const Orientation& o = orientations[piece][facing];
            each(locks.at[facing], [&](int corner) {
                Set board = step.board | (Set(o.bits) << corner);
                const int y = corner / columns;
                const int height = step.height - clear_rows(board, y, o.height);
                const int left = step.left - 1;
                if (dead_boards->has(board, height, left, hand)) return;
                steps.push_back({board, 0, static_cast<std::uint8_t>(height), static_cast<std::uint8_t>(hand),
                                 static_cast<std::uint8_t>(left), false,
                                 Placed{static_cast<Piece>(piece), static_cast<std::uint8_t>(facing),
                                        static_cast<std::uint8_t>(corner % columns), static_cast<std::uint8_t>(y)}});
            });
        }
    }
};

template <typename Set>
Walk<Set>::Walk(const Mover<Set>& mover, const Quest<Set>& quest) : state_(std::make_unique<State>(mover, quest)) {}
template <typename Set>
Walk<Set>::~Walk() = default;
template <typename Set>
Walk<Set>::Walk(Walk&&) noexcept = default;
template <typename Set>
Walk<Set>& Walk<Set>::operator=(Walk&&) noexcept = default;

template <typename Set>
bool Walk<Set>::run(const StopToken& stop, std::size_t limit, std::vector<std::vector<Placed>>& found) {
    State& s = *state_;
    std::size_t given = 0;
    for (std::uint32_t polled = 0; !s.steps.empty() && given < limit;) {
        if (++polled % 1024 == 0 && stop.expired()) return false;
        using Step = typename State::Step;
        Step& top = s.steps.back();
        if (top.entered) {
            if (top.found_before == s.found) s.barren.insert({top.board, top.hand, top.left});
            s.steps.pop_back();
            continue;
        }
        const auto depth = static_cast<std::size_t>(s.needed - top.left);
        SHAPEWRIGHT_ASSERT(top.left <= s.needed && s.path.size() == static_cast<std::size_t>(s.needed));
        if (depth > 0) s.path[depth - 1] = top.placed;
        if (top.left == 0) {
            if (top.height == 0 && (s.quest.leftovers >> top.hand & 1) != 0) {
                found.push_back(s.path);
                ++s.found;
                ++given;
            }
            s.steps.pop_back();
            continue;
        }
        if (s.barren.contains({top.board, top.hand, top.left})) {
            s.steps.pop_back();
            continue;
        }
        top.entered = true;
        top.found_before = s.found;
        const Step step = top;
        const unsigned coming = depth + 1 < s.dead_boards->length() ? s.sequence[depth + 1] : no_piece;
        s.follow(step, step.hand, coming);
        if (s.quest.hold && coming != no_piece && coming != step.hand) s.follow(step, coming, step.hand);
    }
    return s.steps.empty();
}

template class Walk<Board>;
template class Walk<TallBoard>;

}  // namespace shapewright::clear

// Each rule of the physics, as a transducer, against the same rule spelled out on a grid of letters.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "diagram/image.hpp"
#include "diagram/store.hpp"
#include "shapez/rules/physics.hpp"
#include "shapez/shape_sets.hpp"
#include "words.hpp"

using namespace shapewright;
using namespace shapewright::shapez;
using diagram::image;
using diagram::Letters;
using diagram::Node;
using diagram::none;
using diagram::Store;
using shape_sets::weighted;
using words::Words;
using words::words_of;

namespace {

struct Grid2 {
    Frame frame;
    Letters letters;

    int layers() const { return frame.layers; }
    std::uint8_t& at(int column, int layer) { return letters[static_cast<std::size_t>(column * frame.layers + layer)]; }
    void set(int column, int layer, int letter) { at(column, layer) = static_cast<std::uint8_t>(letter); }
};

/// Maximal runs of neighbouring columns that are members.
template <typename Member>
std::vector<std::vector<int>> runs_of(const Frame& frame, Member member) {
    std::vector<int> run(static_cast<std::size_t>(frame.columns));
    std::iota(run.begin(), run.end(), 0);
    const auto join = [&](int a, int b) {
        const int from = run[static_cast<std::size_t>(a)], to = run[static_cast<std::size_t>(b)];
        std::replace(run.begin(), run.end(), from, to);
    };
    for (int column = 0; column < frame.columns; ++column) {
        const int next = (column + 1) % frame.columns;
        if (member(column) && member(next) && (next != 0 || frame.ring)) join(column, next);
    }
    std::vector<std::vector<int>> found(static_cast<std::size_t>(frame.columns));
    for (int column = 0; column < frame.columns; ++column)
        if (member(column)) found[static_cast<std::size_t>(run[static_cast<std::size_t>(column)])].push_back(column);
    std::erase_if(found, [](const auto& columns) { return columns.empty(); });
    return found;
}

Words stack_layer(Grid2 grid, int target, bool changed) {
    Words words;
    Grid2 now = grid;
    const auto all_hold = [&] {
        bool placed = false;
        for (int column = 0; column < grid.frame.columns; ++column) {
            if (now.at(column, target) == grid.at(column, target)) continue;
            placed = true;
            for (int layer = target; layer < grid.layers(); ++layer)
                if (grid.at(column, layer) != empty) return false;
            if (now.at(column, target) == pin && target > 0 && grid.at(column, target - 1) == empty) return false;
        }
        const auto dropped = [&](int column) {
            return now.at(column, target) == normal && grid.at(column, target) == empty;
        };
        for (const auto& run : runs_of(grid.frame, dropped))
            if (std::none_of(run.begin(), run.end(),
                             [&](int column) { return target == 0 || grid.at(column, target - 1) != empty; }))
                return false;
        return placed || !changed;
    };
    const auto choose = [&](auto&& self, int column) -> void {
        if (column == grid.frame.columns) {
            if (all_hold()) words.insert(now.letters);
            return;
        }
        self(self, column + 1);
        if (grid.at(column, target) != empty) return;
        for (const int piece : {+normal, +pin}) {
            now.set(column, target, piece);
            self(self, column + 1);
        }
        now.set(column, target, empty);
    };
    choose(choose, 0);
    return words;
}

Words push_plain(Grid2 grid) {
    Grid2 pushed = grid;
    for (int column = 0; column < grid.frame.columns; ++column) {
        if (grid.layers() > 1 && grid.at(column, grid.layers() - 1) == crystal) return {};
        for (int layer = grid.layers() - 1; layer > 0; --layer) pushed.set(column, layer, grid.at(column, layer - 1));
        pushed.set(column, 0, grid.at(column, 0) == empty ? empty : pin);
    }
    return {pushed.letters};
}

Words top_crystals(Grid2 grid) {
    bool any = false;
    for (int column = 0; column < grid.frame.columns; ++column) {
        const bool breaks = grid.at(column, grid.layers() - 1) == crystal;
        grid.set(column, grid.layers() - 1, breaks ? crystal | marked : +empty);
        any |= breaks;
    }
    return any ? Words{grid.letters} : Words{};
}

Words border_crystals(Grid2 grid, int kept, const std::vector<BorderCrystals::Border>& borders) {
    const Grid2 whole = grid;
    for (const auto& border : borders)
        for (int layer = 0; layer < grid.layers(); ++layer)
            if (Grid2(whole).at(border.column, layer) == crystal && Grid2(whole).at(border.beside, layer) == crystal)
                grid.set(border.column, layer, crystal | marked);
    grid.letters.resize(static_cast<std::size_t>(kept * grid.layers()));
    return {grid.letters};
}

Words any_border_crystals(Grid2 grid) {
    Words words{grid.letters};
    for (int column : {0, grid.frame.columns - 1})
        for (int layer = 0; layer < grid.layers(); ++layer) {
            if (grid.at(column, layer) != crystal) continue;
            Words more = words;
            for (const Letters& word : words) {
                Grid2 broken{grid.frame, word};
                broken.set(column, layer, crystal | marked);
                more.insert(broken.letters);
            }
            words = more;
        }
    return words;
}

Words spread_in_layer(Grid2 grid, Spread::What what, int target) {
    const bool support = what == Spread::What::support;
    Grid2 result = grid;
    const auto letter_at = [&](int column, int layer) {
        return layer < 0 || layer >= grid.layers() ? +empty : int{grid.at(column, layer)};
    };
    const auto reached = [&](int column) {
        const int below = letter_at(column, target - 1);
        const bool crystal_here = kind(letter_at(column, target)) == crystal;
        return (letter_at(column, target) & marked) != 0 ||
               (support ? (below & marked) != 0 : below == (crystal | marked)) ||
               (crystal_here && letter_at(column, target + 1) == (crystal | marked));
    };
    const auto member = [&](int column) {
        const int here = kind(letter_at(column, target));
        return here == crystal || (support && here == normal);
    };
    for (const auto& run : runs_of(grid.frame, member))
        if (std::any_of(run.begin(), run.end(), reached))
            for (const int column : run) result.at(column, target) |= marked;
    if (support)
        for (int column = 0; column < grid.frame.columns; ++column)
            if (kind(letter_at(column, target)) == pin && reached(column)) result.at(column, target) |= marked;
    return {result.letters};
}

/// Marked crystals are taken away, what stands on the ground is marked.
void stand(Grid2& grid) {
    for (int column = 0; column < grid.frame.columns; ++column) {
        bool firm = true;
        for (int layer = 0; layer < grid.layers(); ++layer) {
            const int letter = grid.at(column, layer) == (crystal | marked) ? +empty : int{grid.at(column, layer)};
            firm = firm && letter != empty;
            grid.set(column, layer, firm ? letter | marked : letter);
        }
    }
}

Words ground(Grid2 grid) {
    stand(grid);
    return {grid.letters};
}

Words push_marked(Grid2 grid) {
    Grid2 pushed = grid;
    for (int column = 0; column < grid.frame.columns; ++column) {
        for (int layer = grid.layers() - 1; layer > 0; --layer) pushed.set(column, layer, grid.at(column, layer - 1));
        pushed.set(column, 0, grid.at(column, 0) == empty ? empty : pin);
    }
    stand(pushed);
    return {pushed.letters};
}

Words unsupported(Grid2 grid, bool falling) {
    bool any = false;
    for (std::uint8_t& letter : grid.letters) {
        const bool loose = letter == normal || letter == pin;
        any |= loose;
        letter = static_cast<std::uint8_t>(letter == crystal ? +empty : loose ? letter | marked : kind(letter));
    }
    return any == falling ? Words{grid.letters} : Words{};
}

Words fall(Grid2 grid, int target) {
    auto groups = runs_of(grid.frame, [&](int column) { return grid.at(column, target) == (normal | marked); });
    for (int column = 0; column < grid.frame.columns; ++column)
        if (grid.at(column, target) == (pin | marked)) groups.push_back({column});
    for (const auto& group : groups) {
        int distance = target;
        for (const int column : group) {
            int free = 0;
            while (free < target && grid.at(column, target - 1 - free) == empty) ++free;
            distance = std::min(distance, free);
        }
        if (distance == 0) return {};  // it would not have been loose
        for (const int column : group) {
            grid.set(column, target - distance, kind(grid.at(column, target)));
            grid.set(column, target, empty);
        }
    }
    return {grid.letters};
}

Words plain(Grid2 grid) {
    const bool any = std::any_of(grid.letters.begin(), grid.letters.end(), [](int letter) { return letter >= marked; });
    return any ? Words{} : Words{grid.letters};
}

// --- Rules as transducers ---

const std::vector<Frame> frames{{4, 1, true},  {4, 2, true},  {4, 3, true},  {6, 2, true},
                                {4, 5, true},  {4, 7, true},  {8, 2, true},  {2, 1, false},
                                {2, 4, false}, {3, 3, false}, {5, 2, false}, {2, 7, false}};

Letters unmarked_word(Rng& rng, const Frame& frame) {
    return rng.below(2) == 0 ? weighted(rng, frame.letters(), {3, 2, 1, 1})
                             : weighted(rng, frame.letters(), {1, 1, 1, 4});
}
/// With gaps in which much can be stacked.
Letters sparse_word(Rng& rng, const Frame& frame) {
    Letters letters = weighted(rng, frame.letters(), {2, 1, 1, 1});
    for (int column = 0; column < frame.columns; ++column) {
        const auto top = (column + 1) * frame.layers;
        std::fill(letters.begin() + top - static_cast<int>(rng.below(static_cast<std::uint64_t>(frame.layers) + 1)),
                  letters.begin() + top, std::uint8_t{empty});
    }
    return letters;
}
Letters marked_word(Rng& rng, const Frame& frame) {
    return rng.below(2) == 0 ? weighted(rng, frame.letters(), {3, 2, 1, 2, 0, 1, 1, 1})
                             : weighted(rng, frame.letters(), {1, 1, 1, 5, 0, 0, 0, 1});
}

/// The rule on every word alone and on all of them at once; returns how many words come of it.
template <int From, int To, typename T, typename Twin>
std::size_t check_rule(const T& rule, const Words& words, Twin twin) {
    Store<From> from;
    Store<To> to;
    diagram::Memo memo;
    Node all = none;
    Words all_expected;
    for (const Letters& word : words) {
        const Node one = from.word(word);
        const Words expected = twin(Grid2{rule.frame, word});
        CHECK(words_of(to, image(rule, from, to, memo, one), rule.written) == expected);
        all = from.unite(all, one);
        all_expected.insert(expected.begin(), expected.end());
    }
    CHECK(words_of(to, image(rule, from, to, memo, all), rule.written) == all_expected);
    return all_expected.size();
}

template <typename Make>
Words some_words(Rng& rng, const Frame& frame, const Make& make, int size = 40) {
    Words words{Letters(static_cast<std::size_t>(frame.letters()), empty)};
    for (int k = 0; k < size; ++k) words.insert(make(rng, frame));
    return words;
}

}  // namespace

TEST(shapez_rule_stack_layer) {
    Rng rng(1);
    std::size_t made = 0;
    for (const Frame& frame : frames) {
        if (frame.columns > 6) continue;  // there are 3 to the power of columns ways to try
        const Words words = some_words(rng, frame, sparse_word, 15);
        for (int target = 0; target < frame.layers; ++target)
            for (const bool changed : {false, true})
                made += check_rule<4, 4>(StackLayer(frame, target, changed), words,
                                         [&](const Grid2& grid) { return stack_layer(grid, target, changed); });
    }

    CHECK(made > 5000);
}

TEST(shapez_rules_before_a_push) {
    Rng rng(2);
    std::size_t made = 0;
    for (const Frame& frame : frames) {
        const Words words = some_words(rng, frame, unmarked_word);
        check_rule<4, 4>(PushPlain(frame), words, push_plain);
        made += check_rule<4, 8>(TopCrystals(frame), words, top_crystals);
    }

    CHECK(made > 200);
}

TEST(shapez_rules_before_a_cut) {
    Rng rng(3);
    for (const Frame& frame : frames) {
        const Words words = some_words(rng, frame, unmarked_word);
        check_rule<4, 8>(AnyBorderCrystals(frame), some_words(rng, frame, unmarked_word, 8), any_border_crystals);
        const int last = frame.columns - 1;
        if (frame.ring) {
            const int half = frame.columns / 2;
            const BorderCrystals::Border ends{0, last}, middle{half - 1, half};
            check_rule<4, 8>(BorderCrystals(frame, half, ends, middle), words,
                             [&](const Grid2& grid) { return border_crystals(grid, half, {ends, middle}); });
        }
        for (int kept = 1; kept < frame.columns; ++kept)
            for (const BorderCrystals::Border& border : {BorderCrystals::Border{0, last}, {kept - 1, kept}})
                check_rule<4, 8>(BorderCrystals(frame, kept, border), words,
                                 [&](const Grid2& grid) { return border_crystals(grid, kept, {border}); });
    }
}

TEST(shapez_rule_spread) {
    Rng rng(4);
    for (const Frame& frame : frames) {
        const Words words = some_words(rng, frame, marked_word);
        for (const Spread::What what : {Spread::What::breaking, Spread::What::support})
            for (int target = 0; target < frame.layers; ++target)
                check_rule<8, 8>(Spread(frame, what, target), words,
                                 [&](const Grid2& grid) { return spread_in_layer(grid, what, target); });
    }
}

TEST(shapez_rules_of_standing) {
    Rng rng(5);
    // Before these, crystals alone are marked.
    const auto broken = [](Rng& any, const Frame& frame) {
        return weighted(any, frame.letters(), {2, 2, 2, 2, 0, 0, 0, 1});
    };
    for (const Frame& frame : frames) {
        check_rule<8, 8>(PushMarked(frame), some_words(rng, frame, broken), push_marked);
        check_rule<8, 8>(Ground(frame), some_words(rng, frame, broken), ground);
        const Words words = some_words(rng, frame, marked_word);
        for (const bool falling : {false, true})
            check_rule<8, 8>(Unsupported(frame, falling), words,
                             [&](const Grid2& grid) { return unsupported(grid, falling); });
        check_rule<8, 4>(Plain(frame), some_words(rng, frame, unmarked_word), plain);
        check_rule<8, 4>(Plain(frame), words, plain);
    }
}

TEST(shapez_rule_fall) {
    Rng rng(6);
    std::size_t made = 0;
    for (const Frame& frame : frames)
        for (int target = 1; target < frame.layers; ++target) {
            // What is below has fallen, unsupported crystals have gone.
            const auto falling = [&](Rng& any, const Frame& of) {
                Grid2 grid{of, weighted(any, of.letters(),
                                        any.below(2) == 0 ? std::vector<std::uint64_t>{4, 1, 1, 1, 0, 4, 1}
                                                          : std::vector<std::uint64_t>{9, 1, 1, 1, 0, 4, 4})};
                for (int column = 0; column < of.columns; ++column)
                    for (int layer = 0; layer < target; ++layer)
                        grid.set(column, layer,
                                 any.below(3) == 0 && layer < target - 1 ? kind(grid.at(column, layer)) : +empty);
                return grid.letters;
            };
            made += check_rule<8, 8>(Fall(frame, target), some_words(rng, frame, falling),
                                     [&](const Grid2& grid) { return fall(grid, target); });
        }

    CHECK(made > 500);
}

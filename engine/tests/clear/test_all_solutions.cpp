#include <vector>

#include "check.hpp"
#include "clear/all_solutions.hpp"
#include "clear/kicks.hpp"
#include "core/stop.hpp"
#include "diagram/words.hpp"

using namespace shapewright::clear;
namespace diagram = shapewright::diagram;

TEST(clear_two_lines_have_64_solutions) {
    const Mover<Board> mover(clear_kicks::srs(), Drop::soft);
    const AllSolutions solutions(mover, 2);
    std::vector<diagram::Word> words;
    for (const diagram::Word beginning : solutions.beginnings())
        for (const diagram::Word word : solutions.words(beginning, {})) words.push_back(word);
    CHECK_EQ(words.size(), 64U);
    for (const diagram::Word word : words) {
        Board covered = 0;
        std::array<std::uint8_t, pieces> number{};
        for (const Part& part : solutions.parts(word)) {
            CHECK_EQ(covered & part.cells, 0U);
            covered |= part.cells;
            ++number[static_cast<std::size_t>(part.piece)];
        }
        CHECK(solutions.pieces_of(word) == number);
        CHECK_EQ(covered, lowest_rows<Board>(2));
    }
    const diagram::Diagram set = diagram::diagram_of_words(words, solutions.letters());
    CHECK_EQ(set.count(), 64U);
    for (std::size_t k = 0; k < words.size(); ++k) CHECK_EQ(set.word(k), words[k]);
}

TEST(clear_solutions_of_other_heights_are_refused) {
    const Mover<Board> mover(clear_kicks::srs(), Drop::soft);
    CHECK_THROWS(AllSolutions(mover, 6), std::invalid_argument);
}

TEST(clear_the_search_for_solutions_stops_when_told) {
    const Mover<Board> mover(clear_kicks::srs(), Drop::soft);
    const AllSolutions solutions(mover, 4);
    const unsigned char stop = 1;
    const shapewright::StopToken told(&stop, -1);
    CHECK_THROWS(solutions.words(solutions.beginnings().front(), told), diagram::Stopped);
    CHECK_THROWS(solutions.words(1, {}), std::invalid_argument);
}

// A search written down, so that a program that shares no code with it can go through it again.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/flat_map.hpp"
#include "core/natural.hpp"
#include "core/rng.hpp"
#include "core/stop.hpp"
#include "core/wide.hpp"
#include "exact_cover/cells.hpp"
#include "exact_cover/instance.hpp"

namespace shapewright::exact_cover {

/// The covers of an instance in which every item is required and has no colour, as lines of text: docs/certificates
/// describes them. A line is a state (what is covered, how often each piece is used), and each state has one line,
/// however it is reached: that is why the text can be far shorter than the search.
///
///     2 1 !5 *      item 2 is covered in three ways: then the state of the line before, nothing for item 5, a cover
///
/// Two states count as one if sums of random numbers of 128 bits agree. A mistake there makes a text that does not pass
/// its checker, never a wrong number.
class Certificate {
public:
    enum class Outcome { done, too_large, stopped };

    /// With `costs`, one for each option, a state has the cost of its cheapest cover in place of the number of covers.
    Certificate(const Instance& instance, std::vector<std::int64_t> costs);

    /// Begin with a piece that is used exactly once. Each of its options stands for as many as `times` says (one number
    /// for each option of the instance).
    void begin_with(std::uint32_t piece, std::vector<std::uint32_t> times);

    /// Branch on the first item that is not covered if `in_order`, otherwise on the one with the fewest options. At
    /// most so many bytes are used.
    Outcome run(const StopToken& stop, bool in_order, std::uint64_t most_bytes);

    const std::vector<std::string>& text() const { return text_; }  ///< in pieces that end with a line
    std::string root() const;                                       ///< the word for the state without any option
    Natural count() const;                                          ///< 0 if there are costs
    std::int64_t least() const;                                     ///< `no_cover` if there is none, or no costs
    std::uint64_t lines() const { return lines_; }

    static constexpr std::int64_t no_cover = std::int64_t{1} << 62;

private:
    // A line, the item or piece for which nothing is left (after the items), or a cover.
    struct Word {
        enum Kind : std::uint8_t { line, dead, cover } kind = dead;
        std::uint32_t number = 0;
    };

    struct Frame {
        std::uint32_t list = 0;
        Word128 state;
        std::vector<std::uint32_t> options;
        std::vector<Word> words;
    };

    std::uint32_t number_of(std::uint32_t list) const;
    std::uint32_t without_option() const;
    Word reached() const;
    void open(const Word128& state, std::uint32_t list);
    std::uint32_t best_list();
    void write(Frame& frame);
    void add_up(const Frame& frame);
    std::string text_of(const Word& word) const;
    std::uint64_t bytes() const;

    Cells cells_;
    std::uint32_t items_;
    std::vector<std::uint32_t> singles_;  // pieces that are used exactly once, in the order of their lists
    std::vector<Word128> moved_;          // how an option changes the state
    std::vector<std::int64_t> costs_;
    std::uint32_t begin_ = Cells::none;  // a list
    std::vector<std::uint32_t> times_;
    FlatMap<Word128, Word> known_;
    bool in_order_ = false;
    std::vector<Frame> frames_;
    std::size_t depth_ = 0;
    Word root_;
    std::vector<std::string> text_;
    std::uint64_t size_ = 0;
    std::uint32_t lines_ = 0;
    std::size_t limbs_ = 1;
    std::vector<std::uint64_t> sums_;  // `limbs_` for each line
    std::vector<std::int64_t> least_;
};

}  // namespace shapewright::exact_cover

// Backward chaining to one shape beside what there is: by the machine whose inputs cost least there, as it seems.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/rng.hpp"
#include "shapez/plan/improve/lift.hpp"
#include "shapez/plan/library/half_rows.hpp"
#include "shapez/plan/stock.hpp"

namespace shapewright::shapez {

/// A shape, or any shape with that east or west once it is cut.
struct Need {
    enum class What : std::uint8_t { nothing, whole, east, west };
    What what = What::nothing;
    Parts::Value value = 0;
};

/// A 256th of a machine. Searches reckon in whole numbers, lest their answers hang on how a processor rounds.
using Price = std::int32_t;
constexpr Price one_machine = 256;

/// A random price, exponentially distributed with that mean.
Price drawn(Rng& rng, Price mean);

/// What it costs to make a shape is guessed from its look at first, then from what it took when it was made.
class Remake {
public:
    using Value = Parts::Value;

    /// All must outlive this. `halves` may be empty; `ring` may be null then.
    Remake(const Game& game, const Supplies& supplies, const AnyRing* ring, const HalfPlansView& halves,
           const Fillings& fillings, Parts& world, Stock& stock, Rng& rng)
        : game_(game),
          supplies_(supplies),
          ring_(ring),
          halves_(halves),
          fillings_(fillings),
          world_(world),
          stock_(stock),
          rng_(rng) {}

    /// Adds machines to the stock until that is there, for a cost of `limit` at most with all the stock. False if it
    /// was not found; then the stock is as before. `noise` is added to what ways cost, on average, before one is taken.
    /// So many needs are looked at, and of each so many ways tried as `patience` says.
    struct Patience {
        int needs = 60, ways = 2;
    };
    bool make(const Need& need, int limit, Price noise, const Patience& patience);
    /// That machine with those inputs is not to be used, until another is named; none if it takes 0.
    void avoid(const Stock::Step& step) { avoided_ = step; }
    /// The shape in stock that meets a need; 0 if there is none.
    Value met(const Need& need) const;

private:
    /// A machine that could make a shape, or a row of the table of halves.
    struct Way {
        Price cost;
        Machine machine;
        int fluid;
        Need first, second;
        std::int32_t row = no_row;  // first_alone: nothing more is to be done when the first is there
    };
    /// A machine that makes a shape, whatever there is.
    struct Plain {
        Machine machine;
        int fluid;
        Value first, second;
    };
    /// A row with types and colours. `origin` says by which of its machines an input is made; -1: none.
    struct Row {
        Value whole = 0;
        Stock::Steps steps;
        std::vector<std::array<std::int32_t, 2>> origin;
        std::vector<Value> open;
    };
    struct Known {
        Price guess = -1;
        std::int32_t first_row = -1, last_row = -1;
        std::int32_t first_way = -1, last_way = -1;       // of those that do not hang on what there is
        std::array<std::int32_t, 2> first_whole{-1, -1};  // by side: shapes with that half
        std::array<std::int32_t, 2> last_whole{-1, -1};
        std::uint8_t open = 0;                  // by what is needed of it: whether it is being made already, further up
        std::int8_t stable = -1;                // -1: not asked yet
        std::array<std::uint32_t, 4> failed{};  // by what is needed: the last make() that did not find it
        std::array<std::uint32_t, 4> priced{};  // by what is needed: the state of all when the price was worked out
        std::array<Price, 4> price{};
        std::int32_t first_fill = -1;  // of what the other side may be filled with
        std::uint32_t loose = unknown_cells;
    };
    /// Bottom and top of what was parted before; one of a table that forgets.
    struct Parting {
        std::uint64_t asked = 0;
        Value bottom = 0, top = 0;
    };
    static constexpr std::int32_t no_row = -1, first_alone = -2;
    static constexpr std::uint32_t unknown_cells = ~std::uint32_t{0};
    static constexpr Value unknown = ~Value{0};
    static constexpr int parting_bits = 12;

    bool grow(const Need& need, int depth);
    void ways_to_whole(Value v);
    void note_ways(Value v);
    void note_wholes(Value half, Need::What side);
    bool is_pushed(Value x, Value v);
    bool is_grown(Value x, Value v, int colour);
    template <typename Work>
    void for_crystals(Value v, const Work& work);
    std::pair<Value, Value> stacked(Value v, std::uint32_t upper);
    std::pair<Value, Value> parted(Value v, std::uint32_t upper);
    std::uint32_t loose(Value v);
    std::vector<std::uint32_t> loose_parts(Value v);
    bool has_half(Value x, Value half, Need::What side);
    void offer_whole(Value x);
    void by_stacking(Value v);
    void by_stacking_stock(Value v);
    void by_crystals(Value v);
    void by_pushing(Value v);
    void by_painting(Value v);
    void by_swapping(Value v);
    void ways_to_half(Value half, Need::What side);
    void half_by_one_machine(Value half, Need::What side);
    Value filled(Value half, Need::What side, int width, bool before);
    enum class Rule : std::uint8_t;
    Painted filled(const Painted& half, Need::What side, int width, bool before, Rule rule) const;
    void offer(Machine machine, const Need& first, const Need& second = {}, int fluid = 0);
    bool add(const Stock::Step& step);
    bool follow(const Way& way, int depth);
    bool follow_row(const Row& row, int depth);
    Price price(const Need& need);
    Price price_now(const Need& need);
    Price price_of_row(const Row& row);
    void look_up_rows(Value half, Need::What side);
    bool stable(Value v);
    Known& known(Value v);
    Price guess(Value v);
    static Need whole(Value v) { return {Need::What::whole, v}; }

    const Game& game_;
    const Supplies& supplies_;
    const AnyRing* ring_;
    const HalfPlansView& halves_;
    const Fillings& fillings_;
    Parts& world_;
    Stock& stock_;
    Rng& rng_;
    int limit_ = 0, tried_ = 0;
    Patience patience_;
    std::uint32_t makes_ = 0;
    std::uint32_t state_ = 1;  // another whenever what is there, or is being made, may be other than before
    Stock::Step avoided_{};
    Price noise_ = 0;
    std::vector<Known> known_;
    std::vector<Row> rows_;
    std::vector<Plain> plain_;   // by shape, one after the other
    std::vector<Value> wholes_;  // the same, by half
    std::vector<Way> ways_;      // of those that are open, one after the other
    std::vector<Value> fills_;   // the same, by half, width, place and rule
    std::vector<Parting> partings_ = std::vector<Parting>(std::size_t{1} << parting_bits);
    std::vector<char> needed_;
};

}  // namespace shapewright::shapez

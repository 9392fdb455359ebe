// All buildable shapes of small configurations: the numbers that others found, and how a closure ends early.
#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"
#include "core/atomic_view.hpp"
#include "core/stop.hpp"
#include "shapez/closure/closure.hpp"
#include "shapez/closure/fresh_pushed.hpp"
#include "shapez/closure/parents.hpp"
#include "shapez/rules/shape.hpp"
#include "shapez/shape_sets.hpp"

using namespace shapewright;
using namespace shapewright::shapez;
using shape_sets::members;
using shape_sets::Packed;

namespace {

// With sanitizers everything takes some twenty times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif
#else
constexpr bool sanitized = false;
#endif

constexpr std::uint64_t enough_nodes = 1u << 26;

/// Everything that can be built, from the seed halves alone.
class Everything {
public:
    Everything(int parts, int layers) : parts_(parts), closure_(parts, layers, enough_nodes) {
        halves_ = closure_.seed_halves();
        for (Node known = none; known != halves_;) {
            halves_ = closure_.closed_halves(halves_);
            found_on_halves.push_back(count(halves_, parts_ / 2));
            swappable_ = closure_.swappable(halves_);
            shapes_ = closure_.stacked(swappable_);
            rounds_ = {shapes_};
            for (;;) {
                const Node pushed = closure_.subtract(closure_.pushed(rounds_.back()), shapes_);
                if (pushed == none) break;
                rounds_.push_back(closure_.subtract(closure_.stacked(pushed), shapes_));
                shapes_ = closure_.unite(shapes_, rounds_.back());
            }
            known = halves_;
            halves_ = closure_.unite(halves_, closure_.cut(shapes_));
        }
        const Node stacked = closure_.changed_by_stacking(shapes_);
        essential_ = closure_.subtract(closure_.subtract(shapes_, swappable_), stacked);
    }

    std::uint64_t halves() const { return count(halves_, parts_ / 2); }
    std::uint64_t oriented() const { return count(shapes_, parts_); }
    std::uint64_t total() const { return canonical(shapes_); }
    std::uint64_t swappable() const { return canonical(swappable_); }
    std::uint64_t essential() const { return canonical(essential_); }

    ShapeSet half_set() const { return closure_.take(halves_, parts_ / 2); }
    ShapeSet shape_set() const { return closure_.take(shapes_, parts_); }
    ShapeSet essential_set() const { return closure_.take(essential_, parts_); }
    ShapeSet round(std::size_t number) const { return closure_.take(rounds_[number], parts_); }
    std::size_t rounds() const { return rounds_.size(); }

    /// The quicker ways to what others find in a more obvious one.
    void check_shortcuts() {
        Node known = none;
        for (const Node round : rounds_) {
            known = closure_.unite(known, round);
            const Node pushed = closure_.subtract(closure_.pushed(round), known);
            for (const int threads : {1, 2, 5})
                CHECK(closure_.bring(fresh_pushed(closure_.take(round, parts_), closure_.take(known, parts_), threads,
                                                  enough_nodes, StopToken{})) == pushed);
            Closure other(parts_, closure_.take(round, parts_).layers(), enough_nodes);
            const Node enough = other.rotated_enough(other.bring(closure_.take(round, parts_)));
            CHECK(closure_.bring(other.take(enough, parts_)) == round ||
                  other.take(enough, parts_).count() < count(round, parts_));
            const ShapeSet made = other.take(other.in_all_rotations(other.pushed(enough)), parts_);
            CHECK(closure_.bring(made) == closure_.pushed(round));
            CHECK(closure_.not_stacked(pushed, shapes_) ==
                  closure_.subtract(pushed, closure_.changed_by_stacking(shapes_)));
        }
        CHECK(closure_.not_stacked(shapes_, swappable_) ==
              closure_.subtract(shapes_, closure_.changed_by_stacking(swappable_)));
    }

    /// How many halves were known each time before shapes were looked at.
    std::vector<std::uint64_t> found_on_halves;

private:
    std::uint64_t count(Node set, int columns) const { return closure_.take(set, columns).count(); }
    std::uint64_t canonical(Node set) const { return closure_.take(set, parts_).count_canonical(StopToken{}); }

    int parts_;
    Closure closure_;
    Node halves_ = none, swappable_ = none, shapes_ = none, essential_ = none;
    std::vector<Node> rounds_;
};

struct Numbers {
    int parts, layers;
    std::uint64_t halves, total, swappable, essential, oriented;
    bool quick;
};

// Halves, total, swappable and pin-push-essential shapes of Quad3, Quad4 and Hex3: the README of
// cpcp1998/shapez2-solver. Of the others, and all oriented totals, a brute force from single parts. Nobody has
// published those of Oct and Dec rings; the counts of swappable shapes agree with a transfer matrix
// (tests/shapez/data/test_count.py).
constexpr Numbers known[] = {
    {4, 1, 16, 55, 55, 0, 256, true},
    {4, 2, 181, 5'092, 5'047, 0, 35'281, true},
    {4, 3, 1'796, 502'906, 491'279, 7, 3'865'768, true},
    {4, 4, 16'193, 44'233'241, 42'230'784, 504, 349'728'289, false},
    {6, 1, 64, 430, 430, 0, 4'096, true},
    {6, 2, 2'491, 567'318, 566'832, 0, 6'694'921, true},
    {6, 3, 81'352, 675'495'801, 672'574'819, 80, 8'094'768'074, false},
    {8, 1, 256, 4'435, 4'435, 0, 65'536, true},
    {8, 2, 34'201, 79'072'549, 79'065'091, 0, 1'263'112'105, true},
    {10, 1, 1'024, 53'764, 53'764, 0, 1'048'576, true},
    {10, 2, 469'573, 11'909'197'051, 11'909'072'728, 0, 238'148'870'131, false},
};

/// Closed under every machine, shape by shape.
template <typename R>
void check_shapes_of(const Everything& all) {
    const ShapeSet shapes = all.shape_set(), halves = all.half_set();
    const auto some = shapes.sample(1, 300), others = shapes.sample(2, 300);
    for (std::size_t k = 0; k < some.size(); ++k) {
        const Shape x = some[k], y = others[k];
        CHECK(R::is_stable(x));
        const auto [east, west] = R::cut(x);
        CHECK(shapes.contains(east) && shapes.contains(west) && halves.contains(R::east_key(east)));
        const auto [one, other] = R::swap(x, y);
        CHECK(shapes.contains(one) && shapes.contains(other));
        CHECK(shapes.contains(R::stack(x, y)));
        CHECK(shapes.contains(R::push_pin(x)));
        CHECK(shapes.contains(R::crystallise(x)));
        CHECK(shapes.contains(R::rotate(x, 1)) && shapes.contains(R::mirror(x)));
    }
}

/// Every pin-push-essential shape comes from a shape of an earlier round than itself, and every half from a shape.
template <typename R>
void check_parents_of(const Everything& all) {
    std::vector<std::uint64_t> open;
    for (const std::uint64_t shape : members(all.essential_set())) open.push_back(shape);
    for (std::size_t round = 0; round < all.rounds(); ++round) {
        const ShapeSet fresh = all.round(round);
        const auto parents = pin_parents(fresh, open, 2, enough_nodes, StopToken{});
        std::vector<std::uint64_t> left;
        for (std::size_t k = 0; k < open.size(); ++k) {
            if (parents[k] == no_parent) {
                left.push_back(open[k]);
                continue;
            }
            CHECK(fresh.contains(parents[k]));
            CHECK_EQ(R::push_pin(parents[k]), open[k]);
        }
        open = left;
    }
    CHECK(open.empty());
    const ShapeSet shapes = all.shape_set();
    const Packed halves = members(all.half_set());
    const std::vector<std::uint64_t> keys(halves.begin(), halves.end());
    const auto cut_from = cut_parents(shapes, keys, 2, enough_nodes, StopToken{});
    for (std::size_t k = 0; k < keys.size(); ++k) {
        CHECK(shapes.contains(cut_from[k]));
        CHECK_EQ(R::east_key(R::cut(cut_from[k]).first), keys[k]);
    }
}

}  // namespace

TEST(shapez_closure_gives_the_known_numbers) {
    for (const Numbers& numbers : known) {
        if (sanitized && !numbers.quick) continue;
        const Everything all(numbers.parts, numbers.layers);
        CHECK_EQ(all.halves(), numbers.halves);
        CHECK_EQ(all.oriented(), numbers.oriented);
        CHECK_EQ(all.total(), numbers.total);
        CHECK_EQ(all.swappable(), numbers.swappable);
        CHECK_EQ(all.essential(), numbers.essential);
        // Only of four layers of four parts a half was missed that comes from no other halves by themselves.
        const bool more = numbers.parts == 4 && numbers.layers == 4;
        CHECK(all.found_on_halves ==
              (more ? std::vector<std::uint64_t>{16'133, 16'193} : std::vector<std::uint64_t>{numbers.halves}));
    }
}

TEST(shapez_closure_is_closed_under_every_machine) {
    check_shapes_of<Ring<4, 2>>(Everything(4, 2));
    check_shapes_of<Ring<4, 3>>(Everything(4, 3));
    check_shapes_of<Ring<6, 2>>(Everything(6, 2));
    check_shapes_of<Ring<8, 2>>(Everything(8, 2));
    if (sanitized) return;
    check_shapes_of<Ring<4, 4>>(Everything(4, 4));
    check_shapes_of<Ring<6, 3>>(Everything(6, 3));
}

TEST(shapez_closure_shortcuts_lead_to_the_same) {
    for (const auto& [parts, layers] : {std::pair{4, 1}, {4, 2}, {4, 3}, {6, 1}, {6, 2}, {8, 2}, {4, 4}, {6, 3}})
        if (!sanitized || parts * layers <= 12) Everything(parts, layers).check_shortcuts();
}

namespace {

/// Cuts some of the shapes at once, and one by one.
template <typename R>
void check_cut(int parts, int layers) {
    const ShapeSet all = Everything(parts, layers).shape_set();
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Packed some, halves;
        for (const std::uint64_t shape : all.sample(seed, 1 + 3 * seed)) {
            some.insert(shape);
            halves.insert(R::east_key(R::cut(shape).first));
        }
        Closure closure(parts, layers, enough_nodes);
        CHECK(members(closure.take(closure.cut(closure.bring(shape_sets::set_of(some, parts, layers))), parts / 2)) ==
              halves);
    }
}

}  // namespace

TEST(shapez_closure_cuts_as_single_shapes_are_cut) {
    check_cut<Ring<4, 1>>(4, 1);
    check_cut<Ring<4, 3>>(4, 3);
    check_cut<Ring<6, 2>>(6, 2);
    check_cut<Ring<8, 2>>(8, 2);
    if (!sanitized) check_cut<Ring<6, 3>>(6, 3);
}

TEST(shapez_closure_knows_parents) {
    check_parents_of<Ring<4, 3>>(Everything(4, 3));
    check_parents_of<Ring<6, 2>>(Everything(6, 2));
    if (!sanitized) check_parents_of<Ring<4, 4>>(Everything(4, 4));
}

TEST(shapez_closure_stays_within_its_nodes) {
    Closure closure(6, 3, 2000);
    CHECK_THROWS(closure.closed_halves(closure.seed_halves()), diagram::OutOfNodes);
    const ShapeSet all = Everything(4, 3).shape_set();
    const std::vector<std::uint64_t> shapes{0};
    CHECK_THROWS(pin_parents(all, shapes, 1, 200, StopToken{}), diagram::OutOfNodes);
    CHECK_THROWS(cut_parents(all, shapes, 1, 200, StopToken{}), diagram::OutOfNodes);
}

TEST(shapez_closure_stops) {
    const unsigned char flag = 1;
    const StopToken told(&flag, -1), late(nullptr, 0);
    for (const StopToken* token : {&told, &late}) {
        Closure closure(6, 3, enough_nodes);
        closure.poll(token);
        CHECK_THROWS(closure.closed_halves(closure.seed_halves()), diagram::Stopped);
    }
    const ShapeSet all = Everything(4, 2).shape_set();
    const std::vector<std::uint64_t> shapes{0};
    CHECK_THROWS(pin_parents(all, shapes, 2, enough_nodes, told), diagram::Stopped);
    CHECK_THROWS(cut_parents(all, shapes, 2, enough_nodes, told), diagram::Stopped);
}

#if !defined(SHAPEWRIGHT_NO_THREADS)

// Far too much for as long as this test runs.
TEST(shapez_closure_is_stopped_from_another_thread) {
    unsigned char flag = 0;
    const StopToken token(&flag, -1);
    std::atomic<bool> stopped = false, running = false;
    std::thread worker([&] {
        Closure closure(10, 3, enough_nodes);
        closure.poll(&token);
        running = true;
        running.notify_all();
        try {
            closure.closed_halves(closure.seed_halves());
        } catch (const diagram::Stopped&) {
            stopped = true;
        }
    });
    running.wait(false);
    store_relaxed<unsigned char>(flag, 1);
    worker.join();
    CHECK(stopped);
}

#endif

// The least fixpoint of the machines: all buildable shapes of so many parts and layers, as a decision diagram.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "core/stop.hpp"
#include "diagram/image.hpp"
#include "diagram/source.hpp"
#include "diagram/store.hpp"
#include "shapez/closure/shape_set.hpp"
#include "shapez/rules/physics.hpp"

namespace shapewright::shapez {

using diagram::Node;
using diagram::none;

/// The steps that push pins under the shapes of a set, each able to go backward: it turns the letters it wrote into
/// some that it read, or returns false. After the common steps either nothing falls or something does.
struct Trace {
    using Step = std::function<bool(diagram::Letters&, diagram::Memo&)>;
    std::vector<Step> plain, common, standing, falling;
};

/// The fixpoint of swapping, stacking and pushing pins, in rounds: round 0 is what swapping two halves and then
/// stacking gives, round k what pushing pins under the shapes new in round k-1, and then stacking, adds. Cutting what
/// results shows whether the halves were all there are.
///
/// A word of a set spells a shape column by column, each from the bottom up. Operations throw `diagram::Stopped` once
/// the token given to `poll` has expired, and `diagram::OutOfNodes` beyond `most_nodes`; the object is of no use
/// afterwards.
class Closure {
public:
    Closure(int parts, int layers, std::uint64_t most_nodes);

    void poll(const StopToken* token);

    /// The set of the given half keys (any order), of words of parts / 2 columns.
    Node from_half_keys(std::span<const std::uint32_t> keys);

    /// The shapes of which, in some rotation, both halves are in the set.
    Node swappable(Node halves);
    /// The set with everything that stacking makes of it.
    Node stacked(Node set) { return stacked(set, ring_); }
    /// The set with everything that stacking pieces that come to lie in one layer makes of it. Done for every layer,
    /// from the lowest on, this is `stacked`.
    Node stacked_in(Node set, int layer);
    /// What a stacked piece that changes the shape makes of the shapes of a set.
    Node changed_by_stacking(Node set);
    /// Those of the wanted shapes that no stacked piece which changes the shape makes of the shapes of a set.
    Node not_stacked(Node wanted, Node set);
    /// What pushing pins makes of the shapes of a set.
    Node pushed(Node set) { return pushed(set, ring_); }
    /// Of shapes without crystals in the top layer; and of those whose crystals of the top layer are in certain columns
    /// (for each set of columns, bit = column, whether it is one of these). `enough_columns` are such that every other
    /// set of columns is a rotation of one of them.
    Node pushed_without_top(Node set);
    Node pushed_with_top(Node set, const std::vector<bool>& only);
    std::vector<bool> enough_columns() const;
    /// Of a set that holds all rotations of its shapes those shapes without crystals in the top layer, and of the
    /// others some rotations, at least one of each.
    Node rotated_enough(Node set);
    /// All rotations of the shapes of a set. Of all sets of this closure only the result stays.
    Node in_all_rotations(Node set);
    /// The east halves that cutting makes of the shapes of a set.
    Node cut(Node set);
    /// Keep every step of a push or a cut. Uses much more memory; the closure must outlive the trace and not be used
    /// meanwhile.
    Trace traced_push(Node set);
    Trace traced_cut(Node set);

    /// The halves that everyone can build: every column of any height, each of its parts normal or a crystal.
    Node seed_halves();
    /// The set of halves with all that pushing pins, stacking, and cutting after swapping and rotating make of it.
    Node closed_halves(Node halves);

    Node unite(Node a, Node b) { return plain_.unite(a, b); }
    Node subtract(Node a, Node b) { return plain_.subtract(a, b); }

    /// A set as a value of its own, and back. `columns` are those of its words.
    ShapeSet take(Node set, int columns) const;
    Node bring(const ShapeSet& set);

    /// At most so many disjoint sets that make up the set and share little: its words by what may follow their first
    /// column.
    std::vector<Node> slices(Node set, std::size_t most);

private:
    Node stacked(Node set, const Frame& frame);
    Node pushed(Node set, const Frame& frame);
    /// What cutting makes of halves, swapped with any other and then rotated by so many columns.
    Node turned_and_cut(Node halves, int rotation);
    /// Marked crystals, and those they touch, vanish from halves, which settle.
    Node broken_halves(Node marked);
    /// Marks spread up and down until nothing changes any more.
    Node spread(Node set, const Frame& frame, Spread::What what);
    Node spread_all(Node set, const Frame& frame, Spread::What what);
    /// The same for whole shapes, each of which has one marking, in the layer where the first sweep begins.
    Node spread_once(Node set, Spread::What what);
    /// A sweep of that, as a trace keeps it: the set before each layer, and what the sweep left as it was.
    struct Sweep {
        std::vector<std::pair<int, Node>> layers;
        Node unchanged = none;
    };
    /// Goes backward from the word that the sweeps made to one that they began with; false if they did not make it.
    bool before_sweeps(const std::vector<Sweep>& sweeps, Spread::What what, diagram::Letters& letters,
                       diagram::Memo& failures) const;
    /// Support is found, what lacks it vanishes or falls; marks of support must be there where parts stand on the
    /// ground.
    Node settled(Node set, const Frame& frame);
    /// The image; the set itself may be renumbered.
    template <class T>
    Node marked_image(const T& rule, Node& set);
    void clear_marked();
    /// Forgets what is not below these roots, which it may renumber, once that is likely to be half of all.
    void collect_marked(std::span<Node* const> roots);
    /// Notes the step down if there is a trace.
    template <class T, int From>
    void note(const T& rule, const diagram::Store<From>& from, Node set);
    /// Notes, after the steps to a set of shapes, what they made: backward it comes first, and tells whether to go on.
    void note_made(Node made);
    /// The image, noted down as a step.
    template <class T, int From, int To>
    Node traced_image(const T& rule, diagram::Store<From>& from, diagram::Store<To>& to, Node set);

    Frame ring_, east_;
    diagram::Store<4> plain_;
    diagram::Store<8> marked_;
    diagram::Memo memo_;
    std::uint32_t most_marked_;  // nodes, before it is worth looking for those that can be forgotten
    Trace* trace_ = nullptr;
    std::vector<Trace::Step>* steps_ = nullptr;  // those of the trace that are being noted down
};

}  // namespace shapewright::shapez

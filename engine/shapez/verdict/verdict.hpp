// Can it be built? Answered for single shapes from the halves and the pin shapes of a configuration, never from the set
// of all shapes.
//
// A shape is buildable if it is *swappable* (in some rotation, both halves are buildable halves), *stacked* on a base
// that is swappable or a pin shape, or a *pin shape* itself: one that only the pin pusher makes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "shapez/rules/shape.hpp"

namespace shapewright::shapez {

/// The last machine on the way to a shape; the first of these that will do.
enum class Way : std::uint8_t { none = 0, swapper = 1, stacker = 2, pin_pusher = 3 };

class Verdicts {
public:
    virtual ~Verdicts() = default;

    /// `halves` are the keys of all buildable halves, in any order, `pins` the canonical pin shapes. They take one bit
    /// for each key there could be, and some 16 bytes for each pin shape. Throws std::invalid_argument for sizes that
    /// are not compiled in, and for keys and shapes that are too large.
    static std::unique_ptr<Verdicts> make(int parts, int layers, std::span<const HalfKey> halves,
                                          std::span<const Shape> pins);

    /// Unstable shapes, too, are judged: nothing makes them. A shape must not have bits above those of its cells; this
    /// is asked millions of times and does not look, all others throw std::invalid_argument.
    virtual Way way(Shape x) const = 0;
    /// One way for each shape, by up to so many threads; false if stopped, the ways then being worth nothing.
    bool ways(std::span<const Shape> shapes, std::span<std::uint8_t> found, int threads, const StopToken& stop) const;

    /// What `x` was built on by its last machine, if that is the stacker: the base with the most parts.
    /// `x` itself if it is the swapper or the pin pusher; 0 if nothing makes it.
    Shape base(Shape x) const { return base_of(checked(x)); }

    /// For each column c of the first half of them: bit 0 if the half from column c on is buildable as it is, bit 1 if
    /// the half opposite is.
    std::vector<std::uint8_t> halves(Shape x) const { return halves_of(checked(x)); }

    /// Swappable shapes with the fewest parts of another kind than in `x`.
    struct Nearest {
        int distance = 0;
        std::vector<Shape> shapes;  // ascending
        bool complete = true;       // false: there are more than asked for
    };
    /// Nothing if stopped.
    std::optional<Nearest> nearest_swappable(Shape x, std::size_t most, const StopToken& stop = {}) const {
        return nearest_to(checked(x), most, stop);
    }

    /// All buildable shapes, ascending, of which exactly `distance` parts are of another kind than in `x`. Looks at
    /// 3^distance * binomial(cells, distance) shapes. False if stopped.
    bool at_distance(Shape x, int distance, std::vector<Shape>& found, const StopToken& stop) const;

    int cells() const { return cells_; }

protected:
    explicit Verdicts(int cells) : cells_(cells) {}

private:
    virtual Shape base_of(Shape x) const = 0;
    virtual std::vector<std::uint8_t> halves_of(Shape x) const = 0;
    virtual std::optional<Nearest> nearest_to(Shape x, std::size_t most, const StopToken& stop) const = 0;
    Shape checked(Shape x) const;

    int cells_;
};

}  // namespace shapewright::shapez

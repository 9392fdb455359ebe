// Halves as the other half sees them when two are joined, turned and cut.
//
// Cut along another axis, the ring of two joined halves falls apart into some columns of one and the rest of the
// other. Seen from the seam where they touch, that is a *projection* of each: its first columns, without the crystals
// that the cut breaks, and which cells of its first column broke, since that carries on across the seam.
#pragma once

#include <cstddef>
#include <vector>

#include "shapez/halves/findings.hpp"
#include "shapez/rules/shape.hpp"

namespace shapewright::shapez {

struct Projection {
    HalfKey inside;  ///< the columns that are kept
    HalfKey broken;  ///< a mask in column 0
    HalfKey half;    ///< a half that has this projection, or that it was made from
};

/// What cutting a half behind its first `kept` columns leaves of them; the crystals beside the cut break.
template <typename H>
Projection projected(HalfKey half, int kept, HalfKey origin) {
    const HalfKey crystal = H::crystals(half);
    const HalfKey columns = H::in_every_layer(H::row_mask(kept));
    const HalfKey struck = crystal & H::column(kept - 1) & crystal >> 2;
    const HalfKey broken = struck == 0 ? 0 : H::flood(struck, crystal & columns);
    return {half & H::whole(columns & ~broken), broken & H::first_column, origin};
}

/// Different projections of so many columns, each with the first half that had it.
template <typename H>
class Projections {
public:
    explicit Projections(int kept) : kept_(kept), seen_((2 * kept + 1) * H::layers) {}

    bool contains(const Projection& projection) const { return seen_.contains(index(projection)); }
    void add(const Projection& projection) {
        if (seen_.insert(index(projection))) list_.push_back(projection);
    }
    std::size_t size() const { return list_.size(); }
    const Projection& operator[](std::size_t i) const { return list_[i]; }
    int kept() const { return kept_; }

private:
    std::size_t index(const Projection& projection) const {
        const HalfKey row = (HalfKey{1} << (2 * kept_)) - 1;
        std::size_t index = 0;
        for (int l = 0; l < H::layers; ++l) {
            index = index << (2 * kept_) | (projection.inside >> (l * H::row_bits) & row);
            index = index << 1 | (projection.broken >> (l * H::row_bits) & 1);
        }
        return index;
    }

    int kept_;
    Bits seen_;
    std::vector<Projection> list_;
};

/// Two projections joined at the seam: `left` on the east's later columns, `right`, reflected, on those before them.
template <typename H>
class Joint {
public:
    Joint(const Projection& right, int kept)
        : inside_(H::reflected(right.inside) >> (2 * (H::columns - kept))),
          broken_(right.broken << (2 * kept)),
          kept_(kept) {}

    HalfKey with(const Projection& left) const {
        const HalfKey joined = inside_ | left.inside << (2 * kept_);
        const HalfKey crystal = H::crystals(joined);
        const HalfKey struck = (broken_ | left.broken << (2 * (kept_ - 1))) & crystal;
        return H::gravity(struck == 0 ? joined : joined & ~H::whole(H::flood(struck, crystal)));
    }

private:
    HalfKey inside_;
    HalfKey broken_;  ///< in the column across the seam, to which it carries on
    int kept_;        ///< columns of the right projection
};

}  // namespace shapewright::shapez

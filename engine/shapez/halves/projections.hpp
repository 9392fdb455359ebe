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

/// Different projections of so many columns, each with the first half that had it. `H` are the halves.
class Projections {
public:
    Projections(int kept, int layers) : kept_(kept), seen_((2 * kept + 1) * layers) {}

    template <typename H>
    bool contains(const Projection& projection) const {
        return seen_.contains(index<H>(projection));
    }
    template <typename H>
    void add(const Projection& projection) {
        if (seen_.insert(index<H>(projection))) list_.push_back(projection);
    }
    std::size_t size() const { return list_.size(); }
    const Projection& operator[](std::size_t i) const { return list_[i]; }
    int kept() const { return kept_; }

private:
    template <typename H>
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

/// What a projection on the right of the seam brings to any on its left.
struct Joint {
    HalfKey inside;
    HalfKey broken;  ///< in the column across the seam, to which it carries on
    int kept;        ///< columns of the right projection
};

template <typename H>
Joint joint_of(const Projection& right, int kept) {
    return {H::reflected(right.inside) >> (2 * (H::columns - kept)), right.broken << (2 * kept), kept};
}

/// Two projections joined at the seam: `left` on the east's later columns, the right one, reflected, before them.
template <typename H>
HalfKey joined(const Joint& right, const Projection& left) {
    const HalfKey both = right.inside | left.inside << (2 * right.kept);
    const HalfKey crystal = H::crystals(both);
    const HalfKey struck = (right.broken | left.broken << (2 * (right.kept - 1))) & crystal;
    return H::gravity(struck == 0 ? both : both & ~H::whole(H::flood(struck, crystal)));
}

}  // namespace shapewright::shapez

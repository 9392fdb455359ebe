#include "shapez/plan_reach.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <stdexcept>

#include "shapez/configurations.hpp"

namespace shapewright::shapez {

namespace {

using Small = std::uint32_t;  // a shape of at most 16 parts
constexpr int kMost = 12;     // shapes of a set

constexpr std::uint64_t stirred(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0xff51afd7ed558ccdULL;
    return hash ^ hash >> 32;
}

/// Sets of `size` shapes, each ascending, in the order in which they came.
class Sets {
public:
    explicit Sets(int size) : size_(static_cast<std::size_t>(size)), slots_(1024, 0) {}

    std::size_t count() const { return count_; }
    const Small* at(std::size_t k) const { return &shapes_[k * size_]; }
    void insert(const Small* set) {
        if (count_ * 10 >= slots_.size() * 7) grow();
        std::size_t place = hash(set) & (slots_.size() - 1);
        for (; slots_[place] != 0; place = (place + 1) & (slots_.size() - 1))
            if (std::memcmp(at(slots_[place] - 1), set, size_ * sizeof(Small)) == 0) return;
        slots_[place] = static_cast<std::uint32_t>(++count_);
        shapes_.insert(shapes_.end(), set, set + size_);
    }

private:
    std::size_t hash(const Small* set) const {
        std::uint64_t hash = size_;
        for (std::size_t k = 0; k < size_; ++k) hash = stirred(hash, set[k]);
        return static_cast<std::size_t>(hash * 0x9e3779b97f4a7c15ULL >> 16);
    }
    void grow() {
        std::vector<std::uint32_t> wider(slots_.size() * 2, 0);
        for (std::size_t k = 0; k < count_; ++k) {
            std::size_t place = hash(at(k)) & (wider.size() - 1);
            while (wider[place] != 0) place = (place + 1) & (wider.size() - 1);
            wider[place] = static_cast<std::uint32_t>(k + 1);
        }
        slots_ = std::move(wider);
    }

    std::size_t size_, count_ = 0;
    std::vector<Small> shapes_;
    std::vector<std::uint32_t> slots_;
};

template <typename R>
class Search {
public:
    Search(int machines, const StopToken& stop) : machines_(machines), stop_(stop) {
        for (int size = 0; size <= kMost; ++size) sets_.emplace_back(size);
        reached_.assign((std::size_t{1} << R::bits) / 64 + 1, 0);
        seen_.assign(std::size_t{1} << 20, 0);
    }

    Reached run() {
        std::array<std::size_t, kMost + 1> done{}, known{};
        std::vector<std::size_t> singles{0};
        for (done_ = 0; done_ < machines_ && !stopped_; ++done_) {
            left_ = machines_ - done_ - 1;
            if (done_ == 0) {
                expand(nullptr, 0);
            } else {
                for (std::size_t size = 1; size <= kMost; ++size) known[size] = sets_[size].count();
                for (std::size_t size = 1; size <= kMost; ++size) {
                    for (std::size_t k = done[size]; k < known[size] && !stopped_; ++k) {
                        // Expanding adds sets, which may move the others.
                        std::array<Small, kMost> set{};
                        std::copy_n(sets_[size].at(k), size, set.begin());
                        expand(set.data(), static_cast<int>(size));
                        if ((k & 255) == 0) stopped_ = stop_.expired();
                    }
                    done[size] = known[size];
                }
            }
            singles.push_back(sets_[1].count());
        }
        return written(singles);
    }

    static Small least(Small x) {
        const Small mirrored = static_cast<Small>(R::mirror(x));
        return std::min({x, mirrored, static_cast<Small>(R::half_turn(x)), static_cast<Small>(R::half_turn(mirrored))});
    }

private:
    struct Item {
        Small whole, east, west;
    };
    static Item item(Small x) {
        const auto [east, west] = R::cut(x);
        return {x, static_cast<Small>(east), static_cast<Small>(west)};
    }

    void mark(Small x) {
        x = least(x);
        reached_[x >> 6] |= std::uint64_t{1} << (x & 63);
    }

    /// One machine more on the shapes of a set and the raw shape.
    void expand(const Small* set, int size) {
        std::array<Item, kMost + 1> items;
        for (int k = 0; k < size; ++k) items[static_cast<std::size_t>(k)] = item(set[k]);
        items[static_cast<std::size_t>(size)] = item(static_cast<Small>(R::bottom));
        const int count = size + 1;
        // With one shape more than machines are left, each must take two shapes of the set and leave one.
        const bool only_joins = size == left_ + 2;
        for (int i = 0; i < count; ++i) {
            const Item& a = items[static_cast<std::size_t>(i)];
            if (!only_joins) {
                give(set, size, i, -1, static_cast<Small>(R::rotate(a.whole, 1)), 0);
                give(set, size, i, -1, static_cast<Small>(R::rotate(a.whole, R::parts - 1)), 0);
                give(set, size, i, -1, static_cast<Small>(R::half_turn(a.whole)), 0);
                give(set, size, i, -1, static_cast<Small>(R::push_pin(a.whole)), 0);
                give(set, size, i, -1, static_cast<Small>(R::crystallise(a.whole)), 0);
                give(set, size, i, -1, a.east, a.west);
                // A swapper that takes the same shape twice: what a cut leaves of it, in one piece.
                give(set, size, i, -1, a.east | a.west, 0);
            } else if (i == size) {
                break;
            }
            for (int j = 0; j < (only_joins ? size : count); ++j) {
                if (only_joins && i == j) continue;
                const Item& b = items[static_cast<std::size_t>(j)];
                give(set, size, i, j, static_cast<Small>(R::stack(a.whole, b.whole)), 0);
                if (j < i) give(set, size, i, j, a.east | b.west, b.east | a.west);
            }
        }
    }

    /// A machine on shapes i and j of a set (j = -1: none; `size`: the raw shape) gives one or two shapes.
    void give(const Small* set, int size, int i, int j, Small first, Small second) {
        const auto fresh = [&](Small x) {
            return x != 0 && x != R::bottom && std::find(set, set + size, x) == set + size;
        };
        const bool one = fresh(first), other = second != first && fresh(second);
        if (!one && !other) return;
        if (left_ == 0) {
            if (one) mark(first);
            if (other) mark(second);
            return;
        }
        for (const bool drop_i : {false, true}) {
            if (drop_i && i == size) continue;
            for (const bool drop_j : {false, true}) {
                if (drop_j && (j < 0 || j == size || j == i)) continue;
                std::array<Small, kMost + 2> kept{};
                int rest = 0;
                for (int k = 0; k < size; ++k)
                    if (!(drop_i && k == i) && !(drop_j && k == j)) kept[static_cast<std::size_t>(rest++)] = set[k];
                for (int keep = 1; keep < 4; ++keep) {
                    if (((keep & 1) && !one) || ((keep & 2) && !other)) continue;
                    int whole = rest;
                    if (keep & 1) kept[static_cast<std::size_t>(whole++)] = first;
                    if (keep & 2) kept[static_cast<std::size_t>(whole++)] = second;
                    if (whole <= left_ + 1) enter(kept.data(), whole);
                }
            }
        }
    }

    void enter(const Small* set, int size) {
        if (size > kMost) throw std::length_error("a plan keeps more shapes at a time than the search has room for");
        std::array<Small, kMost> least{}, image{};
        for (int symmetry = 0; symmetry < 4; ++symmetry) {
            for (int k = 0; k < size; ++k) {
                Shape x = set[k];
                if (symmetry & 1) x = R::mirror(x);
                if (symmetry & 2) x = R::half_turn(x);
                image[static_cast<std::size_t>(k)] = static_cast<Small>(x);
            }
            std::sort(image.begin(), image.begin() + size);
            if (symmetry == 0 ||
                std::lexicographical_compare(image.begin(), image.begin() + size, least.begin(), least.begin() + size))
                least = image;
        }
        // Sets that leave no choice but which to join next are not worth remembering: two or three are joined at once.
        if (size == left_ + 1 && (size == 2 || size == 3)) {
            if (!just_seen(least.data(), size)) {
                std::array<Item, 3> items;
                for (int k = 0; k < size; ++k)
                    items[static_cast<std::size_t>(k)] = item(least[static_cast<std::size_t>(k)]);
                if (size == 2)
                    join(items[0], items[1]);
                else
                    for (std::size_t k = 0; k < 3; ++k) join_three(items[k], items[(k + 1) % 3], items[(k + 2) % 3]);
            }
            return;
        }
        sets_[static_cast<std::size_t>(size)].insert(least.data());
    }
    void join(const Item& a, const Item& b) {
        mark(static_cast<Small>(R::stack(a.whole, b.whole)));
        mark(static_cast<Small>(R::stack(b.whole, a.whole)));
        mark(a.east | b.west);
        mark(b.east | a.west);
    }
    void join_three(const Item& a, const Item& b, const Item& c) {
        for (const Small x : {static_cast<Small>(R::stack(a.whole, b.whole)),
                              static_cast<Small>(R::stack(b.whole, a.whole)), a.east | b.west, b.east | a.west})
            if (x != 0) join(item(x), c);
    }

    /// Whether a set is among those seen last; forgets, but is never wrong about a yes: it holds the sets themselves.
    bool just_seen(const Small* set, int size) {
        std::uint64_t hash = 0;
        for (int k = 0; k < size; ++k) hash = stirred(hash, set[k]);
        const std::size_t place = static_cast<std::size_t>(hash * 0x9e3779b97f4a7c15ULL >> 46) * 4;
        Small* slot = &seen_[place];
        const Small wanted[4] = {set[0], set[1], size == 3 ? set[2] : 0, static_cast<Small>(size)};
        if (std::equal(wanted, wanted + 4, slot)) return true;
        std::copy(wanted, wanted + 4, slot);
        return false;
    }

    Reached written(const std::vector<std::size_t>& singles) {
        Reached result;
        result.complete = !stopped_;
        for (const Sets& sets : sets_) result.sets += sets.count();
        if (stopped_) return result;
        const auto add = [&](std::vector<Small>& shapes, int least) {
            std::sort(shapes.begin(), shapes.end());
            result.shapes.insert(result.shapes.end(), shapes.begin(), shapes.end());
            result.least.insert(result.least.end(), shapes.size(), static_cast<std::uint8_t>(least));
        };
        std::vector<Small> raw{static_cast<Small>(R::bottom)}, shapes;
        add(raw, 0);
        for (std::size_t machines = 1; machines < singles.size(); ++machines) {
            shapes.clear();
            for (std::size_t k = singles[machines - 1]; k < singles[machines]; ++k) {
                const Small x = *sets_[1].at(k);
                shapes.push_back(x);
                reached_[x >> 6] &= ~(std::uint64_t{1} << (x & 63));
            }
            add(shapes, static_cast<int>(machines));
        }
        // What is left has been made by the last machine only.
        reached_[0] &= ~std::uint64_t{1};
        reached_[R::bottom >> 6] &= ~(std::uint64_t{1} << (R::bottom & 63));
        shapes.clear();
        for (std::size_t word = 0; word < reached_.size(); ++word)
            for (std::uint64_t bits = reached_[word]; bits != 0; bits &= bits - 1)
                shapes.push_back(static_cast<Small>(word * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
        add(shapes, machines_);
        return result;
    }

    int machines_, done_ = 0, left_ = 0;
    bool stopped_ = false;
    const StopToken& stop_;
    std::vector<Sets> sets_;
    std::vector<std::uint64_t> reached_;
    std::vector<Small> seen_;
};

}  // namespace

Reached reached(int parts, int layers, int machines, const StopToken& stop) {
    return with_ring(parts, layers, [&]<typename R>(R) -> Reached {
        if constexpr (R::bits > 32)
            throw std::invalid_argument("shapes of more than 16 parts are too many to look at all plans");
        else
            return Search<R>(machines, stop).run();
    });
}

Shape least_image(int parts, int layers, Shape shape) {
    return with_ring(parts, layers, [&]<typename R>(R) -> Shape {
        if constexpr (R::bits > 32)
            throw std::invalid_argument("shapes of more than 16 parts are too many to look at all plans");
        else
            return Search<R>::least(static_cast<Small>(shape));
    });
}

}  // namespace shapewright::shapez

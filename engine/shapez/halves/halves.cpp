#include "shapez/halves/halves.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

#include "core/bits.hpp"
#include "shapez/halves/findings.hpp"
#include "shapez/halves/ordered_work.hpp"
#include "shapez/halves/projections.hpp"
#include "shapez/rules/any_ring.hpp"
#include "shapez/rules/configurations.hpp"

namespace shapewright::shapez {

namespace {

/// What a search for halves knows, and how it gets to know more: compiled once for all rings.
class HalfBook {
public:
    /// Each half and its reflection, at the place that its key has among all.
    void write(HalfTable& table) const {
        const std::vector<std::uint64_t>& words = known_.words();
        std::vector<std::uint32_t> before(words.size());  // halves in earlier words
        std::uint32_t total = 0;
        for (std::size_t w = 0; w < words.size(); ++w) {
            before[w] = total;
            total += static_cast<std::uint32_t>(std::popcount(words[w]));
        }
        table.keys.resize(total);
        table.operation.resize(total);
        table.first.resize(total);
        table.second.resize(total);
        table.steps.resize(total);
        table.order.resize(total);
        std::uint32_t order = 0;
        const auto put = [&](const Found& found) {
            const std::size_t w = found.key / 64;
            const std::uint64_t lower = (std::uint64_t{1} << found.key % 64) - 1;
            const std::size_t row = before[w] + static_cast<std::size_t>(std::popcount(words[w] & lower));
            table.keys[row] = found.key;
            table.operation[row] = static_cast<std::uint8_t>(found.operation());
            table.first[row] = found.first;
            table.second[row] = found.second;
            table.steps[row] = static_cast<std::uint8_t>(found.steps());
            table.order[row] = order++;
        };
        for (std::size_t i = 0; i < found_.size(); ++i) {
            const Found other = reflected(found_[i]);
            put(found_[i]);
            if (other.key != found_[i].key) put(other);
        }
    }

protected:
    HalfBook(const AnyRing& ring, int threads, const StopToken& stop,
             const std::function<void(std::uint64_t)>& progress)
        : stop_(stop), ring_(ring), known_(ring.half_bits), threads_(threads), progress_(progress) {
        const int columns = ring.parts / 2;
        const auto run = [](int start, int count) { return ((HalfKey{1} << (2 * count)) - 1) / 3 << (2 * start); };
        for (int kept = 1; kept < columns; ++kept) projections_.emplace_back(kept, ring.layers);
        for (int start = 0; start < columns; ++start) {
            for (int count = 1; start + count <= columns; ++count) pieces_.push_back(run(start, count));
            pieces_.push_back(run(start, 1) << 1);
        }
        for (int count = 1; count < columns; ++count) {
            outer_runs_.push_back(run(0, count));
            outer_runs_.push_back(run(columns - count, count));
        }
    }

    /// Enters a half and its reflection, which is built by reflected steps from reflected halves.
    void enter(Found found) {
        if (known_.contains(found.key)) return;
        if (found.operation() == HalfOperation::stack_across && rebuilt(found) != found.key) return;
        if (ring_.reflected(found.key) < found.key) found = reflected(found);
        known_.insert(found.key);
        total_ += known_.insert(ring_.reflected(found.key)) ? 2 : 1;
        found_.push_back(found);
    }

    using Work = std::function<void(std::size_t, std::size_t, Sink&)>;
    /// Calls work(begin, end, sink) for ranges that make up the numbers below `count`, on several threads, and enters
    /// what they find in this order. A piece of `grain` of them should take some milliseconds. False if stopped.
    bool gather_ranges(std::size_t count, std::size_t grain, const Work& work) {
        return in_order(threads_, count, grain, stop_, known_, work, [&](Sink& sink) {
            for (const Found& found : sink.results()) enter(found);
            if (progress_) progress_(total_);
        });
    }

    const StopToken& stop_;
    Findings found_;  ///< the lesser reflection of each half
    std::vector<HalfKey> pieces_;
    std::vector<HalfKey> outer_runs_;
    std::vector<Projections> projections_;

private:
    Found reflected(const Found& found) const {
        const int steps = found.steps() == 0 ? 0 : ring_.parts - found.steps();
        return {ring_.reflected(found.key), ring_.reflected(found.first), ring_.reflected(found.second),
                how(found.operation(), steps)};
    }
    /// What HalfOperation::stack_across makes of these operands.
    HalfKey rebuilt(const Found& found) const {
        const Shape below = ring_.rotate(ring_.joined(found.first, found.second), found.steps());
        const Shape taken = ring_.occupied(below);
        const Shape roof = ring_.cells & ~ring_.flood_down(taken);
        const Shape in_east = ring_.from_half_key(found.key) & ~ring_.whole(taken);
        return ring_.half_key(ring_.cut(ring_.stack(below, in_east | (roof & ring_.west))).first);
    }

    const AnyRing& ring_;
    Bits known_;  ///< both reflections of every half found
    std::uint64_t total_ = 0;
    int threads_;
    const std::function<void(std::uint64_t)>& progress_;
};

template <typename R>
class HalfSearch : public HalfBook {
    using H = typename R::Halves;
    static constexpr int columns = H::columns;
    static constexpr int layers = H::layers;

public:
    HalfSearch(int threads, const StopToken& stop, const std::function<void(std::uint64_t)>& progress)
        : HalfBook(any_ring(R::parts, R::layers), threads, stop, progress), seen_raised_(columns == 2 ? H::bits : 0) {}

    /// Each operation is asked when those before it give nothing new. False if stopped.
    bool run() {
        add_seeds(0, 0);
        for (std::size_t size = 0; size != found_.size();) {
            size = found_.size();
            if (!expand()) return false;
            if (found_.size() != size) continue;
            if (!combine()) return false;
            if constexpr (columns == 2)
                if (!push_pins()) return false;
            if (found_.size() != size) continue;
            if (!stack_across()) return false;
            // Nothing is missing without it in other rings; there it would only take long.
            if constexpr (columns == 3)
                if (found_.size() == size && !stack_over_seam()) return false;
        }
        return true;
    }

private:
    /// Calls work(i, sink) for the numbers below `count`: see gather_ranges.
    template <typename Each>
    bool gather(std::size_t count, std::size_t grain, const Each& work) {
        return gather_ranges(count, grain, [&](std::size_t begin, std::size_t end, Sink& sink) {
            for (std::size_t i = begin; i < end; ++i) work(i, sink);
        });
    }
    /// The same for work(i, j, sink) with the numbers i below `rows` and j below `width`, all j for each i.
    template <typename Each>
    bool gather_pairs(std::size_t rows, std::size_t width, std::size_t grain, const Each& work) {
        return gather_ranges(rows * width, grain, [&, width](std::size_t begin, std::size_t end, Sink& sink) {
            for (std::size_t i = begin / width, j = begin % width; begin < end; ++begin) {
                work(i, j, sink);
                if (++j == width) {
                    j = 0;
                    ++i;
                }
            }
        });
    }
    /// Calls visit(half) for the halves from `begin` to `end` in found_ and for their reflections. False if stopped.
    template <typename Visit>
    bool both_ways(std::size_t begin, std::size_t end, const Visit& visit) const {
        for (std::size_t i = begin; i < end; ++i) {
            const HalfKey half = found_[i].key;
            visit(half);
            if (H::reflected(half) != half) visit(H::reflected(half));
            if (i % 4096 == 0 && stop_.expired()) return false;
        }
        return true;
    }

    // --- Seeds ---

    void add_seeds(int column, HalfKey seed) {
        if (column == columns) {
            enter({seed, 0, 0, how(HalfOperation::seed)});
            return;
        }
        add_seeds(column + 1, seed);
        for (int height = 1; height <= layers; ++height) {
            const HalfKey filled = H::column(column) & ((HalfKey{1} << (height * H::row_bits)) - 1);
            for (HalfKey crystal = 0;; crystal = (crystal - filled) & filled) {  // every subset
                add_seeds(column + 1, seed | filled | crystal << 1);
                if (crystal == filled) break;
            }
        }
    }

    // --- One half alone ---

    /// What pushing a pin, stacking a piece and breaking crystals make of every half, breadth first.
    bool expand() {
        while (expanded_ < found_.size()) {
            const std::size_t begin = std::exchange(expanded_, found_.size());
            const bool done = gather(expanded_ - begin, 4096, [&, begin](std::size_t i, Sink& sink) {
                const HalfKey half = found_[begin + i].key;
                sink.add({H::push_pin(half), half, 0, how(HalfOperation::push_pin)});
                for (const HalfKey piece : pieces_)
                    sink.add({H::stack_piece(half, piece), half, piece, how(HalfOperation::stack_piece)});
                break_edges(half, sink);
            });
            if (!done) return false;
        }
        return true;
    }

    /// A west with crystals beside some of this half's outer ones breaks those when it is cut off again. It can have
    /// them anywhere. What matters is which connected groups break; it meets one crystal of each, the lowest.
    static void break_edges(HalfKey half, Sink& sink) {
        constexpr int across = 2 * (columns - 1);
        const HalfKey crystal = H::crystals(half);
        HalfKey edges = crystal & (H::first_column | H::last_column);
        std::array<HalfKey, 1 << most_groups> broken{};
        std::array<HalfKey, 1 << most_groups> met{};
        for (std::size_t sets = 1; edges != 0; sets *= 2) {
            const HalfKey struck = lowest_one(edges);
            const HalfKey group = H::flood(struck, crystal);
            edges &= ~group;
            // Turned, the west's last column is beside our first.
            const HalfKey beside = (struck & H::first_column) != 0 ? struck << across : struck >> across;
            for (std::size_t set = 0; set < sets; ++set) {
                broken[sets + set] = broken[set] | group;
                met[sets + set] = met[set] | beside;
                sink.add({H::gravity(half & ~H::whole(broken[sets + set])), half, standing(met[sets + set]),
                          how(HalfOperation::cut)});
            }
        }
    }
    /// In the two outer columns; crystals on top of each other are one group.
    static constexpr int most_groups = layers + 1;
    /// The lowest seed with crystals there: normal parts below them.
    static HalfKey standing(HalfKey crystal) { return H::flood_down(crystal) | crystal << 1; }

    // --- Two halves, turned ---

    /// Joins every two projections that together make a half, if at least one of them is new.
    bool combine() {
        std::array<std::size_t, columns> old{};
        for (std::size_t k = 0; k < projections_.size(); ++k) old[k] = projections_[k].size();
        const bool done = both_ways(std::exchange(combined_, found_.size()), found_.size(), [&](HalfKey half) {
            for (Projections& list : projections_) list.add<H>(projected<H>(half, list.kept(), half));
        });
        if (!done) return false;
        for (std::size_t k = 0; 2 * k < projections_.size(); ++k) {
            const std::size_t other = projections_.size() - 1 - k;
            const Projections& left = projections_[k];
            const Projections& right = projections_[other];
            if (k != other && !join(left, old[k], left.size(), right, 0, old[other])) return false;
            if (!join(left, 0, left.size(), right, old[other], right.size())) return false;
        }
        return true;
    }

    /// Joins numbers i0 to i1 on the left with numbers j0 to j1 on the right.
    bool join(const Projections& left, std::size_t i0, std::size_t i1, const Projections& right, std::size_t j0,
              std::size_t j1, HalfOperation operation = HalfOperation::cut) {
        std::vector<Joint> joints;
        for (std::size_t j = j0; j < j1; ++j) joints.push_back(joint_of<H>(right[j], right.kept()));
        const bool same = &left == &right;  // then (i, j) is the reflection of (j, i)
        return gather_pairs(i1 - i0, joints.size(), 1 << 18,
                            [&, i0, j0, same](std::size_t i, std::size_t j, Sink& sink) {
                                const Projection& projection = left[i0 + i];
                                if (same && i0 + i > j0 + j) return;
                                sink.add({joined<H>(joints[j], projection), projection.half,
                                          H::reflected(right[j0 + j].half), how(operation, right.kept())});
                            });
    }

    // --- Two halves, pins pushed under both, turned; rings of four only ---
    //
    // The west: one column of crystals up to the top; the other is lower and has no crystal, but a pin and, as its
    // topmost part, a normal one. The east: crystals in both columns, nothing in the top layer. Pushed up, the column
    // of crystals breaks and with it all that touches it, every crystal of the east's column beside it among them.

    struct Raised {
        HalfKey cells;  ///< what does not break, one layer higher, on its pins
        HalfKey half;
    };

    static bool may_be_east(HalfKey half) {
        const HalfKey crystal = H::crystals(half);
        return (half & H::whole(H::top)) == 0 && (crystal & H::first_column) != 0 && (crystal & H::last_column) != 0;
    }
    static bool may_be_west(HalfKey half) {
        const HalfKey other = half & H::whole(H::last_column);
        return H::crystals(half) == H::first_column && (other & H::whole(H::top)) == 0 && H::pins(other) != 0 &&
               H::normals(other) >> ((H::height(other) - 1) * H::row_bits) != 0;
    }
    static HalfKey raised(HalfKey half, HalfKey broken) {
        return ((half & ~H::whole(broken)) << H::row_bits | (H::occupied(half) & H::bottom) << 1) & H::all;
    }

    bool push_pins() {
        const std::size_t old_easts = easts_.size();
        const std::size_t old_wests = wests_.size();
        const bool done = both_ways(std::exchange(pushed_, found_.size()), found_.size(), [&](HalfKey half) {
            if (may_be_east(half)) {
                const HalfKey crystal = H::crystals(half);
                const HalfKey cells = raised(half, H::flood(crystal & H::last_column, crystal));
                if (seen_raised_.insert(cells)) easts_.push_back({cells, half});
            }
            if (may_be_west(half)) wests_.push_back({raised(half, H::first_column), half});
        });
        return done && push_pairs(0, old_easts, old_wests, wests_.size()) &&
               push_pairs(old_easts, easts_.size(), 0, wests_.size());
    }

    bool push_pairs(std::size_t i0, std::size_t i1, std::size_t j0, std::size_t j1) {
        return gather_pairs(i1 - i0, j1 - j0, 1 << 15, [&, i0, j0](std::size_t i, std::size_t j, Sink& sink) {
            const Raised& east = easts_[i0 + i];
            const Raised& west = wests_[j0 + j];
            const Shape pushed = R::gravity(R::joined(east.cells, west.cells));
            for (const int steps : {0, 1}) {
                const auto [east_half, west_half] = R::cut(R::rotate(pushed, steps));
                sink.add({R::east_key(east_half), east.half, west.half, how(HalfOperation::pin_cut, steps)});
                sink.add({R::west_key(west_half), east.half, west.half, how(HalfOperation::pin_cut, steps + 2)});
            }
        });
    }

    // --- Runs that another half carries ---

    /// Where a run lands on this half alone, and whether something beside it would hold it in layer l.
    static int landing(HalfKey half, HalfKey run) { return H::height(H::occupied(half) & run * H::first_column); }
    static bool held_beside(HalfKey half, HalfKey run, int l) {
        return (H::solid(half) >> (l * H::row_bits) & H::beside(run) & ~run) != 0;
    }

    /// A run that reaches over into the west can land on a column there, above a gap. It stays where it is after the
    /// cut if something beside it holds it.
    bool stack_across() {
        const std::size_t begin = std::exchange(stacked_, found_.size());
        return gather(stacked_ - begin, 4096, [&, begin](std::size_t i, Sink& sink) {
            const HalfKey half = found_[begin + i].key;
            for (const HalfKey run : outer_runs_)
                for (int l = landing(half, run) + 1; l < layers; ++l)
                    if (held_beside(half, run, l))
                        sink.add({half | run << (l * H::row_bits), half, 0, how(HalfOperation::stack_across)});
        });
    }

    /// The same over the seam of two halves that are turned before the cut: the run ends on a column of the right one
    /// and a piece on top of it, in the left one, holds what the cut sets loose.
    bool stack_over_seam() {
        for (int l = 1; l < layers; ++l) {
            std::vector<Projections> over;  // with a run above a gap at the seam, and a piece on it
            std::vector<Projections> end;   // with a part beside it that rests on its own column
            for (const Projections& list : projections_) {
                over.emplace_back(list.kept(), layers);
                end.emplace_back(list.kept(), layers);
            }
            const bool done = both_ways(0, found_.size(), [&](HalfKey half) {
                if (landing(half, H::run(0, 1)) == l)
                    for (Projections& list : end)
                        list.add<H>(projected<H>(half | HalfKey{1} << (l * H::row_bits), list.kept(), half));
                for (Projections& list : over)
                    for (int count = 1; count <= list.kept(); ++count) {
                        const HalfKey run = H::run(0, count);
                        if (landing(half, run) >= l || held_beside(half, run, l)) continue;
                        for (const HalfKey piece : pieces_) {
                            if ((H::occupied(piece) & run) == 0) continue;
                            const HalfKey stacked = H::stack_piece(half | run << (l * H::row_bits), piece);
                            const auto k = static_cast<std::size_t>(list.kept() - 1);
                            const Projection projection = projected<H>(stacked, list.kept(), half);
                            if (!projections_[k].template contains<H>(projection)) list.add<H>(projection);
                        }
                    }
            });
            if (!done) return false;
            for (std::size_t k = 0; k < over.size(); ++k) {
                const Projections& right = end[over.size() - 1 - k];
                if (!join(over[k], 0, over[k].size(), right, 0, right.size(), HalfOperation::stack_across))
                    return false;
            }
        }
        return true;
    }

    std::size_t expanded_ = 0;  ///< so many of found_ have gone through expand(), and so on
    std::size_t combined_ = 0;
    std::size_t pushed_ = 0;
    std::size_t stacked_ = 0;
    Bits seen_raised_;
    std::vector<Raised> easts_;
    std::vector<Raised> wests_;
};

}  // namespace

bool find_halves(int parts, int layers, int threads, const StopToken& stop,
                 const std::function<void(std::uint64_t)>& progress, HalfTable& table) {
    table = {};
    return with_ring(parts, layers, [&](auto ring) {
        HalfSearch<decltype(ring)> search(threads, stop, progress);
        if (!search.run()) return false;
        search.write(table);
        return true;
    });
}

}  // namespace shapewright::shapez

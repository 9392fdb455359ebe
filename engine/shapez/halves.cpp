#include "shapez/halves.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <memory>
#include <utility>

#include "shapez/configurations.hpp"
#include "shapez/ordered_work.hpp"

namespace shapewright::shapez {

namespace {

/// A half and how it was found: operation in the lower four bits, steps in the upper four.
struct Found {
    HalfKey key;
    HalfKey first;
    HalfKey second;
    std::uint8_t how;
};

constexpr std::uint8_t how(HalfOperation operation, int steps = 0) {
    return static_cast<std::uint8_t>(static_cast<int>(operation) | steps << 4);
}

/// A set of small numbers, one bit each.
class Bits {
public:
    explicit Bits(int bits) : words_(std::max<std::size_t>(1, (std::size_t{1} << bits) / 64)) {}
    bool contains(std::size_t i) const { return words_[i / 64] >> i % 64 & 1; }
    /// False if it was there already.
    bool insert(std::size_t i) {
        std::uint64_t& word = words_[i / 64];
        const std::uint64_t bit = std::uint64_t{1} << i % 64;
        const bool fresh = (word & bit) == 0;
        word |= bit;
        return fresh;
    }
    void prefetch(std::size_t i) const {
#if defined(__GNUC__)
        __builtin_prefetch(&words_[i / 64]);
#endif
    }
    const std::vector<std::uint64_t>& words() const { return words_; }

private:
    std::vector<std::uint64_t> words_;
};

/// A long list that grows without moving what it holds.
class Findings {
public:
    std::size_t size() const { return size_; }
    const Found& operator[](std::size_t i) const { return blocks_[i / block][i % block]; }
    void push_back(const Found& found) {
        if (size_ % block == 0) blocks_.emplace_back(new Found[block]);
        blocks_.back()[size_++ % block] = found;
    }

private:
    static constexpr std::size_t block = std::size_t{1} << 16;
    std::vector<std::unique_ptr<Found[]>> blocks_;
    std::size_t size_ = 0;
};

/// Takes what may be new halves and keeps those that were not known when the work began. Reading a large set is mostly
/// waiting for memory, so a few questions are open at a time.
class Sink {
public:
    explicit Sink(const Bits& known) : known_(&known) {}
    void add(const Found& found) {
        known_->prefetch(found.key);
        waiting_[count_++] = found;
        if (count_ == waiting_.size()) settle();
    }
    std::vector<Found>& results() {
        settle();
        return results_;
    }

private:
    void settle() {
        for (std::size_t i = 0; i < count_; ++i)
            if (!known_->contains(waiting_[i].key)) results_.push_back(waiting_[i]);
        count_ = 0;
    }

    const Bits* known_;
    std::array<Found, 64> waiting_;
    std::size_t count_ = 0;
    std::vector<Found> results_;
};

template <typename R>
class HalfSearch {
    using H = typename R::Halves;
    static constexpr int columns = H::columns;
    static constexpr int layers = H::layers;

public:
    HalfSearch(int threads, const StopToken& stop, const std::function<void(std::uint64_t)>& progress)
        : threads_(threads),
          stop_(stop),
          progress_(progress),
          known_(H::bits),
          seen_raised_(columns == 2 ? H::bits : 0) {
        for (int a = 1; a < columns; ++a) seen_projections_.emplace_back((2 * a + 1) * layers);
        projections_.resize(seen_projections_.size());
        for (int start = 0; start < columns; ++start) {
            for (int count = 1; start + count <= columns; ++count) pieces_.push_back(H::run(start, count));
            pieces_.push_back(H::run(start, 1) << 1);
        }
        for (int count = 1; count < columns; ++count) {
            outer_runs_.push_back(H::run(0, count));
            outer_runs_.push_back(H::run(columns - count, count));
        }
    }

    bool run() {
        add_seeds(0, 0);
        std::size_t expanded = 0;
        std::size_t combined = 0;
        while (combined < found_.size()) {
            while (expanded < found_.size()) {
                const std::size_t begin = std::exchange(expanded, found_.size());
                if (!expand(begin, expanded)) return false;
            }
            const std::size_t begin = std::exchange(combined, found_.size());
            if (!combine(begin, combined)) return false;
            if constexpr (columns == 2)
                if (!push_pins(begin, combined)) return false;
        }
        return true;
    }

    void write(HalfTable& table) const;

private:
    // --- Bookkeeping ---

    /// Enters a half and its reflection, which is built by reflected steps from reflected halves.
    void enter(Found found) {
        if (known_.contains(found.key)) return;
        const HalfKey other = H::reflected(found.key);
        if (other < found.key) found = reflected(found);
        known_.insert(found.key);
        known_.insert(H::reflected(found.key));
        found_.push_back(found);
    }
    static Found reflected(const Found& found) {
        const int steps = found.how >> 4;
        const int turned = steps == 0 ? 0 : R::parts - steps;
        return {H::reflected(found.key), H::reflected(found.first), H::reflected(found.second),
                static_cast<std::uint8_t>((found.how & 15) | turned << 4)};
    }

    /// Calls work(begin, end, sink) for pieces of the range, on several threads, and enters what they find in the
    /// order of the range. False if stopped.
    template <typename Work>
    bool gather(std::size_t count, std::size_t grain, const Work& work) {
        return in_order(
            threads_, count, grain, stop_, [&] { return Sink(known_); }, work,
            [&](Sink& sink) {
                for (const Found& found : sink.results()) enter(found);
                if (progress_) progress_(found_.size());
            });
    }

    // --- Seeds ---

    void add_seeds(int column, HalfKey seed) {
        if (column == columns) {
            enter({seed, 0, 0, how(HalfOperation::seed)});
            return;
        }
        add_seeds(column + 1, seed);
        const HalfKey place = H::column(column);
        for (int height = 1; height <= layers; ++height) {
            const HalfKey reach = place & ((HalfKey{1} << (height * H::row_bits)) - 1);
            for (HalfKey kinds = 0;; kinds = (kinds - reach) & reach) {  // every subset of the column's cells
                add_seeds(column + 1, seed | reach | kinds << 1);
                if (kinds == reach) break;
            }
        }
    }

    // --- One half alone ---

    bool expand(std::size_t begin, std::size_t end) {
        return gather(end - begin, 4096, [&, begin](std::size_t from, std::size_t to, Sink& sink) {
            for (std::size_t i = begin + from; i < begin + to; ++i) {
                const HalfKey half = found_[i].key;
                sink.add({H::push_pin(half), half, 0, how(HalfOperation::push_pin)});
                for (const HalfKey piece : pieces_)
                    sink.add({H::stack_piece(half, piece), half, piece, how(HalfOperation::stack_piece)});
                break_edges(half, sink);
                stack_across(half, sink);
            }
        });
    }

    /// A west with crystals beside some of this half's outer crystals breaks those when it is cut off again, and any
    /// crystals can be met so. What matters is which connected groups break; one crystal of each is met, the lowest.
    static void break_edges(HalfKey half, Sink& sink) {
        constexpr int across = 2 * (columns - 1);
        const HalfKey crystal = H::crystals(half);
        HalfKey edges = crystal & (H::first_column | H::last_column);
        std::array<HalfKey, 1 << most_groups> broken{};
        std::array<HalfKey, 1 << most_groups> met{};
        for (std::size_t sets = 1; edges != 0; sets *= 2) {
            const HalfKey touched = edges & (~edges + 1);
            const HalfKey group = H::flood(touched, crystal);
            edges &= ~group;
            const HalfKey beside =
                (touched & H::first_column) != 0 ? touched << across : touched >> across;  // the west's cell there
            for (std::size_t set = 0; set < sets; ++set) {
                broken[sets + set] = broken[set] | group;
                met[sets + set] = met[set] | beside;
                sink.add({H::gravity(half & ~H::whole(broken[sets + set])), half, standing(met[sets + set]),
                          how(HalfOperation::cut)});
            }
        }
    }
    /// In the two outer columns at most every second cell begins a new group.
    static constexpr int most_groups = layers + 1;
    /// The lowest seed with crystals there and normal parts below them.
    static HalfKey standing(HalfKey crystals) {
        HalfKey filled = crystals;
        for (int step = 1; step < layers; step *= 2) filled |= filled >> (step * H::row_bits);
        return filled | crystals << 1;
    }

    /// A run of normal parts that reaches over into the west can land on a column there, above a gap. It stays in the
    /// east if something beside it holds it, as the run and the gap's columns do not.
    void stack_across(HalfKey half, Sink& sink) const {
        const HalfKey taken = H::occupied(half);
        const HalfKey firm = H::solid(half);
        for (const HalfKey run : outer_runs_) {
            const HalfKey neighbour = H::beside(run) & ~run;
            const int landing = H::height(taken & run * H::first_column);
            for (int l = landing + 1; l < layers; ++l)
                if ((firm >> (l * H::row_bits) & neighbour) != 0) {
                    const HalfKey placed = run << (l * H::row_bits);
                    sink.add({half | placed, half, placed, how(HalfOperation::stack_across)});
                }
        }
    }

    // --- Two halves, turned ---
    //
    // Cut along another axis, the ring of two joined halves falls apart into some columns of one and the rest of the
    // other. Seen from where the halves touch, that is a *projection* of each: its first `a` columns, without the
    // crystals that the cut breaks, and the cells of its first column that broke, which carry on to the other half.

    struct Projection {
        HalfKey inside;
        HalfKey broken;
        HalfKey half;
    };

    void project(HalfKey half) {
        const HalfKey crystal = H::crystals(half);
        for (int a = 1; a < columns; ++a) {
            const HalfKey kept = H::in_every_layer(H::row_mask(a));
            const HalfKey struck = crystal & H::column(a - 1) & crystal >> 2;
            const HalfKey broken = struck == 0 ? 0 : H::flood(struck, crystal & kept);
            const Projection projection{half & H::whole(kept) & ~H::whole(broken), broken & H::first_column, half};
            std::size_t index = 0;
            for (int l = layers; l-- > 0;) {
                index = index << (2 * a) | (projection.inside >> (l * H::row_bits) & ((HalfKey{1} << (2 * a)) - 1));
                index = index << 1 | (projection.broken >> (l * H::row_bits) & 1);
            }
            const auto list = static_cast<std::size_t>(a - 1);
            if (seen_projections_[list].insert(index)) projections_[list].push_back(projection);
        }
    }

    /// Joins every two projections that together make a half, if at least one of them is new.
    bool combine(std::size_t begin, std::size_t end) {
        std::vector<std::size_t> old;
        for (const auto& list : projections_) old.push_back(list.size());
        for (std::size_t i = begin; i < end; ++i) {
            const HalfKey half = found_[i].key;
            const HalfKey other = H::reflected(half);
            project(half);
            if (other != half) project(other);
            if (i % 4096 == 0 && stop_.expired()) return false;
        }
        for (int a = 1; 2 * a <= columns; ++a) {
            const auto left = static_cast<std::size_t>(a - 1);
            const auto right = static_cast<std::size_t>(columns - a - 1);
            const std::size_t lefts = projections_[left].size();
            const std::size_t rights = projections_[right].size();
            if (left != right && !join(a, old[left], lefts, 0, old[right])) return false;
            if (!join(a, 0, lefts, old[right], rights)) return false;
        }
        return true;
    }

    /// Joins projections of `a` columns, numbers i0 to i1, with such of the other columns, numbers j0 to j1.
    bool join(int a, std::size_t i0, std::size_t i1, std::size_t j0, std::size_t j1) {
        if (i0 == i1 || j0 == j1) return true;
        const int b = columns - a;
        const auto& left = projections_[static_cast<std::size_t>(a - 1)];
        const auto& right = projections_[static_cast<std::size_t>(b - 1)];
        const bool same = a == b;  // (i, j) is the reflection of (j, i)
        std::vector<std::pair<HalfKey, HalfKey>> placed;
        for (std::size_t j = j0; j < j1; ++j)
            placed.emplace_back(H::reflected(right[j].inside) >> (2 * a), right[j].broken << (2 * b));
        const std::size_t width = j1 - j0;
        return gather((i1 - i0) * width, 1 << 19, [&, i0, j0, a, b](std::size_t from, std::size_t to, Sink& sink) {
            while (from < to) {
                const std::size_t i = i0 + from / width;
                const std::size_t first = from % width;
                const std::size_t last = std::min(width, first + to - from);
                const HalfKey inside = left[i].inside << (2 * b);
                const HalfKey broken = left[i].broken << (2 * (b - 1));
                for (std::size_t k = same && i > j0 + first ? std::min(i - j0, last) : first; k < last; ++k) {
                    HalfKey whole = inside | placed[k].first;
                    const HalfKey struck = (broken | placed[k].second) & H::crystals(whole);
                    if (struck != 0) whole &= ~H::whole(H::flood(struck, H::crystals(whole)));
                    sink.add({H::gravity(whole), left[i].half, H::reflected(right[j0 + k].half),
                              how(HalfOperation::cut, b)});
                }
                from += last - first;
            }
        });
    }

    // --- Two halves, pins pushed under both, turned; rings of four only ---
    //
    // The west: one column of crystals up to the top; the other is lower and has no crystal, but a pin and, as its
    // topmost part, a normal one. The east: crystals in both columns, nothing in the top layer. Pushed up, the column
    // of crystals breaks and with it all that touches it, every crystal of the east's column beside it among them.

    struct Pushed {
        HalfKey raised;  ///< what does not break, one layer higher, on its pins
        HalfKey half;
    };

    static bool may_be_east(HalfKey half) {
        const HalfKey crystal = H::crystals(half);
        return (half & H::whole(H::top)) == 0 && (crystal & H::first_column) != 0 && (crystal & H::last_column) != 0;
    }
    static bool may_be_west(HalfKey half) {
        const HalfKey crystal = H::crystals(half);
        const HalfKey other = half & H::whole(H::last_column);
        return crystal == H::first_column && (other & H::whole(H::top)) == 0 && H::pins(other) != 0 &&
               (H::normals(other) >> ((H::height(other) - 1) * H::row_bits)) != 0;
    }
    static HalfKey raised(HalfKey half, HalfKey broken) {
        return (half & ~H::whole(broken)) << H::row_bits | (H::occupied(half) & H::bottom) << 1;
    }

    bool push_pins(std::size_t begin, std::size_t end) {
        const std::size_t old_easts = easts_.size();
        const std::size_t old_wests = wests_.size();
        for (std::size_t i = begin; i < end; ++i) {
            const HalfKey key = found_[i].key;
            for (const HalfKey half : {key, H::reflected(key)}) {
                if (may_be_east(half)) {
                    const HalfKey crystal = H::crystals(half);
                    const HalfKey up = raised(half, H::flood(crystal & H::last_column, crystal));
                    if (seen_raised_.insert(up)) easts_.push_back({up, half});
                }
                if (may_be_west(half)) wests_.push_back({raised(half, H::first_column) & H::all, half});
                if (half == H::reflected(half)) break;
            }
            if (i % 4096 == 0 && stop_.expired()) return false;
        }
        return push_pairs(0, old_easts, old_wests, wests_.size()) &&
               push_pairs(old_easts, easts_.size(), 0, wests_.size());
    }

    bool push_pairs(std::size_t i0, std::size_t i1, std::size_t j0, std::size_t j1) {
        const std::size_t width = j1 - j0;
        return gather((i1 - i0) * width, 1 << 17, [&, i0, j0, width](std::size_t from, std::size_t to, Sink& sink) {
            for (std::size_t k = from; k < to; ++k) {
                const Pushed& east = easts_[i0 + k / width];
                const Pushed& west = wests_[j0 + k % width];
                const Shape pushed = R::gravity(R::joined(east.raised, west.raised));
                for (const int steps : {0, 1}) {
                    const auto [east_half, west_half] = R::cut(R::rotate(pushed, steps));
                    sink.add({R::east_key(east_half), east.half, west.half, how(HalfOperation::pin_cut, steps)});
                    sink.add({R::west_key(west_half), east.half, west.half, how(HalfOperation::pin_cut, steps + 2)});
                }
            }
        });
    }

    int threads_;
    const StopToken& stop_;
    const std::function<void(std::uint64_t)>& progress_;
    Bits known_;      ///< both reflections of every half found
    Findings found_;  ///< the lesser reflection of each
    std::vector<HalfKey> pieces_;
    std::vector<HalfKey> outer_runs_;
    std::vector<Bits> seen_projections_;                ///< by columns - 1
    std::vector<std::vector<Projection>> projections_;  ///< the same
    Bits seen_raised_;
    std::vector<Pushed> easts_;
    std::vector<Pushed> wests_;
};

/// Each half and its reflection, at the place that its key has among all.
template <typename R>
void HalfSearch<R>::write(HalfTable& table) const {
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
        table.operation[row] = found.how & 15;
        table.first[row] = found.first;
        table.second[row] = found.second;
        table.steps[row] = found.how >> 4;
        table.order[row] = order++;
    };
    for (std::size_t i = 0; i < found_.size(); ++i) {
        const Found other = reflected(found_[i]);
        put(found_[i]);
        if (other.key != found_[i].key) put(other);
    }
}

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

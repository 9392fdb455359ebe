#include "frontier/frontier.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <stdexcept>
#include <utility>

#include "core/assert.hpp"
#include "frontier/layer.hpp"
#include "frontier/moves.hpp"

namespace shapewright::frontier {

class Sweep::Impl {
public:
    virtual ~Impl() = default;
    virtual Outcome run(const StopToken& stop, std::uint64_t bytes, bool keep) = 0;
    virtual std::vector<std::uint32_t> sample(Rng& rng) const = 0;

    Natural count;
    std::uint64_t states = 0, widest = 0;
};

namespace {

enum class Fill { done, overflow, too_large, stopped };

template <class Key>
class Layered final : public Sweep::Impl {
public:
    Layered(const Instance& instance, KeyLayout layout)
        : layout_(std::move(layout)), required_(instance.required), moves_(instance.items()) {
        window_mask_ = (Key{1} << layout_.window_bits) - 1;
        for (std::uint32_t o = 0; o < instance.options.size(); ++o) {
            const Option& option = instance.options[o];
            bool possible = true;
            for (const auto& [piece, copies] : option.uses) possible = possible && copies <= instance.maximum[piece];
            if (!possible) continue;
            const std::uint32_t first = *std::min_element(option.items.begin(), option.items.end());
            Move<Key> move{0, o, {}, 0, 0};
            for (const std::uint32_t item : option.items) move.mask |= Key{1} << (item - first);
            move.clash = move.mask;
            for (const auto& [piece, copies] : option.uses) {
                if (layout_.of_piece[piece] == KeyLayout::none) continue;
                const Digit& digit = layout_.digits[layout_.of_piece[piece]];
                move.uses.emplace_back(layout_.of_piece[piece], copies);
                if (digit.top == 1 && !digit.saturates) {
                    move.clash |= Key{1} << (layout_.window_bits + digit.shift);
                    move.step |= Key{1} << (layout_.window_bits + digit.shift);
                } else {
                    move.simple = false;
                }
            }
            moves_[first].push_back(std::move(move));
        }
        // A move maps the keys it applies to in increasing order (unless a digit saturates), so with few moves an
        // item the next layer is a merge of sorted streams, which beats hashing: it touches memory in order only.
        sorted_ = true;
        for (const auto& here : moves_) sorted_ = sorted_ && here.size() <= 4;
        for (const Digit& digit : layout_.digits) sorted_ = sorted_ && !digit.saturates;
    }

    Outcome run(const StopToken& stop, std::uint64_t bytes, bool keep) override {
        try {
            return swept(stop, bytes, keep);
        } catch (const std::bad_alloc&) {  // less memory than was promised
            layers_ = {};
            return Outcome::too_large;
        }
    }

    Outcome swept(const StopToken& stop, std::uint64_t bytes, bool keep) {
        layers_.clear();
        limbs_ = 1;
        states = widest = 0;
        kept_bytes_ = 0;
        count.clear();
        if (layout_.impossible) return Outcome::done;
        Layer<Key> layer;
        layer.keys.push_back(0);
        layer.counts.push_back(1);
        Layer<Key> next;  // swapped with `layer`, so that both keep their memory
        for (std::size_t item = 0; item < required_.size(); ++item) {
            for (;;) {
                const Fill fill = fill_next(layer, item, next, stop, bytes);
                if (fill == Fill::stopped) return Outcome::stopped;
                if (fill == Fill::too_large) return Outcome::too_large;
                if (fill == Fill::done) break;
                next = {};
                if (kept_bytes_ + layer.bytes() * 3 > bytes) return Outcome::too_large;
                widen(layer);
                kept_bytes_ = 0;
                for (Layer<Key>& kept : layers_) {
                    widen(kept);
                    kept_bytes_ += kept.bytes();
                }
                ++limbs_;
            }
            SHAPEWRIGHT_ASSERT(next.counts.size() == limbs_ * next.keys.size());
            SHAPEWRIGHT_ASSERT(!sorted_ || std::is_sorted(next.keys.begin(), next.keys.end()));
            states += next.keys.size();
            widest = std::max<std::uint64_t>(widest, next.keys.size());
            if (keep) {
                kept_bytes_ += layer.bytes();
                layers_.push_back(std::exchange(layer, {}));
            }
            std::swap(layer, next);
        }
        total(layer, keep);
        return Outcome::done;
    }

    std::vector<std::uint32_t> sample(Rng& rng) const override {
        if (layers_.size() != required_.size() + 1 || count.empty())
            throw std::invalid_argument("sample needs a run with its layers kept and a count above zero");
        std::vector<std::uint32_t> path;
        const Layer<Key>& last = layers_.back();
        Natural rank = below(last_total_, rng);
        std::size_t index = 0;
        while (!complete(last.keys[index]) || !take(rank, last.counts.data() + index * limbs_)) ++index;
        Key key = last.keys[index];
        for (std::size_t item = required_.size(); item-- > 0;) {
            // How could this key have come about? The item was covered before, or stayed empty, or was covered now.
            const std::uint64_t* own = layers_[item + 1].find(key, limbs_);
            SHAPEWRIGHT_ASSERT(own != nullptr);
            rank = below(Natural(own, own + limbs_), rng);
            bool settled = false;
            for (const bool covered : {true, false}) {
                if (!covered && required_[item]) continue;
                const Key before = shifted(key, covered);
                const std::uint64_t* ways = layers_[item].find(before, limbs_);
                settled = ways != nullptr && take(rank, ways);
                if (settled) {
                    key = before;
                    break;
                }
            }
            for (std::size_t m = 0; m < moves_[item].size() && !settled; ++m) {
                const Move<Key>& move = moves_[item][m];
                const Key covered = shifted(key, true);
                if ((covered & move.mask) != move.mask) continue;
                for (const Key before : before_move(move, covered & ~move.mask)) {
                    const std::uint64_t* ways = layers_[item].find(before, limbs_);
                    settled = ways != nullptr && take(rank, ways);
                    if (!settled) continue;
                    path.push_back(move.option);
                    key = before;
                    break;
                }
            }
            if (!settled) throw std::logic_error("a state has fewer predecessors than its count says");
        }
        std::reverse(path.begin(), path.end());
        return path;
    }

private:
    static constexpr std::size_t poll_every = 8192;

    /// Whether taking in one more state would take more than `bytes`.
    bool is_too_large(const Layer<Key>& from, const Layer<Key>& to, std::uint64_t bytes) const {
        return kept_bytes_ + from.bytes() + to.bytes_to_grow(limbs_) > bytes;
    }

    Key window(Key key) const { return key & window_mask_; }
    std::uint64_t bag(Key key) const { return static_cast<std::uint64_t>(key >> layout_.window_bits); }
    Key keyed(std::uint64_t bag, Key window) const { return (Key{bag} << layout_.window_bits) | window; }

    /// One item on: `key` with its window moved by one.
    Key slid(Key key) const { return (key & ~window_mask_) | (window(key) >> 1); }

    /// The key one item earlier, if that item was already covered or was left empty.
    Key shifted(Key key, bool covered) const { return (key & ~window_mask_) | (window(key) << 1) | Key{covered}; }

    /// Apply `move` to `key` (whose window has room for it) unless it would take too many copies.
    bool advance(const Move<Key>& move, Key& key) const {
        SHAPEWRIGHT_ASSERT((key & move.clash) == 0 || !move.simple);
        key |= move.mask;
        if (move.simple) {
            key += move.step;
            return true;
        }
        std::uint64_t taken = bag(key);
        for (const auto& [d, copies] : move.uses) {
            const Digit& digit = layout_.digits[d];
            const std::uint64_t value = digit.of(taken);
            SHAPEWRIGHT_ASSERT(value <= digit.top);
            if (value + copies <= digit.top)
                taken += copies << digit.shift;
            else if (digit.saturates)
                taken += (digit.top - value) << digit.shift;
            else
                return false;
        }
        key = keyed(taken, window(key));
        return true;
    }

    /// All keys that `move` leads from to the bag of `after`, whose window is the one before the move.
    std::vector<Key> before_move(const Move<Key>& move, Key after) const {
        std::vector<std::uint64_t> bags{bag(after)};
        for (const auto& [d, copies] : move.uses) {
            const Digit& digit = layout_.digits[d];
            std::vector<std::uint64_t> next;
            for (const std::uint64_t taken : bags) {
                const std::uint64_t value = digit.of(taken);
                const bool top = digit.saturates && value == digit.top;
                for (std::uint64_t before = 0; before <= value; ++before)
                    if (before + copies == value || (top && before + copies > value))
                        next.push_back(taken - ((value - before) << digit.shift));
            }
            bags = std::move(next);
        }
        std::vector<Key> keys;
        for (const std::uint64_t taken : bags) keys.push_back(keyed(taken, window(after)));
        return keys;
    }

    bool complete(Key key) const {
        if (window(key) != 0) return false;
        for (const Digit& digit : layout_.digits)
            if (digit.of(bag(key)) < digit.floor) return false;
        return true;
    }

    void widen(Layer<Key>& layer) const {
        SHAPEWRIGHT_ASSERT(layer.counts.size() == limbs_ * layer.keys.size());
        std::vector<std::uint64_t> wide(layer.keys.size() * (limbs_ + 1), 0);
        for (std::size_t s = 0; s < layer.keys.size(); ++s)
            std::copy_n(layer.counts.begin() + static_cast<std::ptrdiff_t>(s * limbs_), limbs_,
                        wide.begin() + static_cast<std::ptrdiff_t>(s * (limbs_ + 1)));
        layer.counts = std::move(wide);
    }

    Fill fill_next(const Layer<Key>& from, std::size_t item, Layer<Key>& to, const StopToken& stop,
                   std::uint64_t bytes) {
        to.keys.clear();
        to.counts.clear();
        switch (limbs_) {
            case 1:
                return sorted_ ? merge<1>(from, item, to, stop, bytes) : scatter<1>(from, item, to, stop, bytes);
            case 2:
                return sorted_ ? merge<2>(from, item, to, stop, bytes) : scatter<2>(from, item, to, stop, bytes);
            case 3:
                return sorted_ ? merge<3>(from, item, to, stop, bytes) : scatter<3>(from, item, to, stop, bytes);
            default:
                return sorted_ ? merge<0>(from, item, to, stop, bytes) : scatter<0>(from, item, to, stop, bytes);
        }
    }

    /// The next layer by hashing.
    template <std::size_t Limbs>
    Fill scatter(const Layer<Key>& from, std::size_t item, Layer<Key>& to, const StopToken& stop, std::uint64_t bytes) {
        to.index.reset(std::bit_ceil(std::max<std::size_t>(16, from.keys.size() * 2)));
        to.keys.reserve(from.keys.size());
        to.counts.reserve(from.counts.size());
        bool overflow = false, full = false;
        auto put = [&](Key key, const std::uint64_t* ways) {
            if (full) return;
            std::uint32_t& slot = to.index.slot(hashed(key), [&](std::uint32_t k) { return to.keys[k] == key; });
            if (slot != to.index.none) {
                overflow = add<Limbs>(to.counts.data() + slot * limbs_, ways, limbs_) || overflow;
                return;
            }
            if (to.keys.size() == to.keys.capacity() && is_too_large(from, to, bytes)) {
                full = true;
                return;
            }
            slot = static_cast<std::uint32_t>(to.keys.size());
            to.keys.push_back(key);
            append<Limbs>(to.counts, ways, limbs_);
            if (to.index.is_full(to.keys.size())) {
                const std::uint64_t more = 2 * to.index.bytes();  // the old slots go when the new are there
                full = kept_bytes_ + from.bytes() + to.bytes() + more > bytes || to.keys.size() > 0x7fffffff;
                if (!full) to.index.grow(to.keys.size(), [&](std::size_t k) { return hashed(to.keys[k]); });
            }
        };
        for (std::size_t s = 0; s < from.keys.size(); ++s) {
            if (s % poll_every == 0) {
                if (stop.expired()) return Fill::stopped;
                if (kept_bytes_ + from.bytes() + to.bytes() > bytes) return Fill::too_large;
            }
            const Key key = from.keys[s];
            const std::uint64_t* ways = from.counts.data() + s * limbs_;
            if ((key & 1) != 0) {
                put(slid(key), ways);
            } else {
                if (!required_[item]) put(slid(key), ways);
                for (const Move<Key>& move : moves_[item]) {
                    if ((key & move.clash) != 0) continue;
                    Key next = key;
                    if (advance(move, next)) put(slid(next), ways);
                }
            }
            if (overflow) return Fill::overflow;
            if (full) return Fill::too_large;
        }
        return Fill::done;
    }

    /// The next layer as a merge of sorted streams: one for what is covered, one for what stays empty, one a move.
    template <std::size_t Limbs>
    Fill merge(const Layer<Key>& from, std::size_t item, Layer<Key>& to, const StopToken& stop, std::uint64_t bytes) {
        struct Stream {
            const Move<Key>* move;  // null: the item is already covered or stays empty
            Key clash, match;       // applies to keys with (key & clash) == match
            std::size_t at;
            Key head;
        };
        const std::size_t size = from.keys.size();
        auto settle = [&](Stream& stream) {
            for (; stream.at < size; ++stream.at) {
                Key key = from.keys[stream.at];
                if ((key & stream.clash) != stream.match) continue;
                if (stream.move != nullptr && !advance(*stream.move, key)) continue;
                stream.head = slid(key);
                return true;
            }
            stream.head = ~Key{0};  // larger than any key: the bag never fills the top bit
            return false;
        };
        std::vector<Stream> streams{{nullptr, 1, 1, 0, 0}};
        if (!required_[item]) streams.push_back({nullptr, 1, 0, 0, 0});
        for (const Move<Key>& move : moves_[item]) streams.push_back({&move, move.clash, 0, 0, 0});
        to.keys.reserve(size);
        to.counts.reserve(size * limbs_);
        std::erase_if(streams, [&](Stream& stream) { return !settle(stream); });
        for (std::size_t step = 0; !streams.empty(); ++step) {
            if (step % poll_every == 0) {
                if (stop.expired()) return Fill::stopped;
                if (kept_bytes_ + from.bytes() + to.bytes() > bytes) return Fill::too_large;
            }
            Stream* least = streams.data();
            for (std::size_t k = 1; k < streams.size(); ++k)
                if (streams[k].head < least->head) least = &streams[k];
            const std::uint64_t* ways = from.counts.data() + least->at * limbs_;
            if (!to.keys.empty() && to.keys.back() == least->head) {
                if (add<Limbs>(to.counts.data() + to.counts.size() - limbs_, ways, limbs_)) return Fill::overflow;
            } else {
                if (to.keys.size() == to.keys.capacity() && is_too_large(from, to, bytes)) return Fill::too_large;
                to.keys.push_back(least->head);
                append<Limbs>(to.counts, ways, limbs_);
            }
            ++least->at;
            if (!settle(*least)) streams.erase(streams.begin() + (least - streams.data()));
        }
        return Fill::done;
    }

    /// Add up the complete states of the last layer.
    void total(Layer<Key>& last, bool keep) {
        last_total_.assign(limbs_ + 1, 0);
        for (std::size_t s = 0; s < last.keys.size(); ++s) {
            if (!complete(last.keys[s])) continue;
            const std::uint64_t* ways = last.counts.data() + s * limbs_;
            add(last_total_, Natural(ways, ways + limbs_));
        }
        count = trimmed(last_total_);
        if (keep) layers_.push_back(std::move(last));
    }

    /// Uniform below `bound` (> 0) by rejection.
    static Natural below(Natural bound, Rng& rng) {
        bound = trimmed(bound);
        SHAPEWRIGHT_ASSERT(!bound.empty());
        const std::uint64_t top = ~std::uint64_t{0} >> std::countl_zero(bound.back());
        for (;;) {
            Natural value(bound.size());
            for (std::uint64_t& limb : value) limb = rng.next();
            value.back() &= top;
            if (std::lexicographical_compare(value.rbegin(), value.rend(), bound.rbegin(), bound.rend())) return value;
        }
    }

    /// True if `rank` lies below `ways`; otherwise rank -= ways.
    bool take(Natural& rank, const std::uint64_t* ways) const {
        rank.resize(std::max(rank.size(), limbs_), 0);
        const auto above = rank.begin() + static_cast<std::ptrdiff_t>(limbs_);
        const bool is_above = std::any_of(above, rank.end(), [](std::uint64_t limb) { return limb != 0; });
        if (!is_above && is_less(rank.data(), ways, limbs_)) return true;
        SHAPEWRIGHT_ASSERT(rank.size() >= limbs_);
        bool borrow = subtract(rank.data(), ways, limbs_);
        for (std::size_t k = limbs_; borrow; ++k) borrow = rank[k]-- == 0;
        return false;
    }

    KeyLayout layout_;
    Key window_mask_ = 0;
    std::vector<bool> required_;
    std::vector<std::vector<Move<Key>>> moves_;  // by first item
    bool sorted_ = false;
    std::size_t limbs_ = 1;
    std::uint64_t kept_bytes_ = 0;
    std::vector<Layer<Key>> layers_;
    Natural last_total_;
};

}  // namespace

bool Sweep::fits(const Instance& instance) {
    for (const Option& option : instance.options) {
        if (option.items.empty()) return false;
        for (const std::uint32_t colour : option.colours)
            if (colour != 0) return false;
    }
    const KeyLayout layout(instance);
    return layout.bag_bits <= 63 && layout.window_bits + layout.bag_bits <= 127;
}

Sweep::Sweep(const Instance& instance) {
    if (!fits(instance)) throw std::invalid_argument("the instance does not fit a sweep");
    KeyLayout layout(instance);
    // One bit above the key stays clear.
    if (layout.window_bits + layout.bag_bits <= 63)
        impl_ = std::make_unique<Layered<std::uint64_t>>(instance, std::move(layout));
    else
        impl_ = std::make_unique<Layered<Word128>>(instance, std::move(layout));
}
Sweep::~Sweep() = default;

Outcome Sweep::run(const StopToken& stop, std::uint64_t bytes, bool keep) {
    return impl_->run(stop, bytes, keep);
}
const Natural& Sweep::count() const {
    return impl_->count;
}
std::uint64_t Sweep::states() const {
    return impl_->states;
}
std::uint64_t Sweep::widest_layer() const {
    return impl_->widest;
}
std::vector<std::uint32_t> Sweep::sample(Rng& rng) const {
    return impl_->sample(rng);
}

}  // namespace shapewright::frontier

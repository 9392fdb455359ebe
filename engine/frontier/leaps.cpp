#include "frontier/leaps.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/bits.hpp"
#include "core/hash.hpp"
#include "core/natural.hpp"
#include "core/share.hpp"
#include "frontier/layer.hpp"
#include "frontier/mirrors.hpp"
#include "frontier/moves.hpp"

namespace shapewright::frontier {

namespace {

constexpr std::size_t parts = 64;  // of a table
constexpr std::size_t gathered = 16;
constexpr std::size_t worth_threads = 1 << 15;  // states

struct TooLarge {};

/// Open addressing over words: a key with its lowest bit set, then the limbs of its count. An open item's bit is 0 in
/// every key, so 0 is a free place.
struct Table {
    std::vector<std::uint64_t> words;
    std::size_t places = 0, used = 0;
    std::uint64_t most = 0;  // of the most significant limbs

    std::size_t home(std::uint64_t hash) const {
        return static_cast<std::size_t>(((hash & 0xffffffffU) * places) >> 32);
    }
    bool is_full() const { return (used + 1) * 3 > places * 2; }

    /// Where a key is or belongs.
    std::size_t place(std::uint64_t key, std::uint64_t hash, std::size_t stride) const {
        std::size_t at = home(hash);
        while (words[at * stride] != 0 && words[at * stride] != key) at = at + 1 == places ? 0 : at + 1;
        return at * stride;
    }
};

inline std::size_t part_of(std::uint64_t hash) {
    return static_cast<std::size_t>(hash >> 58);
}

/// The options that begin at one item. Which of them a key leaves is read from a list for each content of the eight
/// bits that most options have.
class Choices {
public:
    Choices(const std::vector<std::uint64_t>& masks, bool listed) : masks_(masks) {
        if (!listed) return;
        std::array<std::pair<std::size_t, int>, 64> often{};
        for (int bit = 1; bit < 64; ++bit) {
            auto& [number, which] = often[static_cast<std::size_t>(bit)];
            which = bit;
            for (const std::uint64_t mask : masks) number += mask >> bit & 1;
        }
        std::sort(often.begin(), often.end(), [](const auto& a, const auto& b) { return a > b; });
        for (std::size_t k = 0; k < bits; ++k) bits_[k] = often[k].second;
        begins_.reserve((std::size_t{1} << bits) + 1);
        for (std::uint64_t content = 0; content < std::uint64_t{1} << bits; ++content) {
            begins_.push_back(static_cast<std::uint32_t>(listed_.size()));
            std::uint64_t taken = 0;
            for (std::size_t k = 0; k < bits; ++k) taken |= (content >> k & 1) << bits_[k];
            for (const std::uint64_t mask : masks)
                if ((mask & taken) == 0) listed_.push_back(mask);
        }
        begins_.push_back(static_cast<std::uint32_t>(listed_.size()));
    }

    template <typename Visit>
    void each(std::uint64_t key, Visit visit) const {
        const std::uint64_t *from = masks_.data(), *to = from + masks_.size();
        if (!begins_.empty()) {
            std::size_t content = 0;
            for (std::size_t k = 0; k < bits; ++k) content |= static_cast<std::size_t>(key >> bits_[k] & 1) << k;
            from = listed_.data() + begins_[content];
            to = listed_.data() + begins_[content + 1];
        }
        for (; from != to; ++from)
            if ((key & *from) == 0) visit(key | *from);
    }

private:
    static constexpr std::size_t bits = 8;
    const std::vector<std::uint64_t>& masks_;
    std::array<int, bits> bits_{};
    std::vector<std::uint32_t> begins_;
    std::vector<std::uint64_t> listed_;
};

}  // namespace

class Leaps::Impl {
public:
    Impl(const Instance& instance, const std::vector<std::vector<std::uint32_t>>& mirrors) : masks_(instance.items()) {
        const KeyLayout layout(instance);
        impossible_ = layout.impossible;
        mirrors_ = Mirrors(instance, mirrors, static_cast<std::size_t>(layout.window_bits));
        farthest_ = static_cast<std::size_t>(layout.window_bits) + mirrors_.reach();
        for (const Option& option : instance.options) {
            bool possible = true;
            for (const auto& [piece, copies] : option.uses) possible = possible && copies <= instance.maximum[piece];
            if (!possible) continue;
            const std::uint32_t first = *std::min_element(option.items.begin(), option.items.end());
            std::uint64_t mask = 0;
            for (const std::uint32_t item : option.items) mask |= std::uint64_t{1} << (item - first);
            masks_[first].push_back(mask);
        }
        for (std::size_t item = 0; item < masks_.size(); ++item)
            if (!instance.required[item]) masks_[item].push_back(1);  // it stays empty
    }

    Outcome run(const StopToken& stop, std::uint64_t bytes, unsigned threads) {
        try {
            const bool done = swept(stop, bytes, std::max(1U, threads));
            tables_.clear();
            return done ? Outcome::done : Outcome::stopped;
        } catch (const TooLarge&) {
        } catch (const std::bad_alloc&) {  // less memory than was promised
        }
        tables_.clear();
        return Outcome::too_large;
    }

    Natural count;
    std::uint64_t states = 0, most_states = 0;

private:
    using Row = std::array<Table, parts>;

    struct Found {
        std::uint64_t key, hash;
        std::uint32_t item;
    };
    /// What a thread has found for each part, the counts beside.
    struct Buffers {
        std::array<std::array<Found, gathered>, parts> found;
        std::array<std::size_t, parts> number{};
        std::vector<std::uint64_t> counts;
    };

    bool swept(const StopToken& stop, std::uint64_t bytes, unsigned threads) {
        tables_.clear();
        tables_.resize(masks_.size() + 1);
        bounds_.assign(masks_.size() + 1, 0);
        limbs_ = 1;
        states = most_states = used_ = 0;
        bytes_ = bytes;
        count.clear();
        if (impossible_) return true;
        const std::vector<std::uint64_t> one{1};
        enter<0>({1, hashed(1), 0}, one.data());
        Pool pool(threads);
        std::vector<Buffers> buffers(pool.threads());
        for (std::size_t item = 0; item < masks_.size(); ++item) {
            if (stop.expired()) return false;
            if (!tables_[item]) continue;
            std::uint64_t here = 0, most = 0;
            for (const Table& table : *tables_[item]) {
                here += table.used;
                most = std::max(most, table.most);
            }
            states += here;
            most_states = std::max(most_states, here);
            make_room(item, most);
            for (Buffers& one_of : buffers) one_of.counts.resize(parts * gathered * limbs_);
            const Choices choices(masks_[item], here >= 256 && masks_[item].size() > 8);
            for (std::size_t next = item + 1; next <= std::min(masks_.size(), item + farthest_); ++next)
                if (!tables_[next]) tables_[next] = std::make_unique<Row>();
            // All at a time stay with one thread.
            const bool done = pool.share(parts, here < worth_threads ? parts : 1, stop,
                                         [&](unsigned thread, std::size_t from, std::size_t to) {
                                             for (std::size_t part = from; part < to; ++part) {
                                                 Table& table = (*tables_[item])[part];
                                                 if (limbs_ == 1)
                                                     leap<1>(item, table, choices, buffers[thread]);
                                                 else if (limbs_ == 2)
                                                     leap<2>(item, table, choices, buffers[thread]);
                                                 else
                                                     leap<0>(item, table, choices, buffers[thread]);
                                             }
                                         });
            if (!done) return false;
            for (Buffers& one_of : buffers)
                for (std::size_t part = 0; part < parts; ++part) flush<0>(one_of, part);
            tables_[item].reset();
        }
        if (tables_.back())
            for (const Table& table : *tables_.back())
                for (std::size_t at = 0; at < table.words.size(); at += 1 + limbs_)
                    if (table.words[at] != 0)
                        count.assign(table.words.begin() + static_cast<std::ptrdiff_t>(at + 1),
                                     table.words.begin() + static_cast<std::ptrdiff_t>(at + 1 + limbs_));
        count = trimmed(count);
        return true;
    }

    /// Goes on from all states of a part, which it then forgets.
    template <std::size_t Limbs>
    void leap(std::size_t item, Table& table, const Choices& choices, Buffers& buffers) {
        if (mirrors_.number() == 0)
            leap<Limbs, false>(item, table, choices, buffers);
        else
            leap<Limbs, true>(item, table, choices, buffers);
    }

    template <std::size_t Limbs, bool Mirrored>
    void leap(std::size_t item, Table& table, const Choices& choices, Buffers& buffers) {
        const std::size_t limbs = Limbs == 0 ? limbs_ : Limbs, stride = 1 + limbs;
        for (std::size_t at = 0; at < table.words.size(); at += stride) {
            if (table.words[at] == 0) continue;
            const std::uint64_t* ways = table.words.data() + at + 1;
            choices.each(table.words[at] & ~std::uint64_t{1}, [&](std::uint64_t covered) {
                const int passed = std::countr_one(covered);
                std::uint64_t key = covered >> passed | 1;
                std::size_t next = item + static_cast<std::size_t>(passed);
                if (Mirrored && next < masks_.size()) mirrors_.settle(next, key);
                const std::uint64_t hash = hashed(key);
                const std::size_t part = part_of(hash);
                std::size_t& number = buffers.number[part];
                buffers.found[part][number] = {key, hash, static_cast<std::uint32_t>(next)};
                std::uint64_t* to = buffers.counts.data() + (part * gathered + number) * limbs;
                std::copy(ways, ways + limbs, to);
                if (++number == gathered) flush<Limbs>(buffers, part);
            });
        }
        used_ -= table.words.capacity() * sizeof(std::uint64_t);
        table = {};
    }

    template <std::size_t Limbs>
    void flush(Buffers& buffers, std::size_t part) {
        const std::size_t number = std::exchange(buffers.number[part], 0);
        if (number == 0) return;
        const std::lock_guard<std::mutex> lock(locks_[part]);
        const auto& found = buffers.found[part];
        const std::size_t limbs = Limbs == 0 ? limbs_ : Limbs;
        for (std::size_t k = 0; k < number; ++k) {
            const Table& table = (*tables_[found[k].item])[part];
            if (table.places != 0) prefetch_to_write(table.words.data() + table.home(found[k].hash) * (1 + limbs));
        }
        for (std::size_t k = 0; k < number; ++k)
            enter<Limbs>(found[k], buffers.counts.data() + (part * gathered + k) * limbs);
    }

    template <std::size_t Limbs>
    void enter(const Found& found, const std::uint64_t* ways) {
        if (!tables_[found.item]) tables_[found.item] = std::make_unique<Row>();
        Table& table = (*tables_[found.item])[part_of(found.hash)];
        if (table.is_full()) grow(table);
        const std::size_t limbs = Limbs == 0 ? limbs_ : Limbs;
        const std::size_t at = table.place(found.key, found.hash, 1 + limbs);
        std::uint64_t* words = table.words.data() + at;
        if (*words == 0) {
            *words = found.key;
            ++table.used;
        }
        add<Limbs>(words + 1, ways, limbs);
        table.most = std::max(table.most, words[limbs]);
    }

    void grow(Table& table) {
        Table larger;
        larger.places = table.places + table.places * 3 / 8 + 8;
        renewed(table, larger, limbs_);
    }

    /// Takes over what the table holds into a larger one, or one with more limbs.
    void renewed(Table& table, Table& larger, std::size_t limbs) {
        const std::size_t stride = 1 + limbs_, wider = 1 + limbs;
        const std::uint64_t more = larger.places * wider * sizeof(std::uint64_t);
        if (used_.load(std::memory_order_relaxed) + more > bytes_) throw TooLarge();
        larger.words.assign(larger.places * wider, 0);
        for (std::size_t at = 0; at < table.words.size(); at += stride) {
            const std::uint64_t key = table.words[at];
            if (key == 0) continue;
            const std::size_t to = larger.place(key, hashed(key), wider);
            std::copy(table.words.begin() + static_cast<std::ptrdiff_t>(at),
                      table.words.begin() + static_cast<std::ptrdiff_t>(at + stride),
                      larger.words.begin() + static_cast<std::ptrdiff_t>(to));
        }
        larger.used = table.used;
        larger.most = limbs == limbs_ ? table.most : 0;
        used_ += more;
        used_ -= table.words.capacity() * sizeof(std::uint64_t);
        table = std::move(larger);
    }

    /// One more limb for all counts if those after this item might not do. A state after it and an option have but one
    /// state before, and one for each mirror, so that a count grows by the largest one here so many times at most.
    void make_room(std::size_t item, std::uint64_t most) {
        const auto largest = [&] {
            return std::ldexp(static_cast<double>(most) + 1, 64 * static_cast<int>(limbs_ - 1));
        };
        const auto before = static_cast<double>(masks_[item].size() * (1 + mirrors_.number()));
        const double grown = largest() * before * (1 + 1e-9);
        const std::size_t last = std::min(masks_.size(), item + farthest_);
        double bound = 0;
        for (std::size_t next = item + 1; next <= last; ++next) bound = std::max(bound, bounds_[next] += grown);
        if (bound < std::ldexp(1.0, 64 * static_cast<int>(limbs_)) * (1 - 1e-9)) return;
        for (std::size_t next = item; next <= last; ++next) {
            if (!tables_[next]) continue;
            for (Table& table : *tables_[next]) {
                Table wider;
                wider.places = table.places;
                renewed(table, wider, limbs_ + 1);
            }
        }
        ++limbs_;
    }

    std::vector<std::vector<std::uint64_t>> masks_;  // by first item
    Mirrors mirrors_;
    bool impossible_ = false;
    std::size_t farthest_ = 0;                  // items that a leap passes, at most
    std::vector<std::unique_ptr<Row>> tables_;  // by item
    std::vector<double> bounds_;                // of the counts in them
    std::size_t limbs_ = 1;
    std::uint64_t bytes_ = 0;
    std::atomic<std::uint64_t> used_{0};
    std::array<std::mutex, parts> locks_;
};

bool Leaps::fits(const Instance& instance) {
    for (const Option& option : instance.options) {
        if (option.items.empty()) return false;
        for (const std::uint32_t colour : option.colours)
            if (colour != 0) return false;
    }
    const KeyLayout layout(instance);
    return layout.bag_bits == 0 && layout.window_bits <= 63;
}

Leaps::Leaps(const Instance& instance, const std::vector<std::vector<std::uint32_t>>& mirrors) {
    if (!fits(instance)) throw std::invalid_argument("the instance does not fit a sweep that leaps");
    impl_ = std::make_unique<Impl>(instance, mirrors);
}
Leaps::~Leaps() = default;
Leaps::Outcome Leaps::run(const StopToken& stop, std::uint64_t bytes, unsigned threads) {
    return impl_->run(stop, bytes, threads);
}
const Natural& Leaps::count() const {
    return impl_->count;
}
std::uint64_t Leaps::states() const {
    return impl_->states;
}
std::uint64_t Leaps::most_states() const {
    return impl_->most_states;
}

}  // namespace shapewright::frontier

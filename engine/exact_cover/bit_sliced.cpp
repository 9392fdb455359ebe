// Exact cover by minimum-remaining-values branching on bit sets of live options.
//
// It visits the nodes Knuth's dancing links visit, but a node is one pass over a dense array: the options still live
// are rows of bits, and filtering them also counts (bit-sliced) how many of them cover each item.
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <numeric>
#include <stdexcept>

#include "core/assert.hpp"
#include "core/flat_index.hpp"
#include "core/hash.hpp"
#include "exact_cover/rows.hpp"
#include "exact_cover/search.hpp"

namespace shapewright::exact_cover {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

/// How many options before each one are equal to it.
std::vector<std::uint32_t> earlier_equals(const Instance& instance) {
    using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
    const auto in_order = [](const Option& option) {
        Pairs items;
        for (std::size_t k = 0; k < option.items.size(); ++k)
            items.emplace_back(option.items[k], option.colours.empty() ? 0 : option.colours[k]);
        Pairs uses = option.uses;
        std::sort(items.begin(), items.end());
        std::sort(uses.begin(), uses.end());
        return std::pair(items, uses);
    };
    std::vector<std::pair<std::uint64_t, std::uint32_t>> by_hash;  // options are compared only where these are equal
    for (std::uint32_t o = 0; o < instance.options.size(); ++o) {
        const Option& option = instance.options[o];
        std::uint64_t hash = 0;
        for (std::size_t k = 0; k < option.items.size(); ++k)
            hash += hashed(std::uint64_t{option.items[k]} << 32 | (option.colours.empty() ? 0 : option.colours[k]));
        for (const auto& [piece, copies] : option.uses) hash += hashed(~(std::uint64_t{piece} << 32 | copies));
        by_hash.emplace_back(hash, o);
    }
    std::sort(by_hash.begin(), by_hash.end());
    std::vector<std::uint32_t> earlier(instance.options.size(), 0);
    for (std::size_t begin = 0, end = 0; begin < by_hash.size(); begin = end) {
        while (end < by_hash.size() && by_hash[end].first == by_hash[begin].first) ++end;
        if (end - begin == 1) continue;
        std::map<std::pair<Pairs, Pairs>, std::uint32_t> seen;
        for (std::size_t k = begin; k < end; ++k)
            earlier[by_hash[k].second] = seen[in_order(instance.options[by_hash[k].second])]++;
    }
    return earlier;
}

/// Where each item, colour and (piece, copies) of an instance sits in a row.
///
/// A row is compatible with a chosen row iff (row & kill(chosen)) == 0. For plain items kill = bits. A coloured item
/// has two bits for each digit of its colour's number: the row sets the one of its digit, its kill sets the other, so
/// equal colours agree and different ones clash; an uncoloured use sets both bits of the first digit in both.
///
/// Rows must differ. Equal options are numbered, and the bits behind all others, which nothing kills, have that number.
struct Layout {
    std::vector<std::uint32_t> item_bit;                                         // first bit of each item
    std::vector<std::uint32_t> item_digits;                                      // 0 = plain item, one bit
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> piece_bit;  // (piece, copies) -> bit
    std::vector<std::uint32_t> twin;                                             // of each option: its equals before it
    std::uint32_t first_twin_bit = 0;
    std::uint32_t bits = 0;

    explicit Layout(const Instance& instance) : twin(earlier_equals(instance)) {
        std::vector<std::uint32_t> colours(instance.items(), 0);
        for (const Option& option : instance.options) {
            for (std::size_t k = 0; k < option.colours.size(); ++k)
                colours[option.items[k]] = std::max(colours[option.items[k]], option.colours[k]);
            for (const auto& use : option.uses) piece_bit.emplace(use, 0);
        }
        for (std::size_t i = 0; i < instance.items(); ++i) {
            item_bit.push_back(bits);
            item_digits.push_back(static_cast<std::uint32_t>(std::bit_width(colours[i])));
            bits += item_digits[i] == 0 ? 1 : 2 * item_digits[i];
        }
        for (auto& [use, bit] : piece_bit) bit = bits++;
        first_twin_bit = bits;
        if (!twin.empty())
            bits += static_cast<std::uint32_t>(std::bit_width(*std::max_element(twin.begin(), twin.end())));
    }
};

template <int W>
using Bits = std::array<std::uint64_t, W>;

template <int W>
void set_bit(Bits<W>& bits, std::uint32_t bit) {
    SHAPEWRIGHT_ASSERT(bit < 64 * W);
    bits[bit / 64] |= std::uint64_t{1} << (bit % 64);
}

/// A piece that may be used other than exactly once: its bounds are counted, not covered.
struct Counted {
    std::uint32_t minimum, maximum;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> copy_bits;  // (copies, bit)
};

template <int W>
class BitSliced final : public Search {
public:
    BitSliced(const Instance& instance, const Layout& layout, Simd simd) : kernels_(row_kernels(W, simd)) {
        for (std::size_t i = 0; i < instance.items(); ++i)
            if (instance.required[i]) set_bit<W>(required_, layout.item_bit[i]);
        std::vector<bool> once(instance.pieces(), true);
        for (const Option& option : instance.options)
            for (const auto& [piece, copies] : option.uses)
                if (copies != 1) once[piece] = false;
        counted_of_.assign(instance.pieces(), none);
        for (std::uint32_t p = 0; p < instance.pieces(); ++p) {
            const auto bit = layout.piece_bit.find({p, 1});
            if (once[p] && instance.minimum[p] == 1 && instance.maximum[p] == 1 && bit != layout.piece_bit.end()) {
                set_bit<W>(required_, bit->second);
                continue;
            }
            counted_of_[p] = static_cast<std::uint32_t>(counted_.size());
            Counted counted{instance.minimum[p], instance.maximum[p], {}};
            for (const auto& [use, copy_bit] : layout.piece_bit)
                if (use.first == p) counted.copy_bits.emplace_back(use.second, copy_bit);
            counted_.push_back(counted);
        }
        plain_ = counted_.empty();
        for (std::uint32_t bit = 0; bit < layout.first_twin_bit; ++bit) set_bit<W>(deadly_, bit);
        row_of_option_.assign(instance.options.size(), none);
        // An option that uses more copies than its piece has can never be chosen.
        for (std::uint32_t o = 0; o < instance.options.size(); ++o) {
            const Option& option = instance.options[o];
            bool possible = true;
            for (const auto& [piece, copies] : option.uses) possible = possible && copies <= instance.maximum[piece];
            Bits<W> bits{}, kill{};
            encode(option, layout, bits, kill);
            if (!possible) continue;
            if (kill != bits) plain_ = false;
            for (std::uint32_t bit = layout.first_twin_bit; bit < layout.bits; ++bit)
                if ((layout.twin[o] >> (bit - layout.first_twin_bit)) & 1) set_bit<W>(bits, bit);
            row_of_option_[o] = static_cast<std::uint32_t>(rows_.size());
            index_.slot(hash_of_words(bits), [](std::uint32_t) { return false; }) = row_of_option_[o];
            rows_.push_back(bits);
            if (index_.is_full(rows_.size()))
                index_.grow(rows_.size(), [&](std::size_t row) { return hash_of_words(rows_[row]); });
            kills_.push_back(kill);
            ids_.push_back(o);
            uses_.push_back(option.uses);
        }
        SHAPEWRIGHT_ASSERT(rows_.size() == kills_.size() && rows_.size() == ids_.size() &&
                           rows_.size() == uses_.size());
        used_.assign(counted_.size(), 0);
        open_root();
    }

    bool give(const Path& given) override {
        for (const std::uint32_t id : given)
            if (id >= row_of_option_.size()) throw std::invalid_argument("an unknown option is given");
        std::vector<std::uint32_t> sorted = given;
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
            throw std::invalid_argument("an option is given twice");
        root_ = 1;
        start({});
        bool fits = true;
        for (const std::uint32_t id : given) {
            fits = !top().dead && row_of_option_[id] != none;
            if (!fits) break;
            const Bits<W>& bits = rows_[row_of_option_[id]];
            const std::size_t r = place_of(top(), bits);
            fits = r < top().count;
            if (!fits) break;
            choose(r, /*is_given=*/true);
        }
        fits = fits && !top().dead;
        if (fits) root_ = frames_used_;
        start({});
        return fits;
    }

private:
    bool descend(const Path& prefix, const StopToken& stop) override {
        prefix_.clear();
        std::fill(used_.begin(), used_.end(), 0u);
        for (std::size_t f = 1; f < root_; ++f) count_copies(frames_[f].chosen);
        frames_used_ = root_;
        known_ = std::min(known_, root_);
        base_ = frames_used_;
        started_ = false;
        top().tries = top().cursor = 0;
        for (const std::uint32_t id : prefix) {
            if (stop.expired()) return false;
            Frame& frame = top();
            if (frame.dead) throw std::invalid_argument("the prefix contradicts itself");
            if (id >= row_of_option_.size() || row_of_option_[id] == none)
                throw std::invalid_argument("the prefix names an unknown option");
            const Bits<W>& bits = rows_[row_of_option_[id]];
            const std::size_t r = place_of(frame, bits);
            if (r == frame.count) throw std::invalid_argument("the prefix contradicts itself");
            choose(r);
        }
        prefix_ = prefix;
        base_ = frames_used_;
        return true;
    }

public:
    bool run(const StopToken& stop, std::uint64_t limit, std::uint64_t nodes, std::vector<Path>* found) override {
        const std::uint64_t solution_goal = limit > ~solutions_ ? ~std::uint64_t{0} : solutions_ + limit;
        const std::uint64_t node_goal = nodes > ~nodes_ ? ~std::uint64_t{0} : nodes_ + nodes;
        if (!started_) {
            started_ = true;
            open(top(), found);
        }
        std::size_t work = 0;
        while (frames_used_ >= base_) {
            Frame& frame = top();
            if (frame.cursor == frame.tries) {
                if (frames_used_ == base_) return true;
                pop();
                continue;
            }
            if (solutions_ >= solution_goal || nodes_ >= node_goal) return false;
            if (work >= poll_every) {
                work = 0;
                if (stop.expired()) return false;
            }
            work += 64 + frame.count * W;
            const std::size_t r = frame.candidates[frame.cursor++];
            choose(r);
            ++nodes_;
            open(top(), found);
        }
        return true;
    }

    std::size_t depth() const override { return frames_used_ - 1; }

    std::vector<Path> rest() const override {
        if (!started_) return {prefix_};
        // A node's untried candidates come after everything below the candidate being tried: deepest frame first.
        std::vector<Path> result;
        for (std::size_t depth = frames_used_; depth >= base_; --depth) {
            const Frame& frame = frames_[depth - 1];
            const Path path = path_to(root_, depth);
            for (std::size_t c = frame.cursor; c < frame.tries; ++c) {
                Path next = path;
                next.push_back(ids_[row_index(row_bits(frame, frame.candidates[c]))]);
                result.push_back(std::move(next));
            }
        }
        return result;
    }

private:
    static constexpr std::size_t poll_every = std::size_t{1} << 20;  // words filtered: a millisecond or so
    using Planes = std::array<std::uint64_t, max_planes * W>;

    struct Frame {
        std::vector<std::uint64_t> rows;
        std::size_t stride = 0, count = 0;
        Bits<W> need{};                         // required items not yet covered
        Bits<W> chosen{};                       // the row chosen to get here
        std::vector<std::uint32_t> candidates;  // rows to try, in order: so many as there are `tries`
        std::size_t tries = 0, cursor = 0;
        std::uint32_t branch = none;  // the bit branched on; `none`: subsets of the rest
        std::size_t degree = 0;       // how many rows have that bit
        bool dead = false;
    };

    static void encode(const Option& option, const Layout& layout, Bits<W>& bits, Bits<W>& kill) {
        for (std::size_t k = 0; k < option.items.size(); ++k) {
            const std::uint32_t item = option.items[k];
            const std::uint32_t bit = layout.item_bit[item];
            const std::uint32_t colour = option.colours.empty() ? 0 : option.colours[k];
            if (layout.item_digits[item] == 0) {
                set_bit<W>(bits, bit), set_bit<W>(kill, bit);
            } else if (colour == 0) {
                set_bit<W>(bits, bit), set_bit<W>(kill, bit);
                set_bit<W>(bits, bit + 1), set_bit<W>(kill, bit + 1);
            } else {
                for (std::uint32_t digit = 0; digit < layout.item_digits[item]; ++digit) {
                    const std::uint32_t value = (colour >> digit) & 1;
                    set_bit<W>(bits, bit + 2 * digit + value);
                    set_bit<W>(kill, bit + 2 * digit + 1 - value);
                }
            }
        }
        for (const auto& use : option.uses) {
            const std::uint32_t bit = layout.piece_bit.at(use);
            set_bit<W>(bits, bit);
        }
        // A piece used exactly once is an item like any other; counted pieces are killed when they run out (choose).
        for (const auto& use : option.uses) set_bit<W>(kill, layout.piece_bit.at(use));
    }

    /// The first frame, which every search begins with.
    void open_root() {
        frames_used_ = 0;
        Frame& root = push(rows_.size());
        root.need = required_;
        Planes planes{};
        const std::size_t stride = rows_stride(rows_.size());
        std::vector<std::uint64_t> all(W * stride);
        for (std::size_t r = 0; r < rows_.size(); ++r)
            for (std::size_t w = 0; w < W; ++w) all[w * stride + r] = rows_[r][w];
        const Bits<W> nothing{};
        root.count = kernels_.filter(all.data(), stride, rows_.size(), nothing.data(), root.need.data(),
                                     root.rows.data(), root.stride, planes.data());
        decide(root, planes);
    }

    std::size_t place_of(const Frame& frame, const Bits<W>& bits) const {
        std::size_t r = 0;
        while (r < frame.count && row_bits(frame, r) != bits) ++r;
        return r;
    }

    Frame& top() { return frames_[frames_used_ - 1]; }

    Frame& push(std::size_t capacity) {
        if (frames_used_ == frames_.size()) frames_.emplace_back();
        Frame& frame = frames_[frames_used_++];
        frame.stride = rows_stride(capacity);
        if (frame.rows.size() < W * frame.stride) frame.rows.resize(W * frame.stride);
        frame.tries = frame.cursor = 0;
        frame.dead = false;
        return frame;
    }

    Bits<W> row_bits(const Frame& frame, std::size_t r) const {
        Bits<W> bits;
        for (std::size_t w = 0; w < W; ++w) bits[w] = frame.rows[w * frame.stride + r];
        return bits;
    }

    std::uint32_t row_index(const Bits<W>& bits) const {
        const std::uint32_t found =
            index_.find(hash_of_words(bits), [&](std::uint32_t row) { return rows_[row] == bits; });
        SHAPEWRIGHT_ASSERT(found < rows_.size());
        return found;
    }

    /// Choose row `r` of the top frame: filter what is left into a new frame and decide how to branch there. Given rows
    /// come in any order; others of a set that is not branched on in their own.
    void choose(std::size_t r, bool is_given = false) {
        SHAPEWRIGHT_ASSERT(frames_used_ > 0 && !top().dead && r < top().count);
        if (frames_used_ == frames_.size()) frames_.emplace_back();  // before references are taken
        const std::size_t parent_index = frames_used_ - 1;
        const Bits<W> bits = row_bits(frames_[parent_index], r);
        Bits<W> kill = bits;
        for (std::size_t w = 0; w < W; ++w) kill[w] &= deadly_[w];
        if (!plain_) kill = exact_kill(row_index(bits));
        const bool is_subset = frames_[parent_index].branch == none && !is_given;
        const std::size_t begin = is_subset ? r + 1 : 0;
        std::size_t count = frames_[parent_index].count - begin;
        Frame& child = push(count);
        Frame& parent = frames_[parent_index];
        child.chosen = bits;
        known_ = std::min(known_, parent_index + 1);
        for (std::size_t w = 0; w < W; ++w) child.need[w] = parent.need[w] & ~bits[w];
        if (is_given) count = drop(parent, r);
        Planes planes;
        child.count = kernels_.filter(parent.rows.data() + begin, parent.stride, count, kill.data(), child.need.data(),
                                      child.rows.data(), child.stride, planes.data());
        if (is_given) put_back(parent, r, bits);
        SHAPEWRIGHT_ASSERT(child.count == lacking || child.count <= count);
        decide(child, planes);
    }

    /// Take row `r` out of a frame, whose last row comes to its place; how many are left. Behind them is zero, as the
    /// kernels want it.
    static std::size_t drop(Frame& frame, std::size_t r) {
        const std::size_t last = frame.count - 1;
        for (std::size_t w = 0; w < W; ++w) {
            std::uint64_t* const words = frame.rows.data() + w * frame.stride;
            words[r] = words[last];
            words[last] = 0;
        }
        return last;
    }
    static void put_back(Frame& frame, std::size_t r, const Bits<W>& bits) {
        const std::size_t last = frame.count - 1;
        for (std::size_t w = 0; w < W; ++w) {
            std::uint64_t* const words = frame.rows.data() + w * frame.stride;
            words[last] = words[r];
            words[r] = bits[w];
        }
    }

    void count_copies(const Bits<W>& chosen) {
        if (counted_.empty()) return;
        for (const auto& [piece, copies] : uses_[row_index(chosen)])
            if (counted_of_[piece] != none) used_[counted_of_[piece]] += copies;
    }

    /// What a chosen option forbids: its own bits but for counted pieces that still have copies to give.
    Bits<W> exact_kill(std::uint32_t row) {
        Bits<W> kill = kills_[row];
        for (const auto& [piece, copies] : uses_[row]) {
            const std::uint32_t c = counted_of_[piece];
            if (c == none) continue;
            used_[c] += copies;
            const Counted& counted = counted_[c];
            SHAPEWRIGHT_ASSERT(used_[c] <= counted.maximum);
            for (const auto& [needed, bit] : counted.copy_bits) {
                const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
                if (counted.maximum != unlimited && needed > counted.maximum - used_[c])
                    kill[bit / 64] |= mask;
                else
                    kill[bit / 64] &= ~mask;
            }
        }
        return kill;
    }

    void pop() {
        const Frame& frame = top();
        SHAPEWRIGHT_ASSERT(frames_used_ > base_);
        if (!counted_.empty())
            for (const auto& [piece, copies] : uses_[row_index(frame.chosen)])
                if (counted_of_[piece] != none) used_[counted_of_[piece]] -= copies;
        --frames_used_;
    }

    /// Pick the item with the fewest live options (the first of them), or see that some item has none.
    void decide(Frame& frame, const Planes& planes) {
        frame.dead = frame.count == lacking;
        if (frame.dead) return;
        const int digits = static_cast<int>(std::bit_width(frame.count));
        frame.branch = none;
        // From the highest digit down, keep the items whose count has a zero there, if there are any.
        Bits<W> least = frame.need;
        for (int p = digits - 1; p >= 0; --p) {
            Bits<W> zeros;
            std::uint64_t any = 0;
            for (std::size_t w = 0; w < W; ++w)
                any |= zeros[w] = least[w] & ~planes[static_cast<std::size_t>(p) * W + w];
            if (any != 0) least = zeros;
        }
        for (std::size_t w = 0; w < W && frame.branch == none; ++w)
            if (least[w] != 0)
                frame.branch =
                    static_cast<std::uint32_t>(w * 64) + static_cast<std::uint32_t>(std::countr_zero(least[w]));
        frame.degree = frame.branch == none ? frame.count : live(frame.branch, digits, planes);
        for (std::size_t c = 0; c < counted_.size() && !frame.dead; ++c) {
            // Copies still needed cannot come from fewer live options than that.
            std::uint64_t reach = used_[c];
            for (const auto& [copies, bit] : counted_[c].copy_bits) reach += copies * live(bit, digits, planes);
            frame.dead = reach < counted_[c].minimum;
        }
    }

    static std::size_t live(std::uint32_t bit, int digits, const Planes& planes) {
        std::size_t count = 0;
        for (int p = digits - 1; p >= 0; --p)
            count = 2 * count + ((planes[static_cast<std::size_t>(p) * W + bit / 64] >> (bit % 64)) & 1);
        return count;
    }

    /// Enter a node: note a solution if it is one, list what to try below it.
    void open(Frame& frame, std::vector<Path>* found) {
        if (frame.dead) return;
        if (frame.branch != none) {
            frame.tries = frame.degree;
            SHAPEWRIGHT_ASSERT(0 < frame.degree && frame.degree <= frame.count);
            if (frame.candidates.size() < found_room(frame.tries)) frame.candidates.resize(found_room(frame.tries));
            kernels_.find(frame.rows.data() + frame.branch / 64 * frame.stride, frame.branch % 64, frame.degree,
                          frame.candidates.data());
            return;
        }
        bool enough = true;
        for (std::size_t c = 0; c < counted_.size(); ++c) enough = enough && used_[c] >= counted_[c].minimum;
        if (enough) {
            ++solutions_;
            if (found != nullptr) found->push_back(path_here());
        }
        frame.tries = frame.count;
        if (frame.candidates.size() < frame.tries) frame.candidates.resize(frame.tries);
        std::iota(frame.candidates.begin(), frame.candidates.begin() + static_cast<std::ptrdiff_t>(frame.tries), 0u);
    }

    Path path_to(std::size_t begin, std::size_t depth) const {
        Path path;
        for (std::size_t d = begin; d < depth; ++d) path.push_back(ids_[row_index(frames_[d].chosen)]);
        return path;
    }

    /// The options chosen up to now. Successive solutions differ in the last few, so that the others are known.
    Path path_here() {
        if (path_.size() < frames_used_) path_.resize(frames_used_);
        for (; known_ < frames_used_; ++known_) path_[known_] = ids_[row_index(frames_[known_].chosen)];
        SHAPEWRIGHT_ASSERT(known_ == frames_used_);
        return Path(path_.begin() + 1, path_.begin() + static_cast<std::ptrdiff_t>(frames_used_));
    }

    RowKernels kernels_;
    Bits<W> required_{};
    Bits<W> deadly_{};  // all bits but those that tell equal options apart
    std::vector<Bits<W>> rows_, kills_;
    std::vector<std::uint32_t> ids_;            // row -> option number
    std::vector<std::uint32_t> row_of_option_;  // none: it uses too many copies
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> uses_;
    FlatIndex<> index_;  // of rows
    std::vector<Counted> counted_;
    std::vector<std::uint32_t> counted_of_;  // piece -> index into counted_, or none
    std::vector<std::uint32_t> used_;        // copies used of each counted piece
    bool plain_ = true;                      // kill equals the deadly bits for every row

    std::vector<Frame> frames_;
    std::size_t frames_used_ = 0;
    std::size_t root_ = 1;   // frames up to the one of the given options
    std::size_t base_ = 1;   // frames up to the one of the prefix
    Path path_;              // the option of each frame,
    std::size_t known_ = 1;  // as far as it is known
    bool started_ = false;
    Path prefix_;
};

template <int W>
std::unique_ptr<Search> make(const Instance& instance, const Layout& layout, Simd simd) {
    auto search = std::make_unique<BitSliced<W>>(instance, layout, simd);
    search->start({});
    return search;
}

}  // namespace

std::unique_ptr<Search> make_bit_sliced(const Instance& instance, Simd simd) {
    const Layout layout(instance);
    if (instance.options.size() >> max_planes != 0) return nullptr;
    if (layout.bits <= 64) return make<1>(instance, layout, simd);
    if (layout.bits <= 128) return make<2>(instance, layout, simd);
    if (layout.bits <= 256) return make<4>(instance, layout, simd);
    if (layout.bits <= 512) return make<8>(instance, layout, simd);
    if (layout.bits <= 1024) return make<16>(instance, layout, simd);
    return nullptr;
}

}  // namespace shapewright::exact_cover

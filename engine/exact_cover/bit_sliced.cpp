// Exact cover by minimum-remaining-values branching on bit sets of live options.
//
// It visits the nodes Knuth's dancing links visit, but a node is one pass over a dense array: the options still live
// are rows of bits, and filtering them also counts (bit-sliced) how many of them cover each item.
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <stdexcept>
#include <unordered_map>

#include "exact_cover/rows.hpp"
#include "exact_cover/search.hpp"

namespace shapewright::exact_cover {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

/// Where each item, colour and (piece, copies) of an instance sits in a row.
///
/// A row is compatible with a chosen row iff (row & kill(chosen)) == 0. For plain items kill = bits. A coloured item
/// has two bits for each digit of its colour's number: the row sets the one of its digit, its kill sets the other, so
/// equal colours agree and different ones clash; an uncoloured use sets both bits of the first digit in both.
struct Layout {
    std::vector<std::uint32_t> item_bit;                                         // first bit of each item
    std::vector<std::uint32_t> item_digits;                                      // 0 = plain item, one bit
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> piece_bit;  // (piece, copies) -> bit
    std::uint32_t bits = 0;

    explicit Layout(const Instance& instance) {
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
    }
};

template <int W>
using Bits = std::array<std::uint64_t, W>;

template <int W>
struct BitsHash {
    std::size_t operator()(const Bits<W>& bits) const {
        std::uint64_t hash = 0;
        for (const std::uint64_t word : bits) hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL, hash ^= hash >> 29;
        return static_cast<std::size_t>(hash);
    }
};

template <int W>
void set_bit(Bits<W>& bits, std::uint32_t bit) {
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
        // An option that uses more copies than its piece has can never be chosen.
        for (std::uint32_t o = 0; o < instance.options.size(); ++o) {
            const Option& option = instance.options[o];
            bool possible = true;
            for (const auto& [piece, copies] : option.uses) possible = possible && copies <= instance.maximum[piece];
            Bits<W> bits{}, kill{};
            encode(option, layout, bits, kill);
            if (!possible) continue;
            if (kill != bits) plain_ = false;
            rows_.push_back(bits);
            kills_.push_back(kill);
            ids_.push_back(o);
            uses_.push_back(option.uses);
            if (!row_of_.emplace(bits, static_cast<std::uint32_t>(rows_.size() - 1)).second) distinct_ = false;
        }
        used_.assign(counted_.size(), 0);
    }

    /// False if two options have equal rows, which this engine cannot tell apart.
    bool distinct() const { return distinct_; }

    void start(const Path& prefix) override {
        prefix_ = prefix;
        std::fill(used_.begin(), used_.end(), 0u);
        frames_used_ = 0;
        started_ = false;
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
        for (const std::uint32_t id : prefix) {
            Frame& frame = top();
            if (frame.dead) throw std::invalid_argument("the prefix contradicts itself");
            const auto row = std::find(ids_.begin(), ids_.end(), id);
            if (row == ids_.end()) throw std::invalid_argument("the prefix names an unknown option");
            const Bits<W>& bits = rows_[static_cast<std::size_t>(row - ids_.begin())];
            std::size_t r = 0;
            while (r < frame.count && row_bits(frame, r) != bits) ++r;
            if (r == frame.count) throw std::invalid_argument("the prefix contradicts itself");
            choose(r, bits);
        }
        base_ = frames_used_;
    }

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
            if (frame.cursor == frame.candidates.size()) {
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
            choose(r, row_bits(frame, r));
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
            const Path path = path_to(depth);
            for (std::size_t c = frame.cursor; c < frame.candidates.size(); ++c) {
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
        std::vector<std::uint32_t> candidates;  // rows to try, in order
        std::size_t cursor = 0;
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

    Frame& top() { return frames_[frames_used_ - 1]; }

    Frame& push(std::size_t capacity) {
        if (frames_used_ == frames_.size()) frames_.emplace_back();
        Frame& frame = frames_[frames_used_++];
        frame.stride = rows_stride(capacity);
        if (frame.rows.size() < W * frame.stride) frame.rows.resize(W * frame.stride);
        frame.candidates.clear();
        frame.cursor = 0;
        frame.dead = false;
        return frame;
    }

    Bits<W> row_bits(const Frame& frame, std::size_t r) const {
        Bits<W> bits;
        for (std::size_t w = 0; w < W; ++w) bits[w] = frame.rows[w * frame.stride + r];
        return bits;
    }

    std::uint32_t row_index(const Bits<W>& bits) const { return row_of_.at(bits); }

    /// Choose row `r` of the top frame: filter what is left into a new frame and decide how to branch there.
    void choose(std::size_t r, const Bits<W> bits) {
        if (frames_used_ == frames_.size()) frames_.emplace_back();  // before references are taken
        const std::size_t parent_index = frames_used_ - 1;
        Bits<W> kill = bits;
        if (!plain_) kill = exact_kill(row_index(bits));
        const std::size_t begin = frames_[parent_index].branch == none ? r + 1 : 0;
        const std::size_t count = frames_[parent_index].count - begin;
        Frame& child = push(count);
        const Frame& parent = frames_[parent_index];
        child.chosen = bits;
        for (std::size_t w = 0; w < W; ++w) child.need[w] = parent.need[w] & ~bits[w];
        Planes planes;
        child.count = kernels_.filter(parent.rows.data() + begin, parent.stride, count, kill.data(), child.need.data(),
                                      child.rows.data(), child.stride, planes.data());
        decide(child, planes);
    }

    /// What a chosen option forbids: its own bits but for counted pieces that still have copies to give.
    Bits<W> exact_kill(std::uint32_t row) {
        Bits<W> kill = kills_[row];
        for (const auto& [piece, copies] : uses_[row]) {
            const std::uint32_t c = counted_of_[piece];
            if (c == none) continue;
            used_[c] += copies;
            const Counted& counted = counted_[c];
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
            frame.candidates.resize(frame.degree);
            kernels_.find(frame.rows.data() + frame.branch / 64 * frame.stride, frame.branch % 64, frame.degree,
                          frame.candidates.data());
            return;
        }
        bool enough = true;
        for (std::size_t c = 0; c < counted_.size(); ++c) enough = enough && used_[c] >= counted_[c].minimum;
        if (enough) {
            ++solutions_;
            if (found != nullptr) found->push_back(path_to(frames_used_));
        }
        for (std::size_t r = 0; r < frame.count; ++r) frame.candidates.push_back(static_cast<std::uint32_t>(r));
    }

    Path path_to(std::size_t depth) const {
        Path path;
        for (std::size_t d = 1; d < depth; ++d) path.push_back(ids_[row_index(frames_[d].chosen)]);
        return path;
    }

    RowKernels kernels_;
    Bits<W> required_{};
    std::vector<Bits<W>> rows_, kills_;
    std::vector<std::uint32_t> ids_;  // row -> option number
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> uses_;
    std::unordered_map<Bits<W>, std::uint32_t, BitsHash<W>> row_of_;
    std::vector<Counted> counted_;
    std::vector<std::uint32_t> counted_of_;  // piece -> index into counted_, or none
    std::vector<std::uint32_t> used_;        // copies used of each counted piece
    bool plain_ = true;                      // kill equals bits for every row
    bool distinct_ = true;

    std::vector<Frame> frames_;
    std::size_t frames_used_ = 0;
    std::size_t base_ = 1;  // frames up to the one of the prefix
    bool started_ = false;
    Path prefix_;
};

template <int W>
std::unique_ptr<Search> make(const Instance& instance, const Layout& layout, Simd simd) {
    auto search = std::make_unique<BitSliced<W>>(instance, layout, simd);
    if (!search->distinct()) return nullptr;
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

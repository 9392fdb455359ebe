#include "diagram/diagram.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

#include "core/share.hpp"

namespace shapewright::diagram {

namespace {

constexpr std::uint8_t any_letter = 15;
constexpr int unreachable = 1 << 20;
constexpr std::uint64_t most_samples = std::uint64_t{1} << 32;

/// Nodes, each with how many words lead there.
using Front = std::vector<std::pair<Node, std::uint64_t>>;

/// Where the words of a front lead when they go on.
class Fronts {
public:
    /// `ways` has a number a node, all 0, and is left so.
    Fronts(const Diagram& diagram, std::vector<std::uint64_t>& ways) : diagram_(diagram), ways_(ways) {}

    /// By any letter of a range; those that meet are one.
    void gather(const Front& front, Front& next, std::size_t first, std::size_t last) {
        next.clear();
        for (const auto& [node, number] : front)
            for (std::size_t letter = first; letter <= last; ++letter) {
                const Node to = diagram_.nodes()[node - 2][letter];
                if (to == none) continue;
                if (ways_[to] == 0) next.emplace_back(to, 0);
                ways_[to] += number;
            }
        for (auto& [node, number] : next) std::swap(number, ways_[node]);
    }

    /// By any `letters` letters.
    void through_any(Front& front, int letters) {
        for (int letter = 0; letter < letters; ++letter) {
            gather(front, spare_, 0, 3);
            front.swap(spare_);
        }
    }

private:
    const Diagram& diagram_;
    std::vector<std::uint64_t>& ways_;
    Front spare_;
};

}  // namespace

Diagram::Diagram(int letters, std::vector<std::array<Node, 4>> nodes, Node root)
    : letters_(letters), nodes_(std::move(nodes)), root_(root) {
    const auto refuse = [](bool wrong) {
        if (wrong) throw std::invalid_argument("a damaged decision diagram");
    };
    refuse(letters < 0 || letters > 30 || root >= nodes_.size() + 2 || nodes_.size() >= (std::uint64_t{1} << 32) - 2);
    count_.assign(nodes_.size() + 2, 0);
    count_[unit] = 1;
    std::vector<std::int8_t> length(nodes_.size() + 2, -1);
    length[unit] = 0;
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
        const std::size_t node = k + 2;
        for (const Node next : nodes_[k]) {
            if (next == none) continue;
            refuse(next >= node || (length[node] >= 0 && length[node] != length[next] + 1) || length[next] >= letters);
            length[node] = static_cast<std::int8_t>(length[next] + 1);
            count_[node] += count_[next];
        }
        refuse(length[node] < 0);
    }
    refuse(root != none && length[root] != letters);
}

Word Diagram::word(std::uint64_t rank) const {
    if (rank >= count()) throw std::invalid_argument("the set has no word of that rank");
    Word word = 0;
    Node node = root_;
    for (int level = 0; level < letters_; ++level)
        for (std::uint64_t letter = 0; letter < 4; ++letter) {
            const Node next = child(node, letter);
            if (rank < count_[next]) {
                word = word << 2 | letter;
                node = next;
                break;
            }
            rank -= count_[next];
        }
    return word;
}

Word Diagram::sample(Rng& rng) const {
    if (count() == 0) throw std::invalid_argument("the set is empty");
    return word(rng.below(count()));
}

std::vector<Word> Diagram::samples(Rng& rng, std::uint64_t number, const StopToken& stop) const {
    if (number > most_samples) throw std::invalid_argument("at most 2^32 samples are drawn at once");
    Poll poll(stop);
    std::vector<Word> drawn;
    for (std::uint64_t k = 0; k < number; ++k) {
        poll();
        drawn.push_back(sample(rng));
    }
    return drawn;
}

std::vector<Word> Diagram::words(std::uint64_t rank, std::uint64_t most, const StopToken& stop) const {
    const std::vector<std::uint8_t> masks(static_cast<std::size_t>(letters_), any_letter);
    return matching(masks, rank, most, stop);
}

std::vector<Word> Diagram::matching(std::span<const std::uint8_t> masks, std::uint64_t rank, std::uint64_t most,
                                    const StopToken& stop) const {
    if (masks.size() != static_cast<std::size_t>(letters_)) throw std::invalid_argument("one mask a letter is wanted");
    std::vector<Word> found;
    Poll poll(stop);
    std::uint64_t skipped = 0;
    const bool all = std::all_of(masks.begin(), masks.end(), [](std::uint8_t mask) { return mask == any_letter; });
    std::unordered_map<Node, bool> alive;  // whether any word below matches
    const auto matches = [&](auto&& self, Node node, std::size_t level) -> bool {
        if (node == none) return false;
        if (level == masks.size() || all) return true;
        if (const auto known = alive.find(node); known != alive.end()) return known->second;
        poll();
        bool result = false;
        for (std::uint64_t letter = 0; letter < 4 && !result; ++letter)
            result = (masks[level] >> letter & 1) != 0 && self(self, child(node, letter), level + 1);
        return alive[node] = result;
    };
    const auto visit = [&](auto&& self, Node node, std::size_t level, Word word) -> void {
        if (found.size() >= most) return;
        poll();
        if (all && skipped + count_[node] <= rank) {
            skipped += count_[node];
            return;
        }
        if (level == masks.size()) {
            if (skipped++ >= rank) found.push_back(word);
            return;
        }
        for (std::uint64_t letter = 0; letter < 4; ++letter) {
            if ((masks[level] >> letter & 1) == 0) continue;
            const Node next = child(node, letter);
            if (matches(matches, next, level + 1)) self(self, next, level + 1, word << 2 | letter);
        }
    };
    if (matches(matches, root_, 0)) visit(visit, root_, 0, 0);
    return found;
}

std::uint64_t Diagram::count_matching(std::span<const std::uint8_t> masks, const StopToken& stop) const {
    if (masks.size() != static_cast<std::size_t>(letters_)) throw std::invalid_argument("one mask a letter is wanted");
    Poll poll(stop);
    std::unordered_map<Node, std::uint64_t> known{{none, 0}, {unit, 1}};
    const auto visit = [&](auto&& self, Node node, std::size_t level) -> std::uint64_t {
        if (const auto found = known.find(node); found != known.end()) return found->second;
        poll();
        std::uint64_t sum = 0;
        for (std::uint64_t letter = 0; letter < 4; ++letter)
            if ((masks[level] >> letter & 1) != 0) sum += self(self, child(node, letter), level + 1);
        return known[node] = sum;
    };
    return visit(visit, root_, 0);
}

std::optional<int> Diagram::distance(Word word, const StopToken& stop) const {
    Poll poll(stop);
    if (root_ == none) return std::nullopt;
    std::vector<int> known(nodes_.size() + 2, -1);
    known[none] = unreachable;
    known[unit] = 0;
    const auto visit = [&](auto&& self, Node node, int level) -> int {
        if (known[node] >= 0) return known[node];
        poll();
        const std::uint64_t wanted = word >> (2 * (letters_ - 1 - level)) & 3;
        int least = unreachable;
        for (std::uint64_t letter = 0; letter < 4; ++letter)
            least = std::min(least, self(self, child(node, letter), level + 1) + (letter != wanted ? 1 : 0));
        return known[node] = least;
    };
    return visit(visit, root_, 0);
}

std::vector<Word> Diagram::nearest(Word word, std::uint64_t most, const StopToken& stop) const {
    Poll poll(stop);
    std::vector<Word> found;
    if (root_ == none) return found;
    std::vector<int> known(nodes_.size() + 2, -1);
    known[none] = unreachable;
    known[unit] = 0;
    const auto wanted_at = [&](int level) { return word >> (2 * (letters_ - 1 - level)) & 3; };
    const auto least = [&](auto&& self, Node node, int level) -> int {
        if (known[node] >= 0) return known[node];
        poll();
        int best = unreachable;
        for (std::uint64_t letter = 0; letter < 4; ++letter)
            best = std::min(best, self(self, child(node, letter), level + 1) + (letter != wanted_at(level) ? 1 : 0));
        return known[node] = best;
    };
    const auto visit = [&](auto&& self, Node node, int level, Word path) -> void {
        poll();
        if (level == letters_) {
            found.push_back(path);
            return;
        }
        for (std::uint64_t letter = 0; letter < 4 && found.size() < most; ++letter) {
            const Node next = child(node, letter);
            if (next != none && known[node] == known[next] + (letter != wanted_at(level) ? 1 : 0))
                self(self, next, level + 1, path << 2 | letter);
        }
    };
    least(least, root_, 0);
    visit(visit, root_, 0, 0);
    return found;
}

std::uint64_t Diagram::count_beginnings(std::size_t letters, const StopToken& stop, int threads,
                                        const CountBeginning& count) const {
    // Words by their first letters, a part each: enough parts for many threads to end at about the same time.
    const unsigned number = allowed_threads(threads);
    std::size_t first = number > 1 ? std::min<std::size_t>(letters, 4) : 0;
    while (number > 1 && first < letters && std::size_t{1} << 2 * first < std::size_t{16} * number) ++first;
    const std::size_t parts = std::size_t{1} << 2 * first;
    std::vector<std::uint64_t> sums(number, 0);
    const auto work = [&](unsigned thread, std::size_t from, std::size_t to) {
        std::vector<std::uint8_t> beginning(first);
        for (std::size_t part = from; part < to; ++part) {
            for (std::size_t k = 0; k < first; ++k)
                beginning[k] = static_cast<std::uint8_t>(part >> 2 * (first - 1 - k) & 3);
            sums[thread] += count(thread, beginning);
        }
    };
    if (!share(number, parts, 1, stop, work)) throw Stopped();
    return std::accumulate(sums.begin(), sums.end(), std::uint64_t{0});
}

std::uint64_t Diagram::count_periodic(int block, int blocks, const StopToken& stop, int threads) const {
    // Words of period `blocks` (made to divide their number): by following the whole word along each first period.
    const int total = letters_ / block;
    int period = blocks % total, rest = total;
    while (period != 0) std::swap(rest %= period, period);  // greatest common divisor
    const int length = rest * block, repeats = total / rest;
    const auto count = [&](unsigned, std::span<const std::uint8_t> beginning) {
        std::uint64_t sum = 0, steps = 0;
        const auto visit = [&](auto&& self, Node node, int level, Word word) -> void {
            if (node == none) return;
            if (level < length) {
                for (std::uint64_t letter = 0; letter < 4; ++letter)
                    self(self, child(node, letter), level + 1, word << 2 | letter);
                return;
            }
            if ((++steps & 0xffff) == 0 && stop.expired()) throw Stopped();
            for (int repeat = 1; repeat < repeats && node != none; ++repeat)
                for (int shift = 2 * length - 2; shift >= 0 && node != none; shift -= 2)
                    node = child(node, word >> shift & 3);
            if (node != none) ++sum;
        };
        Node node = root_;
        Word word = 0;
        for (const std::uint8_t letter : beginning) {
            node = node == none ? none : child(node, letter);
            word = word << 2 | letter;
        }
        visit(visit, node, static_cast<int>(beginning.size()), word);
        return sum;
    };
    return count_beginnings(static_cast<std::size_t>(length), stop, threads, count);
}

std::uint64_t Diagram::count_palindromic(int block, bool singles, const StopToken& stop, int threads,
                                         bool turned) const {
    // Grouped by the contents of the mirrored blocks: a front holds the nodes that words with these contents lead to,
    // with how many of the words lead there. Through a single block all go on at once, those that meet as one. The
    // fronts of a word's letters and one number a node are all the memory it takes.
    const int blocks = letters_ / block - (singles ? 1 : 0), mirrored = blocks / 2;
    const auto length = static_cast<std::size_t>(mirrored * block);
    // Turned by half, the mirrored blocks come in the opposite order: words whose last one is greater than the first
    // stand for those whose last one is less.
    const bool pairs = turned && mirrored > 1;
    const std::size_t last = length - static_cast<std::size_t>(block);
    std::vector<std::vector<std::uint64_t>> ways(allowed_threads(threads));
    const auto count = [&](unsigned thread, std::span<const std::uint8_t> beginning) {
        if (ways[thread].empty()) ways[thread].assign(nodes_.size() + 2, 0);
        Fronts fronts(*this, ways[thread]);
        std::uint64_t sum = 0, steps = 0;
        std::vector<Front> levels(length + 1);
        std::vector<std::uint8_t> word(length);
        Front middle;
        const auto finish = [&](const Front& front, std::uint64_t weight) {
            if ((++steps & 0xfff) == 0 && stop.expired()) throw Stopped();
            middle = front;
            if (blocks % 2 != 0) fronts.through_any(middle, block);
            for (auto [node, number] : middle) {
                for (int at = mirrored - 1; at >= 0; --at)
                    for (int letter = 0; letter < block && node != none; ++letter)
                        node = child(node, word[static_cast<std::size_t>(at * block + letter)]);
                if (node != none) sum += weight * number;
            }
        };
        // `equal`: so far the last mirrored block has the letters of the first.
        const auto visit = [&](auto&& self, std::size_t level, bool equal) -> void {
            const Front& front = levels[level];
            if (front.empty()) return;
            if (level == length) return finish(front, pairs && !equal ? 2 : 1);
            const bool given = level < beginning.size();
            const bool bounded = pairs && equal && level >= last;
            const std::uint8_t least = bounded ? word[level - last] : 0;
            for (std::uint8_t letter = given ? beginning[level] : 0; letter <= (given ? beginning[level] : 3);
                 ++letter) {
                if (letter < least) continue;
                fronts.gather(front, levels[level + 1], letter, letter);
                word[level] = letter;
                self(self, level + 1, equal && (!bounded || letter == least));
            }
        };
        if (root_ != none) levels[0].emplace_back(root_, 1);
        if (singles) fronts.through_any(levels[0], block);
        visit(visit, 0, true);
        return sum;
    };
    return count_beginnings(length, stop, threads, count);
}

}  // namespace shapewright::diagram

#include "diagram/diagram.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

namespace shapewright::diagram {

namespace {

constexpr std::uint8_t any_letter = 15;
constexpr int unreachable = 1 << 20;

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

std::vector<Word> Diagram::words(std::uint64_t rank, std::uint64_t most) const {
    const std::vector<std::uint8_t> masks(static_cast<std::size_t>(letters_), any_letter);
    return matching(masks, rank, most);
}

std::vector<Word> Diagram::matching(std::span<const std::uint8_t> masks, std::uint64_t rank, std::uint64_t most) const {
    if (masks.size() != static_cast<std::size_t>(letters_)) throw std::invalid_argument("one mask a letter is wanted");
    std::vector<Word> found;
    std::uint64_t skipped = 0;
    const bool all = std::all_of(masks.begin(), masks.end(), [](std::uint8_t mask) { return mask == any_letter; });
    std::unordered_map<Node, bool> alive;  // whether any word below matches
    const auto matches = [&](auto&& self, Node node, std::size_t level) -> bool {
        if (node == none) return false;
        if (level == masks.size() || all) return true;
        if (const auto known = alive.find(node); known != alive.end()) return known->second;
        bool result = false;
        for (std::uint64_t letter = 0; letter < 4 && !result; ++letter)
            result = (masks[level] >> letter & 1) != 0 && self(self, child(node, letter), level + 1);
        return alive[node] = result;
    };
    const auto visit = [&](auto&& self, Node node, std::size_t level, Word word) -> void {
        if (found.size() >= most) return;
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

std::uint64_t Diagram::count_matching(std::span<const std::uint8_t> masks) const {
    if (masks.size() != static_cast<std::size_t>(letters_)) throw std::invalid_argument("one mask a letter is wanted");
    std::unordered_map<Node, std::uint64_t> known{{none, 0}, {unit, 1}};
    const auto visit = [&](auto&& self, Node node, std::size_t level) -> std::uint64_t {
        if (const auto found = known.find(node); found != known.end()) return found->second;
        std::uint64_t sum = 0;
        for (std::uint64_t letter = 0; letter < 4; ++letter)
            if ((masks[level] >> letter & 1) != 0) sum += self(self, child(node, letter), level + 1);
        return known[node] = sum;
    };
    return visit(visit, root_, 0);
}

std::optional<int> Diagram::distance(Word word) const {
    if (root_ == none) return std::nullopt;
    std::vector<int> known(nodes_.size() + 2, -1);
    known[none] = unreachable;
    known[unit] = 0;
    const auto visit = [&](auto&& self, Node node, int level) -> int {
        if (known[node] >= 0) return known[node];
        const std::uint64_t wanted = word >> (2 * (letters_ - 1 - level)) & 3;
        int least = unreachable;
        for (std::uint64_t letter = 0; letter < 4; ++letter)
            least = std::min(least, self(self, child(node, letter), level + 1) + (letter != wanted ? 1 : 0));
        return known[node] = least;
    };
    return visit(visit, root_, 0);
}

std::vector<Word> Diagram::nearest(Word word, std::uint64_t most) const {
    std::vector<Word> found;
    if (root_ == none) return found;
    std::vector<int> known(nodes_.size() + 2, -1);
    known[none] = unreachable;
    known[unit] = 0;
    const auto wanted_at = [&](int level) { return word >> (2 * (letters_ - 1 - level)) & 3; };
    const auto least = [&](auto&& self, Node node, int level) -> int {
        if (known[node] >= 0) return known[node];
        int best = unreachable;
        for (std::uint64_t letter = 0; letter < 4; ++letter)
            best = std::min(best, self(self, child(node, letter), level + 1) + (letter != wanted_at(level) ? 1 : 0));
        return known[node] = best;
    };
    const auto visit = [&](auto&& self, Node node, int level, Word path) -> void {
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

std::uint64_t Diagram::count_periodic(int block, int blocks, const StopToken& stop) const {
    // Words of period `blocks` (made to divide their number): by following the whole word along each first period.
    const int total = letters_ / block;
    int period = blocks % total, rest = total;
    while (period != 0) std::swap(rest %= period, period);  // greatest common divisor
    const int length = rest * block, repeats = total / rest;
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
    visit(visit, root_, 0, 0);
    return sum;
}

std::uint64_t Diagram::count_palindromic(int block, bool singles, const StopToken& stop) const {
    // Grouped by the contents of the mirrored blocks: a front holds the nodes that words with these contents lead to,
    // with how many of the words lead there. Through a single block all go on at once, those that meet as one. The
    // fronts of a word's letters and one number a node are all the memory it takes.
    using Front = std::vector<std::pair<Node, std::uint64_t>>;
    const int blocks = letters_ / block - (singles ? 1 : 0), mirrored = blocks / 2;
    std::vector<std::uint64_t> ways(nodes_.size() + 2, 0);  // 0 but while a front is gathered

    const auto gather = [&](const Front& front, Front& next, std::uint64_t first, std::uint64_t last) {
        next.clear();
        for (const auto& [node, number] : front)
            for (std::uint64_t letter = first; letter <= last; ++letter) {
                const Node to = child(node, letter);
                if (to == none) continue;
                if (ways[to] == 0) next.emplace_back(to, 0);
                ways[to] += number;
            }
        for (auto& [node, number] : next) std::swap(number, ways[node]);
    };
    Front spare;
    const auto through_any_block = [&](Front& front) {
        for (int letter = 0; letter < block; ++letter) {
            gather(front, spare, 0, 3);
            front.swap(spare);
        }
    };

    std::uint64_t sum = 0, steps = 0;
    std::vector<Front> fronts(static_cast<std::size_t>(mirrored * block) + 1);
    std::vector<std::uint8_t> word(static_cast<std::size_t>(mirrored * block));
    Front middle;
    const auto finish = [&](const Front& front) {
        if ((++steps & 0xfff) == 0 && stop.expired()) throw Stopped();
        middle = front;
        if (blocks % 2 != 0) through_any_block(middle);
        for (auto [node, number] : middle) {
            for (int at = mirrored - 1; at >= 0; --at)
                for (int letter = 0; letter < block && node != none; ++letter)
                    node = child(node, word[static_cast<std::size_t>(at * block + letter)]);
            if (node != none) sum += number;
        }
    };
    const auto visit = [&](auto&& self, std::size_t level) -> void {
        const Front& front = fronts[level];
        if (front.empty()) return;
        if (level == word.size()) return finish(front);
        for (std::uint64_t letter = 0; letter < 4; ++letter) {
            gather(front, fronts[level + 1], letter, letter);
            word[level] = static_cast<std::uint8_t>(letter);
            self(self, level + 1);
        }
    };
    if (root_ != none) fronts[0].emplace_back(root_, 1);
    if (singles) through_any_block(fronts[0]);
    visit(visit, 0);
    return sum;
}

}  // namespace shapewright::diagram

#include "shapez/depth/landings.hpp"

#include <algorithm>
#include <bit>

namespace shapewright::shapez {

namespace {

constexpr std::size_t words_for(std::size_t bits) {
    return bits / 64 + 1;
}

/// Whether it was not there.
bool insert(std::vector<std::uint64_t>& set, std::size_t item) {
    std::uint64_t& word = set[item / 64];
    const std::uint64_t bit = std::uint64_t{1} << item % 64;
    const bool fresh = (word & bit) == 0;
    word |= bit;
    return fresh;
}

}  // namespace

Landings::Landings(const LetterTables& letters)
    : letters_(letters), table_(letters), row_bits_(static_cast<int>(std::bit_width(table_.rows() - 1))) {
    known_tops_.resize(words_for(std::size_t{1} << (row_bits_ * letters.layers())));
    std::size_t words = 1;
    for (int cell = 0; cell < letters.columns() * letters.layers(); ++cell) words *= 3;
    seen_.resize(words_for(words));
    patterns_.resize(table_.heights());
    first_new_.resize(patterns_.size());
    tree_.resize(static_cast<std::size_t>(letters.layers()));
}

void Landings::add_top(std::uint32_t packed) {
    std::uint32_t top = 0;
    int rows = 0;
    for (int l = 0; l < letters_.layers(); ++l) {
        const std::uint32_t row = table_.row_of(letters_.row(packed, l));
        if (row == 0) continue;
        top = top << row_bits_ | row;
        ++rows;
    }
    top <<= row_bits_ * (letters_.layers() - rows);
    if (insert(known_tops_, top)) new_tops_.push_back(top);
}

void Landings::arrange_tops() {
    std::sort(new_tops_.begin(), new_tops_.end());
    const std::size_t layers = tree_.size();
    for (std::vector<Row>& rows : tree_) rows.clear();
    std::uint32_t before = 0;
    for (std::size_t k = 0; k < new_tops_.size(); ++k) {
        const std::uint32_t top = new_tops_[k];
        bool differs = k == 0;
        for (std::size_t layer = 0; layer < layers; ++layer) {
            const int shift = row_bits_ * static_cast<int>(layers - 1 - layer);
            differs |= (top ^ before) >> shift != 0;
            if (!differs) continue;
            const std::size_t next = layer + 1 < layers ? tree_[layer + 1].size() : 0;
            tree_[layer].push_back({top >> shift & ((1U << row_bits_) - 1), static_cast<std::uint32_t>(next)});
        }
        before = top;
    }
    for (std::size_t layer = 0; layer < layers; ++layer)
        tree_[layer].push_back({0, static_cast<std::uint32_t>(layer + 1 < layers ? tree_[layer + 1].size() : 0)});
}

void Landings::found(const Landing& landing, std::vector<Letters>& patterns) {
    if (landing.added != 0 && insert(seen_, landing.key)) patterns.push_back(landing.added);
}

/// What tops leave whose rows from this layer on are some of the tree.
void Landings::land(std::size_t layer, std::size_t begin, std::size_t end, const Landing& before,
                    std::vector<Letters>& patterns) {
    if (before.heights + 1 == patterns_.size()) {  // nothing more fits
        found(before, patterns);
        return;
    }
    const std::vector<Row>& rows = tree_[layer];
    for (std::size_t k = begin; k < end; ++k) {
        const Landing& next = table_.at(rows[k].row, before.heights);
        const Landing after{before.added | next.added, before.key + next.key, next.heights};
        if (layer + 1 == tree_.size())
            found(after, patterns);
        else
            land(layer + 1, rows[k].next, rows[k + 1].next, after, patterns);
    }
}

/// The least of the heights that mirror and half turn make of these. The tops of a depth have their images among them,
/// so that what lands on one is known from the other.
Landings::Image Landings::least_image(std::size_t number) const {
    const std::vector<int> heights = table_.listed(number);
    const auto columns = heights.size();
    Image least{number, {}};
    for (const bool turned : {false, true})
        for (const bool mirrored : {false, true}) {
            Image image{0, std::vector<int>(columns)};
            std::vector<int> moved(columns);
            for (std::size_t c = 0; c < columns; ++c) {
                const std::size_t turn = turned ? (c + columns / 2) % columns : c;
                const std::size_t to = mirrored ? columns - 1 - turn : turn;
                moved[to] = heights[c];
                image.from[c] = static_cast<int>(to);
            }
            image.heights = table_.number_of(moved);
            if (image.heights < least.heights) least = image;
        }
    return least;
}

/// The word whose columns are these of another.
Letters Landings::moved(Letters word, const std::vector<int>& from) const {
    Letters result = 0;
    for (const int c : from) result = result << letters_.column_bits() | letters_.column(word, c);
    return result;
}

bool Landings::land(const StopToken& stop) {
    arrange_tops();
    for (std::size_t heights = 0; heights < patterns_.size(); ++heights) {
        if (stop.expired()) return false;
        std::vector<Letters>& patterns = patterns_[heights];
        first_new_[heights] = patterns.size();
        const Image image = least_image(heights);
        if (image.heights != heights) {
            const std::vector<Letters>& known = patterns_[image.heights];
            for (std::size_t k = patterns.size(); k < known.size(); ++k)
                patterns.push_back(moved(known[k], image.from));
            continue;
        }
        for (const Letters pattern : patterns) insert(seen_, table_.key(pattern));
        land(0, 0, tree_[0].size() - 1, {0, 0, static_cast<std::uint32_t>(heights)}, patterns);
        for (const Letters pattern : patterns) seen_[table_.key(pattern) / 64] = 0;
    }
    new_tops_.clear();
    return true;
}

}  // namespace shapewright::shapez

#include "shapez/depth/landings.hpp"

#include <algorithm>
#include <bit>

namespace shapewright::shapez {

namespace {

// Letters of cells.
constexpr std::uint32_t empty = 0, normal = 1, pin = 2, crystal = 3;

std::size_t power(std::size_t base, int exponent) {
    std::size_t result = 1;
    for (; exponent > 0; --exponent) result *= base;
    return result;
}

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
    : letters_(letters),
      base_(static_cast<std::size_t>(letters.layers()) + 1),
      rows_(static_cast<std::uint32_t>(power(3, letters.columns()))),
      row_bits_(static_cast<int>(std::bit_width(rows_ - 1))) {
    const int layers = letters.layers(), columns = letters.columns();
    for (std::uint32_t content = 0; content < 1U << letters.column_bits(); ++content) {
        int height = 0;
        std::uint32_t key = 0;
        for (int l = layers - 1; l >= 0; --l) {
            const std::uint32_t cell = content >> (2 * (layers - 1 - l)) & 3;
            if (cell != empty) height = std::max(height, l + 1);
            key = 3 * key + (cell == crystal ? 0 : cell);
        }
        height_.push_back(static_cast<std::uint8_t>(height));
        key_.push_back(key);
    }
    for (std::uint32_t packed = 0; packed < 1U << letters.row_bits(); ++packed) {
        std::uint32_t row = 0;
        for (int c = columns - 1; c >= 0; --c) {
            const std::uint32_t cell = packed >> (2 * c) & 3;
            row = 3 * row + (cell == crystal ? 0 : cell);
        }
        row_of_.push_back(row);
    }
    known_tops_.resize(words_for(std::size_t{1} << (row_bits_ * layers)));
    seen_.resize(words_for(power(3, columns * layers)));
    patterns_.resize(power(base_, columns));
    first_new_.resize(patterns_.size());
    tree_.resize(static_cast<std::size_t>(layers));
    make_table();
}

std::size_t Landings::number_of(const std::vector<int>& heights) const {
    std::size_t number = 0;
    for (const int height : heights) number = number * base_ + static_cast<std::size_t>(height);
    return number;
}

std::vector<int> Landings::heights_of(std::size_t number) const {
    std::vector<int> heights(static_cast<std::size_t>(letters_.columns()));
    for (std::size_t c = heights.size(); c-- > 0; number /= base_) heights[c] = static_cast<int>(number % base_);
    return heights;
}

void Landings::make_table() {
    table_.resize(rows_ * patterns_.size());
    for (std::size_t number = 0; number < patterns_.size(); ++number)
        for (std::uint32_t row = 0; row < rows_; ++row)
            table_[row * patterns_.size() + number] = landing(row, heights_of(number));
}

/// What a row of a top leaves on columns of these heights. Above the limit all heights are alike: what comes to lie
/// there is lost.
Landings::Landing Landings::landing(std::uint32_t row, std::vector<int> heights) const {
    const int columns = letters_.columns(), layers = letters_.layers();
    const auto column = [](int c) { return static_cast<std::size_t>(c); };
    std::vector<std::uint32_t> cells;
    for (int c = 0; c < columns; ++c, row /= 3) cells.push_back(row % 3);
    Landing result;
    const auto put = [&](int c, int at, std::uint32_t cell) {
        heights[column(c)] = std::min(at + 1, layers);
        if (at < layers) result.added |= cell << ((columns - 1 - c) * letters_.column_bits() + 2 * (layers - 1 - at));
    };
    const auto before = std::find_if(cells.begin(), cells.end(), [](std::uint32_t cell) { return cell != normal; });
    const int begin = before == cells.end() ? 0 : static_cast<int>(before - cells.begin());
    for (int k = 0; k < columns;) {  // from a column where no run goes on, if there is one
        const auto at = [&](int i) { return (begin + i) % columns; };
        if (cells[column(at(k))] != normal) {
            if (cells[column(at(k))] == pin) put(at(k), heights[column(at(k))], pin);
            ++k;
            continue;
        }
        int end = k, height = 0;
        for (; end < columns && cells[column(at(end))] == normal; ++end)
            height = std::max(height, heights[column(at(end))]);
        for (; k < end; ++k) put(at(k), height, normal);
    }
    result.key = static_cast<std::uint32_t>(key(result.added));
    result.heights = static_cast<std::uint32_t>(number_of(heights));
    return result;
}

void Landings::add_top(std::uint32_t packed) {
    std::uint32_t top = 0;
    int rows = 0;
    for (int l = 0; l < letters_.layers(); ++l) {
        const std::uint32_t row = row_of_[letters_.row(packed, l)];
        if (row == 0) continue;
        top = top << row_bits_ | row;
        ++rows;
    }
    top <<= row_bits_ * (letters_.layers() - rows);
    if (insert(known_tops_, top)) new_tops_.push_back(top);
}

std::size_t Landings::key(Letters word) const {
    const std::size_t contents = power(3, letters_.layers());
    std::size_t result = 0;
    for (int c = 0; c < letters_.columns(); ++c) result = result * contents + key_[letters_.column(word, c)];
    return result;
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
        const Landing& next = table_[rows[k].row * patterns_.size() + before.heights];
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
    const std::vector<int> heights = heights_of(number);
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
            image.heights = number_of(moved);
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
        for (const Letters pattern : patterns) insert(seen_, key(pattern));
        land(0, 0, tree_[0].size() - 1, {0, 0, static_cast<std::uint32_t>(heights)}, patterns);
        for (const Letters pattern : patterns) seen_[key(pattern) / 64] = 0;
    }
    new_tops_.clear();
    return true;
}

}  // namespace shapewright::shapez

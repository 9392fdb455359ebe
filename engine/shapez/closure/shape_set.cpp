#include "shapez/closure/shape_set.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace shapewright::shapez {

namespace {

/// Refuses what would not fit into a word, however many letters a damaged file claims.
int letters_of(int columns, int layers) {
    if (columns < 1 || layers < 1 || columns > 30 || layers > 30 / columns)
        throw std::invalid_argument("no shapes have " + std::to_string(columns) + " columns and " +
                                    std::to_string(layers) + " layers");
    return columns * layers;
}

}  // namespace

Word word_of_packed(std::uint64_t packed, int columns, int layers) {
    Word word = 0;
    for (int column = 0; column < columns; ++column)
        for (int layer = 0; layer < layers; ++layer) word = word << 2 | (packed >> 2 * (layer * columns + column) & 3);
    return word;
}

std::uint64_t packed_of_word(Word word, int columns, int layers) {
    std::uint64_t packed = 0;
    for (int column = columns - 1; column >= 0; --column)
        for (int layer = layers - 1; layer >= 0; --layer, word >>= 2)
            packed |= (word & 3) << 2 * (layer * columns + column);
    return packed;
}

ShapeSet::ShapeSet(int columns, int layers, std::vector<std::array<diagram::Node, 4>> nodes, diagram::Node root)
    : columns_(columns), layers_(layers), diagram_(letters_of(columns, layers), std::move(nodes), root) {}

std::vector<std::uint64_t> ShapeSet::packed(const std::vector<Word>& words) const {
    std::vector<std::uint64_t> result;
    result.reserve(words.size());
    for (const Word word : words) result.push_back(packed_of_word(word, columns_, layers_));
    return result;
}

std::vector<std::uint8_t> ShapeSet::in_word_order(std::span<const std::uint8_t> masks) const {
    if (masks.size() != static_cast<std::size_t>(columns_ * layers_))
        throw std::invalid_argument("one mask a part is wanted");
    std::vector<std::uint8_t> result;
    for (int column = 0; column < columns_; ++column)
        for (int layer = 0; layer < layers_; ++layer)
            result.push_back(masks[static_cast<std::size_t>(layer * columns_ + column)]);
    return result;
}

std::vector<std::uint64_t> ShapeSet::members(std::uint64_t rank, std::uint64_t most, const StopToken& stop) const {
    return packed(diagram_.words(rank, most, stop));
}

std::vector<std::uint64_t> ShapeSet::sample(std::uint64_t seed, std::uint64_t samples, const StopToken& stop) const {
    Rng rng(seed);
    return packed(diagram_.samples(rng, samples, stop));
}

std::vector<std::uint64_t> ShapeSet::matching(std::span<const std::uint8_t> masks, std::uint64_t rank,
                                              std::uint64_t most, const StopToken& stop) const {
    return packed(diagram_.matching(in_word_order(masks), rank, most, stop));
}

std::uint64_t ShapeSet::count_matching(std::span<const std::uint8_t> masks, const StopToken& stop) const {
    return diagram_.count_matching(in_word_order(masks), stop);
}

std::pair<std::optional<int>, std::vector<std::uint64_t>> ShapeSet::nearest(std::uint64_t shape, std::uint64_t most,
                                                                            const StopToken& stop) const {
    const Word word = word_of_packed(shape, columns_, layers_);
    return {diagram_.distance(word, stop), packed(diagram_.nearest(word, most, stop))};
}

std::uint64_t ShapeSet::count_canonical(const StopToken& stop, int threads) const {
    if (columns_ % 2 != 0 || columns_ < 4) throw std::invalid_argument("only whole rings have canonical shapes");
    // The set holds every orientation, so reflections with an axis between columns fix equally many, and so do those
    // with an axis through columns.
    std::uint64_t fixed = count();
    for (int rotation = 1; rotation < columns_; ++rotation)
        fixed += diagram_.count_periodic(layers_, rotation, stop, threads);
    const auto half = static_cast<std::uint64_t>(columns_ / 2);
    fixed += half * diagram_.count_palindromic(layers_, false, stop, threads, true);
    fixed += half * diagram_.count_palindromic(layers_, true, stop, threads, true);
    return fixed / (2 * static_cast<std::uint64_t>(columns_));
}

}  // namespace shapewright::shapez

#include "shapez/depth/makers.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace shapewright::shapez {

namespace {

// Letters of cells.
constexpr std::uint32_t empty = 0, normal = 1, pin = 2, crystal = 3;

// So many machines of a kind are enough where there are many.
constexpr std::size_t few = 4;
// Ways to part what a top left into its rows.
constexpr std::size_t most_rows = 5000;
// Contents of columns that are tried in a walk through a set: usually, and where nothing else was found.
constexpr std::uint64_t usual_steps = 4000, most_steps = 4000000;

}  // namespace

std::vector<PlainMachine> Makers::of(Shape shape, int below, Rng& rng) const {
    Search search{shape, below, rng, {}};
    rotated(search);
    swapped(search);
    crystallised(search);
    pushed(search, false);
    stacked(search, false);
    if (search.found.empty()) pushed(search, true);
    if (search.found.empty()) stacked(search, true);
    return search.found;
}

void Makers::rotated(Search& search) const {
    const int parts = ring_.parts, half = parts / 2;
    const auto add = [&](Machine machine, int back) {
        const Shape source = ring_.rotate(search.shape, back);
        if (source != search.shape && sets_.is_within(source, search.below))
            search.found.push_back({machine, source, 0});
    };
    add(Machine::rotate_cw, parts - 1);
    add(Machine::rotate_ccw, 1);
    add(Machine::rotate_180, half);
}

std::vector<Shape> Makers::sources(Shape half, bool east, int below) const {
    std::vector<Shape> found;
    const Shape turned = ring_.half_turn(half);
    const auto add = [&](Shape whole) {
        const auto [left, right] = ring_.cut(whole);
        if ((east ? left : right) != half || !sets_.is_within(whole, below)) return;
        if (std::find(found.begin(), found.end(), whole) == found.end()) found.push_back(whole);
    };
    add(half);
    add(half | turned);
    add(half | (ring_.mirror(half)));
    const Shape other = east ? ring_.west : ring_.east;
    const Shape ground = AnyRing::whole(ring_.bottom) & other & ring_.cells;
    add(half | ground);
    if (const Shape whole = sets_.whole(ring_.half_key(east ? half : turned)); whole != 0)
        add(east ? whole : ring_.half_turn(whole));
    return found;
}

void Makers::swapped(Search& search) const {
    const Shape east = search.shape & ring_.east, west = search.shape & ring_.west;
    if (east == 0 || west == 0) {
        for (const Shape whole : sources(search.shape, east != 0, search.below))
            if (whole != search.shape) search.found.push_back({Machine::cut, whole, 0});
        return;
    }
    const std::vector<Shape> easts = sources(east, true, search.below);
    const std::vector<Shape> wests = easts.empty() ? easts : sources(west, false, search.below);
    for (const Shape one : easts)
        for (const Shape two : wests)
            if (one != search.shape && two != search.shape) search.found.push_back({Machine::swap, one, two});
}

void Makers::shuffle(Contents& contents, Rng& rng) const {
    for (auto& column : contents)
        for (std::size_t k = column.size(); k > 1; --k) std::swap(column[k - 1], column[rng.below(k)]);
}

void Makers::crystallised(Search& search) const {
    if (ring_.crystallise(search.shape) != search.shape || ring_.crystals(search.shape) == 0) return;
    Contents allowed;
    for (int c = 0; c < ring_.parts; ++c) {
        const std::uint32_t whole = content(search.shape, c);
        std::vector<std::uint32_t> contents{0};
        for (int l = 0; l < ring_.layers; ++l) {
            std::vector<std::uint32_t> longer;
            for (const std::uint32_t before : contents) {
                longer.push_back(before << 2 | cell(whole, l));
                if (cell(whole, l) != crystal) continue;
                longer.push_back(before << 2 | empty);
                longer.push_back(before << 2 | pin);
            }
            contents.swap(longer);
        }
        allowed.push_back(std::move(contents));
    }
    // Twice: where all that broke is gone already, and at random.
    for (const bool plain : {true, false}) {
        if (plain)
            for (auto& column : allowed) std::sort(column.begin(), column.end());
        else
            shuffle(allowed, search.rng);
        std::uint64_t steps = usual_steps;
        std::size_t count = 0;
        sets_.each(search.below, allowed, steps, [&](Shape source) {
            if (source == search.shape || ring_.crystallise(source) != search.shape) return true;
            search.found.push_back({Machine::crystal, source, 0});
            return ++count < few / 2;
        });
    }
}

/// Columns keep the order of what falls in them, and crystals stay or vanish: so few contents are possible.
void Makers::pushed(Search& search, bool thoroughly) const {
    if (ring_.pins(search.shape & ring_.layer(0) * 3) == 0) return;
    const auto falling = [&](std::uint32_t column, int layers) {  // from the lowest on, in base 4
        std::uint32_t result = 1;
        for (int l = 0; l < layers; ++l)
            if (const std::uint32_t kind = cell(column, l); kind == normal || kind == pin) result = result << 2 | kind;
        return result;
    };
    Contents allowed;
    for (int c = 0; c < ring_.parts; ++c) {
        const std::uint32_t made = content(search.shape, c);
        std::vector<std::uint32_t> contents;
        for (std::uint32_t source = 0; source < 1U << sets_.letters().column_bits(); ++source) {
            const std::uint32_t raised = source >> 2;
            const bool foot = cell(source, 0) != empty;
            if (!thoroughly) {
                if (raised == (made & ((1U << (2 * ring_.layers - 2)) - 1)) && cell(made, 0) == (foot ? pin : empty))
                    contents.push_back(source);
                continue;
            }
            bool fits = true;
            for (int l = 0; l < ring_.layers; ++l)
                if (cell(made, l) == crystal) fits &= l > 0 && cell(source, l - 1) == crystal;
            std::uint32_t wanted = 1;
            if (foot) wanted = wanted << 2 | pin;
            for (int l = 0; l + 1 < ring_.layers; ++l)
                if (const std::uint32_t kind = cell(source, l); kind == normal || kind == pin)
                    wanted = wanted << 2 | kind;
            if (fits && wanted == falling(made, ring_.layers)) contents.push_back(source);
        }
        allowed.push_back(std::move(contents));
    }
    std::uint64_t steps = thoroughly ? most_steps : usual_steps;
    std::size_t count = 0;
    sets_.each(search.below, allowed, steps, [&](Shape source) {
        if (source == search.shape || ring_.push_pin(source) != search.shape) return true;
        search.found.push_back({Machine::push_pin, source, 0});
        return ++count < (thoroughly ? 1 : few);
    });
}

void Makers::rows_of(Letters pattern, std::size_t heights, bool thoroughly, std::size_t most,
                     std::vector<std::uint32_t>& rows, std::vector<std::vector<std::uint32_t>>& found) const {
    if (pattern == 0) {
        found.push_back(rows);
        return;
    }
    if (rows.size() == most || found.size() >= most_rows) return;
    for (std::uint32_t row = table_.rows() - 1; row > 0; --row) {
        const Landing& landing = table_.at(row, heights);
        if (!thoroughly && landing.added == 0) continue;
        // What came to lie is what the pattern has there.
        const Letters low = (landing.added | landing.added >> 1) & 0x55555555U;
        const Letters cells = low * 3;
        if ((pattern & cells) != landing.added) continue;
        if (!thoroughly) {
            int wanted = 0;
            for (std::uint32_t rest = row; rest != 0; rest /= 3) wanted += rest % 3 != 0 ? 1 : 0;
            if (std::popcount(landing.added) != wanted) continue;  // something was lost
        }
        rows.push_back(row);
        rows_of(pattern & ~cells, landing.heights, thoroughly, most, rows, found);
        rows.pop_back();
    }
}

void Makers::tops(Search& search, Shape bottom, const std::vector<std::uint32_t>& rows, bool thoroughly) const {
    const auto kind = [](std::uint32_t row, int column) {
        for (int c = 0; c < column; ++c) row /= 3;
        return row % 3;
    };
    const auto layers = static_cast<std::size_t>(ring_.layers);
    // In which layers the rows are: with fewer rows than layers there may be crystals between them.
    for (std::uint32_t places = 0; places < 1U << layers; ++places) {
        if (static_cast<std::size_t>(std::popcount(places)) != rows.size()) continue;
        if (!thoroughly && places != (1U << rows.size()) - 1) continue;
        Contents allowed;
        for (int c = 0; c < ring_.parts; ++c) {
            std::vector<std::uint32_t> contents{0};
            std::size_t next = 0;
            for (std::size_t l = 0; l < layers; ++l) {
                const std::uint32_t fixed = (places >> l & 1) != 0 ? kind(rows[next++], c) : empty;
                std::vector<std::uint32_t> longer;
                for (const std::uint32_t before : contents) {
                    longer.push_back(before << 2 | fixed);
                    if (fixed == empty) longer.push_back(before << 2 | crystal);
                    // What comes last may be lost.
                    if (!thoroughly || next < rows.size() || (places >> l & 1) != 0) continue;
                    longer.push_back(before << 2 | normal);
                    longer.push_back(before << 2 | pin);
                }
                contents.swap(longer);
            }
            std::sort(contents.begin(), contents.end());
            allowed.push_back(std::move(contents));
        }
        std::uint64_t steps = thoroughly ? most_steps : usual_steps / 10;
        bool found = false;
        sets_.each(search.below, allowed, steps, [&](Shape top) {
            if (ring_.stack(bottom, top) != search.shape) return true;
            search.found.push_back({Machine::stack, bottom, top});
            found = true;
            return false;
        });
        if (found) return;
    }
}

void Makers::stacked(Search& search, bool thoroughly) const {
    const int parts = ring_.parts, layers = ring_.layers;
    const LetterTables& letters = sets_.letters();
    std::vector<std::vector<std::uint32_t>> kept;  // contents of bottoms, by column
    for (int c = 0; c < parts; ++c) {
        const std::uint32_t whole = content(search.shape, c);
        std::vector<std::uint32_t> contents;
        for (int height = layers; height >= 0; --height) {
            const std::uint32_t above = height == layers ? 0 : whole & ((1U << (2 * (layers - height))) - 1);
            const std::uint32_t below = whole ^ above;
            if (contents.empty() || contents.back() != below) contents.push_back(below);
            if (height > 0 && cell(whole, height - 1) == crystal) break;
        }
        kept.push_back(std::move(contents));
    }
    const Letters whole = letters.word(static_cast<std::uint32_t>(search.shape));
    std::uint64_t steps = most_steps;
    std::vector<std::uint32_t> rows;
    sets_.each(search.below, kept, steps, [&](Shape bottom) {
        const Letters word = letters.word(static_cast<std::uint32_t>(bottom));
        if (bottom == search.shape || bottom == 0) return true;
        std::vector<std::vector<std::uint32_t>> found;
        // With few rows first: of those there are few, and the longer ones are seldom needed.
        for (std::size_t count = 1; count <= static_cast<std::size_t>(layers); ++count) {
            rows_of(whole ^ word, table_.heights_of(word), thoroughly, count, rows, found);
            if (!found.empty() && !thoroughly) break;
        }
        // Any few of the many ways to part a pattern will do.
        const std::size_t most = thoroughly ? found.size() : std::min(found.size(), few);
        for (std::size_t k = 0; k < most; ++k) {
            if (!thoroughly) std::swap(found[k], found[k + search.rng.below(found.size() - k)]);
            tops(search, bottom, found[k], thoroughly);
            if (thoroughly && !search.found.empty()) return false;
        }
        return true;
    });
}

}  // namespace shapewright::shapez

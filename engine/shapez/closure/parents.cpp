#include "shapez/closure/parents.hpp"

#include <algorithm>
#include <memory>

#include "core/share.hpp"
#include "shapez/closure/closure.hpp"

namespace shapewright::shapez {

namespace {

// Shapes that a thread takes at a time, and after which it looks whether to stop.
constexpr std::size_t batch = 1024;

bool follow(const std::vector<Trace::Step>& steps, diagram::Letters& letters, diagram::Memo& failures) {
    for (std::size_t k = steps.size(); k-- > 0;)
        if (!steps[k](letters, failures)) return false;
    return !steps.empty();
}

/// The letters from which the traced steps made these; none if they did not.
diagram::Letters source(const Trace& trace, const diagram::Letters& wanted, diagram::Memo& failures) {
    diagram::Letters letters = wanted;
    if (follow(trace.plain, letters, failures)) return letters;
    for (const auto* last : {&trace.standing, &trace.falling}) {
        letters = wanted;
        if (follow(*last, letters, failures) && follow(trace.common, letters, failures)) return letters;
    }
    return {};
}

std::vector<std::uint64_t> parents(const Trace& trace, const ShapeSet& set, std::span<const std::uint64_t> shapes,
                                   int columns, int threads, const StopToken& stop) {
    const int layers = set.layers();
    const auto parent = [&](std::uint64_t shape, diagram::Memo& failures) {
        const Word word = word_of_packed(shape, columns, layers);
        diagram::Letters wanted;
        for (int shift = 2 * columns * layers - 2; shift >= 0; shift -= 2)
            wanted.push_back(static_cast<std::uint8_t>(word >> shift & 3));
        const diagram::Letters letters = source(trace, wanted, failures);
        if (letters.empty()) return no_parent;
        Word found = 0;
        for (const std::uint8_t letter : letters) found = found << 2 | letter;
        return packed_of_word(found, set.columns(), layers);
    };

    std::vector<std::uint64_t> result(shapes.size(), no_parent);
    const unsigned count = allowed_threads(threads);
    std::vector<std::unique_ptr<diagram::Memo>> failures(count);  // of each thread that works
    const auto work = [&](unsigned thread, std::size_t from, std::size_t to) {
        if (!failures[thread]) failures[thread] = std::make_unique<diagram::Memo>();
        for (std::size_t k = from; k < to; ++k) result[k] = parent(shapes[k], *failures[thread]);
    };
    if (!share(count, shapes.size(), batch, stop, work)) throw diagram::Stopped();
    return result;
}

}  // namespace

std::vector<std::uint64_t> pin_parents(const ShapeSet& set, std::span<const std::uint64_t> shapes, int threads,
                                       std::uint64_t most_nodes, const StopToken& stop) {
    Closure closure(set.columns(), set.layers(), most_nodes);
    closure.poll(&stop);
    return parents(closure.traced_push(closure.bring(set)), set, shapes, set.columns(), threads, stop);
}

std::vector<std::uint64_t> cut_parents(const ShapeSet& set, std::span<const std::uint64_t> halves, int threads,
                                       std::uint64_t most_nodes, const StopToken& stop) {
    Closure closure(set.columns(), set.layers(), most_nodes);
    closure.poll(&stop);
    return parents(closure.traced_cut(closure.bring(set)), set, halves, set.columns() / 2, threads, stop);
}

}  // namespace shapewright::shapez

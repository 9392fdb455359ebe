#include "shapez/pin_parents.hpp"

#include <atomic>
#include <thread>

#include "shapez/closure.hpp"

namespace shapewright::shapez {

namespace {

// Shapes that a thread takes at a time, and after which it looks whether to stop.
constexpr std::size_t batch = 1024;

bool follow(const std::vector<PushTrace::Step>& steps, diagram::Letters& letters, diagram::Memo& failures) {
    for (std::size_t k = steps.size(); k-- > 0;)
        if (!steps[k](letters, failures)) return false;
    return true;
}

std::uint64_t parent(const PushTrace& trace, std::uint64_t shape, int columns, int layers, diagram::Memo& failures) {
    const Word word = word_of_packed(shape, columns, layers);
    diagram::Letters wanted;
    for (int shift = 2 * columns * layers - 2; shift >= 0; shift -= 2)
        wanted.push_back(static_cast<std::uint8_t>(word >> shift & 3));
    diagram::Letters letters = wanted;
    bool found = follow(trace.plain, letters, failures);
    for (const auto* last : {&trace.standing, &trace.falling}) {
        if (found || trace.common.empty()) break;
        letters = wanted;
        found = follow(*last, letters, failures) && follow(trace.common, letters, failures);
    }
    if (!found) return no_parent;
    Word source = 0;
    for (const std::uint8_t letter : letters) source = source << 2 | letter;
    return packed_of_word(source, columns, layers);
}

}  // namespace

std::vector<std::uint64_t> pin_parents(const ShapeSet& set, std::span<const std::uint64_t> shapes, int threads,
                                       std::uint64_t most_nodes, const StopToken& stop) {
    Closure closure(set.columns(), set.layers(), most_nodes);
    closure.poll(&stop);
    const PushTrace trace = closure.traced_push(closure.bring(set));
    std::vector<std::uint64_t> parents(shapes.size(), no_parent);
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stopped{false};
    const auto work = [&] {
        diagram::Memo failures;
        for (;;) {
            const std::size_t begin = next.fetch_add(batch);
            if (begin >= shapes.size() || stopped) return;
            if (stop.expired()) {
                stopped = true;
                return;
            }
            for (std::size_t k = begin; k < std::min(begin + batch, shapes.size()); ++k)
                parents[k] = parent(trace, shapes[k], set.columns(), set.layers(), failures);
        }
    };
    std::vector<std::jthread> others;
    for (int k = 1; k < threads; ++k) others.emplace_back(work);
    work();
    others.clear();
    if (stopped) throw diagram::Stopped();
    return parents;
}

}  // namespace shapewright::shapez

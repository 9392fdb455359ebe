// How a function or class of the engine is declared for Python: once, for two doors.
//
// The native door makes the extension module shapewright._core; the wire door makes a library with a C interface of a
// few functions, for the browser. A file of bindings/ (one for each concept) is compiled for each of them and knows
// neither. It has one function, which declare.hpp lists, and which says what there is:
//
//     void declare_frontier(Door& door) {
//         door.type<Sweep>("FrontierSweep", "Counts exact covers: see engine/frontier/frontier.hpp.")
//             .init([](const Instance& instance) { return Sweep(instance); }, arg("instance"))
//             .static_def("fits", &Sweep::fits, arg("instance"))
//             .def("run", [](Sweep& self, const StopToken& stop, std::uint64_t bytes) { ... return "done"; },
//                  stopping, arg("bytes"), "Sweep all items: 'done', 'too large' or 'stopped'.")
//             .property("states", &Sweep::states);
//         door.def("cover_search", &make_search, arg("engine"), arg("instance"), "A search by ...");
//     }
//
// After the function come, in any order, its parameters in theirs, its docstring, and what is to be known of it:
//
//     arg("x")            a parameter; arg("x") = 100 has a default, which is a number
//     nullable("x")       a pointer or a Progress that may be None; nullable("x") = none is None if it is not given
//     stopping            the parameters stop and seconds, for one `const StopToken&`
//     stopping_if_asked   the same with defaults: never
//     takes_long          other threads of Python may go on meanwhile; whatever has a StopToken needs no saying
//     keeps<2>            the object made by .init keeps its first argument (2), or its second (3), alive
//
// Functions take and give plain values: bool, whole numbers (out of range is refused), double, std::string (const char*
// as a result), std::optional, std::vector, std::array, std::tuple, std::pair, std::variant (as a result), what
// values.hpp has (BytesView in, Bytes out, Input, KeptInput, FourColumns, Output, Progress), and declared classes: in
// by reference, by value, or by a pointer that is null for None; out by value or by unique_ptr, null becoming None.
// .init takes a function that returns the object or a unique_ptr of it. Two .init are told apart by the number of
// arguments. .def may name special methods that Python looks up in the class: __len__, __contains__.
//
// Nothing of Python may be touched in a declaration, and no thread may be started but by the engine.
#pragma once

#include "core/stop.hpp"
#include "signature.hpp"
#include "values.hpp"

namespace shapewright::bindings {

struct None {};
inline constexpr None none{};

template <typename Value>
struct DefaultArgument {
    const char* name;
    Value value;
};

struct NullByDefault {
    const char* name;
};

struct Argument {
    const char* name;
    template <typename Value>
    DefaultArgument<Value> operator=(Value value) const {
        return {name, value};
    }
};

struct NullableArgument {
    const char* name;
    NullByDefault operator=(None) const { return {name}; }
};

inline Argument arg(const char* name) {
    return {name};
}
inline NullableArgument nullable(const char* name) {
    return {name};
}

struct Stopping {};
struct StoppingIfAsked {};
struct TakesLong {};
template <std::size_t Place>
struct Keeps {};

inline constexpr Stopping stopping{};
inline constexpr StoppingIfAsked stopping_if_asked{};
inline constexpr TakesLong takes_long{};
template <std::size_t Place>
inline constexpr Keeps<Place> keeps{};

}  // namespace shapewright::bindings

#ifdef SHAPEWRIGHT_WIRE
#include "wire/door.hpp"
#else
#include "native/door.hpp"
#endif

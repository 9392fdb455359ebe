// The native door: declarations become classes and functions of an extension module, by nanobind.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "native/convert.hpp"

namespace shapewright::bindings {

// --- Values of several types ----------------------------------------------------------------------------------------

// Like std::tuple, whose constructors and tuple_cat take the compiler longer than everything else that is declared
// here.

template <std::size_t Place, typename Item>
struct Cell {
    Item item;
};
template <typename Places, typename... Items>
struct Cells;
template <std::size_t... Place, typename... Items>
struct Cells<std::index_sequence<Place...>, Items...> : Cell<Place, Items>... {
    static constexpr std::size_t size = sizeof...(Items);
};
template <typename... Items>
using Row = Cells<std::index_sequence_for<Items...>, Items...>;

template <std::size_t Place, typename Item>
Item& at(Cell<Place, Item>& cell) {
    return cell.item;
}
template <std::size_t Place, typename Item>
const Item& at(const Cell<Place, Item>& cell) {
    return cell.item;
}
/// The item as a function takes it that nobody needs afterwards.
template <std::size_t Place, typename Item>
Item&& take(Cell<Place, Item>& cell) {
    return std::forward<Item>(cell.item);
}

template <typename... Items>
Row<Items...> row(Items... items) {
    return {{std::move(items)}...};
}

/// Where each item of rows of these sizes is: the row, and the place in it.
template <std::size_t... Sizes>
struct Places {
    static constexpr std::size_t size = (std::size_t{0} + ... + Sizes);
    std::array<std::size_t, size + 1> row{}, place{};

    constexpr Places() {
        std::size_t next = 0;
        for (std::size_t which = 0; const std::size_t items : {Sizes..., std::size_t{0}}) {
            for (std::size_t k = 0; k < items; ++k, ++next) row[next] = which, place[next] = k;
            ++which;
        }
    }
};
template <std::size_t... Sizes>
inline constexpr Places<Sizes...> places{};

/// Calls `use` with the items of all rows.
template <typename Use, typename... Rows>
void use_items(const Use& use, const Rows&... rows) {
    [&]<std::size_t... Next>(std::index_sequence<Next...>, [[maybe_unused]] const Row<const Rows&...>& all) {
        use(at<places<Rows::size...>.place[Next]>(at<places<Rows::size...>.row[Next]>(all))...);
    }(std::make_index_sequence<Places<Rows::size...>::size>{}, Row<const Rows&...>{{rows}...});
}

// --- What is said of a function, in nanobind's words ----------------------------------------------------------------

inline auto said(const char* doc) {
    return row(doc);
}
inline auto said(const Argument& argument) {
    return row(nb::arg(argument.name));
}
template <typename Value>
auto said(const DefaultArgument<Value>& argument) {
    return row(nb::arg(argument.name) = argument.value);
}
inline auto said(const NullableArgument& argument) {
    return row(nb::arg(argument.name).none());
}
inline auto said(const NullByDefault& argument) {
    return row(nb::arg(argument.name) = nb::none());
}
inline auto said(Stopping) {
    return row(nb::arg("stop").none(), nb::arg("seconds"));
}
inline auto said(StoppingIfAsked) {
    return row(nb::arg("stop") = nb::none(), nb::arg("seconds") = -1.0);
}
inline auto said(TakesLong) {
    return row();
}
template <std::size_t Place>
auto said(Keeps<Place>) {
    return row(nb::keep_alive<1, Place>());
}

template <typename What, typename... Extras>
inline constexpr bool has = (std::is_same_v<std::decay_t<Extras>, What> || ...);

// --- Functions as nanobind calls them -------------------------------------------------------------------------------

template <typename... Lists>
struct Joined;
template <>
struct Joined<> {
    using Type = List<>;
};
template <typename... Items>
struct Joined<List<Items...>> {
    using Type = List<Items...>;
};
template <typename... First, typename... Second, typename... Rest>
struct Joined<List<First...>, List<Second...>, Rest...> : Joined<List<First..., Second...>, Rest...> {};

/// Calls `Function` with values from Python: converts all of them, then lets the GIL go if that is wanted.
template <bool IsReleased, typename Function, typename Result, typename... Parameters>
class Caller {
public:
    using Python = typename Joined<typename Taken<Parameters>::Python...>::Type;

    template <typename... Given>
    static Result call(const Function& function, Given&&... given) {
        Row<Given&&...> all{{std::forward<Given>(given)}...};
        return call_with(function, all, std::index_sequence_for<Parameters...>{});
    }

private:
    static constexpr auto offsets = [] {
        std::array<std::size_t, sizeof...(Parameters) + 1> result{};
        std::size_t k = 0;
        ((result[k + 1] = result[k] + Taken<Parameters>::size, ++k), ...);
        return result;
    }();

    template <typename Parameter, std::size_t Offset, typename All>
    static Taken<Parameter> taken(All& all) {
        if constexpr (Taken<Parameter>::size == 1)
            return Taken<Parameter>(take<Offset>(all));
        else
            return Taken<Parameter>(take<Offset>(all), take<Offset + 1>(all));
    }

    template <typename All, std::size_t... Place>
    static Result call_with(const Function& function, All& all, std::index_sequence<Place...>) {
        static_cast<void>(all);
        Row<Taken<Parameters>...> values{{taken<Parameters, offsets[Place]>(all)}...};
        static_cast<void>(values);
        if constexpr (IsReleased) {
            const nb::gil_scoped_release released;
            return function(at<Place>(values).pass()...);
        } else {
            return function(at<Place>(values).pass()...);
        }
    }
};

template <typename Result>
using ShownResult = std::conditional_t<std::is_void_v<Result> || ToPython<std::remove_cvref_t<Result>>::is_plain,
                                       Result, ToPythonType<std::remove_cvref_t<Result>>>;

/// The function that nanobind calls, given back what Python gets.
template <typename Called, typename Result, typename Function, typename... Given>
auto for_python(Function function, List<Given...>) {
    return [function](Given... given) -> ShownResult<Result> {
        if constexpr (std::is_same_v<ShownResult<Result>, Result>)
            return Called::call(function, std::forward<Given>(given)...);
        else
            return shown(std::remove_cvref_t<Result>(Called::call(function, std::forward<Given>(given)...)));
    };
}

/// The same for a function that makes the object at a place that Python has.
template <typename Type, typename Called, typename Function, typename... Given>
auto for_place(Function function, List<Given...>) {
    return [function](Type* self, Given... given) {
        new (self) Type(Called::call(function, std::forward<Given>(given)...));
    };
}

template <typename Function, typename Parameters, typename... Extras>
struct CallerOf;
template <typename Function, typename... Parameters, typename... Extras>
struct CallerOf<Function, List<Parameters...>, Extras...> {
    static constexpr bool is_stoppable = (std::is_same_v<Parameters, const StopToken&> || ...);
    using Result = typename Signature<Function>::Result;
    using Type = Caller<is_stoppable || has<TakesLong, Extras...>, Function, Result, Parameters...>;
};

template <typename Function, typename... Extras>
using CallerFor = typename CallerOf<Function, typename Signature<Function>::Parameters, Extras...>::Type;

template <typename Function, typename... Extras>
auto for_python_with(Function function, const Extras&...) {
    using Called = CallerFor<Function, Extras...>;
    return for_python<Called, typename Signature<Function>::Result>(function, typename Called::Python{});
}

// --- The door -------------------------------------------------------------------------------------------------------

template <typename Type>
class DeclaredType {
public:
    DeclaredType(nb::module_& module, const char* name, const char* doc) : class_(module, name, doc) {}

    template <typename Function, typename... Extras>
    DeclaredType& init(Function function, const Extras&... extras) {
        using Called = CallerFor<Function, Extras...>;
        using Result = typename Signature<Function>::Result;
        use_items(
            [&](const auto&... words) {
                if constexpr (std::is_same_v<Result, std::unique_ptr<Type>>)
                    class_.def(nb::new_(for_python<Called, Result>(function, typename Called::Python{})), words...);
                else
                    class_.def("__init__", for_place<Type, Called>(function, typename Called::Python{}), words...);
            },
            said(extras)...);
        return *this;
    }
    template <typename Function, typename... Extras>
    DeclaredType& def(const char* name, Function member, const Extras&... extras) {
        const auto function = for_python_with(free_function<Type>(member), extras...);
        use_items([&](const auto&... words) { class_.def(name, function, words...); }, said(extras)...);
        return *this;
    }
    template <typename Function, typename... Extras>
    DeclaredType& static_def(const char* name, Function function, const Extras&... extras) {
        const auto called = for_python_with(function, extras...);
        use_items([&](const auto&... words) { class_.def_static(name, called, words...); }, said(extras)...);
        return *this;
    }
    template <typename Function, typename... Extras>
    DeclaredType& property(const char* name, Function member, const Extras&... extras) {
        const auto function = for_python_with(free_function<Type>(member), extras...);
        use_items([&](const auto&... words) { class_.def_prop_ro(name, function, nb::rv_policy::move, words...); },
                  said(extras)...);
        return *this;
    }

private:
    nb::class_<Type> class_;
};

class Door {
public:
    explicit Door(nb::module_& module) : module_(module) {}

    template <typename Type>
    DeclaredType<Type> type(const char* name, const char* doc) {
        return DeclaredType<Type>(module_, name, doc);
    }
    template <typename Function, typename... Extras>
    void def(const char* name, Function function, const Extras&... extras) {
        const auto called = for_python_with(function, extras...);
        use_items([&](const auto&... words) { module_.def(name, called, words...); }, said(extras)...);
    }

private:
    nb::module_& module_;
};

}  // namespace shapewright::bindings

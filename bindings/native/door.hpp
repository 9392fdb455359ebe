// The native door: declarations become classes and functions of an extension module, by nanobind.
#pragma once

#include <array>
#include <tuple>
#include <type_traits>
#include <utility>

#include "native/convert.hpp"

namespace shapewright::bindings {

// --- What is said of a function, in nanobind's words ----------------------------------------------------------------

inline auto said(const char* doc) {
    return std::tuple(doc);
}
inline auto said(const Argument& argument) {
    return std::tuple(nb::arg(argument.name));
}
template <typename Value>
auto said(const DefaultArgument<Value>& argument) {
    return std::tuple(nb::arg(argument.name) = argument.value);
}
inline auto said(const NullableArgument& argument) {
    return std::tuple(nb::arg(argument.name).none());
}
inline auto said(const NullByDefault& argument) {
    return std::tuple(nb::arg(argument.name) = nb::none());
}
inline auto said(Stopping) {
    return std::tuple(nb::arg("stop").none(), nb::arg("seconds"));
}
inline auto said(StoppingIfAsked) {
    return std::tuple(nb::arg("stop") = nb::none(), nb::arg("seconds") = -1.0);
}
inline auto said(StopFlag) {
    return std::tuple(nb::arg("stop").none());
}
inline auto said(TakesLong) {
    return std::tuple();
}
template <std::size_t Place>
auto said(Keeps<Place>) {
    return std::tuple(nb::keep_alive<1, Place>());
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
template <bool IsReleased, bool HasSeconds, typename Function, typename Result, typename... Parameters>
class Caller {
public:
    using Python = typename Joined<typename Taken<Parameters, HasSeconds>::Python...>::Type;

    template <typename... Given>
    static Result call(const Function& function, Given&&... given) {
        std::tuple<Given&&...> all(std::forward<Given>(given)...);
        return call_with(function, all, std::index_sequence_for<Parameters...>{});
    }

private:
    static constexpr auto offsets = [] {
        std::array<std::size_t, sizeof...(Parameters) + 1> result{};
        std::size_t k = 0;
        ((result[k + 1] = result[k] + Taken<Parameters, HasSeconds>::size, ++k), ...);
        return result;
    }();

    template <typename Parameter, std::size_t Offset, typename All>
    static Taken<Parameter, HasSeconds> taken(All& all) {
        if constexpr (Taken<Parameter, HasSeconds>::size == 1)
            return Taken<Parameter, HasSeconds>(std::get<Offset>(std::move(all)));
        else
            return Taken<Parameter, HasSeconds>(std::get<Offset>(std::move(all)), std::get<Offset + 1>(std::move(all)));
    }

    template <typename All, std::size_t... Place>
    static Result call_with(const Function& function, All& all, std::index_sequence<Place...>) {
        static_cast<void>(all);
        std::tuple<Taken<Parameters, HasSeconds>...> values{taken<Parameters, offsets[Place]>(all)...};
        if constexpr (IsReleased) {
            const nb::gil_scoped_release released;
            return function(std::get<Place>(values).pass()...);
        } else {
            return function(std::get<Place>(values).pass()...);
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
    using Type =
        Caller<is_stoppable || has<TakesLong, Extras...>, !has<StopFlag, Extras...>, Function, Result, Parameters...>;
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
        std::apply(
            [&](const auto&... words) {
                if constexpr (std::is_same_v<Result, std::unique_ptr<Type>>)
                    class_.def(nb::new_(for_python<Called, Result>(function, typename Called::Python{})), words...);
                else
                    class_.def("__init__", for_place<Type, Called>(function, typename Called::Python{}), words...);
            },
            std::tuple_cat(said(extras)...));
        return *this;
    }
    template <typename Function, typename... Extras>
    DeclaredType& def(const char* name, Function member, const Extras&... extras) {
        const auto function = for_python_with(free_function<Type>(member), extras...);
        std::apply([&](const auto&... words) { class_.def(name, function, words...); },
                   std::tuple_cat(said(extras)...));
        return *this;
    }
    template <typename Function, typename... Extras>
    DeclaredType& static_def(const char* name, Function function, const Extras&... extras) {
        const auto called = for_python_with(function, extras...);
        std::apply([&](const auto&... words) { class_.def_static(name, called, words...); },
                   std::tuple_cat(said(extras)...));
        return *this;
    }
    template <typename Function, typename... Extras>
    DeclaredType& property(const char* name, Function member, const Extras&... extras) {
        const auto function = for_python_with(free_function<Type>(member), extras...);
        std::apply([&](const auto&... words) { class_.def_prop_ro(name, function, nb::rv_policy::move, words...); },
                   std::tuple_cat(said(extras)...));
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
        std::apply([&](const auto&... words) { module_.def(name, called, words...); }, std::tuple_cat(said(extras)...));
    }

private:
    nb::module_& module_;
};

}  // namespace shapewright::bindings

// The types of a function, whatever it is written as.
#pragma once

#include <type_traits>
#include <utility>

namespace shapewright::bindings {

template <typename... Types>
struct List {};

template <typename Function>
struct Signature : Signature<decltype(&Function::operator())> {};

template <typename Result_, typename... Parameters_>
struct Signature<Result_ (*)(Parameters_...)> {
    using Result = Result_;
    using Parameters = List<Parameters_...>;
};
template <typename Result_, typename... Parameters_>
struct Signature<Result_ (*)(Parameters_...) noexcept> : Signature<Result_ (*)(Parameters_...)> {};
template <typename Class, typename Result_, typename... Parameters_>
struct Signature<Result_ (Class::*)(Parameters_...) const> : Signature<Result_ (*)(Parameters_...)> {};
template <typename Class, typename Result_, typename... Parameters_>
struct Signature<Result_ (Class::*)(Parameters_...)> : Signature<Result_ (*)(Parameters_...)> {};
template <typename Class, typename Result_, typename... Parameters_>
struct Signature<Result_ (Class::*)(Parameters_...) const noexcept> : Signature<Result_ (*)(Parameters_...)> {};
template <typename Class, typename Result_, typename... Parameters_>
struct Signature<Result_ (Class::*)(Parameters_...) noexcept> : Signature<Result_ (*)(Parameters_...)> {};

/// A member function of `Self` (or of what it is derived from) as a function whose first parameter is the object.
/// Whatever else can be called stays what it is.
template <typename Self, typename Function>
auto free_function(Function function) {
    return function;
}
template <typename Self, typename Class, typename Result, typename... Parameters>
auto free_function(Result (Class::*function)(Parameters...) const) {
    return [function](const Self& self, Parameters... values) -> Result {
        return (self.*function)(std::forward<Parameters>(values)...);
    };
}
template <typename Self, typename Class, typename Result, typename... Parameters>
auto free_function(Result (Class::*function)(Parameters...)) {
    return [function](Self& self, Parameters... values) -> Result {
        return (self.*function)(std::forward<Parameters>(values)...);
    };
}
template <typename Self, typename Class, typename Result, typename... Parameters>
auto free_function(Result (Class::*function)(Parameters...) const noexcept) {
    return free_function<Self>(static_cast<Result (Class::*)(Parameters...) const>(function));
}
template <typename Self, typename Class, typename Result, typename... Parameters>
auto free_function(Result (Class::*function)(Parameters...) noexcept) {
    return free_function<Self>(static_cast<Result (Class::*)(Parameters...)>(function));
}

}  // namespace shapewright::bindings

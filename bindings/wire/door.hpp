// The wire door: declarations become numbered functions from message to message, and a description of all of them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "wire/message.hpp"
#include "wire/objects.hpp"
#include "wire/read.hpp"
#include "wire/write.hpp"

namespace shapewright::bindings {

struct DescribedParameter {
    std::string name;
    const char* kind = "value";  ///< or stop, seconds, progress
    std::string fallback = {};   ///< the default in JSON, empty if it has none
};

struct DescribedFunction {
    const char* kind;        ///< function, init, method, static or property
    std::string class_name;  ///< empty for a function of the module
    std::string name;
    std::string doc;
    std::vector<DescribedParameter> parameters;
    std::function<void(Reader&, Writer&, Call&)> run;

    // What is said of it after the function itself.
    void say(const char* text) { doc = text; }
    void say(const Argument& argument) { parameters.push_back({argument.name}); }
    template <typename Value>
    void say(const DefaultArgument<Value>& argument) {
        parameters.push_back({argument.name, "value", std::to_string(argument.value)});
    }
    void say(const NullableArgument& argument) { parameters.push_back({argument.name}); }
    void say(const NullByDefault& argument) { parameters.push_back({argument.name, "value", "null"}); }
    void say(Stopping) {
        parameters.push_back({"stop", "stop"});
        parameters.push_back({"seconds"});
    }
    void say(StoppingIfAsked) {
        parameters.push_back({"stop", "stop", "null"});
        parameters.push_back({"seconds", "value", "-1.0"});
    }
    void say(TakesLong) {}
    template <std::size_t Place>
    void say(Keeps<Place>) {}
};

struct DescribedClass {
    std::string name;
    std::string doc;
    ClassKey key;
};

/// Says which of the parameters nothing is sent for.
template <bool HasSelf, typename... Parameters>
void mark_progress(std::vector<DescribedParameter>& described, List<Parameters...>) {
    std::size_t place = 0;
    [[maybe_unused]] const auto mark = [&]<typename Parameter>(List<Parameter>) {
        if constexpr (std::is_same_v<std::remove_cvref_t<Parameter>, Progress>)
            described.at(place - HasSelf).kind = "progress";
        place += std::is_same_v<Parameter, const StopToken&> ? 2 : 1;
    };
    (mark(List<Parameters>{}), ...);
}

/// All that was declared.
struct Description {
    std::vector<DescribedClass> classes;
    std::vector<DescribedFunction> functions;
};

template <typename Slot>
Slot next_slot(Reader& reader, Call& call) {
    ++call.parameter;
    return Slot(reader, call);
}

template <typename... Parameters>
std::tuple<Slot<Parameters>...> read_slots([[maybe_unused]] Reader& reader, [[maybe_unused]] Call& call,
                                           List<Parameters...>) {
    return {next_slot<Slot<Parameters>>(reader, call)...};
}

/// Reads the parameters of a function, and hands what it gives to `give`.
template <typename Function, typename Give>
void run_with(Function& function, Reader& reader, Call& call, Give give) {
    auto slots = read_slots(reader, call, typename Signature<Function>::Parameters{});
    if (!reader.is_over()) throw Refused("is followed by something that belongs nowhere");
    std::apply([&](auto&... each) { give([&]() -> decltype(auto) { return function(each.pass()...); }); }, slots);
}

template <typename Function>
auto run_function(Function function) {
    using Result = typename Signature<Function>::Result;
    return [function](Reader& reader, Writer& writer, Call& call) mutable {
        run_with(function, reader, call, [&](auto called) {
            if constexpr (std::is_void_v<Result>) {
                called();
                writer.tag(Tag::none);
            } else if constexpr (std::is_reference_v<Result>) {
                write(writer, std::remove_cvref_t<Result>(called()));
            } else {
                write(writer, called());
            }
        });
    };
}

template <typename Type, bool KeepsParameters, typename Function>
auto run_init(Function function) {
    using Result = typename Signature<Function>::Result;
    return [function](Reader& reader, Writer& writer, Call& call) mutable {
        run_with(function, reader, call, [&](auto called) {
            std::shared_ptr<Type> made;
            if constexpr (std::is_same_v<Result, std::unique_ptr<Type>>)
                made = called();
            else
                made.reset(new Type(called()));
            write_object(writer, key_of<Type>(), std::move(made),
                         KeepsParameters ? std::move(call.used) : Objects::Kept{});
        });
    };
}

template <typename Extra>
struct IsKeeps : std::false_type {};
template <std::size_t Place>
struct IsKeeps<Keeps<Place>> : std::true_type {};

template <typename Type>
class DeclaredType {
public:
    DeclaredType(Description& all, std::string name) : all_(all), name_(std::move(name)) {}

    template <typename Function, typename... Extras>
    DeclaredType& init(Function function, const Extras&... extras) {
        constexpr bool keeps = (IsKeeps<Extras>::value || ...);
        return add<false>("init", "__init__", function, run_init<Type, keeps>(function), extras...);
    }
    template <typename Function, typename... Extras>
    DeclaredType& def(const char* name, Function member, const Extras&... extras) {
        const auto function = free_function<Type>(member);
        return add<true>("method", name, function, run_function(function), extras...);
    }
    template <typename Function, typename... Extras>
    DeclaredType& static_def(const char* name, Function function, const Extras&... extras) {
        return add<false>("static", name, function, run_function(function), extras...);
    }
    template <typename Function, typename... Extras>
    DeclaredType& property(const char* name, Function member, const Extras&... extras) {
        const auto function = free_function<Type>(member);
        return add<true>("property", name, function, run_function(function), extras...);
    }

private:
    template <bool HasSelf, typename Function, typename Run, typename... Extras>
    DeclaredType& add(const char* kind, const char* name, const Function&, Run run, const Extras&... extras) {
        DescribedFunction described{kind, name_, name, {}, {}, std::move(run)};
        (described.say(extras), ...);
        mark_progress<HasSelf>(described.parameters, typename Signature<Function>::Parameters{});
        all_.functions.push_back(std::move(described));
        return *this;
    }

    Description& all_;
    std::string name_;
};

class Door {
public:
    explicit Door(Description& all) : all_(all) {}

    template <typename Type>
    DeclaredType<Type> type(const char* name, const char* doc) {
        all_.classes.push_back({name, doc, key_of<Type>()});
        return DeclaredType<Type>(all_, name);
    }
    template <typename Function, typename... Extras>
    void def(const char* name, Function function, const Extras&... extras) {
        DescribedFunction described{"function", {}, name, {}, {}, run_function(function)};
        (described.say(extras), ...);
        mark_progress<false>(described.parameters, typename Signature<Function>::Parameters{});
        all_.functions.push_back(std::move(described));
    }

private:
    Description& all_;
};

}  // namespace shapewright::bindings

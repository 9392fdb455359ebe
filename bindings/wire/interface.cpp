// The C interface of the wire: messages in, messages out.
//
//     shapewright_reserve(size)                  memory for a message, null if there is none
//     shapewright_free(memory)
//     shapewright_call(number, message, size)    the answer: one value, or an error; it is there until the next call
//     shapewright_answer_size()
//     shapewright_describe()                     all functions and classes as JSON, ending with a zero
//
// Function 0 lets objects go; its message is their numbers, of 4 bytes each. An error is the byte 255, and as texts the
// name of a Python exception, the package's own or a built-in one, and what is wrong.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "declare.hpp"
#include "errors.hpp"

#define SHAPEWRIGHT_EXPORT extern "C" __attribute__((used, visibility("default")))

namespace shapewright::bindings {

Objects& objects() {
    static Objects all;
    return all;
}

namespace {

const Description& description() {
    static const Description all = [] {
        Description made;
        Door door(made);
        declare_all(door);
        return made;
    }();
    return all;
}

}  // namespace

std::uint32_t class_number(ClassKey key) {
    const auto& classes = description().classes;
    for (std::size_t k = 0; k < classes.size(); ++k)
        if (classes[k].key == key) return static_cast<std::uint32_t>(k);
    throw std::logic_error("a class that was never declared");
}

namespace {

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result.push_back('\\');
        result += c == '\n' ? std::string_view("\\n") : std::string_view(&c, 1);
    }
    return result + '"';
}

template <typename Item, typename Written>
std::string listed(const std::vector<Item>& items, Written written) {
    std::string result = "[";
    for (const Item& item : items) {
        if (result.size() > 1) result += ", ";
        result += written(item);
    }
    return result + ']';
}

std::string described(const DescribedParameter& parameter) {
    std::string result = "{\"name\": " + quoted(parameter.name) + ", \"kind\": " + quoted(parameter.kind);
    if (!parameter.fallback.empty()) result += ", \"default\": " + parameter.fallback;
    return result + '}';
}

std::string described(const DescribedFunction& function) {
    return "{\"kind\": " + quoted(function.kind) + ", \"class\": " + quoted(function.class_name) +
           ", \"name\": " + quoted(function.name) + ", \"doc\": " + quoted(function.doc) + ", \"parameters\": " +
           listed(function.parameters, [](const auto& parameter) { return described(parameter); }) + '}';
}

std::string described(const Description& all) {
    return "{\"classes\": " +
           listed(all.classes,
                  [](const DescribedClass& each) {
                      return "{\"name\": " + quoted(each.name) + ", \"doc\": " + quoted(each.doc) + '}';
                  }) +
           ", \"functions\": " + listed(all.functions, [](const DescribedFunction& each) { return described(each); }) +
           '}';
}

/// The memory of answers; large ones do not keep theirs.
Writer& answer() {
    static Writer writer;
    return writer;
}

void write_error(const char* kind, std::string_view text) {
    Writer& writer = answer();
    writer.clear();
    writer.plain(std::uint8_t{255});
    writer.content(Tag::text, kind);
    writer.content(Tag::text, text);
}

void let_go(Reader& reader) {
    while (!reader.is_over()) objects().remove(reader.plain<std::uint32_t>());
    answer().tag(Tag::none);
}

/// Runs a function, whose answer or error is written.
void run(const DescribedFunction& function, Reader& reader) {
    Call call;
    try {
        function.run(reader, answer(), call);
    } catch (const Refused& error) {
        const bool has_self = std::strcmp(function.kind, "method") == 0 || std::strcmp(function.kind, "property") == 0;
        const std::size_t place = call.parameter - (has_self ? 1 : 0);
        std::string text = function.class_name + (function.class_name.empty() ? "" : ".") + function.name + ": ";
        if (place == 0)
            text += "the object";
        else if (place <= function.parameters.size())
            text += function.parameters[place - 1].name;
        else
            text += "the call";
        write_error("TypeError", text + ' ' + error.what());
    }
}

/// The same for errors that any function may have. The order is that of the classes, from the special to the general.
void report_any(const std::exception_ptr& pointer) {
    try {
        report(pointer, [](const char* kind, const char* text) { write_error(kind, text); });
    } catch (const std::bad_alloc& error) {
        write_error("MemoryError", error.what());
    } catch (const std::out_of_range& error) {
        write_error("IndexError", error.what());
    } catch (const std::overflow_error& error) {
        write_error("OverflowError", error.what());
    } catch (const std::domain_error& error) {
        write_error("ValueError", error.what());
    } catch (const std::length_error& error) {
        write_error("ValueError", error.what());
    } catch (const std::range_error& error) {
        write_error("ValueError", error.what());
    } catch (const std::exception& error) {
        write_error("RuntimeError", error.what());
    }
}

}  // namespace
}  // namespace shapewright::bindings

using namespace shapewright::bindings;

SHAPEWRIGHT_EXPORT void* shapewright_reserve(std::size_t size) {
    return std::malloc(size == 0 ? 1 : size);
}

SHAPEWRIGHT_EXPORT void shapewright_free(void* memory) {
    std::free(memory);
}

SHAPEWRIGHT_EXPORT const char* shapewright_describe() {
    static const std::string text = described(description());
    return text.c_str();
}

SHAPEWRIGHT_EXPORT std::size_t shapewright_answer_size() {
    return answer().message().size();
}

SHAPEWRIGHT_EXPORT const std::uint8_t* shapewright_call(std::uint32_t number, const std::uint8_t* message,
                                                        std::size_t size) {
    answer().clear();
    try {
        Reader reader({message, size});
        const auto& functions = description().functions;
        if (number == 0)
            let_go(reader);
        else if (number > functions.size())
            write_error("TypeError", "no such function");
        else
            run(functions[number - 1], reader);
    } catch (...) {
        report_any(std::current_exception());
    }
    return answer().message().data();
}

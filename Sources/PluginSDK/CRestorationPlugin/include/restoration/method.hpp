// Methods and properties in C++. Included by `restoration/plugin.hpp` in the right place.
#ifndef RESTORATION_PLUGIN_HPP
#include "restoration/plugin.hpp"
#elif !defined(RESTORATION_METHOD_HPP)
#define RESTORATION_METHOD_HPP

#include <cstdlib>

namespace restoration RESTORATION_HIDDEN {

/// A method that the host calls by name. Create it with `method`.
struct method_entry {
    std::string name;
    std::string signature;
    restoration_function function;
};

/// The result type of a class's `static method_list methods()`.
using method_list = std::vector<method_entry>;

/// A property that the host preserves and restores. Create it with `property`.
struct property_entry {
    std::string key;
    method_entry getter;
    method_entry setter;
    /// RESTORATION_PROPERTY_…
    uint32_t flags;
    /// The key of the property to restore before this one. Empty for none.
    std::string restored_after;
    /// The value to set if none is stored, as JSON. Empty for none.
    std::string default_value;
};

/// The result type of a class's `static property_list properties()`.
using property_list = std::vector<property_entry>;

namespace detail {

template <class T, class = void> struct method_type {
    static_assert(unknown_type<T>, "a method or property takes and returns bool, integers, float, "
                                   "double, handle, structures whose restoration::coding names "
                                   "members, and text: std::string_view or std::string; text that "
                                   "may be null is std::optional of it");
};
template <> struct method_type<bool> {
    using c_type = bool;
    static std::string name() { return "bool"; }
    static bool in(bool value) noexcept { return value; }
    static bool out(bool value) noexcept { return value; }
};
template <class T>
struct method_type<T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>>> {
    using c_type = T;
    static std::string name() {
        return (std::is_signed_v<T> ? "int" : "uint") + std::to_string(8 * sizeof(T));
    }
    static T in(T value) noexcept { return value; }
    static T out(T value) noexcept { return value; }
};
template <class T> struct method_type<T, std::enable_if_t<std::is_floating_point_v<T>>> {
    static_assert(sizeof(T) <= 8, "a method cannot take or return long double");
    using c_type = T;
    static std::string name() { return "float" + std::to_string(8 * sizeof(T)); }
    static T in(T value) noexcept { return value; }
    static T out(T value) noexcept { return value; }
};
template <> struct method_type<handle> {
    using c_type = restoration_handle;
    static std::string name() { return "object?"; }
    static handle in(restoration_handle value) noexcept { return handle{value}; }
    static restoration_handle out(handle value) noexcept {
        return static_cast<restoration_handle>(value);
    }
};
template <> struct method_type<std::string_view> {
    using c_type = const char *;
    static std::string name() { return "string"; }
    static std::string_view in(const char *value) noexcept { return value; }
};
template <> struct method_type<std::optional<std::string_view>> {
    using c_type = const char *;
    static std::string name() { return "string?"; }
    static std::optional<std::string_view> in(const char *value) noexcept {
        if (value == nullptr) return std::nullopt;
        return value;
    }
};
template <> struct method_type<std::string> {
    using c_type = char *;
    static std::string name() { return "owned string"; }
    static char *out(std::string_view value) {
        if (value.find('\0') != std::string::npos) throw std::invalid_argument("text with a NUL");
        char *copy = static_cast<char *>(std::malloc(value.size() + 1));
        if (copy == nullptr) throw std::bad_alloc();
        std::memcpy(copy, value.data(), value.size());
        copy[value.size()] = '\0';
        return copy;
    }
};
template <> struct method_type<std::optional<std::string>> {
    using c_type = char *;
    static std::string name() { return "owned string?"; }
    template <class Text> static char *out(const std::optional<Text> &value) {
        return value ? method_type<std::string>::out(*value) : nullptr;
    }
};

struct member_layout {
    size_t size = 0;
    size_t alignment = 1;

    template <class M> constexpr size_t next() const {
        return (size + alignof(M) - 1) / alignof(M) * alignof(M);
    }
    template <class M> constexpr void add() {
        size = next<M>() + sizeof(M);
        if (alignof(M) > alignment) alignment = alignof(M);
    }
    template <class... Entries>
    static constexpr size_t size_of(const std::tuple<Entries...> &) {
        member_layout layout;
        (layout.add<typename Entries::type>(), ...);
        return (layout.size + layout.alignment - 1) / layout.alignment * layout.alignment;
    }
};

template <class T, class = void> struct fits_structure : std::is_arithmetic<T> {};
template <class T> struct fits_structure<T, std::enable_if_t<has_members<T>::value>> {
    template <class... Entries> static constexpr bool all(const std::tuple<Entries...> &) {
        return sizeof...(Entries) > 0 && (fits_structure<typename Entries::type>::value && ...);
    }
    static constexpr bool value = all(coding<T>::members) && std::is_trivially_copyable_v<T>
                                  && std::is_standard_layout_v<T>
                                  && member_layout::size_of(coding<T>::members) == sizeof(T);
};

/// A structure of numbers is passed as it is: the host knows the C layout of its members.
template <class T> struct method_type<T, std::enable_if_t<has_members<T>::value>> {
    static_assert(fits_structure<T>::value,
                  "a method or property takes a structure if it can be copied byte by byte, its "
                  "members are bool, numbers and such structures, and its restoration::coding "
                  "names all of them");
    using c_type = T;
    static std::string name() {
        std::string list;
        std::apply([&](const auto &...member) {
            member_layout layout;
            (add(member, layout, list), ...);
        }, coding<T>::members);
        return "{" + list + "}";
    }
    static T in(T value) noexcept { return value; }
    static T out(T value) noexcept { return value; }

private:
    template <class Entry>
    static void add(const Entry &member, member_layout &layout, std::string &list) {
        using type = typename Entry::type;
        const T sample{};
        const auto *start = reinterpret_cast<const char *>(&sample);
        const auto *found = reinterpret_cast<const char *>(&(sample.*member.pointer));
        if (static_cast<size_t>(found - start) != layout.next<type>()) {
            throw std::logic_error("the coding of a structure names '" + std::string(member.name)
                                   + "' in another order than the structure has");
        }
        layout.add<type>();
        list += (list.empty() ? "" : ", ") + method_type<type>::name() + " "
                + std::string(member.name);
    }
};
template <class T>
struct method_type<T, std::enable_if_t<has_coding<T>::value && !has_members<T>::value>> {
    static_assert(unknown_type<T>,
                  "a method or property takes a type of yours only if its restoration::coding "
                  "names members; convert it to a number or to text in the getter and the setter");
};

/// Like `method_type`, for results by value or by reference. Text is copied.
template <class T> struct result_type : method_type<T> {};
template <> struct result_type<std::string_view> : method_type<std::string> {};
template <>
struct result_type<std::optional<std::string_view>> : method_type<std::optional<std::string>> {};

/// Like `method_type`, for arguments by value or by reference to something that lives for the call.
template <class T> struct argument_type : method_type<T> {};
template <> struct argument_type<std::string> : method_type<std::string_view> {
    static std::string in(const char *value) { return value; }
};
template <>
struct argument_type<std::optional<std::string>> : method_type<std::optional<std::string_view>> {
    static std::optional<std::string> in(const char *value) {
        if (value == nullptr) return std::nullopt;
        return value;
    }
};
template <class T>
constexpr bool is_argument
    = !std::is_lvalue_reference_v<T> || std::is_const_v<std::remove_reference_t<T>>;

/// Wraps a member function as a C function. An exception becomes a failure.
template <auto Member, class Owner, class Result, class... Arguments> struct method_call {
    static typename result_type<std::decay_t<Result>>::c_type
    function(void *self, typename argument_type<std::decay_t<Arguments>>::c_type... arguments) {
        typename result_type<std::decay_t<Result>>::c_type result{};
        guarded_object(self, [&](object &object) {
            auto &owner = static_cast<Owner &>(object);
            result = result_type<std::decay_t<Result>>::out(
                (owner.*Member)(argument_type<std::decay_t<Arguments>>::in(arguments)...));
        });
        return result;
    }
    static std::string result() { return " -> " + result_type<std::decay_t<Result>>::name(); }
};
template <auto Member, class Owner, class... Arguments>
struct method_call<Member, Owner, void, Arguments...> {
    static void function(void *self,
                         typename argument_type<std::decay_t<Arguments>>::c_type... arguments) {
        guarded_object(self, [&](object &object) {
            auto &owner = static_cast<Owner &>(object);
            (owner.*Member)(argument_type<std::decay_t<Arguments>>::in(arguments)...);
        });
    }
    static std::string result() { return ""; }
};

template <auto Member, class Owner, class Result, class... Arguments>
method_entry make_method(std::string name) {
    static_assert(std::is_base_of_v<object, Owner>, "a restorable class derives from object");
    static_assert((is_argument<Arguments> && ...),
                  "a method takes its arguments by value or by const reference");
    using call = method_call<Member, Owner, Result, Arguments...>;
    std::string list = "(object";
    ((list += ", " + argument_type<std::decay_t<Arguments>>::name()), ...);
    return {std::move(name), list + ")" + call::result(),
            reinterpret_cast<restoration_function>(call::function)};
}

template <auto Member, class Owner, class Result, class... Arguments>
method_entry deduce_method(std::string name, Result (Owner::*)(Arguments...)) {
    return make_method<Member, Owner, Result, Arguments...>(std::move(name));
}
template <auto Member, class Owner, class Result, class... Arguments>
method_entry deduce_method(std::string name, Result (Owner::*)(Arguments...) const) {
    return make_method<Member, Owner, Result, Arguments...>(std::move(name));
}

/// A class's method list in C, created once. Lives as long as the plugin, which is never unloaded.
template <class T, class = void> struct method_table {
    static_assert(!has_methods<T>(),
                  "methods must be public and callable as static "
                  "restoration::method_list methods(); "
                  "rename a private member that is not meant for the host");
    static void add_to(restoration_class &) {}
};
template <class T> struct method_table<T, std::void_t<decltype(T::methods())>> {
    static_assert(std::is_convertible_v<decltype(T::methods()), method_list>,
                  "methods must return restoration::method_list if it is static and public");
    static void add_to(restoration_class &table) {
        static const auto *entries = new method_list(T::methods());
        static const auto *list = [] {
            auto *list = new std::vector<restoration_method>();
            for (const method_entry &entry : *entries) {
                list->push_back({sizeof(restoration_method), 0, lend(entry.name),
                                 lend(entry.signature), entry.function});
            }
            return list;
        }();
        static const auto *pointers = [] {
            auto *pointers = new std::vector<const restoration_method *>();
            for (const restoration_method &method : *list) pointers->push_back(&method);
            return pointers;
        }();
        table.methods = pointers->data();
        table.method_count = pointers->size();
    }
};

/// The same for properties.
template <class T, class = void> struct property_table {
    static_assert(!has_properties<T>(), "properties must be public and callable as static "
                                        "restoration::property_list properties(); rename a "
                                        "private member that is not meant for the host");
    static void add_to(restoration_class &) {}
};
template <class T> struct property_table<T, std::void_t<decltype(T::properties())>> {
    static_assert(std::is_convertible_v<decltype(T::properties()), property_list>,
                  "properties must return restoration::property_list if it is static and public");
    static void add_to(restoration_class &table) {
        static const auto *entries = new property_list(T::properties());
        static const auto *list = [] {
            auto *list = new std::vector<restoration_property>();
            for (const property_entry &entry : *entries) {
                list->push_back({sizeof(restoration_property), entry.flags, lend(entry.key),
                                 lend(entry.getter.signature), entry.getter.function,
                                 lend(entry.setter.signature), entry.setter.function,
                                 lend(entry.restored_after), lend(entry.default_value)});
            }
            return list;
        }();
        static const auto *pointers = [] {
            auto *pointers = new std::vector<const restoration_property *>();
            for (const restoration_property &property : *list) pointers->push_back(&property);
            return pointers;
        }();
        table.properties = pointers->data();
        table.property_count = pointers->size();
    }
};

} // namespace detail

/// Creates a method from a member function that the host calls by name, with the signature of its
/// type. A class lists its methods in a static function:
///
///     static restoration::method_list methods() {
///         return {restoration::method<&Tally::add>("add")};
///     }
///
/// Parameters and results are `bool`, integers, `float`, `double`, `handle` for objects of any
/// class, structures of numbers whose `coding` names their members, `std::string_view` (lent for
/// the call as an argument), `std::string`, and `std::optional` of these two for text that may be
/// null. All of them may be const references: arguments are valid for the call, and results are
/// copied. An exception becomes the caller's error. Call `invalidate` if the state changes.
template <auto Member> method_entry method(std::string name) {
    return detail::deduce_method<Member>(std::move(name), Member);
}

/// Creates a property from a getter and a setter, which the host calls when it preserves and
/// restores an object, instead of code in `encode` and `decode`. A class lists its properties in a
/// static function:
///
///     static restoration::property_list properties() {
///         return {restoration::property<&Map::zoom, &Map::set_zoom>("zoom")};
///     }
///
/// They take the types of methods, except `handle`. An exception is a failure to encode or decode.
template <auto Getter, auto Setter>
property_entry property(std::string key, uint32_t flags = 0, std::string restored_after = {},
                        std::string default_value = {}) {
    return {std::move(key),           method<Getter>(""),       method<Setter>(""), flags,
            std::move(restored_after), std::move(default_value)};
}

} // namespace restoration
#endif

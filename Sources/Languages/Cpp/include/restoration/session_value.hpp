/// Values of methods and properties in C++. Included by `restoration/session.hpp`.
#ifndef RESTORATION_SESSION_VALUE_HPP
#define RESTORATION_SESSION_VALUE_HPP

#include "restoration/session_options.hpp"

namespace restoration {
namespace detail {

/// A value for a method or a property, with its text.
template <class T> restoration_value c_value(const T &value) {
    restoration_value c = {};
    if constexpr (std::is_same_v<T, std::nullptr_t>) {
        c.kind = RESTORATION_KIND_NULL;
    } else if constexpr (is_optional<T>::value) {
        if (value) return c_value(*value);
        c.kind = RESTORATION_KIND_NULL;
    } else if constexpr (std::is_same_v<T, bool>) {
        c.kind = RESTORATION_KIND_BOOL;
        c.data.boolean = value ? 1 : 0;
    } else if constexpr (std::is_convertible_v<const T &, handle>) {
        c.kind = RESTORATION_KIND_REFERENCE;
        c.data.reference = static_cast<restoration_handle>(static_cast<handle>(value));
    } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
        c.kind = RESTORATION_KIND_INTEGER;
        c.data.int64 = value;
    } else if constexpr (std::is_integral_v<T>) {
        c.kind = RESTORATION_KIND_UNSIGNED;
        c.data.uint64 = value;
    } else if constexpr (std::is_same_v<T, float>) {
        c.kind = RESTORATION_KIND_FLOAT;
        c.data.float32 = value;
    } else if constexpr (std::is_same_v<T, double>) {
        c.kind = RESTORATION_KIND_DOUBLE;
        c.data.float64 = value;
    } else if constexpr (std::is_same_v<T, date>) {
        c.kind = RESTORATION_KIND_DATE;
        c.data.date = value;
    } else if constexpr (std::is_same_v<T, uuid>) {
        c.kind = RESTORATION_KIND_UUID;
        c.data.uuid = value;
    } else if constexpr (std::is_same_v<T, bytes>) {
        c.kind = RESTORATION_KIND_BYTES;
        c.data.bytes = restoration_bytes{value.data(), value.size()};
    } else if constexpr (std::is_convertible_v<const T &, std::string_view>) {
        c.kind = RESTORATION_KIND_STRING;
        c.data.string = lend(std::string_view(value));
    } else {
        static_assert(unknown_type<T>, "a method or property takes bool, numbers, text, bytes, "
                                       "date, uuid, objects, nullptr and optionals of these");
    }
    return c;
}

[[noreturn]] inline void throw_mismatch(const std::string &name) {
    throw session_error(RESTORATION_MISMATCH,
                        note(("The result of '" + name + "' has another type").c_str(), "",
                             "Ask for the type that the method or property has."));
}

template <class T> T from_value(const restoration_value &c, const std::string &name) {
    const auto expect = [&](bool fits) {
        if (!fits) throw_mismatch(name);
    };
    if constexpr (is_optional<T>::value) {
        if (c.kind == RESTORATION_KIND_NULL) return std::nullopt;
        return from_value<typename T::value_type>(c, name);
    } else if constexpr (std::is_same_v<T, bool>) {
        expect(c.kind == RESTORATION_KIND_BOOL);
        return c.data.boolean != 0;
    } else if constexpr (std::is_same_v<T, handle>) {
        expect(c.kind == RESTORATION_KIND_REFERENCE || c.kind == RESTORATION_KIND_NULL);
        return handle{c.kind == RESTORATION_KIND_NULL ? 0 : c.data.reference};
    } else if constexpr (std::is_integral_v<T>) {
        using limits = std::numeric_limits<T>;
        const bool is_unsigned = c.kind == RESTORATION_KIND_UNSIGNED;
        expect(is_unsigned || c.kind == RESTORATION_KIND_INTEGER);
        const bool is_negative = !is_unsigned && c.data.int64 < 0;
        if (is_negative) {
            expect(std::is_signed_v<T> && c.data.int64 >= static_cast<int64_t>(limits::min()));
            return static_cast<T>(c.data.int64);
        }
        const uint64_t number = is_unsigned ? c.data.uint64 : static_cast<uint64_t>(c.data.int64);
        expect(number <= static_cast<uint64_t>(limits::max()));
        return static_cast<T>(number);
    } else if constexpr (std::is_floating_point_v<T>) {
        expect(c.kind == RESTORATION_KIND_FLOAT || c.kind == RESTORATION_KIND_DOUBLE);
        return static_cast<T>(c.kind == RESTORATION_KIND_FLOAT ? c.data.float32 : c.data.float64);
    } else if constexpr (std::is_same_v<T, date>) {
        expect(c.kind == RESTORATION_KIND_DATE);
        return c.data.date;
    } else if constexpr (std::is_same_v<T, uuid>) {
        expect(c.kind == RESTORATION_KIND_UUID);
        return c.data.uuid;
    } else if constexpr (std::is_same_v<T, std::string>) {
        expect(c.kind == RESTORATION_KIND_STRING);
        return std::string(view(c.data.string));
    } else if constexpr (std::is_same_v<T, bytes>) {
        expect(c.kind == RESTORATION_KIND_BYTES);
        return bytes(c.data.bytes.bytes, c.data.bytes.bytes + c.data.bytes.count);
    } else {
        static_assert(unknown_type<T>, "a method or property returns bool, numbers, std::string, "
                                       "bytes, date, uuid, handle and optionals of these");
    }
}

} // namespace detail
} // namespace restoration
#endif

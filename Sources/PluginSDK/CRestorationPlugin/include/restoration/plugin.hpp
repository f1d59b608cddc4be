/// The plugin interface for C++17: a header-only wrapper around `restoration/plugin.h`. Programs
/// include `restoration/session.hpp`, which has the same classes, coders, methods and properties.
///
/// Derive from `restoration::object`, list the classes in `RESTORATION_PLUGIN`, and embed a
/// manifest with `RESTORATION_MANIFEST`. The wrapper catches exceptions at the boundary: an
/// exception from one of your functions becomes a failure with its text as the message. The host
/// deletes objects that it no longer needs. Open arrays and dictionaries close at the end of their
/// scope.
///
/// Call everything on the session's thread, except `host::log`, `host::arrived` and
/// `object::invalidate`.
#ifndef RESTORATION_PLUGIN_HPP
#define RESTORATION_PLUGIN_HPP

#include "restoration/plugin.h"

#include <atomic>
#include <cstring>
#include <exception>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

// Hidden in a plugin, whatever the compiler's default: two plugins must never share these symbols.
// In a program, the compiler would warn of each class that derives from a hidden one.
#ifdef RESTORATION_SESSION_H
#define RESTORATION_HIDDEN
#else
#define RESTORATION_HIDDEN __attribute__((visibility("hidden")))
#endif

namespace restoration RESTORATION_HIDDEN {

/// Names any object of the session, or none. Keeps no object alive.
enum class handle : restoration_handle { none = 0 };

using date = restoration_date;
using uuid = restoration_uuid;
using bytes = std::vector<uint8_t>;

/// A call to the host that failed, with its status.
class error : public std::runtime_error {
public:
    error(restoration_status status, const std::string &message)
        : std::runtime_error(message), status_(status) {}
    restoration_status status() const noexcept { return status_; }

private:
    restoration_status status_;
};

/// Thrown from a constructor: deliberately no object. Final: the host asks no other class.
struct declined : std::exception {
    const char *what() const noexcept override { return "declined"; }
};

/// Thrown from a constructor or `decode`: data that the object needs has not arrived. The host
/// calls again after `host::arrived`, with the handle from the request (`creation_request::self`)
/// or of the object. A new object cannot wait: if the request's reason is RESTORATION_REASON_MAKE,
/// create it without its data, and add the data later.
struct not_yet : std::exception {
    const char *what() const noexcept override { return "not yet"; }
};

class object;
namespace detail {
struct binding;

inline restoration_string lend(std::string_view text) noexcept {
    return restoration_string{text.data(), text.size()};
}

inline std::string_view view(restoration_string text) noexcept {
    return text.count == 0 ? std::string_view{}
                           : std::string_view{text.bytes, static_cast<size_t>(text.count)};
}

inline const char *name_of(restoration_status status) noexcept {
    switch (status) {
    case RESTORATION_OK: return "ok";
    case RESTORATION_DECLINED: return "declined";
    case RESTORATION_ABSENT: return "absent";
    case RESTORATION_MISMATCH: return "another kind of value, or out of range";
    case RESTORATION_UNSUPPORTED: return "not supported by this host";
    case RESTORATION_LIMIT: return "a limit is exceeded";
    case RESTORATION_INVALID: return "the host does not accept it";
    case RESTORATION_WRONG_THREAD: return "called on another thread than the session's";
    case RESTORATION_NOT_YET:
        return "its class waits for data; ask again later, or let the class make new objects without "
               "the data";
    default: return "failed";
    }
}

inline std::string place(std::string_view key) {
    return key.empty() ? "an element" : "'" + std::string(key) + "'";
}

inline void check(restoration_status status, const char *what, std::string_view key) {
    if (status == RESTORATION_OK) return;
    // The host itself reports the details, with the full path of the value.
    throw error(status, std::string(what) + " " + place(key) + ": " + name_of(status));
}

/// The host that the static functions of `host` call. A program's sessions may be opened on
/// several threads.
inline std::atomic<const restoration_host *> &host_table() noexcept {
    static std::atomic<const restoration_host *> table{nullptr};
    return table;
}

/// The side to which an object belongs: this plugin, or a session of this program.
struct owner {
    owner() = default;
    owner(const owner &) = delete;
    owner &operator=(const owner &) = delete;

    virtual const restoration_host *host() const noexcept = 0;
    /// The table of a class, or null.
    virtual const restoration_class *class_named(std::string_view id) const noexcept = 0;
    /// An object that the program lent is being deleted.
    virtual void ended(object &lent) noexcept = 0;

protected:
    ~owner() = default;
};

struct plugin_owner final : owner {
    const restoration_plugin *table = nullptr;

    const restoration_host *host() const noexcept override { return host_table(); }
    const restoration_class *class_named(std::string_view id) const noexcept override {
        for (uint64_t index = 0; table != nullptr && index < table->class_count; index += 1) {
            if (view(table->classes[index]->id) == id) return table->classes[index];
        }
        return nullptr;
    }
    void ended(object &) noexcept override {}
};

/// The owner of all objects in a plugin, and of those in a program that have no session.
inline plugin_owner &this_plugin() noexcept {
    static plugin_owner plugin;
    return plugin;
}

/// The owner of a class's objects: this plugin, or the session for which the table was made.
inline owner &owner_of(const restoration_class *object_class) noexcept {
    void *const session = object_class->user_data;
    return session == nullptr ? this_plugin() : *static_cast<owner *>(session);
}

template <class T> struct is_vector : std::false_type {};
template <class T, class A> struct is_vector<std::vector<T, A>> : std::true_type {};
template <class T> struct is_map : std::false_type {};
template <class T, class C, class A>
struct is_map<std::map<std::string, T, C, A>> : std::true_type {};
template <class T> struct is_optional : std::false_type {};
template <class T> struct is_optional<std::optional<T>> : std::true_type {};
template <class> inline constexpr bool unknown_type = false;

} // namespace detail

class encoder;
class decoder;

/// How a coder stores a type of your own. Once specialised, `put` and `get` accept the type, and
/// vectors, optionals and maps of it. For a structure, name its members. It is stored as a
/// dictionary of them:
///
///     template <> struct restoration::coding<Point> {
///         static constexpr auto members = restoration::members(
///             restoration::member("x", &Point::x), restoration::member("y", &Point::y));
///     };
///
/// An absent member, as in older state, has its value in `Point{}`. Methods and properties accept
/// such a structure, too, if all its members are named, in order, and are numbers, `bool` and such
/// structures.
///
/// For any other type, write two functions: one stores a value under a key, the other reads it.
/// Elements of an array have an empty key:
///
///     template <> struct restoration::coding<Colour> {
///         static void put(encoder &coder, std::string_view key, const Colour &colour) {
///             coder.put(key, colour.name());
///         }
///         static std::optional<Colour> get(decoder &coder, std::string_view key) {
///             const auto name = coder.get<std::string>(key);
///             return name ? std::optional(Colour::named(*name)) : std::nullopt;
///         }
///     };
template <class T> struct coding {
    /// Exists only in this template, not in its specialisations.
    using unspecialised = void;
};

namespace detail {

template <class T, class M> struct member_entry {
    static_assert(!std::is_function_v<M>, "restoration::member takes data, not a function");
    using type = M;
    std::string_view name;
    M T::*pointer;
};
template <class> struct is_member_list : std::false_type {};
template <class... T, class... M>
struct is_member_list<const std::tuple<member_entry<T, M>...>> : std::true_type {};

} // namespace detail

/// A member of a structure, with its key.
template <class T, class M>
constexpr detail::member_entry<T, M> member(std::string_view name, M T::*pointer) {
    return {name, pointer};
}
/// The list of members for `coding<T>::members`.
template <class... Entries> constexpr std::tuple<Entries...> members(Entries... entries) {
    return {entries...};
}

namespace detail {

template <class T, class = void> struct has_coding : std::true_type {};
template <class T>
struct has_coding<T, std::void_t<typename coding<T>::unspecialised>> : std::false_type {};
template <class T, class = void> struct has_members : std::false_type {};
template <class T>
struct has_members<T, std::void_t<decltype(coding<T>::members)>>
    : is_member_list<decltype(coding<T>::members)> {};
template <class T, class = void> struct has_functions : std::false_type {};
template <class T>
struct has_functions<T, std::void_t<decltype(coding<T>::put(std::declval<encoder &>(),
                                                            std::string_view(),
                                                            std::declval<const T &>())),
                                    decltype(coding<T>::get(std::declval<decoder &>(),
                                                            std::string_view()))>>
    : std::is_convertible<decltype(coding<T>::get(std::declval<decoder &>(), std::string_view())),
                          std::optional<T>> {};

/// Whether `coding<T>` is specialised. An unusable specialisation does not compile.
template <class T> constexpr bool is_coded() {
    if constexpr (has_coding<T>::value) {
        static_assert(has_members<T>::value || has_functions<T>::value,
                      "restoration::coding<T> needs static constexpr auto members = "
                      "restoration::members(...), or both "
                      "static void put(encoder &coder, std::string_view key, const T &value) and "
                      "static std::optional<T> get(decoder &coder, std::string_view key)");
        return true;
    } else {
        return false;
    }
}

template <class Body> void storing(restoration_coder *coder, Body &&body);

/// The open arrays and dictionaries, innermost last, shared by an encoder and those nested in it.
/// The C coder always stores into the innermost: a value given to an outer encoder would end up
/// there.
struct open_scopes {
    struct scope {
        uint64_t number;
        const char *kind;
        std::string key;

        std::string name() const {
            return std::string("the ") + kind
                   + (key.empty() ? " that was added last" : " " + place(key));
        }
    };
    std::vector<scope> open;
    uint64_t count = 0;
    /// The first mistake. Survives an exception that the plugin catches: the value is not stored
    /// then, so the call must not succeed.
    std::string mistake;

    uint64_t innermost() const noexcept { return open.empty() ? 0 : open.back().number; }

    /// The index of a scope among the open ones, or their count if it is closed.
    size_t position(uint64_t number) const noexcept {
        size_t index = 0;
        while (index < open.size() && open[index].number != number) index += 1;
        return index;
    }

    void note(const std::string &message) {
        if (mistake.empty()) mistake = message;
    }

    [[noreturn]] void fail(const std::string &message) {
        note(message);
        throw error(RESTORATION_INVALID, message);
    }

    /// Throws unless the scope, 0 for the outermost, is the innermost open one.
    void check(uint64_t number, const char *what, std::string_view key) {
        if (innermost() == number) return;
        const std::string head = std::string(what) + " " + place(key) + ": ";
        if (number != 0 && position(number) == open.size()) {
            fail(head + "the array or dictionary for it is closed");
        }
        fail(head + open.back().name()
             + " is still open; close it, or let its variable go out of scope, before the next "
               "put");
    }
};

/// Ends an array or dictionary at the end of its scope. Only `end` throws: a mistake that the
/// destructor finds fails the call, but must not replace an exception that propagates.
class open_container {
public:
    open_container(restoration_coder *coder, std::shared_ptr<open_scopes> scopes,
                   const char *kind, std::string_view key)
        : coder_(coder), scopes_(std::move(scopes)), number_(scopes_->count += 1) {
        scopes_->open.push_back({number_, kind, std::string(key)});
    }
    open_container(open_container &&other) noexcept
        : coder_(std::exchange(other.coder_, nullptr)), scopes_(other.scopes_),
          number_(other.number_) {}
    open_container(const open_container &) = delete;
    open_container &operator=(const open_container &) = delete;
    ~open_container() {
        try {
            end();
        } catch (...) {
            // The mistake is recorded and fails the call.
        }
    }

    /// Ends the container now. A second call is harmless.
    void end() {
        restoration_coder *coder = std::exchange(coder_, nullptr);
        if (coder == nullptr) return;
        const size_t position = scopes_->position(number_);
        // After the call that lent the coder, no scope is open, and the coder may serve another
        // call.
        if (position == scopes_->open.size()) return;
        const open_scopes::scope scope = std::move(scopes_->open[position]);
        scopes_->open.erase(scopes_->open.begin() + static_cast<std::ptrdiff_t>(position));
        const restoration_status status = restoration_end(coder);
        if (position < scopes_->open.size()) {
            scopes_->fail("cannot end " + scope.name() + ": " + scopes_->open.back().name()
                          + " is open in it");
        }
        check(status, "cannot store", scope.key);
    }

    uint64_t number() const noexcept { return number_; }

private:
    restoration_coder *coder_;
    std::shared_ptr<open_scopes> scopes_;
    uint64_t number_;
};

} // namespace detail

/// Stores values: of an object (`object::encode`), of a dictionary, or parameters for `make`.
/// Valid during the call that lent it.
class encoder {
public:
    explicit encoder(restoration_coder *coder)
        : coder_(coder), scopes_(std::make_shared<detail::open_scopes>()) {}
    // No move constructor: a moved-from encoder must still store in the same place.
    encoder(const encoder &) = default;
    encoder &operator=(const encoder &) = default;

    /// Stores a value under a key, replacing an earlier one.
    ///
    /// Accepts `bool`, integers, `float`, `double`, text, `bytes`, `date`, `uuid`, `nullptr`,
    /// `handle` (a reference to another object), your types with a `coding`, and vectors, optionals
    /// and maps with text keys of them. Throws `error` if the host refuses the value, or while an
    /// array or dictionary in this encoder is open.
    template <class T> void put(std::string_view key, const T &value) {
        check_place("cannot store", key);
        write(key, value);
    }

    /// Starts an array, which stays open until it is closed or goes out of scope. Until then, this
    /// encoder accepts no other value.
    ///
    ///     auto layers = coder.put_array("layers");
    ///     for (const Layer &layer : layers_) layers.add(layer.name);
    ///     layers.close();
    class array;
    [[nodiscard]] inline array put_array(std::string_view key);
    /// Starts an array, passes it to `body`, and closes it when `body` returns.
    ///
    ///     coder.put_array("layers", [&](auto &layers) {
    ///         for (const Layer &layer : layers_) layers.add(layer.name);
    ///     });
    template <class Body> void put_array(std::string_view key, Body &&body);
    /// Starts a dictionary, an encoder of its own, which stays open until it is closed or goes out
    /// of scope. Until then, this encoder accepts no other value.
    class dictionary;
    [[nodiscard]] inline dictionary put_dictionary(std::string_view key);
    /// Starts a dictionary, passes it to `body`, and closes it when `body` returns.
    template <class Body> void put_dictionary(std::string_view key, Body &&body);

    /// Copies a value of any kind, with its contents, from older state. Returns false if there is
    /// none. The only way for `migrate` to copy references.
    inline bool put_copy(std::string_view key, decoder &source, std::string_view source_key);
    bool put_copy(std::string_view key, decoder &source) { return put_copy(key, source, key); }

    /// Marks the value under `key` as private: tools never show it.
    void mark_sensitive(std::string_view key) {
        check_place("cannot mark", key);
        detail::check(restoration_mark_sensitive(coder_, detail::lend(key)), "cannot mark", key);
    }

    /// The C coder, for functions that this class does not wrap.
    restoration_coder *raw() const noexcept { return coder_; }

protected:
    template <class T> void write(std::string_view key, const T &value) {
        restoration_coder *const coder = coder_;
        const restoration_string place = detail::lend(key);
        restoration_status status = RESTORATION_OK;
        if constexpr (detail::is_coded<T>()) {
            return write_coded(key, value);
        } else if constexpr (std::is_same_v<T, std::nullptr_t>) {
            status = restoration_put_null(coder, place);
        } else if constexpr (std::is_same_v<T, bool>) {
            status = restoration_put_bool(coder, place, value ? 1 : 0);
        } else if constexpr (std::is_same_v<T, handle>) {
            status = restoration_put_reference(coder, place,
                                               static_cast<restoration_handle>(value));
        } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
            status = restoration_put_int64(coder, place, value);
        } else if constexpr (std::is_integral_v<T>) {
            status = restoration_put_uint64(coder, place, value);
        } else if constexpr (std::is_same_v<T, float>) {
            status = restoration_put_float(coder, place, value);
        } else if constexpr (std::is_same_v<T, double>) {
            status = restoration_put_double(coder, place, value);
        } else if constexpr (std::is_same_v<T, date>) {
            status = restoration_put_date(coder, place, value);
        } else if constexpr (std::is_same_v<T, uuid>) {
            status = restoration_put_uuid(coder, place, value);
        } else if constexpr (std::is_same_v<T, bytes>) {
            status = restoration_put_bytes(coder, place,
                                           restoration_bytes{value.data(), value.size()});
        } else if constexpr (std::is_convertible_v<const T &, std::string_view>) {
            status = restoration_put_string(coder, place, detail::lend(std::string_view(value)));
        } else if constexpr (detail::is_optional<T>::value) {
            return value ? write(key, *value) : write(key, nullptr);
        } else if constexpr (detail::is_vector<T>::value) {
            return write_all(key, value);
        } else if constexpr (detail::is_map<T>::value) {
            return write_entries(key, value);
        } else {
            static_assert(detail::unknown_type<T>, "a coder has no kind of value for this type: "
                                                   "specialise restoration::coding for it");
        }
        detail::check(status, "cannot store", key);
    }

    template <class T> void write_coded(std::string_view key, const T &value);
    template <class T> void write_all(std::string_view key, const T &values);
    template <class T> void write_entries(std::string_view key, const T &entries);

    encoder(const encoder &outer, uint64_t number)
        : coder_(outer.coder_), scopes_(outer.scopes_), number_(number) {}

    void check_place(const char *what, std::string_view key) const {
        scopes_->check(number_, what, key);
    }

    detail::open_container open(std::string_view key, uint32_t kind) const {
        check_place("cannot store", key);
        const bool is_array = kind == RESTORATION_KIND_ARRAY;
        detail::check(is_array ? restoration_begin_array(coder_, detail::lend(key))
                               : restoration_begin_dictionary(coder_, detail::lend(key)),
                      "cannot store", key);
        return {coder_, scopes_, is_array ? "array" : "dictionary", key};
    }

    restoration_coder *coder_;
    std::shared_ptr<detail::open_scopes> scopes_;
    /// The number of the scope to store in, or 0 outside arrays and dictionaries.
    uint64_t number_ = 0;

    template <class Body> friend void detail::storing(restoration_coder *coder, Body &&body);
};

/// The elements of an array.
class encoder::array : encoder {
public:
    /// Adds an element of any type that `put` takes.
    template <class T> void add(const T &value) { put({}, value); }
    [[nodiscard]] inline array add_array();
    template <class Body> void add_array(Body &&body) { put_array({}, std::forward<Body>(body)); }
    [[nodiscard]] inline dictionary add_dictionary();
    template <class Body> void add_dictionary(Body &&body) {
        put_dictionary({}, std::forward<Body>(body));
    }

    /// Ends the array before its scope ends. Later values go to the enclosing encoder.
    void close() { scope_.end(); }

private:
    friend class encoder;
    array(const encoder &outer, detail::open_container &&scope)
        : encoder(outer, scope.number()), scope_(std::move(scope)) {}
    detail::open_container scope_;
};

/// The entries of a dictionary.
class encoder::dictionary : public encoder {
public:
    /// Ends the dictionary before its scope ends. Later values go to the enclosing encoder.
    void close() { scope_.end(); }

private:
    friend class encoder;
    friend class array;
    dictionary(const encoder &outer, detail::open_container &&scope)
        : encoder(outer, scope.number()), scope_(std::move(scope)) {}
    detail::open_container scope_;
};

inline encoder::array encoder::put_array(std::string_view key) {
    return array(*this, open(key, RESTORATION_KIND_ARRAY));
}
template <class Body> void encoder::put_array(std::string_view key, Body &&body) {
    array elements = put_array(key);
    body(elements);
    elements.close();
}
inline encoder::dictionary encoder::put_dictionary(std::string_view key) {
    return dictionary(*this, open(key, RESTORATION_KIND_DICTIONARY));
}
template <class Body> void encoder::put_dictionary(std::string_view key, Body &&body) {
    dictionary entries = put_dictionary(key);
    body(entries);
    entries.close();
}
template <class T> void encoder::write_coded(std::string_view key, const T &value) {
    if constexpr (detail::has_members<T>::value) {
        put_dictionary(key, [&](dictionary &entries) {
            std::apply([&](const auto &...member) {
                (entries.put(member.name, value.*member.pointer), ...);
            }, coding<T>::members);
        });
    } else {
        coding<T>::put(*this, key, value);
    }
}
template <class T> void encoder::write_all(std::string_view key, const T &values) {
    put_array(key, [&](array &elements) {
        for (const typename T::value_type &value : values) elements.add(value);
    });
}
template <class T> void encoder::write_entries(std::string_view key, const T &values) {
    put_dictionary(key, [&](dictionary &entries) {
        for (const auto &entry : values) entries.put(entry.first, entry.second);
    });
}
inline encoder::array encoder::array::add_array() { return put_array({}); }
inline encoder::dictionary encoder::array::add_dictionary() { return put_dictionary({}); }

namespace detail {

/// Runs `body` with an encoder, and throws if `body` made a mistake with scopes.
template <class Body> void storing(restoration_coder *coder, Body &&body) {
    encoder out(coder);
    open_scopes &scopes = *out.scopes_;
    // An array or dictionary that outlives the call must not end an array or dictionary of the next
    // one.
    struct clearing {
        open_scopes &scopes;
        ~clearing() { scopes.open.clear(); }
    } const clear{scopes};
    body(out);
    if (!scopes.open.empty()) {
        scopes.note("at the end " + scopes.open.back().name()
                    + " is still open; close it, or let its variable go out of scope");
    }
    if (!scopes.mistake.empty()) throw error(RESTORATION_INVALID, scopes.mistake);
}

/// The context of a C function that writes values by `body`, whose exception it carries across the
/// boundary.
template <class Body> struct writing {
    Body &body;
    std::exception_ptr thrown = nullptr;

    static restoration_status function(void *context, restoration_coder *coder) {
        auto &self = *static_cast<writing *>(context);
        try {
            storing(coder, [&](encoder &out) { self.body(out); });
            return RESTORATION_OK;
        } catch (...) {
            self.thrown = std::current_exception();
            return RESTORATION_FAILED;
        }
    }
    void rethrow() const {
        if (thrown) std::rethrow_exception(thrown);
    }
};

} // namespace detail

/// Reads values: of an object (`object::decode`), of a dictionary, parameters or captures. Valid
/// during the call that lent it. Reads as empty if the host lends no coder.
class decoder {
public:
    explicit decoder(restoration_coder *coder) noexcept : coder_(coder) {}

    /// The value under a key, or nothing if it is absent or null, which is normal: the state may be
    /// older than the code. Supports the types of `encoder::put`, with `std::string` for text.
    ///
    /// Throws `error` for a value of another kind, for a number out of the range of `T`, and for
    /// null in a list or dictionary if `T` has no optional values.
    template <class T> std::optional<T> get(std::string_view key) {
        if (coder_ == nullptr) return std::nullopt;
        return read<T>(coder_, key);
    }

    /// The value under a key, or `fallback` if it is absent or null.
    template <class T> T get(std::string_view key, T fallback) {
        auto value = get<T>(key);
        return value ? std::move(*value) : std::move(fallback);
    }

    /// The kind of the value under a key, one of RESTORATION_KIND_…, or nothing if it is absent.
    std::optional<uint32_t> kind(std::string_view key) {
        uint32_t kind = 0;
        if (coder_ == nullptr
            || restoration_get_kind(coder_, detail::lend(key), &kind) != RESTORATION_OK) {
            return std::nullopt;
        }
        return kind;
    }

    bool contains(std::string_view key) { return kind(key).has_value(); }

    /// All keys, in the order of writing.
    std::vector<std::string> keys() {
        std::vector<std::string> keys;
        restoration_string key = {nullptr, 0};
        while (coder_ != nullptr
               && restoration_key_at(coder_, keys.size(), &key) == RESTORATION_OK) {
            keys.emplace_back(detail::view(key));
        }
        return keys;
    }

    /// Calls `body` with a decoder for the dictionary under `key`. Returns false if there is none.
    template <class Body> bool with_dictionary(std::string_view key, Body &&body) {
        return coder_ != nullptr && inside(coder_, key, RESTORATION_KIND_DICTIONARY, [&](uint64_t) {
            decoder entries(coder_);
            body(entries);
        });
    }

    /// Reads the elements of an array in order.
    class elements;
    /// Calls `body` with the elements of the array under `key`. Returns false if there is none.
    template <class Body> bool with_array(std::string_view key, Body &&body);

    /// The schema version of the class that wrote this state, or 0 if the host does not provide it.
    uint32_t schema_version() const noexcept {
        return coder_ != nullptr ? coder_->schema_version : 0;
    }

    /// The C coder, for functions that this class does not wrap. Null if the host lends none.
    restoration_coder *raw() const noexcept { return coder_; }

private:
    /// Runs `body` between `enter` and `leave`. Returns false if the value is absent or null.
    template <class Body>
    static bool inside(restoration_coder *coder, std::string_view key, uint32_t wanted,
                       Body &&body) {
        uint64_t count = 0;
        const restoration_status status =
            wanted == RESTORATION_KIND_ARRAY
                ? restoration_enter_array(coder, detail::lend(key), &count)
                : restoration_enter_dictionary(coder, detail::lend(key), &count);
        if (status == RESTORATION_ABSENT) return false;
        if (status == RESTORATION_MISMATCH && pass_null(coder, key)) return false;
        detail::check(status, "cannot read", key);
        struct leaving {
            restoration_coder *coder;
            ~leaving() { restoration_leave(coder); }
        } const leave{coder};
        body(count);
        return true;
    }

    /// Whether the value is null. In an array, advances past the null.
    static bool pass_null(restoration_coder *coder, std::string_view key) {
        uint32_t kind = 0;
        return restoration_get_kind(coder, detail::lend(key), &kind) == RESTORATION_OK
               && kind == RESTORATION_KIND_NULL
               && restoration_get_null(coder, detail::lend(key)) == RESTORATION_OK;
    }

    template <class T>
    static std::optional<T> read(restoration_coder *coder, std::string_view key) {
        if constexpr (detail::is_coded<T>()) {
            return read_coded<T>(coder, key);
        } else if constexpr (detail::is_optional<T>::value) {
            auto value = read<typename T::value_type>(coder, key);
            return value ? std::optional<T>(std::move(value)) : std::nullopt;
        } else if constexpr (detail::is_vector<T>::value && !std::is_same_v<T, bytes>) {
            return read_all<T>(coder, key);
        } else if constexpr (detail::is_map<T>::value) {
            return read_entries<T>(coder, key);
        } else {
            T value{};
            const restoration_status status = read_one(coder, detail::lend(key), value);
            if (status == RESTORATION_ABSENT) return std::nullopt;
            if (status == RESTORATION_MISMATCH && pass_null(coder, key)) return std::nullopt;
            detail::check(status, "cannot read", key);
            return value;
        }
    }

    template <class T>
    static std::optional<T> read_coded(restoration_coder *coder, std::string_view key) {
        decoder outer(coder);
        if constexpr (detail::has_members<T>::value) {
            static_assert(std::is_default_constructible_v<T>,
                          "a structure whose coding names members needs a default constructor");
            std::optional<T> value;
            outer.with_dictionary(key, [&](decoder &entries) {
                value.emplace();
                std::apply([&](const auto &...member) {
                    (entries.fetch(member.name, (*value).*member.pointer), ...);
                }, coding<T>::members);
            });
            return value;
        } else {
            return coding<T>::get(outer, key);
        }
    }

    template <class T> void fetch(std::string_view key, T &member) {
        if (auto value = get<T>(key)) {
            member = std::move(*value);
        } else if constexpr (detail::is_optional<T>::value) {
            if (contains(key)) member = std::nullopt;
        }
    }

    template <class T>
    static std::optional<T> read_all(restoration_coder *coder, std::string_view key) {
        using element = typename T::value_type;
        T values;
        const bool found = inside(coder, key, RESTORATION_KIND_ARRAY, [&](uint64_t count) {
            for (uint64_t index = 0; index < count; index += 1) {
                auto value = read<element>(coder, {});
                if constexpr (detail::is_optional<element>::value) {
                    values.push_back(value ? std::move(*value) : element());
                } else if (value) {
                    values.push_back(std::move(*value));
                } else {
                    detail::check(RESTORATION_MISMATCH, "cannot read", key);
                }
            }
        });
        return found ? std::optional<T>(std::move(values)) : std::nullopt;
    }

    template <class T>
    static std::optional<T> read_entries(restoration_coder *coder, std::string_view key) {
        T entries;
        const bool found = inside(coder, key, RESTORATION_KIND_DICTIONARY, [&](uint64_t) {
            decoder inner(coder);
            for (const std::string &name : inner.keys()) {
                using entry = typename T::mapped_type;
                auto value = read<entry>(coder, name);
                if constexpr (detail::is_optional<entry>::value) {
                    entries.emplace(name, value ? std::move(*value) : entry());
                } else if (value) {
                    entries.emplace(name, std::move(*value));
                } else {
                    detail::check(RESTORATION_MISMATCH, "cannot read", name);
                }
            }
        });
        return found ? std::optional<T>(std::move(entries)) : std::nullopt;
    }

    template <class T>
    static restoration_status read_one(restoration_coder *coder, restoration_string place,
                                       T &value) {
        if constexpr (std::is_same_v<T, bool>) {
            uint8_t found = 0;
            const auto status = restoration_get_bool(coder, place, &found);
            value = found != 0;
            return status;
        } else if constexpr (std::is_same_v<T, handle>) {
            restoration_handle found = 0;
            const auto status = restoration_get_reference(coder, place, &found);
            value = handle{found};
            return status;
        } else if constexpr (std::is_integral_v<T>) {
            return read_integer(coder, place, value);
        } else if constexpr (std::is_same_v<T, float>) {
            return restoration_get_float(coder, place, &value);
        } else if constexpr (std::is_same_v<T, double>) {
            return restoration_get_double(coder, place, &value);
        } else if constexpr (std::is_same_v<T, date>) {
            return restoration_get_date(coder, place, &value);
        } else if constexpr (std::is_same_v<T, uuid>) {
            return restoration_get_uuid(coder, place, &value);
        } else if constexpr (std::is_same_v<T, std::string>) {
            restoration_string found = {nullptr, 0};
            const auto status = restoration_get_string(coder, place, &found);
            value = detail::view(found);
            return status;
        } else if constexpr (std::is_same_v<T, bytes>) {
            restoration_bytes found = {nullptr, 0};
            const auto status = restoration_get_bytes(coder, place, &found);
            if (found.count > 0) value.assign(found.bytes, found.bytes + found.count);
            return status;
        } else {
            static_assert(detail::unknown_type<T>, "a coder has no kind of value for this type: "
                                                   "specialise restoration::coding for it");
        }
    }

    template <class T>
    static restoration_status read_integer(restoration_coder *coder, restoration_string place,
                                           T &value) {
        // Throws at once if a number does not fit, since the coder is already past the element.
        if constexpr (std::is_signed_v<T>) {
            int64_t found = 0;
            const auto status = restoration_get_int64(coder, place, &found);
            if (status != RESTORATION_OK) return status;
            if (found < std::numeric_limits<T>::min() || found > std::numeric_limits<T>::max()) {
                detail::check(RESTORATION_MISMATCH, "cannot read", detail::view(place));
            }
            value = static_cast<T>(found);
        } else {
            uint64_t found = 0;
            const auto status = restoration_get_uint64(coder, place, &found);
            if (status != RESTORATION_OK) return status;
            if (found > std::numeric_limits<T>::max()) {
                detail::check(RESTORATION_MISMATCH, "cannot read", detail::view(place));
            }
            value = static_cast<T>(found);
        }
        return RESTORATION_OK;
    }

    restoration_coder *coder_;
};

/// The elements of an array, in order. Each read advances to the next element.
class decoder::elements {
public:
    /// The number of elements in the array.
    uint64_t count() const noexcept { return count_; }

    /// The next element, or nothing if it is null or past the last one.
    template <class T> std::optional<T> next() { return decoder::read<T>(coder_, {}); }
    /// Calls `body` with a decoder for the next element, a dictionary. Returns false if it is null
    /// or past the last one.
    template <class Body> bool next_dictionary(Body &&body) {
        return decoder(coder_).with_dictionary({}, std::forward<Body>(body));
    }
    /// The same for an element that is an array.
    template <class Body> bool next_array(Body &&body) {
        return decoder(coder_).with_array({}, std::forward<Body>(body));
    }
    /// Skips the next element, of any kind.
    void skip() { detail::check(restoration_skip(coder_), "cannot skip", "element"); }

private:
    friend class decoder;
    elements(restoration_coder *coder, uint64_t count) noexcept : coder_(coder), count_(count) {}
    restoration_coder *coder_;
    uint64_t count_;
};

template <class Body> bool decoder::with_array(std::string_view key, Body &&body) {
    return coder_ != nullptr && inside(coder_, key, RESTORATION_KIND_ARRAY, [&](uint64_t count) {
        elements all(coder_, count);
        body(all);
    });
}

inline bool encoder::put_copy(std::string_view key, decoder &source, std::string_view source_key) {
    if (source.raw() == nullptr) return false;
    check_place("cannot store", key);
    const restoration_status status = restoration_put_copy(coder_, detail::lend(key), source.raw(),
                                                           detail::lend(source_key));
    if (status == RESTORATION_ABSENT) return false;
    detail::check(status, "cannot take over", source_key);
    return true;
}

/// Whether there is a host, and it has the function.
#define RESTORATION_HAS(host, field) ((host) != nullptr && RESTORATION_HOST_HAS(host, field))

/// The program that loaded the plugin. In a program, the session that it opened last: a program
/// with several sessions calls the functions of `session` and of its objects.
class host {
public:
    enum class level : uint32_t {
        debug = RESTORATION_LOG_DEBUG,
        info = RESTORATION_LOG_INFO,
        warning = RESTORATION_LOG_WARNING,
        error = RESTORATION_LOG_ERROR
    };

    /// The C table. Null before the call of the entry point, and in a program without session.
    static const restoration_host *raw() noexcept { return detail::host_table(); }

    /// The id of the running application.
    static std::string_view application() noexcept {
        return raw() == nullptr ? std::string_view{} : detail::view(raw()->application);
    }

    /// Writes a line to the host's log. Any thread. Never log text that a user typed.
    static void log(std::string_view message, level level = level::info) noexcept {
        if (raw() != nullptr) {
            raw()->log(raw(), static_cast<uint32_t>(level), detail::lend(message));
        }
    }

    /// Reports that an object's data has arrived. Any thread. Can be repeated.
    static void arrived(handle object) noexcept {
        if (RESTORATION_HAS(raw(), arrived)) {
            raw()->arrived(raw(), static_cast<restoration_handle>(object));
        }
    }

    /// Restarts the hang timer of the current call. For work that takes seconds.
    static void report_progress() noexcept {
        if (RESTORATION_HAS(raw(), report_progress)) {
            raw()->report_progress(raw());
        }
    }

    /// The host's table for an interface, by versioned id, or null if the host does not have it.
    template <class Table> static const Table *interface(std::string_view id) noexcept {
        if (raw() == nullptr) return nullptr;
        return static_cast<const Table *>(raw()->interface(raw(), detail::lend(id)));
    }

    /// A fact about the running program (`restoration_host.query`), or nothing if it is unknown.
    static std::optional<std::string> query(std::string_view key) {
        restoration_string value = {nullptr, 0};
        if (!RESTORATION_HAS(raw(), query)
            || raw()->query(raw(), detail::lend(key), &value) != RESTORATION_OK) {
            return std::nullopt;
        }
        return std::string(detail::view(value));
    }

    /// The live object at a path, or `handle::none`.
    static handle find(const std::vector<std::string> &path) {
        if (!RESTORATION_HAS(raw(), find)) return handle::none;
        std::vector<restoration_string> parts;
        for (const std::string &part : path) parts.push_back(detail::lend(part));
        restoration_handle found = 0;
        raw()->find(raw(), parts.data(), parts.size(), &found);
        return handle{found};
    }

    /// The parent of an object, or `handle::none` if it has none or is deallocated.
    static handle parent_of(handle object) noexcept {
        restoration_handle parent = 0;
        if (RESTORATION_HAS(raw(), parent)) {
            raw()->parent(raw(), static_cast<restoration_handle>(object), &parent);
        }
        return handle{parent};
    }

    /// The children of an object, in the order of adding.
    static std::vector<handle> children_of(handle object) {
        std::vector<handle> children;
        restoration_handle child = 0;
        while (RESTORATION_HAS(raw(), child_at)
               && raw()->child_at(raw(), static_cast<restoration_handle>(object), children.size(),
                                  &child)
                      == RESTORATION_OK) {
            children.push_back(handle{child});
        }
        return children;
    }

    /// The table of an interface of any object, and the object argument for its functions. Nulls if
    /// the object does not have it.
    template <class Table>
    static std::pair<const Table *, void *> interface_of(handle object, std::string_view id) {
        const void *table = nullptr;
        void *pointer = nullptr;
        if (RESTORATION_HAS(raw(), object_interface)) {
            raw()->object_interface(raw(), static_cast<restoration_handle>(object),
                                    detail::lend(id), &table, &pointer);
        }
        return {static_cast<const Table *>(table), pointer};
    }
};

/// The host's description of an object to create. Valid during the constructor.
class creation_request {
public:
    explicit creation_request(const restoration_creation_request *request,
                              detail::owner &owner = detail::this_plugin()) noexcept
        : request_(request), owner_(&owner) {}

    /// The identifiers from the root to the object. The last one is its own.
    std::vector<std::string> path() const {
        std::vector<std::string> path;
        for (uint64_t index = 0; index < request_->path_count; index += 1) {
            path.emplace_back(detail::view(request_->path[index]));
        }
        return path;
    }
    /// The reason, one of RESTORATION_REASON_….
    uint32_t reason() const noexcept { return request_->reason; }
    /// The parameters from the code that makes the object.
    decoder parameters() const noexcept { return decoder(request_->parameters); }
    /// The path components that the route captured with `{name}`, as text.
    decoder captures() const noexcept { return decoder(request_->captures); }
    /// The state, as `decode` will receive it. Read it only to decide whether to throw `declined`.
    decoder state() const noexcept { return decoder(request_->state); }
    /// The object's handle, for example for `host::arrived`.
    handle self() const noexcept { return handle{request_->object}; }
    const restoration_creation_request *raw() const noexcept { return request_; }

private:
    friend class object;
    const restoration_creation_request *request_;
    detail::owner *owner_;
};

/// The base of restorable classes, in plugins and in programs. A class has a constructor with a
/// `const creation_request &` parameter, unless the program builds all its objects, and overrides
/// the functions that it needs. A class whose objects contain, present or own others derives from
/// `container`, `presenter` or `element_owner`, too.
///
/// A program lends objects that it builds itself to a session (`session::add_root`). Deleting such
/// an object removes it from the session and ends its state, as when the user closes a window.
/// Delete it on the session's thread, outside callbacks. Objects that a class created are deleted
/// by the host alone.
class object {
public:
    explicit object(const creation_request &request) noexcept
        : owner_(request.owner_), handle_{request.raw()->object} {}
    /// For an object that the plugin or the program creates itself.
    object() noexcept = default;
    object(const object &) = delete;
    object &operator=(const object &) = delete;
    /// A destructor may throw: the wrapper catches the exception, and the host logs it.
    virtual ~object() noexcept(false) {
        if (is_lent_) owner_->ended(*this);
    }

    /// Called once on a new object, when its handle is valid. Make its first children here. Only
    /// for objects that were made on request: not for adopted ones, and a restored object fetches
    /// its children in `decode`. On an exception the host destroys the object and reports the
    /// reason to the caller.
    virtual void made() {}
    /// Stores the state. On an exception the host retains the state of the last save.
    virtual void encode(encoder &) const {}
    /// Applies the state. Absent keys are normal. On an exception the host retains the state.
    virtual void decode(decoder &) {}
    /// Called after every object of this restore has been decoded.
    virtual void finished() {}
    /// The table of an interface, by versioned id, which must live as long as the object. The
    /// program's header says which pointer its functions receive. If it is the object's pointer p,
    /// `static_cast<T *>(static_cast<object *>(p))` is the object. The functions must not throw.
    virtual const void *interface(std::string_view) { return nullptr; }

    /// The object's handle. Valid once the constructor has returned, so add or make children in
    /// `made`, `decode` or later. `handle::none` for an object that is not lent or adopted yet.
    handle self() const noexcept { return handle_; }
    operator handle() const noexcept { return handle_; }

    /// The object of this plugin, or of this program, that a handle names. Null for an object of
    /// another class or another owner, and for a deallocated one. Undefined behaviour for an object
    /// whose `restoration_class` does not come from `class_of`, since it is not a
    /// `restoration::object`. Use the C interface's `own_object` there.
    template <class T> static T *of(handle named) noexcept {
        if (!RESTORATION_HAS(host::raw(), own_object)) return nullptr;
        void *own = host::raw()->own_object(host::raw(), static_cast<restoration_handle>(named));
        return dynamic_cast<T *>(static_cast<object *>(own));
    }

    /// Registers this object, which need not be a child, under an identifier, so that references to
    /// it are restored. Throws `error` if another object has the identifier there.
    void register_as(std::string_view identifier, handle parent = handle::none) const {
        const restoration_host *const host = services();
        if (!RESTORATION_HAS(host, register_object)) unsupported("register an object");
        detail::check(host->register_object(host, raw(), detail::lend(identifier),
                                            static_cast<restoration_handle>(parent)),
                      "cannot register", identifier);
    }

    /// Reports that the state has changed. Any thread.
    void invalidate() const noexcept {
        const restoration_host *const host = services();
        if (host != nullptr) host->invalidate(host, raw());
    }

    /// Makes an object a child of this one, and keeps it alive as long as this one lives. Not for
    /// a `container`.
    void add_child(handle child) const {
        const restoration_host *const host = services();
        if (!RESTORATION_HAS(host, add_child)) unsupported("add a child");
        detail::check(host->add_child(host, raw(), static_cast<restoration_handle>(child)),
                      "cannot add", "child");
    }

    void remove_child(handle child) const {
        const restoration_host *const host = services();
        if (!RESTORATION_HAS(host, remove_child)) unsupported("remove a child");
        detail::check(host->remove_child(host, raw(), static_cast<restoration_handle>(child)),
                      "cannot remove", "child");
    }

    /// Creates a new child, with the class whose route matches its path. `parameters` writes the
    /// parameters that its constructor reads. Throws `declined` if the class declines, and `error`
    /// with RESTORATION_NOT_YET if it cannot create the object yet.
    template <class Parameters>
    handle make(std::string_view identifier, Parameters &&parameters) const {
        const restoration_host *const host = services();
        if (!RESTORATION_HAS(host, make)) unsupported("make an object");
        detail::writing<std::remove_reference_t<Parameters>> context{parameters};
        restoration_handle made = 0;
        const auto status = host->make(host, raw(), detail::lend(identifier), context.function,
                                       &context, &made);
        context.rethrow();
        if (status == RESTORATION_DECLINED) throw declined();
        detail::check(status, "cannot make", identifier);
        return handle{made};
    }
    handle make(std::string_view identifier) const {
        return make(identifier, [](encoder &) {});
    }

    /// Transfers an object that the plugin made itself to the host, as a child of this one. The
    /// host preserves, restores and deletes it like any other. `class_id` is the id of its class.
    /// Throws `error`, and deletes the object, if the host refuses it.
    template <class T>
    T &adopt(std::string_view identifier, std::string_view class_id,
             std::unique_ptr<T> child) const {
        static_assert(std::is_base_of_v<object, T>, "a restorable class derives from object");
        const restoration_host *const host = services();
        if (!RESTORATION_HAS(host, adopt)) unsupported("adopt an object");
        const restoration_class *table = owner_->class_named(class_id);
        if (child == nullptr || table == nullptr) {
            throw error(RESTORATION_INVALID,
                        "cannot adopt: no object, or no class '" + std::string(class_id) + "'");
        }
        object *base = child.get();
        restoration_handle adopted = 0;
        detail::check(host->adopt(host, raw(), detail::lend(identifier), table, base, &adopted),
                      "cannot adopt", identifier);
        base->handle_ = handle{adopted};
        base->owner_ = owner_;
        return *child.release();
    }

private:
    friend struct detail::binding;

    restoration_handle raw() const noexcept { return static_cast<restoration_handle>(handle_); }
    const restoration_host *services() const noexcept { return owner_->host(); }

    [[noreturn]] static void unsupported(const char *what) {
        throw error(RESTORATION_UNSUPPORTED, std::string("this host cannot ") + what);
    }

    detail::owner *owner_ = &detail::this_plugin();
    handle handle_ = handle::none;
    bool is_lent_ = false;
};

namespace detail {

/// The relation of an object to its owner, for the wrapper.
struct binding {
    static const restoration_host *host(const object &object) noexcept { return object.services(); }
    static bool is_bound(const object &object) noexcept {
        return object.is_lent_ || object.handle_ != handle::none;
    }
    static void lend(object &object, owner &owner) noexcept {
        object.owner_ = &owner;
        object.is_lent_ = true;
    }
    static void set_handle(object &object, restoration_handle named) noexcept {
        object.handle_ = handle{named};
    }
    static void release(object &object) noexcept {
        object.owner_ = &this_plugin();
        object.handle_ = handle::none;
        object.is_lent_ = false;
    }
};

} // namespace detail

struct method_entry;
struct property_entry;
using method_list = std::vector<method_entry>;
using property_list = std::vector<property_entry>;

namespace detail {

/// Reports the reason of a failure, if there is a host.
inline void fail(const restoration_host *host, std::string_view reason) noexcept {
    if (host != nullptr) host->fail(host, lend(reason));
}

/// Runs `body` and reports a failure's reason to the host. Stops all exceptions.
template <class Body>
restoration_status guarded(const restoration_host *host, Body &&body) noexcept {
    try {
        body();
        return RESTORATION_OK;
    } catch (const declined &) {
        return RESTORATION_DECLINED;
    } catch (const not_yet &) {
        if (RESTORATION_HAS(host, arrived)) return RESTORATION_NOT_YET;
        fail(host, "its data is not available yet, and this host does not wait");
    } catch (const std::exception &thrown) {
        fail(host, thrown.what());
    } catch (...) {
        fail(host, "it threw an object that is not a std::exception");
    }
    return RESTORATION_FAILED;
}

/// Only a constructor may decline. Only a constructor or `decode` may wait.
template <class Body>
restoration_status guarded_state(const restoration_host *host, Body &&body,
                                 bool may_wait = false) noexcept {
    const restoration_status status = guarded(host, std::forward<Body>(body));
    if (status == RESTORATION_DECLINED) {
        fail(host, "it declined, which only a constructor can; catch the exceptions of make where "
                   "a class may decline");
        return RESTORATION_FAILED;
    }
    if (status == RESTORATION_NOT_YET && !may_wait) {
        fail(host, "it asked for time, which only a constructor and decode can");
        return RESTORATION_FAILED;
    }
    return status;
}

/// Calls `body` with the object behind a pointer of the host. Stops all exceptions.
template <class Body>
restoration_status guarded_object(void *pointer, Body &&body, bool may_wait = false) noexcept {
    object &self = *static_cast<object *>(pointer);
    return guarded_state(binding::host(self), [&] { body(self); }, may_wait);
}

/// Whether a class has a member of that name that may be meant for the host, and so must not be
/// ignored.
///
/// - Any member counts: the lookup of the name is then ambiguous, because the helper has one too.
///   A final class cannot be a base, so the probe looks up the name in the class itself.
/// - A member that visibly belongs to objects is the class's own business: its address is a member
///   pointer, or it is overloaded and callable only on an object. Private members count, since
///   their kind cannot be seen.
/// - A member function that would fit the host if it were static is meant for the host. The
///   macro's second argument compiles only for such a function.
#define RESTORATION_PROBE(name, ...)                                                               \
    struct has_##name##_itself {                                                                   \
        int name;                                                                                  \
    };                                                                                             \
    template <class T> struct with_##name : T, has_##name##_itself {};                             \
    template <class T, class = void> struct names_##name : std::false_type {};                     \
    template <class T>                                                                             \
    struct names_##name<T, std::void_t<decltype(&T::name)>> : std::true_type {};                   \
    template <class T, class = void> struct is_own_##name : std::false_type {};                    \
    template <class T>                                                                             \
    struct is_own_##name<T, std::void_t<decltype(&T::name)>>                                       \
        : std::is_member_pointer<decltype(&T::name)> {};                                           \
    template <class T, class = void> struct is_static_##name : std::false_type {};                 \
    template <class T>                                                                             \
    struct is_static_##name<T, std::void_t<decltype(T::name())>> : std::true_type {};              \
    template <class T, class = void> struct is_called_##name : std::false_type {};                 \
    template <class T>                                                                             \
    struct is_called_##name<T, std::void_t<decltype(std::declval<T &>().name())>>                  \
        : std::negation<is_static_##name<T>> {};                                                   \
    template <class T, class = void> struct is_meant_##name : std::false_type {};                  \
    template <class T> struct is_meant_##name<T, std::void_t<__VA_ARGS__>> : std::true_type {};    \
    template <class T> constexpr bool has_##name() {                                               \
        if constexpr ((is_own_##name<T>::value || is_called_##name<T>::value)                      \
                      && !is_meant_##name<T>::value) {                                             \
            return false;                                                                          \
        } else if constexpr (std::is_final_v<T>) {                                                 \
            return names_##name<T>::value;                                                         \
        } else {                                                                                   \
            return !names_##name<with_##name<T>>::value;                                           \
        }                                                                                          \
    }
RESTORATION_PROBE(cancelled, decltype(std::declval<T &>().cancelled(handle::none)))
RESTORATION_PROBE(methods, std::enable_if_t<std::is_same_v<
                               std::decay_t<decltype(std::declval<T &>().methods())>, method_list>>)
RESTORATION_PROBE(properties,
                  std::enable_if_t<std::is_same_v<
                      std::decay_t<decltype(std::declval<T &>().properties())>, property_list>>)
RESTORATION_PROBE(migrate,
                  decltype(std::declval<T &>().migrate(uint32_t{}, std::declval<decoder &>(),
                                                       std::declval<encoder &>())))
#undef RESTORATION_PROBE

/// Whether a class declares `encode`, `decode` or `made` without overriding the one of `object`.
template <class T, class = void> struct hides_encode : std::false_type {};
template <class T>
struct hides_encode<T, std::void_t<decltype(&T::encode)>>
    : std::is_same<decltype(&T::encode), void (T::*)(encoder &)> {};
template <class T, class = void> struct hides_decode : std::false_type {};
template <class T>
struct hides_decode<T, std::void_t<decltype(&T::decode)>>
    : std::is_same<decltype(&T::decode), void (T::*)(decoder &) const> {};
template <class T, class = void> struct hides_made : std::false_type {};
template <class T>
struct hides_made<T, std::void_t<decltype(&T::made)>>
    : std::is_same<decltype(&T::made), void (T::*)() const> {};

/// Calls a class's `static void cancelled(handle)` when the host stops waiting for an object.
template <class T, class = void> struct cancellation {
    static_assert(!has_cancelled<T>(),
                  "cancelled must be public and callable as static void cancelled(handle object); "
                  "rename a private member that is not meant for the host");
    static constexpr decltype(restoration_class::cancelled) function = nullptr;
};
template <class T>
struct cancellation<T, std::void_t<decltype(T::cancelled(handle::none))>> {
    static void cancelled(const restoration_class *table, restoration_handle object) {
        guarded_state(owner_of(table).host(), [&] { T::cancelled(handle{object}); });
    }
    static constexpr decltype(restoration_class::cancelled) function = cancelled;
};

template <class T, class = void> struct migration {
    static_assert(!has_migrate<T>(),
                  "migrate must be public and callable as "
                  "static void migrate(uint32_t from_version, decoder &state, encoder &migrated); "
                  "rename a private member that is not meant for the host");
    static constexpr decltype(restoration_class::migrate) function = nullptr;
};
template <class T>
struct migration<T, std::void_t<decltype(T::migrate(uint32_t{}, std::declval<decoder &>(),
                                                    std::declval<encoder &>()))>> {
    static restoration_status migrate(const restoration_class *table, uint32_t from_version,
                                      restoration_coder *state, restoration_coder *migrated) {
        return guarded_state(owner_of(table).host(), [&] {
            decoder in(state);
            storing(migrated, [&](encoder &out) { T::migrate(from_version, in, out); });
        });
    }
    static constexpr decltype(restoration_class::migrate) function = migrate;
};

} // namespace detail
} // namespace restoration

#include "restoration/method.hpp"
#include "restoration/shape.hpp"

namespace restoration RESTORATION_HIDDEN {

namespace detail {

/// The C table of a class without the functions that create and destroy objects.
template <class T> restoration_class described(std::string_view id, uint32_t schema_version) {
    static_assert(std::is_base_of_v<object, T>, "a restorable class derives from object");
    static_assert(!hides_encode<T>::value,
                  "encode must be const: void encode(encoder &coder) const override");
    static_assert(!hides_decode<T>::value,
                  "decode must not be const: void decode(decoder &coder) override");
    static_assert(!hides_made<T>::value, "made must not be const: void made() override");
    restoration_class table = {};
    table.struct_size = sizeof(restoration_class);
    table.schema_version = schema_version;
    table.id = lend(id);
    table.made = [](void *self) {
        return guarded_object(self, [](object &self) { self.made(); });
    };
    table.encode = [](void *self, restoration_coder *coder) {
        return guarded_object(self, [&](object &self) {
            storing(coder, [&](encoder &out) { self.encode(out); });
        });
    };
    table.decode = [](void *self, restoration_coder *coder) {
        return guarded_object(self, [&](object &self) {
            decoder in(coder);
            self.decode(in);
        }, true);
    };
    table.finished = [](void *self) {
        guarded_object(self, [](object &self) { self.finished(); });
    };
    table.interface = [](void *self, restoration_string id) -> const void * {
        const void *found = nullptr;
        guarded_object(self, [&](object &self) { found = self.interface(view(id)); });
        return found;
    };
    table.migrate = migration<T>::function;
    table.cancelled = cancellation<T>::function;
    table.shape = shape_of<T>();
    table.flags = element_flags<T>();
    method_table<T>::add_to(table);
    property_table<T>::add_to(table);
    return table;
}

} // namespace detail

/// The C table of a class, with its id and schema version as in the manifest.
///
/// Optional static functions of the class:
/// - `migrate(uint32_t from_version, decoder &state, encoder &migrated)` rewrites older state.
/// - `cancelled(handle)`: the host no longer waits for an object whose constructor threw `not_yet`.
/// - `methods()` lists the methods that the host calls by name.
/// - `properties()` lists the properties that the host preserves and restores.
template <class T> restoration_class class_of(std::string_view id, uint32_t schema_version = 1) {
    static_assert(std::is_constructible_v<T, const creation_request &>,
                  "a restorable class has a constructor that takes a creation request");
    restoration_class table = detail::described<T>(id, schema_version);
    table.create = [](const restoration_creation_request *request, void **made) {
        detail::owner &owner = detail::owner_of(request->object_class);
        return detail::guarded(owner.host(), [&] {
            std::unique_ptr<object> fresh(new T(creation_request(request, owner)));
            *made = fresh.release();
        });
    };
    table.destroy = [](void *self) {
        const restoration_host *const host = detail::binding::host(*static_cast<object *>(self));
        detail::guarded_state(host, [&] { delete static_cast<object *>(self); });
    };
    return table;
}

/// The text must outlive the plugin: pass a literal.
template <class T, class Text, class = std::enable_if_t<std::is_same_v<Text, std::string>>>
restoration_class class_of(Text &&id, uint32_t schema_version = 1) = delete;

/// A converter for `RESTORATION_PLUGIN`. `Convert` rewrites state of one class and version as state
/// of another, which the manifest names.
///
///     void memo_from_note(restoration::decoder &state, restoration::encoder &converted);
///     restoration::converter<memo_from_note>("MemoFromNote")
///
/// The text must outlive the plugin: pass a literal.
template <void (*Convert)(decoder &state, encoder &converted)>
restoration_converter converter(std::string_view id) noexcept {
    return {sizeof(restoration_converter), 0, detail::lend(id),
            [](const restoration_converter *, restoration_coder *state,
               restoration_coder *converted) {
                return detail::guarded_state(host::raw(), [&] {
                    decoder in(state);
                    detail::storing(converted, [&](encoder &out) { Convert(in, out); });
                });
            }};
}

namespace detail {

/// A list that a descriptor points to. Lives until the process ends.
template <class Entry, size_t Count> struct entries {
    Entry values[Count];
    const Entry *pointers[Count];
    uint64_t count = 0;

    void add(const Entry &entry) {
        values[count] = entry;
        pointers[count] = &values[count];
        count += 1;
    }
    template <class Other> void add(const Other &) {}
};

/// The descriptor that the entry point returns. Lives until the process ends.
template <size_t Count> struct descriptor {
    entries<restoration_class, Count> classes;
    entries<restoration_converter, Count> converters;
    restoration_plugin plugin;

    template <class Part> void add(const Part &part) {
        static_assert(std::is_same_v<Part, restoration_class>
                          || std::is_same_v<Part, restoration_converter>,
                      "RESTORATION_PLUGIN takes restoration::class_of and restoration::converter");
        classes.add(part);
        converters.add(part);
    }
};

template <class... Parts>
const restoration_plugin *describe(std::string_view id, std::string_view version, Parts... parts) {
    static descriptor<sizeof...(Parts)> shared{};
    shared = {};
    (shared.add(parts), ...);
    shared.plugin = {sizeof(restoration_plugin), RESTORATION_ABI_VERSION, lend(id), lend(version),
                     shared.classes.pointers,    shared.classes.count,    shared.converters.pointers,
                     shared.converters.count};
    this_plugin().table = &shared.plugin;
    return &shared.plugin;
}

/// Null if `body` throws: it calls the classes' `methods` and `properties`.
template <class Body>
const restoration_plugin *enter(const restoration_host *host, Body &&body) noexcept {
    host_table() = host;
    const restoration_plugin *plugin = nullptr;
    guarded_state(host, [&] { plugin = body(); });
    return plugin;
}

} // namespace detail
} // namespace restoration

/// Defines the entry point. Use once, at file scope, beside `RESTORATION_MANIFEST`:
///
///     RESTORATION_PLUGIN("org.example.tally", "1.0.0", restoration::class_of<Tally>("Tally"))
///
/// The id, the version, and the classes' ids and schema versions are literals that match the
/// manifest. Converters (`restoration::converter`) may stand among the classes, in any order.
#define RESTORATION_PLUGIN(id, version, ...)                                                       \
    extern "C" RESTORATION_EXPORT const restoration_plugin *restoration_plugin_entry(              \
        const restoration_host *host) {                                                            \
        return restoration::detail::enter(                                                         \
            host, [] { return restoration::detail::describe(id, version, __VA_ARGS__); });         \
    }

#endif

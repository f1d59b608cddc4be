// Misuse that C++ permits, one case for each argument. Each gives an error with a message, and
// loses no state.
#include <restoration/session_testing.hpp>

#include <cstring>
#include <iostream>
#include <map>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using restoration::handle;

[[noreturn]] static void fail(int line, const std::string &text) {
    std::cerr << "line " << line << ": " << text << std::endl;
    _Exit(1);
}

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) fail(__LINE__, #condition);                                              \
    } while (0)

/// Checks that the body throws with the status, a problem that begins with the text, and a remedy.
template <class Body>
static void refused(int line, restoration_status status, const char *beginning, Body &&body) {
    try {
        body();
    } catch (const restoration::session_error &error) {
        if (error.status() == status && error.reason().problem.rfind(beginning, 0) == 0
            && !error.reason().remedy.empty()) {
            return;
        }
        fail(line, std::string(restoration_status_name(error.status())) + ": " + error.what());
    } catch (const std::exception &error) {
        fail(line, error.what());
    }
    fail(line, "nothing was thrown");
}
#define REFUSED(status, beginning, ...) refused(__LINE__, status, beginning, [&] { __VA_ARGS__; })

static bool contains(const std::vector<restoration::note> &notes, const std::string &text) {
    for (const auto &note : notes) {
        if (note.text().find(text) != std::string::npos) return true;
    }
    return false;
}

static bool mentions(const std::vector<std::string> &lines, const std::string &text) {
    for (const std::string &line : lines) {
        if (line.find(text) != std::string::npos) return true;
    }
    return false;
}

/// An object whose functions the test supplies.
class Item : public restoration::object, public restoration::container {
public:
    Item() = default;
    explicit Item(const restoration::creation_request &request) : object(request) {
        if (on_create) on_create();
    }
    ~Item() override { deleted += 1; }
    void made() override {
        if (on_made) on_made();
    }
    void encode(restoration::encoder &coder) const override {
        if (on_encode) on_encode();
        coder.put("number", number);
        coder.put("other", other);
    }
    void decode(restoration::decoder &coder) override {
        if (on_decode) on_decode();
        number = coder.get("number", 0);
        other = coder.get("other", handle::none);
    }
    std::vector<restoration::child> children() const override {
        if (on_children) on_children();
        return items;
    }
    void attach(const std::vector<restoration::child> &children, handle) override {
        if (on_attach) on_attach();
        items = children;
    }

    int number = 0;
    handle other = handle::none;
    std::vector<restoration::child> items;
    std::function<void()> on_encode, on_decode, on_children, on_attach;
    static inline std::function<void()> on_create, on_made;
    static inline int deleted = 0;
};

/// A program with one root, and launches of it.
struct Launches {
    std::optional<Item> root;
    std::optional<Item> child;
    std::function<void(restoration::session &)> also;
    restoration::options options;
    std::optional<restoration::test> test;

    restoration::session &begin() {
        test.emplace(
            "org.example.tested",
            [this](restoration::session &session) {
                session.add_class<Item>("Item");
                session.add_root("Root", root.emplace());
                if (also) also(session);
            },
            [this] {
                child.reset();
                root.reset();
            },
            options);
        return test->launch();
    }
    restoration::session &again() { return test->relaunch(RESTORATION_TEST_KILLED); }
};

static restoration::session open() {
    restoration::options options;
    options.private_directory = std::getenv("STATE");
    return restoration::session("org.example.tested", options);
}

static void nul_inside() {
    const std::string nul("a\0b", 3);
    REFUSED(RESTORATION_INVALID, "A text has a NUL", restoration::session{nul});
    restoration::options options;
    options.private_directory = nul;
    REFUSED(RESTORATION_INVALID, "A text has a NUL",
            restoration::session("org.example.x", options));
    Launches launches;
    restoration::session &session = launches.begin();
    Item item;
    REFUSED(RESTORATION_INVALID, "A text has a NUL", session.add_root(nul, item));
    REFUSED(RESTORATION_INVALID, "A text has a NUL", session.make(nul));
    REFUSED(RESTORATION_INVALID, "A text has a NUL", session.find(nul));
    REFUSED(RESTORATION_INVALID, "A text has a NUL", session.add_root("B", item, nul));
    session.add_root("Other", item);
    session.preserve();
}

static void durations() {
    restoration::options options;
    options.autosave = std::chrono::milliseconds(-1);
    REFUSED(RESTORATION_INVALID, "A duration of the options is negative",
            restoration::session("org.example.x", options));
}

static void identifiers() {
    Launches launches;
    restoration::session &session = launches.begin();
    Item item;
    for (const std::string &name : {std::string(), std::string(256, 'x'), std::string("\xff")}) {
        try {
            session.add_root(name, item);
            fail(__LINE__, name);
        } catch (const restoration::session_error &error) {
            CHECK(error.status() == RESTORATION_INVALID);
        }
        CHECK(item.self() == handle::none);
    }
    REFUSED(RESTORATION_INVALID, "", open().restore(77));
}

static void lent_twice() {
    Launches launches;
    restoration::session &session = launches.begin();
    restoration::session other = open();
    REFUSED(RESTORATION_INVALID, "The object has a session",
            session.add_root("Again", *launches.root));
    REFUSED(RESTORATION_INVALID, "The object has a session", other.add_root("A", *launches.root));
    Item &made = session.make<Item>("Made", *launches.root);
    REFUSED(RESTORATION_INVALID, "The object has a session", session.add_root("Made", made));
    REFUSED(RESTORATION_STALE, "", (void)other.hold(made));
    CHECK(other.get<Item>(made) == nullptr);
    // A refused object can be lent again.
    Item item;
    REFUSED(RESTORATION_INVALID, "", session.add_root("", item));
    other.add_root("Item", item);
    other.forget(item);
    session.add_root("Item", item);
    session.preserve();
}

static void after_close() {
    Item item;
    restoration::session session = open();
    session.add_class<Item>("Item");
    session.add_root("Item", item);
    session.restore();
    restoration::held held = session.hold(session.make<Item>("Made", item));
    CHECK(held.object() != handle::none && Item::deleted == 0);
    session.close();
    CHECK(Item::deleted == 1 && item.self() == handle::none);
    item.invalidate();
    REFUSED(RESTORATION_CLOSED, "", session.preserve());
    REFUSED(RESTORATION_CLOSED, "", session.add_root("Item", item));
    REFUSED(RESTORATION_CLOSED, "", session.close());
    CHECK(session.descriptor() == -1 && session.get<Item>(held.object()) == nullptr);
    // The lock is free, and the object can be lent to the next session.
    restoration::session next = open();
    next.add_root("Item", item);
    restoration::session moved = std::move(next);
    REFUSED(RESTORATION_CLOSED, "", next.restore());
    REFUSED(RESTORATION_CLOSED, "The session was moved from", next.add_class<Item>("Item"));
    REFUSED(RESTORATION_BUSY, "", open());
    moved.restore();
    restoration::session none(static_cast<restoration_session *>(nullptr));
    REFUSED(RESTORATION_CLOSED, "", none.restore());
}

static void threads() {
    Item item;
    restoration::session session = open();
    session.add_root("Item", item);
    session.restore();
    std::thread([&] {
        REFUSED(RESTORATION_WRONG_THREAD, "", session.preserve());
        REFUSED(RESTORATION_WRONG_THREAD, "", session.close());
        session.invalidate(item);
        item.invalidate();
        session.arrived(item);
    }).join();
    CHECK(session.has_unsaved_changes());
    session.preserve();
}

static void forked() {
    Item item;
    restoration::session session = open();
    session.add_root("Item", item);
    session.restore();
    const pid_t child = fork();
    if (child == 0) {
        REFUSED(RESTORATION_FORKED, "", session.preserve());
        REFUSED(RESTORATION_FORKED, "", session.invalidate(item));
        // Destructors run, and do not affect the parent.
        { restoration::session gone = std::move(session); }
        { Item *lost = new Item; delete lost; }
        _Exit(0);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    item.number = 5;
    session.preserve();
}

/// Deletes a lent object on another thread, which ends the program. The caller checks its error
/// output.
static void deleted_elsewhere() {
    auto item = std::make_unique<Item>();
    restoration::session session = open();
    session.add_root("Item", *item);
    session.restore();
    std::thread([&] { item.reset(); }).join();
}

static void exceptions() {
    Launches launches;
    restoration::session *session = &launches.begin();
    Item &root = *launches.root;
    root.number = 1;
    session->preserve();

    // A failed encode retains the earlier state.
    root.number = 2;
    root.on_encode = [] { throw std::runtime_error("no ink"); };
    root.invalidate();
    session->preserve();
    CHECK(contains(session->last_save().issues, "no ink"));
    root.on_encode = [] { throw 14; };
    session->preserve();
    CHECK(contains(session->last_save().issues, "it threw an object that is not a std::exception"));
    root.on_encode = [] { throw restoration::declined(); };
    session->preserve();
    CHECK(contains(session->last_save().issues, "it declined, which only a constructor can"));
    root.on_encode = nullptr;

    // A class that throws makes no object; its exception's text is the error's.
    Item::on_create = [] { throw std::runtime_error("no paper"); };
    REFUSED(RESTORATION_FAILED, "", session->make<Item>("A", root));
    try {
        session->make<Item>("A", root);
    } catch (const restoration::session_error &error) {
        CHECK(std::string(error.what()).find("no paper") != std::string::npos);
    }
    Item::on_create = [] { throw restoration::declined(); };
    try {
        session->make<Item>("A", root);
        fail(__LINE__, "made");
    } catch (const restoration::declined &) {
    }
    Item::on_create = [] { throw restoration::not_yet(); };
    REFUSED(RESTORATION_NOT_YET, "", session->make<Item>("A", root));
    Item::on_create = nullptr;
    Item::on_made = [] { throw std::runtime_error("no glue"); };
    REFUSED(RESTORATION_FAILED, "", session->make<Item>("A", root));
    Item::on_made = nullptr;
    // `make` throws the exception of the function that writes parameters.
    try {
        session->make<Item>("A", root, [](restoration::encoder &) { throw 15; });
        fail(__LINE__, "made");
    } catch (int number) {
        CHECK(number == 15);
    }

    // A failed decode retains the state, and the report has the reason.
    root.number = 3;
    session->preserve();
    launches.also = [&](restoration::session &) {
        launches.root->on_decode = [] { throw std::runtime_error("no glasses"); };
    };
    session = &launches.again();
    const auto missing = session->report().not_restored();
    CHECK(missing.size() == 1 && missing[0].reason.text().find("no glasses") != std::string::npos);
    CHECK(launches.root->number == 0);
    launches.also = nullptr;
    session->preserve();
    session = &launches.again();
    CHECK(launches.root->number == 3);

    // An exception of `build` fails the launch.
    launches.also = [](restoration::session &) { throw std::runtime_error("no wood"); };
    try {
        launches.again();
        fail(__LINE__, "launched");
    } catch (const std::runtime_error &error) {
        CHECK(error.what() == std::string("no wood"));
    }
}

static void exceptions_of_shapes() {
    Launches launches;
    std::vector<std::string> lines;
    launches.options.on_log = [&](uint32_t, std::string_view line) { lines.emplace_back(line); };
    restoration::session *session = &launches.begin();
    Item &made = session->make<Item>("A", *launches.root);
    made.number = 7;
    launches.root->items = {made};
    session->preserve();
    launches.root->on_children = [] { throw std::runtime_error("no list"); };
    launches.root->invalidate();
    session->preserve();
    CHECK(mentions(lines, "no list"));
    launches.also = [&](restoration::session &) {
        launches.root->on_attach = [] { throw std::runtime_error("no hook"); };
    };
    session = &launches.again();
    CHECK(mentions(lines, "no hook") && launches.root->items.empty());
    launches.also = nullptr;
    session = &launches.again();
    CHECK(launches.root->items.size() == 1);
    CHECK(session->get<Item>(launches.root->items[0].object)->number == 7);
}

static void exceptions_of_callbacks() {
    Launches launches;
    std::vector<std::string> lines;
    launches.options.on_log = [&](uint32_t, std::string_view line) {
        lines.emplace_back(line);
        throw std::runtime_error("no log");
    };
    launches.options.on_save = [](const restoration::save &) {
        throw std::runtime_error("no ear");
    };
    bool declines = false;
    launches.options.should_preserve = [&](restoration::encoder &) { return !declines; };
    bool throws = false;
    launches.options.encode = [&](restoration::encoder &coder) {
        if (throws) throw std::runtime_error("no pen");
        coder.put("colour", "red");
    };
    std::string colour;
    launches.options.decode = [&](restoration::decoder &coder) {
        colour = coder.get<std::string>("colour", "");
    };
    restoration::session *session = &launches.begin();
    launches.root->invalidate();
    launches.test->advance(std::chrono::seconds(2));
    session->run_pending();
    CHECK(mentions(lines, "no ear"));
    session = &launches.again();
    CHECK(colour == "red");
    throws = true;
    session->preserve();
    CHECK(mentions(lines, "no pen"));
    throws = false;
    declines = true;
    REFUSED(RESTORATION_DECLINED, "", session->preserve());
}

static void in_callbacks() {
    Launches launches;
    restoration::session *session = &launches.begin();
    int count = 0;
    launches.root->on_encode = [&] {
        REFUSED(RESTORATION_IN_CALLBACK, "", session->preserve());
        REFUSED(RESTORATION_IN_CALLBACK, "", session->close());
        CHECK(session->find("Root") == launches.root->self());
        count += 1;
    };
    launches.root->invalidate();
    session->preserve();
    CHECK(count > 0);
}

/// An object of a class, with a part that the program lends.
class Whole : public restoration::object {
public:
    using object::object;
    Item part;
};

static void deleted_in_callback() {
    Launches launches;
    launches.also = [&](restoration::session &session) {
        session.add_class<Whole>("Whole");
        session.add_root("Child", launches.child.emplace());
    };
    restoration::session *session = &launches.begin();
    launches.child->number = 4;
    session->preserve();
    launches.root->on_encode = [&] { launches.child.reset(); };
    launches.root->invalidate();
    session->preserve();
    CHECK(!launches.child);
    session->preserve();
    CHECK(contains(session->last_save().issues, "Child"));
    session = &launches.again();
    CHECK(launches.child->number == 0);
    // With the object whose part it is, which a save or the session's end deletes.
    for (const bool saves : {true, false}) {
        Whole &whole = session->make<Whole>("Whole", *launches.root);
        session->add_child(whole, "Part", whole.part);
        const int deleted = Item::deleted;
        if (saves) {
            session->preserve();
        } else {
            session->close();
        }
        CHECK(Item::deleted == deleted + 1);
    }
}

static void deleted_root() {
    Launches launches;
    restoration::session *session = &launches.begin();
    launches.also = [&](restoration::session &session) {
        session.add_root("Second", launches.child.emplace());
    };
    session = &launches.again();
    launches.child->number = 6;
    session->preserve();
    launches.child.reset();
    session->preserve();
    CHECK(contains(session->last_save().issues, "Second"));
    session = &launches.again();
    CHECK(launches.child->number == 0);
}

static void methods() {
    class Sum : public restoration::object {
    public:
        using object::object;
        int64_t twice(int64_t number) {
            if (number == 13) throw std::runtime_error("unlucky number");
            return 2 * number;
        }
        std::string text() const { return text_; }
        void set_text(std::string_view text) { text_ = text; }
        static restoration::method_list methods() {
            return {restoration::method<&Sum::twice>("twice")};
        }
        static restoration::property_list properties() {
            return {restoration::property<&Sum::text, &Sum::set_text>("text")};
        }

    private:
        std::string text_;
    };
    Launches launches;
    restoration::session &session = launches.begin();
    REFUSED(RESTORATION_INVALID, "The class is not registered", session.make<Sum>("A"));
    session.add_class<Sum>("Sum");
    Sum &sum = session.make<Sum>("A", *launches.root);
    CHECK(session.get<Item>(sum) == nullptr && session.get<Sum>(sum) == &sum);
    CHECK(session.call<int>(sum, "twice", 4) == 8);
    REFUSED(RESTORATION_ABSENT, "", session.call(sum, "thrice", 4));
    REFUSED(RESTORATION_MISMATCH, "", session.call(sum, "twice", "four"));
    REFUSED(RESTORATION_MISMATCH, "The result of 'twice'", session.call<bool>(sum, "twice", 4));
    REFUSED(RESTORATION_MISMATCH, "The result of 'twice'",
            session.call<int8_t>(sum, "twice", 100));
    REFUSED(RESTORATION_FAILED, "", session.call(sum, "twice", 13));
    session.set_property(sum, "text", "猫");
    CHECK(session.property<std::string>(sum, "text") == "猫");
    REFUSED(RESTORATION_MISMATCH, "", session.property<int>(sum, "text"));
    const handle ended = sum;
    session.preserve();
    session.preserve();
    REFUSED(RESTORATION_STALE, "", session.call<int>(ended, "twice", 4));
    REFUSED(RESTORATION_STALE, "", session.describe(ended));
}

int main(int, char **arguments) {
    const std::map<std::string, void (*)()> all = {
        {"nul-inside", nul_inside},
        {"durations", durations},
        {"identifiers", identifiers},
        {"lent-twice", lent_twice},
        {"after-close", after_close},
        {"threads", threads},
        {"forked", forked},
        {"deleted-elsewhere", deleted_elsewhere},
        {"exceptions", exceptions},
        {"exceptions-of-shapes", exceptions_of_shapes},
        {"exceptions-of-callbacks", exceptions_of_callbacks},
        {"in-callbacks", in_callbacks},
        {"deleted-in-callback", deleted_in_callback},
        {"deleted-root", deleted_root},
        {"methods", methods},
    };
    try {
        all.at(arguments[1])();
    } catch (const std::exception &error) {
        fail(0, error.what());
    }
    std::cout << "ok" << std::endl;
}

// An object that makes, finds and adopts children while it decodes. Built as VERSION 1, which has a
// note, and as VERSION 2, which stores the note under another key.
#include <restoration/plugin.hpp>

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

class Kid final : public restoration::object {
public:
    explicit Kid(const restoration::creation_request &request)
        : restoration::object(request), number_(request.parameters().get<int64_t>("number", 0)) {
        if (number_ == 13) throw std::runtime_error("unlucky number");
        if (number_ == 14) throw 14;
        if (number_ == 16) read(request.parameters());
        when_ = request.parameters().get<restoration::date>("when");
        id_ = request.parameters().get<restoration::uuid>("id");
        static bool is_there = false;
        if (request.reason() == RESTORATION_REASON_MAKE || is_there) return;
        if (request.state().get<int64_t>("number", 0) != 15) return;
        is_there = true;
        restoration::host::arrived(request.self());
        throw restoration::not_yet();
    }
    explicit Kid(int64_t number) : number_(number) {}
    ~Kid() override {
        if (number_ == 17) throw std::runtime_error("it stays");
    }

    void encode(restoration::encoder &coder) const override {
        coder.put("number", number_);
        if (when_) coder.put("when", *when_);
        if (id_) coder.put("id", *id_);
    }
    void decode(restoration::decoder &coder) override {
        number_ = coder.get<int64_t>("number", 0);
        when_ = coder.get<restoration::date>("when");
        id_ = coder.get<restoration::uuid>("id");
        if (number_ != 15 || is_ready_) return;
        is_ready_ = true;
        restoration::host::arrived(self());
        throw restoration::not_yet();
    }

    static void cancelled(restoration::handle) {}

private:
    static void read(restoration::decoder parameters) {
        const std::string as = parameters.get<std::string>("as", "");
        if (as == "vector") parameters.get<std::vector<int64_t>>("value");
        if (as == "map") parameters.get<std::map<std::string, int64_t>>("value");
        if (as == "array") parameters.with_array("value", [](auto &) {});
        if (as == "dictionary") parameters.with_dictionary("value", [](auto &) {});
    }

    int64_t number_;
    std::optional<restoration::date> when_;
    std::optional<restoration::uuid> id_;
    bool is_ready_ = false;
};

class Brood final : public restoration::object {
public:
    explicit Brood(const restoration::creation_request &request)
        : restoration::object(request),
          note_(request.parameters().get<std::string>("note", "")) {}

    void encode(restoration::encoder &coder) const override {
        coder.put(VERSION == 1 ? "note" : "kept", note_);
        coder.put("kids", kids_);
    }

    void decode(restoration::decoder &coder) override {
        note_ = coder.get<std::string>("kept", "");
        kids_ = coder.get<std::vector<restoration::handle>>("kids", {});
        for (const restoration::handle kid : kids_) add_child(kid);
        if (kids_.empty()) makeKids();
    }

    static void migrate(uint32_t, restoration::decoder &state, restoration::encoder &migrated) {
        if (!migrated.put_copy("kept", state, "note")) throw std::runtime_error("no note");
        if (migrated.put_copy("nothing", state)) throw std::runtime_error("a copy of nothing");
    }

private:
    void makeKids() {
        const auto made = make("Kid", [](restoration::encoder &out) { out.put("number", 7); });
        const auto found = restoration::host::find({"Desk", "Brood", "Kid"});
        if (found != made) throw std::runtime_error("found another kid, or none");
        Kid &own = adopt("Own", "Kid", std::make_unique<Kid>(8));
        kids_ = {made, own.self()};

        std::string thrown;
        try {
            make("Late", [](restoration::encoder &) { throw std::runtime_error("mine"); });
        } catch (const std::runtime_error &error) {
            thrown = error.what();
        }
        if (thrown != "mine") throw std::runtime_error("what it threw was lost");
        try {
            adopt("Own", "Nobody", std::make_unique<Kid>(9));
        } catch (const restoration::error &) {
            return;
        }
        throw std::runtime_error("an object of an unknown class was adopted");
    }

    std::string note_;
    std::vector<restoration::handle> kids_;
};

#if VERSION == 1
RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.brood", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.desk"],
    "classes": [{ "id": "Brood", "version": 1, "routes": ["Desk/Brood"] },
                { "id": "Kid", "version": 1, "routes": ["Desk/Brood/*", "Desk/Kid"] }]
})
#else
RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.brood", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.desk"],
    "classes": [{ "id": "Brood", "version": 2, "routes": ["Desk/Brood"] },
                { "id": "Kid", "version": 1, "routes": ["Desk/Brood/*", "Desk/Kid"] }]
})
#endif

RESTORATION_PLUGIN("org.example.brood", "1.0.0",
                   restoration::class_of<Brood>("Brood", VERSION),
                   restoration::class_of<Kid>("Kid", 1))

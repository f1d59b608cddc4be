// A tally: named counts, and a line that the user is typing. The host asks for it at Desk/Tally.
#include <restoration/plugin.hpp>

#include <map>
#include <string>

class Tally final : public restoration::object {
public:
    explicit Tally(const restoration::creation_request &request)
        : restoration::object(request),
          draft_(request.parameters().get<std::string>("draft", "")) {}

    void encode(restoration::encoder &coder) const override {
        coder.put("counts", counts_);
        coder.put("draft", draft_);
        coder.mark_sensitive("draft");
    }

    void decode(restoration::decoder &coder) override {
        counts_ = coder.get<std::map<std::string, int64_t>>("counts", {});
        draft_ = coder.get<std::string>("draft", "");
    }

    /// Version 1 had a single count.
    static void migrate(uint32_t from_version, restoration::decoder &state,
                        restoration::encoder &migrated) {
        if (from_version != 1) return;
        migrated.put("counts", std::map<std::string, int64_t>{
                                   {"total", state.get<int64_t>("count", 0)}});
    }

private:
    std::map<std::string, int64_t> counts_;
    std::string draft_;
};

RESTORATION_MANIFEST({
    "manifest": 1,
    "id": "org.example.tally.cxx",
    "version": "1.0.0",
    "abi": "0.3",
    "applications": ["org.example.desk"],
    "classes": [{ "id": "Tally", "version": 2, "routes": ["Desk/Tally"] }]
})

RESTORATION_PLUGIN("org.example.tally.cxx", "1.0.0", restoration::class_of<Tally>("Tally", 2))

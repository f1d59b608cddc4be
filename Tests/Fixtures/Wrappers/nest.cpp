// An object that makes its first children when it is new.
#include <restoration/plugin.hpp>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.nest", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test"],
    "classes": [{"id": "Nest", "version": 1, "routes": ["Frame/*"]},
                {"id": "Egg", "version": 1, "routes": ["Frame/*/*"]}]
})

class Egg final : public restoration::object {
public:
    explicit Egg(const restoration::creation_request &request) : restoration::object(request) {
        if (request.path().back() == "Late") throw restoration::not_yet();
        count += 1;
    }
    Egg() { count += 1; }
    ~Egg() override { count -= 1; }

    static inline int32_t count = 0;
};

class Nest final : public restoration::object {
public:
    explicit Nest(const restoration::creation_request &request)
        : restoration::object(request),
          answer_(request.parameters().get<std::string>("answer", "")) {}

    void made() override {
        times_made_ += 1;
        eggs_.push_back(make("First"));
        eggs_.push_back(adopt("Second", "Egg", std::make_unique<Egg>()).self());
        if (answer_ == "child later") make("Late");
        if (answer_ == "fail") throw std::runtime_error("There are no twigs");
        if (answer_ == "later") throw restoration::not_yet();
        if (answer_ == "never") throw restoration::declined();
    }
    void encode(restoration::encoder &coder) const override { coder.put("eggs", eggs_); }
    void decode(restoration::decoder &coder) override {
        eggs_ = coder.get<std::vector<restoration::handle>>("eggs", {});
    }

    int32_t times_made() const { return times_made_; }
    int32_t eggs() const {
        return static_cast<int32_t>(restoration::host::children_of(self()).size());
    }
    int32_t all_eggs() const { return Egg::count; }

    static restoration::method_list methods() {
        return {restoration::method<&Nest::times_made>("timesMade"),
                restoration::method<&Nest::eggs>("eggs"),
                restoration::method<&Nest::all_eggs>("allEggs")};
    }

private:
    std::string answer_;
    int32_t times_made_ = 0;
    std::vector<restoration::handle> eggs_;
};

RESTORATION_PLUGIN("org.example.nest", "1.0.0", restoration::class_of<Nest>("Nest"),
                   restoration::class_of<Egg>("Egg"))

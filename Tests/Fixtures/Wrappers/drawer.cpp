// An object that stores arrays and dictionaries in every way, valid and invalid.
#include <restoration/plugin.hpp>

#include <optional>
#include <stdexcept>
#include <string>

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.drawer", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test"],
    "classes": [{"id": "Drawer", "version": 1, "routes": ["Frame/*"]}]
})

class Drawer final : public restoration::object {
public:
    explicit Drawer(const restoration::creation_request &request)
        : restoration::object(request), way_(request.parameters().get<std::string>("way", "")) {}

    void encode(restoration::encoder &coder) const override {
        if (way_ == "right") return store(coder);
        if (way_ == "crossed") {
            std::optional<restoration::encoder::array> outer = coder.put_array("outer");
            const auto inner = outer->add_array();
            outer.reset();
            return;
        }
        if (way_ == "kept") {
            static std::optional<restoration::encoder::array> kept;
            kept.emplace(coder.put_array("layers"));
            return;
        }
        if (way_ == "dictionary" || way_ == "caught" || way_ == "mark") {
            auto legend = coder.put_dictionary("legend");
            legend.put("colour", "red");
            if (way_ == "mark") coder.mark_sensitive("colour");
            try {
                coder.put("zoom", 2);
            } catch (const restoration::error &) {
                if (way_ != "caught") throw;
            }
            return;
        }
        auto layers = coder.put_array("layers");
        layers.add(1);
        if (way_ == "array") coder.put("zoom", 2);
        if (way_ == "in array") coder.put_array("rows", [](auto &rows) { rows.add(1); });
        if (way_ == "element") {
            auto row = layers.add_array();
            layers.add(2);
        }
        layers.close();
        if (way_ == "closed") layers.add(2);
    }

private:
    static void store(restoration::encoder &coder) {
        {
            auto scoped = coder.put_array("scoped");
            scoped.add(1);
            scoped.add_array().add(2);
            scoped.add_dictionary().put("three", 3);
        }
        auto closed = coder.put_dictionary("closed");
        closed.put("one", 1);
        closed.close();
        closed.close();
        coder.put_array("passed", [](auto &passed) {
            passed.add(1);
            passed.add_array([](auto &inner) { inner.add(2); });
            passed.add_dictionary([](auto &inner) { inner.put("three", 3); });
        });
        coder.put_dictionary("named", [](auto &named) { named.put_array("none", [](auto &) {}); });
        auto copy = coder;
        copy.put("last", true);
        try {
            coder.put_array("thrown", [](auto &thrown) {
                thrown.add(1);
                throw std::runtime_error("half of it");
            });
        } catch (const std::runtime_error &) {
        }
        coder.put("after", true);
    }

    std::string way_;
};

RESTORATION_PLUGIN("org.example.drawer", "1.0.0", restoration::class_of<Drawer>("Drawer"))

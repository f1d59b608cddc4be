// A class whose member functions the host calls by name.
#include <restoration/plugin.hpp>

#include <optional>
#include <stdexcept>
#include <string>

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.methods.cxx", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.app"],
    "classes": [{"id": "Dial", "version": 1, "routes": ["Root/Dial"]}]
})

class Dial final : public restoration::object {
public:
    explicit Dial(const restoration::creation_request &request) : restoration::object(request) {}

    double zoom() const { return zoom_; }

    void set_zoom(double zoom) {
        if (zoom <= 0) throw std::runtime_error("There is no such zoom");
        zoom_ = zoom;
        invalidate();
    }

    std::string joined(std::string_view first, std::optional<std::string_view> second) const {
        return std::string(first) + "+" + std::string(second.value_or(""));
    }

    std::optional<std::string> maybe(bool is_there, uint8_t count) {
        if (!is_there) return std::nullopt;
        return std::string(count, 'x');
    }

    void other() { throw 14; }

    void link(restoration::handle partner) { partner_ = partner; }
    restoration::handle partner() const { return partner_; }

    static restoration::method_list methods() {
        return {restoration::method<&Dial::zoom>("zoom"),
                restoration::method<&Dial::set_zoom>("setZoom"),
                restoration::method<&Dial::joined>("joined"),
                restoration::method<&Dial::maybe>("maybe"),
                restoration::method<&Dial::other>("other"),
                restoration::method<&Dial::link>("link"),
                restoration::method<&Dial::partner>("partner")};
    }

private:
    double zoom_ = 1;
    restoration::handle partner_ = restoration::handle::none;
};

RESTORATION_PLUGIN("org.example.methods.cxx", "1.0.0", restoration::class_of<Dial>("Dial"))

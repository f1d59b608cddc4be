// A plugin in C++ for the hosts of ../README.md.
#include <restoration/plugin.hpp>

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.dial.cxx", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.app", "org.example.desk"],
    "classes": [{"id": "DialCxx", "version": 1, "routes": ["Frame/DialCxx", "Desk/DialCxx"]}]
})

class Dial final : public restoration::object {
public:
    using object::object;

    double zoom() const { return zoom_; }
    void set_zoom(double zoom) {
        zoom_ = zoom;
        invalidate();
    }

    static restoration::method_list methods() {
        return {restoration::method<&Dial::zoom>("zoom"),
                restoration::method<&Dial::set_zoom>("setZoom")};
    }
    static restoration::property_list properties() {
        return {restoration::property<&Dial::zoom, &Dial::set_zoom>("zoom")};
    }

private:
    double zoom_ = 1;
};

RESTORATION_PLUGIN("org.example.dial.cxx", "1.0.0", restoration::class_of<Dial>("DialCxx"))

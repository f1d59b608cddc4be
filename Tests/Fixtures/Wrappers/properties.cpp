// A class whose state the host reads and writes through properties, and the other requests that a
// C++ class can make to its host.
#include <restoration/plugin.hpp>

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.properties.cxx", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test"],
    "classes": [{"id": "Map", "version": 1, "routes": ["Frame/*", "Frame/Map/*"]},
                {"id": "Pin", "version": 1},
                {"id": "Tag", "version": 1, "routes": ["Frame/Tag"]}]
})

class Pin final : public restoration::object {
public:
    using object::object;

    // The class's own members, not lists for the host.
    int methods = 1;
    int properties() const { return methods; }
};

// Non-static members with the names of the host's lists and callbacks are the class's own.
class Tag : public restoration::object {
public:
    using object::object;

    const std::string &properties() const { return text_; }
    std::string &properties() { return text_; }
    bool cancelled() const { return false; }
    int migrate = 3;

    void set_text(std::string &&text) { properties() = std::move(text); }
    std::string own() {
        return properties() + " " + std::to_string(migrate) + (cancelled() ? " true" : " false");
    }

    static restoration::method_list methods() {
        return {restoration::method<&Tag::set_text>("setText"),
                restoration::method<&Tag::own>("own")};
    }

private:
    std::string text_;
};

class Map final : public restoration::object {
public:
    explicit Map(const restoration::creation_request &request)
        : restoration::object(request), zoom_(request.parameters().get("zoom", 1.0)) {}

    const double &zoom() const { return zoom_; }
    void set_zoom(const double &zoom) {
        if (zoom <= 0) throw std::runtime_error("There is no such zoom");
        zoom_ = zoom;
    }
    const std::string &title() const { return title_; }
    // Restored after the zoom, as declared.
    void set_title(const std::string &title) {
        title_ = title + (zoom_ == 1.5 ? "" : " before the zoom");
    }
    std::string_view label() const { return title_; }
    const std::optional<std::string> &note() const { return note_; }
    void set_note(const std::optional<std::string> &note) { note_ = note; }
    std::optional<std::string_view> short_note() const { return note_; }

    static restoration::property_list properties() {
        return {restoration::property<&Map::title, &Map::set_title>("title", 0, "zoom",
                                                                    "\"untitled\""),
                restoration::property<&Map::zoom, &Map::set_zoom>(
                    "zoom", RESTORATION_PROPERTY_OMIT_DEFAULT),
                restoration::property<&Map::note, &Map::set_note>("note")};
    }

    void decode(restoration::decoder &coder) override {
        if (coder.kind("zoom") != RESTORATION_KIND_DOUBLE) throw std::runtime_error("no zoom");
        if (coder.kind("absent") || coder.contains("absent")) throw std::runtime_error("absent");
    }

    /// Returns the failed condition, or an empty text.
    std::string ask() {
        using restoration::host;
        const auto none = restoration::handle::none;
        const auto other = make("Other");
        if (host::parent_of(other) != self()) return "the parent of a child is another";
        if (host::parent_of(none) != none) return "nothing has a parent";
        if (host::children_of(self()) != std::vector<restoration::handle>{other})
            return "the children are others";
        if (!host::children_of(other).empty()) return "a child has children";
        if (of<Map>(self()) != this) return "an object is not itself";
        if (of<Map>(other) == nullptr || of<Pin>(other) != nullptr) return "a class is another";
        if (of<Map>(none) != nullptr) return "nothing is an object";
        register_as("The map");
        if (host::find({"The map"}) != self()) return "the registered object is not found";
        try {
            of<Map>(other)->register_as("The map");
            return "two objects have one name";
        } catch (const restoration::error &error) {
            if (error.status() != RESTORATION_INVALID) return error.what();
        }
        remove_child(other);
        return host::children_of(self()).empty() ? "" : "a child stays";
    }

    static restoration::method_list methods() {
        return {restoration::method<&Map::zoom>("zoom"),
                restoration::method<&Map::set_zoom>("setZoom"),
                restoration::method<&Map::title>("title"),
                restoration::method<&Map::set_title>("setTitle"),
                restoration::method<&Map::label>("label"),
                restoration::method<&Map::note>("note"),
                restoration::method<&Map::short_note>("shortNote"),
                restoration::method<&Map::set_note>("setNote"),
                restoration::method<&Map::ask>("ask")};
    }

private:
    double zoom_;
    std::string title_ = "new";
    std::optional<std::string> note_;
};

RESTORATION_PLUGIN("org.example.properties.cxx", "1.0.0", restoration::class_of<Map>("Map"),
                   restoration::class_of<Pin>("Pin"), restoration::class_of<Tag>("Tag"))

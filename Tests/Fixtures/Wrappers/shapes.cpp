// An object whose state consists of custom types.
#include <restoration/plugin.hpp>

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.shapes", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test"],
    "classes": [{"id": "Shape", "version": 1, "routes": ["Frame/*"]}]
})

namespace shapes {

struct Point {
    double x = 0;
    double y = 0;
    friend bool operator==(const Point &a, const Point &b) { return a.x == b.x && a.y == b.y; }
};

// A structure with padding and a nested structure.
struct Pixel {
    bool is_set = false;
    Point place;
    uint16_t weight = 1;
    friend bool operator==(const Pixel &a, const Pixel &b) {
        return a.is_set == b.is_set && a.place == b.place && a.weight == b.weight;
    }
};

struct Line {
    std::vector<Point> points;
    std::string label = "none";
    std::optional<std::string> note = "a note";
    friend bool operator==(const Line &a, const Line &b) {
        return a.points == b.points && a.label == b.label && a.note == b.note;
    }
};

enum class Colour { red, green };

} // namespace shapes

template <> struct restoration::coding<shapes::Point> {
#ifdef SWAPPED
    static constexpr auto members = restoration::members(
        restoration::member("y", &shapes::Point::y), restoration::member("x", &shapes::Point::x));
#else
    static constexpr auto members = restoration::members(
        restoration::member("x", &shapes::Point::x), restoration::member("y", &shapes::Point::y));
#endif
};
template <> struct restoration::coding<shapes::Pixel> {
    static constexpr auto members
        = restoration::members(restoration::member("isSet", &shapes::Pixel::is_set),
                               restoration::member("place", &shapes::Pixel::place),
                               restoration::member("weight", &shapes::Pixel::weight));
};
template <> struct restoration::coding<shapes::Line> {
    static constexpr auto members
        = restoration::members(restoration::member("points", &shapes::Line::points),
                               restoration::member("label", &shapes::Line::label),
                               restoration::member("note", &shapes::Line::note));
};
template <> struct restoration::coding<shapes::Colour> {
    static void put(encoder &coder, std::string_view key, shapes::Colour colour) {
        coder.put(key, colour == shapes::Colour::red ? "red" : "green");
    }
    static std::optional<shapes::Colour> get(decoder &coder, std::string_view key) {
        const auto name = coder.get<std::string>(key);
        if (!name) return std::nullopt;
        if (*name == "red") return shapes::Colour::red;
        if (*name == "green") return shapes::Colour::green;
        throw std::runtime_error("There is no such colour");
    }
};

class Shape final : public restoration::object {
    using Point = shapes::Point;
    using Pixel = shapes::Pixel;
    using Line = shapes::Line;
    using Colour = shapes::Colour;

public:
    using object::object;

    void encode(restoration::encoder &coder) const override {
        coder.put("point", Point{1.5, -2});
        coder.put("some", std::optional(Point{1, 2}));
        coder.put("none", std::optional<Point>());
        coder.put("points", std::vector<Point>{{1, 2}, {3, 4}});
        coder.put("perhaps", std::vector<std::optional<Point>>{Point{1, 2}, std::nullopt});
        coder.put("colours", std::map<std::string, Colour>{{"sky", Colour::red}});
        coder.put("palette", std::vector<Colour>{Colour::green, Colour::red});
        coder.put("line", Line{{{5, 6}}, "five", std::nullopt});
        coder.put_dictionary("old", [](auto &old) { old.put("label", "old"); });
    }
    void decode(restoration::decoder &coder) override {
        expect(coder.get<Point>("point") == Point{1.5, -2}, "point");
        expect(coder.get<Point>("absent") == std::nullopt, "absent");
        expect(coder.get("absent", Point{7, 8}) == Point{7, 8}, "fallback");
        expect(coder.get<Point>("some") == Point{1, 2}, "some");
        expect(coder.get<Point>("none") == std::nullopt, "none");
        expect(coder.get<std::vector<Point>>("points") == std::vector<Point>{{1, 2}, {3, 4}},
               "points");
        const std::vector<std::optional<Point>> perhaps = {Point{1, 2}, std::nullopt};
        expect(coder.get<std::vector<std::optional<Point>>>("perhaps") == perhaps, "perhaps");
        const std::map<std::string, Colour> colours = {{"sky", Colour::red}};
        expect(coder.get<std::map<std::string, Colour>>("colours") == colours, "colours");
        const std::vector<Colour> palette = {Colour::green, Colour::red};
        expect(coder.get<std::vector<Colour>>("palette") == palette, "palette");
        expect(coder.get<Line>("line") == Line{{{5, 6}}, "five", std::nullopt}, "line");
        // Fields missing from older state have their default values.
        expect(coder.get<Line>("old") == Line{{}, "old", "a note"}, "old");
        was_decoded_ = true;
    }

    const Point &centre() const { return centre_; }
    void set_centre(const Point &centre) { centre_ = centre; }
    Pixel pixel() const { return pixel_; }
    void set_pixel(Pixel pixel) { pixel_ = pixel; }
    Point moved(const Point &by, int32_t times) const {
        return {centre_.x + by.x * times, centre_.y + by.y * times};
    }
    bool was_decoded() const { return was_decoded_; }

    static restoration::property_list properties() {
        return {restoration::property<&Shape::centre, &Shape::set_centre>("centre"),
                restoration::property<&Shape::pixel, &Shape::set_pixel>("pixel")};
    }
    static restoration::method_list methods() {
        return {restoration::method<&Shape::centre>("centre"),
                restoration::method<&Shape::set_centre>("setCentre"),
                restoration::method<&Shape::pixel>("pixel"),
                restoration::method<&Shape::set_pixel>("setPixel"),
                restoration::method<&Shape::moved>("moved"),
                restoration::method<&Shape::was_decoded>("wasDecoded")};
    }

private:
    static void expect(bool holds, const char *what) {
        if (!holds) throw std::runtime_error(what);
    }

    Point centre_;
    Pixel pixel_;
    bool was_decoded_ = false;
};

RESTORATION_PLUGIN("org.example.shapes", "1.0.0", restoration::class_of<Shape>("Shape"))

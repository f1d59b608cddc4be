// A C++ converter from X 1 to Y 3 (see converting.c), beside a class. Fails for the words of B.
#include <stdexcept>

#include "restoration/plugin.hpp"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.converters.cxx", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test"],
    "classes": [{"id": "Nothing", "version": 1}],
    "converters": [{"id": "YFromX",
                    "from": {"plugin": "org.example.x", "class": "X", "version": 1},
                    "to": {"plugin": "org.example.y", "class": "Y", "version": 3}}]
})

struct nothing : restoration::object {
    explicit nothing(const restoration::creation_request &request) : object(request) {}
};

static void y_from_x(restoration::decoder &state, restoration::encoder &converted) {
    const auto text = state.get<std::string>("text", "");
    if (text == "words of B") throw std::runtime_error("it does not like B");
    converted.put_copy("holder", state);
    converted.put("title", text + " by C++");
}

RESTORATION_PLUGIN("org.example.converters.cxx", "1.0.0", restoration::class_of<nothing>("Nothing"),
                   restoration::converter<y_from_x>("YFromX"))

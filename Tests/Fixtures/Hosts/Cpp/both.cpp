// One class that is a container in a plugin and in a program. With -DPLUGIN, this is the plugin.
#ifdef PLUGIN
#include <restoration/plugin.hpp>
#else
#include <restoration/session_testing.hpp>

#include <iostream>
#endif

using restoration::handle;

class Box : public restoration::object, public restoration::container {
public:
    explicit Box(const restoration::creation_request &request)
        : object(request), size_(request.parameters().get("size", 0)) {}
    /// A box of size n contains one of size n - 1.
    void made() override {
        if (size_ == 0) return;
        items_ = {make("Box", [&](restoration::encoder &out) { out.put("size", size_ - 1); })};
    }
    void encode(restoration::encoder &coder) const override { coder.put("size", size_); }
    void decode(restoration::decoder &coder) override { size_ = coder.get("size", 0); }
    std::vector<restoration::child> children() const override { return items_; }
    void attach(const std::vector<restoration::child> &children, handle) override {
        items_ = children;
    }

    int64_t size() const { return size_; }
    handle item() const { return items_.empty() ? handle::none : items_[0].object; }
    static restoration::method_list methods() {
        return {restoration::method<&Box::size>("size"), restoration::method<&Box::item>("item")};
    }

private:
    int64_t size_;
    std::vector<restoration::child> items_;
};

#ifdef PLUGIN
RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.boxes", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.tested"],
    "classes": [{"id": "Box", "version": 1, "routes": ["Root/**/Box"]}]
})
RESTORATION_PLUGIN("org.example.boxes", "1.0.0", restoration::class_of<Box>("Box"))
#else

class Root : public restoration::object {
public:
    std::vector<handle> boxes;
    void encode(restoration::encoder &coder) const override { coder.put("boxes", boxes); }
    void decode(restoration::decoder &coder) override { boxes = coder.get("boxes", boxes); }
};

int main(int, char **arguments) try {
    std::optional<Root> root;
    restoration::options options;
    options.plugin_directories = {arguments[1]};
    const auto build = [&](restoration::session &session) {
        session.add_class<Box>("OwnBox");
        session.add_root("Root", root.emplace());
    };
    restoration::test test("org.example.tested", build, [&] { root.reset(); }, options);
    restoration::session *session = &test.launch();
    const auto two = [](restoration::encoder &out) { out.put("size", 2); };
    // The box of the program contains boxes of the plugin, whose routes match.
    root->boxes = {session->make("Box", *root, two), session->make<Box>("Own", *root, two)};
    session->preserve();
    session = &test.relaunch(RESTORATION_TEST_KILLED);
    for (const handle box : root->boxes) {
        handle next = box;
        for (int64_t size = 2; size >= 0; size -= 1) {
            if (session->call<int64_t>(next, "size") != size) throw std::runtime_error("size");
            next = session->call<handle>(next, "item");
        }
        if (next != handle::none) throw std::runtime_error("a box too many");
    }
    const bool is_own = session->get<Box>(root->boxes[1]) != nullptr;
    if (!is_own || session->get<Box>(root->boxes[0]) != nullptr) throw std::runtime_error("owner");
    std::cout << "ok\n";
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}
#endif

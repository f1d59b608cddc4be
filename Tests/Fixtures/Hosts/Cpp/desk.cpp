// The desk of the README in C++. Its arguments name the items.
#include <restoration/session.hpp>

#include <iostream>

class Desk : public restoration::object {
public:
    int starts = 0;
    std::vector<restoration::handle> items;
    void encode(restoration::encoder &coder) const override {
        coder.put("starts", starts);
        coder.put("items", items);
    }
    void decode(restoration::decoder &coder) override {
        starts = coder.get("starts", 0);
        items = coder.get("items", items);
    }
};

int main(int count, char **arguments) {
    Desk desk;
    restoration::session session("org.example.desk");
    session.add_root("Desk", desk);
    session.restore();
    for (const auto &object : session.report().not_restored()) std::cout << object << '\n';
    desk.starts += 1;
    std::cout << "Start number " << desk.starts << std::endl;
    session.preserve();
    if (desk.items.empty()) {
        for (int i = 1; i < count; i++) {
            try {
                desk.items.push_back(session.make(arguments[i], desk));
            } catch (const restoration::error &error) {
                std::cout << error.what() << '\n';
            }
        }
    }
    std::cout << desk.items.size() << " items on the desk" << std::endl;
    session.preserve();
}

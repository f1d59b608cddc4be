// The host of ../README.md in C++.
#include <restoration/session.hpp>

#include <iostream>
#include <poll.h>
#include <sstream>
#include <unistd.h>

using restoration::handle;

/// A page of the stack, or the sheet.
class Page : public restoration::object {
public:
    explicit Page(const restoration::creation_request &request)
        : object(request), text(request.parameters().get<std::string>("text", "")) {}
    void encode(restoration::encoder &coder) const override { coder.put("text", text); }
    void decode(restoration::decoder &coder) override { text = coder.get<std::string>("text", ""); }
    std::string text;
};

class Pages : public restoration::object, public restoration::stack, restoration::by_position {
public:
    std::vector<restoration::child> children() const override { return pages; }
    void attach(const std::vector<restoration::child> &children, handle) override {
        pages = children;
    }
    std::vector<restoration::child> pages;
};

/// The scroll position of the list.
class Rows : public restoration::element {
public:
    void encode(restoration::encoder &coder) const override { coder.put("top", top); }
    void decode(restoration::decoder &coder) override {
        if (count == 0) throw restoration::not_yet();
        top = coder.get("top", 0);
    }
    int count = 0;
    int top = 0;
};

class List : public restoration::object, public restoration::element_owner {
public:
    std::vector<handle> elements() const override { return {rows}; }
    Rows rows;
};

/// Cannot exist before its messages have arrived.
class Inbox : public restoration::object {
public:
    explicit Inbox(const restoration::creation_request &request) : object(request) {
        if (has_messages) return;
        waiting = request.self();
        throw restoration::not_yet();
    }
    void encode(restoration::encoder &coder) const override { coder.put("message", message); }
    void decode(restoration::decoder &coder) override { message = coder.get("message", 0); }
    int message = 0;
    static inline handle waiting = handle::none;
    static inline bool has_messages = false;
};

class Frame : public restoration::object,
              public restoration::container,
              public restoration::presenter {
public:
    std::vector<restoration::child> children() const override { return {pages, list}; }
    handle selected() const override { return tab == 0 ? pages.self() : list.self(); }
    void attach(const std::vector<restoration::child> &, handle selected) override {
        tab = selected == list ? 1 : 0;
    }
    handle presented() const override { return sheet; }
    void present(handle presented) override { sheet = presented; }
    void encode(restoration::encoder &coder) const override {
        coder.put("inbox", inbox);
        coder.put("items", items);
    }
    void decode(restoration::decoder &coder) override {
        inbox = coder.get("inbox", handle::none);
        items = coder.get("items", items);
    }
    Pages pages;
    List list;
    int tab = 0;
    handle sheet = handle::none;
    handle inbox = handle::none;
    std::vector<handle> items;
};

const std::vector<std::string> names = {"DialC", "DialCxx", "DialRust", "Photo"};

class Program {
public:
    Program() : session("org.example.app", options()) {
        session.add_class<Page>("Page");
        session.add_class<Inbox>("Inbox");
        session.add_root("Frame", frame);
        session.add_child(frame, "Pages", frame.pages);
        session.add_child(frame, "List", frame.list);
        session.add_child(frame.list, "rows", frame.list.rows);
        session.restore();
        for (const auto &object : session.report().not_restored()) {
            if (object.outcome != RESTORATION_OUTCOME_AWAITED) std::cerr << object << '\n';
        }
        if (!frame.items.empty()) return;
        for (const auto &name : names) frame.items.push_back(session.make(name, frame));
        frame.invalidate();
    }

    void run() {
        std::cout << screen() << std::endl;
        for (std::string line;;) {
            pollfd waiting[] = {{STDIN_FILENO, POLLIN, 0}, {session.descriptor(), POLLIN, 0}};
            poll(waiting, 2, session.milliseconds());
            session.run_pending();
            if (waiting[0].revents == 0) continue;
            if (!std::getline(std::cin, line)) return;
            std::istringstream words(line);
            std::string command, argument;
            words >> command >> std::ws;
            std::getline(words, argument);
            obey(command, argument);
            std::cout << screen() << std::endl;
        }
    }

private:
    restoration::options options() {
        restoration::options options;
        options.on_save = [](const restoration::save &save) {
            for (const auto &issue : save.issues) std::cerr << issue << '\n';
        };
        options.on_awaited = [this](const std::vector<handle> &objects) {
            for (const handle object : objects) {
                if (session.get<Inbox>(object) != nullptr) frame.inbox = object;
            }
        };
        return options;
    }

    void load() {
        Inbox::has_messages = true;
        if (frame.inbox == handle::none) frame.inbox = session.make<Inbox>("Inbox", frame);
        session.arrived(Inbox::waiting);
        frame.list.rows.count = 100;
        session.apply_awaited(frame.list);
        session.run_pending();
    }

    handle make_page(const std::string &name, handle parent, const std::string &text) {
        return session.make<Page>(name, parent,
                                  [&](restoration::encoder &page) { page.put("text", text); });
    }

    void obey(const std::string &command, const std::string &argument) {
        Pages &stack = frame.pages;
        if (command == "load") {
            load();
        } else if (command == "push") {
            stack.pages.push_back(make_page("Page", stack, argument));
            stack.invalidate();
        } else if (command == "pop") {
            if (!stack.pages.empty()) stack.pages.pop_back();
            stack.invalidate();
        } else if (command == "sheet") {
            frame.sheet = make_page("Sheet", frame, argument);
            frame.invalidate();
        } else if (command == "close") {
            frame.sheet = handle::none;
            frame.invalidate();
        } else if (command == "select") {
            frame.tab = std::stoi(argument);
            frame.invalidate();
        } else if (command == "scroll") {
            frame.list.rows.top = std::stoi(argument);
            frame.list.rows.invalidate();
        } else if (command == "read") {
            Inbox *inbox = session.get<Inbox>(frame.inbox);
            if (inbox == nullptr) return;
            inbox->message = std::stoi(argument);
            inbox->invalidate();
        } else if (command == "zoom") {
            std::istringstream words(argument);
            std::string name;
            double zoom = 1;
            words >> name >> zoom;
            session.call(session.find("Frame/" + name), "setZoom", zoom);
        } else if (command == "save") {
            session.preserve();
        } else {
            std::cout << "unknown command " << command << '\n';
        }
    }

    std::string text(handle page) const {
        const Page *found = session.get<Page>(page);
        return found == nullptr ? "" : found->text;
    }

    std::string screen() {
        std::ostringstream screen;
        screen << "tab " << frame.tab << "; pages ";
        const char *separator = "";
        for (const auto &page : frame.pages.pages) {
            screen << std::exchange(separator, ", ") << text(page.object);
        }
        const Inbox *inbox = session.get<Inbox>(frame.inbox);
        screen << "; sheet " << text(frame.sheet) << "; row "
               << (frame.list.rows.count > 0 ? std::to_string(frame.list.rows.top) : "-")
               << "; message " << (inbox != nullptr ? std::to_string(inbox->message) : "-");
        for (const auto &name : names) {
            screen << "; " << name << ' '
                   << session.call<double>(session.find("Frame/" + name), "zoom");
        }
        return screen.str();
    }

    Frame frame;
    restoration::session session;
};

int main() try {
    Program().run();
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}

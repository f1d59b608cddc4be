import Desktop
import NotesDriver
import RestorationCore
import Testing

/// The user and the program change the same values.
extension `A program of GTK that a person uses` {
    @Test func `restores each kind of control and text that the user has changed`() async throws {
        let form = try await form()
        let changed = [
            "title": "untitled!", "phone": "+1", "count": "42", "kind": "green", "agree": "1",
            "urgent": "1", "editor": "apple noon", "log": "!", "search": "?", "level": "1",
            "loud": "1", "option": "1",
        ]
        try form.live {
            try $0.type("!", into: "title")
            try $0.type("1", into: "phone")
            try $0.click("count")
            try $0.key("ctrl+a")
            try $0.type("42")
            try $0.key("Tab")
            try $0.shows(["count": "42"])
            try $0.click("agree")
            try $0.shows(["agree": "1"])
            try $0.click("urgent")
            try $0.shows(["urgent": "1"])
            try $0.type(" ", into: "editor")
            try $0.click("now")
            try $0.shows(["editor": "apple noon"])
            try $0.type("?", into: "search")
            try $0.shows(["search": "?"])
            try $0.click("loud")
            try $0.shows(["loud": "1"])
            try $0.click("row")
            try $0.shows(["option": "1"])
            try $0.command("focus level")
            try $0.key("Right")
            try $0.shows(["level": "1"])
            try $0.type("!", into: "log")
            // Last, because a closing popover takes the next click.
            try $0.click("kind")
            try $0.shows(["choosing": "1"])
            try $0.key("Down")
            try $0.key("Return")
            try $0.shows(changed)
        }

        for _ in 0..<2 { try form.live { try $0.shows(changed) } }
    }

    @Test func `restores nothing that the program has set`() async throws {
        let form = try await form()
        try form.live {
            try $0.type("hello", into: "chat")
            try $0.shows(["chat": "hello"])
            try $0.key("Return")
            try $0.click("count")
            try $0.key("ctrl+a")
            try $0.type("42")
            try $0.key("Tab")
            try $0.shows(["count": "42"])
            try $0.command("count")
            try $0.shows(["count": "5"])
            try $0.command("act loud")
            try $0.click("loud")
            try $0.shows(["loud": "1"])
            try $0.type("?", into: "search")
            try $0.shows(["search": "?"])
            try $0.key("BackSpace")
            try $0.shows(["search": "", "saved": "1"])
            #expect(try form.changes("count", "value") == [])
            try $0.click("preset")
            try $0.command("set title busy")
            try $0.command("append log line")
            try $0.shows(["chat": "", "count": "77", "title": "busy", "log": "line"])
        }

        for name in ["chat", "title", "search"] { #expect(try form.changes(name) == []) }
        for name in ["count", "agree", "urgent", "loud", "kind", "log", "editor"] {
            for key in ["value", "active", "choice", "text"] {
                #expect(try form.changes(name, key) == [], "\(name)")
            }
        }
        try form.live {
            try $0.shows(["chat": "", "count": "0", "title": "untitled", "log": ""])
        }
    }

    @Test func `restores text that an input method commits late, and pasted text`() async throws {
        let form = try await form(["GTK_IM_MODULE": "late"])
        try form.live {
            try $0.type("q", into: "title")
            try $0.shows(["title": "untitledé"])
            try $0.key("ctrl+a")
            try $0.key("ctrl+c")
            try $0.click("log")
            try $0.key("ctrl+v")
            try $0.shows(["log": "untitledé"])
        }

        try form.live { try $0.shows(["title": "untitledé", "log": "untitledé"]) }
    }

    @Test func `restores a modified text, whoever has changed it`() async throws {
        let form = try await typed(" pie", into: "editor", "apple pie")
        try form.live {
            try $0.shows(["editor": "apple pie"])
            try $0.command("store")
            try $0.shows(["modified": "0", "saved": "1"])
            #expect(try form.changes("editor") == [])
            try $0.command("append editor !")
            try $0.shows(["modified": "1"])
        }
        let text = try #require(form.changes("editor").last)

        try form.live { try $0.shows(["editor": text.text, "modified": "1"]) }

        #expect(text.text.contains("!"))
        #expect(try form.read("apple") == "apple pie")
    }

    /// GTK marks a text as modified when the program empties it.
    @Test func `restores a text that was typed after the program had emptied another`()
        async throws
    {
        let form = try await form()
        try form.live {
            try $0.type("sent", into: "log")
            try $0.shows(["log": "sent"])
            try $0.command("set log")
            try $0.shows(["log": ""])
            try $0.type("draft", into: "log")
            try $0.shows(["log": "draft"])
        }

        try form.live { try $0.shows(["log": "draft"]) }
    }

    @Test func `stores a text that two views show once`() async throws {
        let form = try await form()
        try form.write("", to: "two-views")
        try form.live {
            try $0.type("!", into: "log")
            try $0.shows(["editor": "apple!", "log": "apple!"])
        }

        #expect(try form.changes("editor") == [.string("apple!")])
        #expect(try form.changes("log") == [])
        try form.live { try $0.shows(["editor": "apple!", "log": "apple!"]) }
    }

    @Test func `stores a value that a restored one has set`() async throws {
        let form = try await form()
        try form.write("", to: "bound")
        try form.live {
            try $0.click("agree")
            try $0.shows(["agree": "1", "loud": "1"])
        }
        #expect(try form.changes("loud", "active") == [])

        try form.live { try $0.shows(["agree": "1", "loud": "1", "saved": "1"]) }

        #expect(try form.changes("loud", "active") == [.string("1")])
        try form.live { try $0.shows(["agree": "1", "loud": "1"]) }
    }

    @Test func `restores a number that the user has held a button for`() async throws {
        let form = try await form()
        var count = ""
        try form.live { life in
            try life.press("more of count")
            // Long after the press.
            try life.shows("a number") { Int($0["count"] ?? "") ?? 0 > 10 }
            try life.program.desktop.act("mouseup", "1")
            try life.click("title")
            try life.shows(["focus": "title", "saved": "1"])
            count = life.values["count"] ?? ""
        }

        try form.live { try $0.shows(["count": count]) }
    }

    @Test func `restores a completed text`() async throws {
        let form = try await typed("co", into: "chat", "coffee")

        try form.live { try $0.shows(["chat": "coffee"]) }
    }

    @Test func `restores dropped text`() async throws {
        let form = try await form()
        let text = String(repeating: "x", count: 40)
        try form.live {
            // The text fills the entry, in whose middle the test presses it.
            try $0.type(text, into: "title")
            try $0.key("ctrl+a")
            try $0.shows(["title": "untitled\(text)", "primary": "1"])
            try $0.dragToLate(from: "title")
            try $0.shows(["late": "untitled\(text)"])
        }

        try form.live { try $0.shows(["late": "untitled\(text)"]) }
    }

    /// GTK reports no release of the button that ends a drag.
    @Test func `restores no number that the program has set after a drag`() async throws {
        let form = try await form()
        let text = String(repeating: "7", count: 40)
        try form.live {
            try $0.type(text, into: "count")
            try $0.key("ctrl+a")
            try $0.shows(["count text": "0\(text)", "primary": "1"])
            try $0.dragToLate(from: "count")
            try $0.shows(["late": "0\(text)"])
            try $0.command("count")
            try $0.shows(["count": "5", "saved": "1"])
            #expect(try form.changes("count", "value") == [])
        }
    }
}

extension FormLife {
    /// Drags the selected text of a widget into the last entry.
    fileprivate func dragToLate(from name: String) throws {
        let desktop = program.desktop
        try press(name)
        // In steps, as a hand moves.
        for _ in 0..<8 {
            try desktop.act("mousemove_relative", "--", "-8", "4")
            try desktop.settleShortly()
        }
        let place = (values["@late"] ?? "").split(separator: " ").map(String.init)
        // Until GTK has begun to drag, and knows the target.
        for step in 0..<1_000 where values["dropping"] != "1" {
            let x = "\((Int(place[0]) ?? 0) + step % 2)"
            try desktop.act("mousemove", "--window", window, x, place[1])
        }
        try desktop.act("mouseup", "1")
    }
}

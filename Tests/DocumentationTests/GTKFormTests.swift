import Desktop
import Foundation
import RestorationCore
import Testing

/// Only the user's changes are restored, and only over the same base value.
@Suite(.serialized) struct `A program of GTK that a person uses` {
    private func form(_ environment: [String: String] = [:]) async throws -> FormProgram {
        try await FormProgram.built(environment)
    }

    // MARK: Restores over the same base

    @Test func `restores typed text at each later launch, and changes no file`() async throws {
        let form = try await form()
        try form.live {
            try $0.type(" pie", into: "editor")
            try $0.shows(["editor": "apple pie"])
        }

        for _ in 0..<2 {
            try form.live { try $0.shows(["editor": "apple pie", "modified": "1"]) }
        }

        #expect(try form.read("apple") == "apple")
    }

    @Test func `keeps a newer file, and retains the draft until its base is back`() async throws {
        let form = try await form()
        try form.live {
            try $0.type(" pie", into: "editor")
            try $0.shows(["editor": "apple pie"])
        }

        try form.write("newer", to: "apple")
        try form.live {
            try $0.shows(["editor": "newer", "modified": "0"])
            #expect(try $0.report().contains("does not show what it was changed from"))
            try $0.type("x", into: "title")
            try $0.shows(["title": "untitledx", "editor": "newer"])
        }
        #expect(try form.changes("editor") == [.string("apple pie")])

        try form.live {
            try form.write("apple", to: "apple")
            try $0.command("load")
            try $0.shows(["editor": "apple pie"])
        }
        #expect(try form.read("apple") == "apple")
    }

    @Test func `stores a change of another text beside the waiting draft`() async throws {
        let form = try await form()
        try form.live {
            try $0.type(" pie", into: "editor")
            try $0.shows(["editor": "apple pie"])
        }
        try form.write("newer", to: "apple")

        try form.live {
            try $0.type("!", into: "editor")
            try $0.shows(["editor": "newer!"])
        }

        #expect(try form.changes("editor") == [.string("apple pie"), .string("newer!")])
        try form.live { try $0.shows(["editor": "newer!"]) }
        try form.write("apple", to: "apple")
        try form.live { try $0.shows(["editor": "apple pie"]) }
    }

    @Test func `changes no widget that the user has used`() async throws {
        let form = try await form()
        try form.live {
            try $0.type(" pie", into: "editor")
            try $0.shows(["editor": "apple pie"])
        }
        try form.write("newer", to: "apple")

        try form.live {
            try $0.shows(["editor": "newer"])
            try $0.click("editor")
            try form.write("apple", to: "apple")
            try $0.command("load")
            try $0.shows(["editor": "apple", "modified": "0"])
        }

        #expect(try form.changes("editor") == [.string("apple pie")])
    }

    @Test(arguments: [false, true])
    func `leaves a draft with its note`(rowsAreLate: Bool) async throws {
        let form = try await form()
        for note in ["apple", "berry"] { try form.write("", to: note) }
        try form.live {
            try $0.click("berry")
            try $0.shows(["note": "berry"])
            try $0.type("draft", into: "editor")
            try $0.shows(["editor": "draft"])
        }

        if rowsAreLate { try form.write("", to: "late-rows") }
        try form.live {
            if rowsAreLate {
                try $0.shows(["note": "", "editor": ""])
                try $0.command("rows")
            }
            try $0.shows(["note": "berry", "editor": "draft"])
            try $0.showsRows()
            #expect(try form.read("berry").isEmpty)
            try $0.click("apple")
            try $0.shows(["note": "apple", "editor": ""])
        }

        #expect(try form.read("apple").isEmpty)
        #expect(try form.read("berry") == "draft")
    }

    @Test func `keeps settings that were changed meanwhile`() async throws {
        let form = try await form()
        try form.live {
            try $0.click("dark")
            try $0.type("x", into: "nick")
            try $0.type("0", into: "amount")
            try $0.key("Return")
            try $0.shows(["dark": "1", "nick": "nobodyx", "amount": "50"])
        }
        for (name, key) in [("dark", "active"), ("nick", "text"), ("amount", "value")] {
            #expect(try form.changes(name, key) == [])
        }

        let settings = "[org/example/form]\ndark=false\nnick='other'\namount=9.0\n"
        try form.write(settings, to: "settings.ini")
        try form.live { try $0.shows(["dark": "0", "nick": "other", "amount": "9"]) }

        #expect(try form.read("settings.ini") == settings)
    }

    // MARK: The author of a change

    @Test func `restores each kind of control and text that the user has changed`() async throws {
        let form = try await form()
        let changed = [
            "title": "untitled!", "phone": "+1", "count": "42", "kind": "green", "agree": "1",
            "urgent": "1", "editor": "apple noon", "log": "!", "search": "?", "level": "1",
            "loud": "1",
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
            try $0.click("urgent")
            try $0.shows(["agree": "1", "urgent": "1"])
            try $0.type(" ", into: "editor")
            try $0.click("now")
            try $0.shows(["editor": "apple noon"])
            try $0.type("?", into: "search")
            try $0.shows(["search": "?"])
            try $0.click("loud")
            try $0.shows(["loud": "1"])
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
            try $0.click("preset")
            try $0.command("set title busy")
            try $0.command("append log line")
            try $0.shows(["chat": "", "count": "77", "title": "busy", "log": "line"])
        }

        for name in ["chat", "title"] { #expect(try form.changes(name) == []) }
        for name in ["count", "agree", "urgent", "kind", "log", "editor"] {
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
            try $0.type("e", into: "title")
            try $0.shows(["title": "untitledé"])
            try $0.key("ctrl+a")
            try $0.key("ctrl+c")
            try $0.click("log")
            try $0.key("ctrl+v")
            try $0.shows(["log": "untitledé"])
        }

        try form.live { try $0.shows(["title": "untitledé", "log": "untitledé"]) }
    }

    // MARK: Details

    @Test func `leaves no step to undo, and no half-typed number behind`() async throws {
        let form = try await form()
        try form.live {
            try $0.type("!", into: "title")
            try $0.shows(["title": "untitled!"])
            try $0.type("4", into: "count")
            try $0.shows(["count": "0", "count text": "04"])
        }

        try form.live {
            try $0.shows(["count": "0", "count text": "04"])
            try $0.click("title")
            try $0.key("ctrl+z")
            try $0.type("?")
            try $0.shows { $0["title"]?.contains("?") ?? false }
            #expect($0.values["title"]?.replacing("?", with: "") == "untitled!")
        }
    }

    @Test func `restores the text of an entry that is created later`() async throws {
        let form = try await form()
        try form.live {
            try $0.type("typed", into: "late")
            try $0.shows(["late": "typed"])
        }

        try form.write("", to: "late-entry")
        try form.live {
            try $0.type("!", into: "title")
            try $0.shows(["title": "untitled!", "saved": "1"])
            try $0.command("add")
            try $0.shows(["late": "typed"])
        }
        try form.live {
            try $0.command("add"); try $0.shows(["late": "typed"])
        }
    }

    /// A save before the entry is shown must not lose its text.
    @Test func `restores the text of an entry that is shown after a save`() async throws {
        let form = try await form()
        try form.live {
            try $0.type("typed", into: "late")
            try $0.shows(["late": "typed"])
        }

        try form.write("", to: "late-entry")
        try form.live {
            try $0.command("hide")
            try $0.type("!", into: "title")
            try $0.shows(["title": "untitled!", "saved": "1"])
            #expect(try form.changes("late") == [.string("typed")])
            try $0.command("show")
            try $0.shows(["late": "typed"])
        }
    }

    @Test func `restores a number when its range allows it`() async throws {
        let form = try await form()
        try form.live {
            try $0.type("0", into: "count")
            try $0.key("ctrl+a")
            try $0.type("42")
            try $0.key("Tab")
            try $0.shows(["count": "42"])
        }

        try form.write("", to: "short-range")
        try form.live {
            try $0.type("!", into: "title")
            try $0.shows(["title": "untitled!", "count": "0", "saved": "1"])
            #expect(try form.changes("count", "value") == [.double(42)])
            try $0.command("range 100")
            try $0.shows(["count": "42"])
        }
    }

    @Test func `leaves fullscreen for the size that it had before`() async throws {
        let form = try await form()
        try form.live {
            try $0.command("maximize")
            try $0.shows(["maximized": "1", "saved": "1"])
            try $0.command("fullscreen")
            try $0.shows(["fullscreen": "1", "saved": "1"])
        }

        try form.live {
            try $0.shows(["fullscreen": "1"])
            try $0.command("unfullscreen")
            try $0.shows(["fullscreen": "0", "maximized": "1"])
        }
    }

    @Test func `ends the state of a widget that is removed`() async throws {
        let form = try await form()
        try form.live {
            try $0.type("gone", into: "late")
            try $0.shows(["late": "gone"])
            try $0.click("title")
            try $0.shows(["focus": "title", "saved": "1"])
            #expect(try form.changes("late") == [.string("gone")])
            try $0.command("remove")
            try $0.shows { _ in (try? form.changes("late")) == [] }
        }
    }

    @Test func `stores less than 100 bytes for an unused widget`() async throws {
        let form = try await form()
        func size() throws -> Int {
            let archive = form.desktop.root + "/state/archive"
            return try Data(contentsOf: URL(filePath: archive)).count
        }
        try form.live {
            try $0.type("!", into: "title")
            try $0.shows(["title": "untitled!"])
        }
        let small = try size()

        try form.write("", to: "many-entries")
        try form.live {
            try $0.type("!", into: "title")
            try $0.shows(["title": "untitled!!"])
        }

        #expect(try size() - small < 100_000)
    }
}

extension FormLife {
    fileprivate func shows(_ condition: ([String: String]) -> Bool) throws {
        try shows("such values", condition)
    }
}

import Foundation
import NotesDriver
import RestorationCore
import Testing

/// Late and missing widgets, ranges and rows, and the size of the state.
extension `A program of GTK that a person uses` {
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
        let form = try await typed("typed", into: "late", "typed")

        try form.write("", to: "late-entry")
        try form.live {
            try $0.command("add")
            try $0.shows(["late": "typed", "focus": "late"])
        }
        try form.live {
            try $0.type("!", into: "title")
            try $0.shows(["title": "untitled!", "saved": "1"])
            try $0.command("add")
            try $0.shows(["late": "typed", "focus": "title"])
        }
    }

    /// A save before the entry is shown must not lose its text.
    @Test func `restores the text of an entry that is shown after a save`() async throws {
        let form = try await typed("typed", into: "late", "typed")

        try form.write("", to: "late-entry")
        try form.live {
            try $0.command("hide")
            try $0.type("!", into: "title")
            try $0.shows(["title": "untitled!", "saved": "1"])
            #expect(try form.changes("late") == [.string("typed")])
            try $0.command("show")
            try $0.shows(["late": "typed", "focus": "title"])
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
            #expect(try form.changes("count", "value") == [.string("42")])
            try $0.command("range 100")
            try $0.shows(["count": "42"])
        }
    }

    @Test func `restores a choice by its item, and retains one that is missing`() async throws {
        let form = try await form()
        try form.live {
            try $0.click("kind")
            try $0.shows(["choosing": "1"])
            try $0.key("Down")
            try $0.key("Return")
            try $0.shows(["kind": "green"])
        }

        try form.write("", to: "other-kinds")
        try form.live { try $0.shows(["kind": "green"]) }
        try form.write("", to: "no-green")
        try form.live {
            try $0.shows(["kind": "red"])
            #expect(try $0.report().contains("does not have the value that the user had changed"))
        }
        #expect(try form.changes("kind", "choice") == [.string("green")])
    }

    @Test func `restores and stores a value while its widget is sensitive`() async throws {
        let form = try await typed("!", into: "title", "untitled!")
        try form.write("", to: "insensitive")
        try form.live {
            try $0.type("a", into: "log")
            try $0.shows(["title": "untitled", "log": "a", "saved": "1"])
            #expect(try form.changes("title") == [.string("untitled!")])
            try $0.command("sensitive title 1")
            try $0.shows(["title": "untitled!"])
        }

        form.remove("insensitive")
        try form.live {
            try $0.shows(["title": "untitled!"])
            try $0.type("?", into: "title")
            try $0.shows(["title": "untitled!?"])
            try $0.command("sensitive title 0")
            try $0.type("b", into: "log")
            try $0.shows(["log": "ab"])
            try $0.command("lock log")
            try $0.type("c", into: "editor")
            try $0.shows(["editor": "applec"])
        }
        for name in ["title", "log"] { #expect(try form.changes(name) == []) }
    }

    @Test func `keeps the program's option if the chosen one is gone`() async throws {
        let form = try await form()
        try form.live {
            try $0.click("milk")
            try $0.shows(["tea": "0", "milk": "1"])
        }

        try form.live { try $0.shows(["tea": "0", "milk": "1"]) }
        try form.write("", to: "no-milk")
        try form.live { try $0.shows(["tea": "1"]) }
    }

    @Test func `stores nothing for a clock in the title or progress in an entry`() async throws {
        let form = try await typed("!", into: "title", "untitled!")
        try form.live { life in
            try life.shows(["title": "untitled!", "saved": "1"])
            let before = try form.archive()
            try life.command("tick")
            try life.shows("ticks") { Int($0["ticks"] ?? "") ?? 0 > 50 }
            #expect(try form.archive() == before)
        }
    }

    @Test func `names the function that gives widgets different names`() async throws {
        let form = try await form()
        try form.live {
            try $0.command("add")
            try $0.type("!", into: "title")
            try $0.shows(["title": "untitled!", "saved": "1"])
        }

        let issues = try form.read("issues")
        #expect(issues.contains("Two objects have the same restoration path"))
        #expect(issues.contains("GTK widgets: different names by gtk_widget_set_name"))
    }

    @Test func `saves while a handler of a restored switch waits for an answer`() async throws {
        let form = try await form()
        try form.live {
            try $0.click("urgent")
            try $0.shows(["urgent": "1"])
        }

        try form.write("", to: "asks")
        try form.live {
            try $0.shows(["asking": "1", "urgent": "1"])
            try $0.type("!", into: "title")
            try $0.shows(["title": "untitled!", "saved": "1", "asking": "1"])
            #expect(try form.changes("title") == [.string("untitled!")])
        }
        // The launch that ended within the handler must not cost the switch.
        try form.live { try $0.shows(["asking": "1", "urgent": "1", "title": "untitled!"]) }
    }

    @Test func `ends the state of a widget that is removed`() async throws {
        let form = try await form()
        try form.live {
            // The template keeps the first entry alive.
            for command in ["remove", "add"] { try $0.command(command) }
            try $0.type("gone", into: "late")
            try $0.shows(["late": "gone"])
            try $0.click("title")
            try $0.shows(["focus": "title", "saved": "1"])
            #expect(try form.changes("late") == [.string("gone")])
            try $0.command("remove")
            try $0.shows { $0["removed"] == "0" && (try? form.changes("late")) == [] }
        }
    }

    @Test func `stores less than 100 bytes for an unused widget`() async throws {
        let form = try await form()
        try form.live {
            try $0.type("!", into: "title")
            try $0.shows(["title": "untitled!"])
        }
        let small = try form.archive().count

        try form.write("", to: "many-entries")
        try form.live {
            try $0.type("!", into: "title")
            try $0.shows(["title": "untitled!!"])
        }

        #expect(try form.archive().count - small < 100_000)
    }
}

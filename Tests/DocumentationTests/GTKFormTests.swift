import Desktop
import Foundation
import NotesDriver
import RestorationCore
import Testing

/// Only the user's changes are restored, and only over the same base value.
@Suite(.serialized) struct `A program of GTK that a person uses` {
    func form(_ environment: [String: String] = [:]) async throws -> FormProgram {
        try await FormProgram.built(environment)
    }

    /// The form after a launch in which the user has typed into a widget, which then shows `result`.
    func typed(
        _ text: String,
        into name: String,
        _ result: String,
        _ environment: [String: String] = [:]
    ) async throws -> FormProgram {
        let form = try await form(environment)
        try form.live {
            try $0.type(text, into: name)
            try $0.shows([name: result])
        }
        return form
    }

    @Test func `restores typed text at each later launch, and changes no file`() async throws {
        let form = try await typed(" pie", into: "editor", "apple pie")

        for _ in 0..<2 {
            try form.live { try $0.shows(["editor": "apple pie", "modified": "1"]) }
        }

        #expect(try form.read("apple") == "apple")
        let base = try #require(form.bases("editor").first)
        let digest = /[0-9a-z]+:5:[0-9a-f]{32}@[0-9a-f]{16}/
        #expect(base.wholeMatch(of: digest) != nil, "\(base)")
    }

    /// GTK reports an empty text while the program loads a note over another one.
    @Test func `keeps a newer file, and retains the draft until its base is back`() async throws {
        let form = try await form()
        try form.write("", to: "apple")
        try form.live {
            try $0.type("pie", into: "editor")
            try $0.shows(["editor": "pie"])
        }

        try form.write("newer", to: "apple")
        try form.live {
            try $0.shows(["editor": "newer", "modified": "0"])
            #expect(try $0.report().contains("does not have the value that the user had changed"))
            try form.write("newest", to: "apple")
            try $0.command("load")
            try $0.type("x", into: "title")
            try $0.shows(["title": "untitledx", "editor": "newest", "modified": "0"])
        }
        #expect(try form.changes("editor") == [.string("pie")])
        let shown = try form.revealed("editor")
        #expect(shown.contains("pie"), "\(shown)")

        try form.live {
            try form.write("", to: "apple")
            try $0.command("load")
            try $0.shows(["editor": "pie"])
        }
        #expect(try form.read("apple").isEmpty)
    }

    /// The program never sees a frame of its own text.
    @Test func `restores a text after the handler that has set its base, and before GTK draws`()
        async throws
    {
        let form = try await typed(" pie", into: "editor", "apple pie")

        try form.live { try $0.shows(["editor": "apple pie", "drawn": "apple pie|"]) }
        try form.write("newer", to: "apple")
        try form.live {
            try $0.shows(["editor": "newer", "drawn": "newer|"])
            try form.write("apple", to: "apple")
            try $0.command("load")
            try $0.shows(["editor": "apple pie", "drawn": "newer|apple pie|"])
        }
    }

    @Test func `restores a text only over a base with the same modified flag`() async throws {
        let form = try await typed(" pie", into: "editor", "apple pie")

        try form.write("", to: "flagged")
        try form.live {
            try $0.shows(["editor": "apple", "modified": "1"])
            #expect(try form.changes("editor") == [.string("apple pie")])
            try $0.command("unflag")
            try $0.shows(["editor": "apple pie"])
        }
    }

    @Test func `retains a text that the program refuses`() async throws {
        let form = try await typed("!", into: "title", "untitled!")

        try form.write("", to: "refuses")
        try form.live {
            try $0.type("x", into: "log")
            try $0.shows(["log": "x", "title": "untitled"])
        }

        #expect(try form.changes("title") == [.string("untitled!")])
    }

    @Test func `stores a change of another text beside the waiting draft`() async throws {
        let form = try await typed(" pie", into: "editor", "apple pie")
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

    @Test(arguments: ["editor", "preset"])
    func `changes no widget that the user has used`(used: String) async throws {
        let form = try await typed(" pie", into: "editor", "apple pie")
        try form.write("newer", to: "apple")

        try form.live {
            try $0.shows(["editor": "newer"])
            try $0.click(used)
            try $0.shows(used == "editor" ? ["focus": used] : ["count": "77"])
            try form.write("apple", to: "apple")
            try $0.command("load")
            try $0.shows(["editor": "apple", "modified": "0"])
        }

        #expect(try form.changes("editor") == [.string("apple pie")])
    }

    /// An input method with buttons on the screen composes without a key.
    @Test func `changes no text while an input method composes`() async throws {
        let form = try await typed("q", into: "editor", "appleé", ["GTK_IM_MODULE": "late"])
        try form.write("newer", to: "apple")

        try form.live {
            try $0.shows(["editor": "newer", "focus": "editor"])
            try $0.command("compose")
            try form.write("apple", to: "apple")
            try $0.command("load")
            try $0.shows(["editor": "apple", "modified": "0", "saved": "1"])
        }

        #expect(try form.changes("editor") == [.string("appleé")])
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

    @Test func `restores a draft once the list selects its row by itself`() async throws {
        let form = try await typed(" pie", into: "editor", "apple pie")

        try form.write("", to: "late-rows")
        try form.live {
            try $0.command("rows")
            try $0.shows(["note": "apple", "editor": "apple pie"])
        }
    }

    @Test func `keeps settings that were changed meanwhile`() async throws {
        let form = try await form()
        try form.live {
            try $0.click("dark")
            try $0.shows(["dark": "1"])
            try $0.type("x", into: "nick")
            try $0.type("0", into: "amount")
            try $0.key("Return")
            try $0.shows(["nick": "nobodyx", "amount": "50"])
        }
        for (name, key) in [("dark", "active"), ("nick", "text"), ("amount", "value")] {
            #expect(try form.changes(name, key) == [])
        }

        let settings = "[org/example/form]\ndark=false\nnick='other'\namount=9.0\n"
        try form.write(settings, to: "settings.ini")
        try form.live { try $0.shows(["dark": "0", "nick": "other", "amount": "9"]) }

        #expect(try form.read("settings.ini") == settings)
    }
}

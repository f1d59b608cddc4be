import Desktop
import Foundation
import NotesDriver
import RestorationCore
import Testing

/// Only the user's changes are restored, and only over the same base value.
@Suite(.serialized) struct `A program of GTK that a person uses` {
    private func form(_ environment: [String: String] = [:]) async throws -> FormProgram {
        try await FormProgram.built(environment)
    }

    /// The form after a launch in which the user has typed into a widget, which then shows `result`.
    private func typed(
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

    // MARK: Restores over the same base

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

    @Test(arguments: ["book", "deck"])
    func `shows a page that arrives later, unless the user has used the others`(
        name: String
    ) async throws {
        let form = try await form()
        try form.live {
            try $0.command("turn \(name) b of \(name)")
            try $0.shows([name: "b of \(name)"])
        }

        try form.write("", to: "late-pages")
        try form.live {
            try $0.shows([name: "a of \(name)"])
            try $0.command("pages")
            try $0.shows([name: "b of \(name)"])
        }
        try form.live {
            try $0.shows([name: "a of \(name)"])
            try $0.click("a of \(name)")
            // Shows that GTK has handled the first click.
            try $0.click("title")
            try $0.shows(["focus": "title"])
            try $0.command("pages")
            try $0.shows([name: "a of \(name)", "saved": "1"])
        }
        try form.live {
            try $0.command("pages")
            try $0.shows([name: "a of \(name)", "saved": "1"])
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

    @Test func `selects no late row once the user has used the list`() async throws {
        let form = try await form()
        try form.live {
            try $0.click("berry")
            try $0.shows(["note": "berry"])
        }

        try form.write("", to: "one-row")
        try form.live {
            try $0.shows(["note": "apple"])
            try $0.click("apple")
            try $0.command("rows")
            try $0.showsRows()
            try $0.shows(["note": "apple", "saved": "1"])
        }
    }

    @Test func `leaves the selection and the focus to a program that sets them itself`()
        async throws
    {
        let form = try await form()
        try form.live {
            try $0.click("berry")
            try $0.type("x", into: "late")
            try $0.shows(["note": "berry", "late": "x"])
        }

        try form.write("", to: "insists")
        try form.live {
            try $0.shows(["note": "apple", "focus": "editor"])
            try $0.type("!", into: "title")
            try $0.shows(["note": "apple", "title": "untitled!"])
        }
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
            try $0.click("urgent")
            try $0.shows(["agree": "1", "urgent": "1"])
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

    @Test(arguments: ["title", "editor"])
    func `restores the cursor after its text`(name: String) async throws {
        let form = try await form()
        try form.live {
            try $0.type("!", into: name)
            for key in ["ctrl+Home", "Home", "Right", "Right"] { try $0.key(key) }
            try $0.shows(["\(name) at": "2"])
        }

        try form.live {
            try $0.shows([name: name == "title" ? "untitled!" : "apple!", "\(name) at": "2"])
        }
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
        try form.live { life in
            let desktop = life.program.desktop
            // The text fills the entry, in whose middle the test presses it.
            try life.type(text, into: "title")
            try life.key("ctrl+a")
            try life.shows(["title": "untitled\(text)", "primary": "1"])
            try life.press("title")
            // In steps, as a hand moves.
            for _ in 0..<8 {
                try desktop.act("mousemove_relative", "--", "-8", "4")
                try desktop.settleShortly()
            }
            let place = (life.values["@late"] ?? "").split(separator: " ").map(String.init)
            // Until GTK has begun to drag, and knows the target.
            for step in 0..<1_000 where life.values["dropping"] != "1" {
                let x = "\((Int(place[0]) ?? 0) + step % 2)"
                try desktop.act("mousemove", "--window", life.window, x, place[1])
            }
            try desktop.act("mouseup", "1")
            try life.shows(["late": "untitled\(text)"])
        }

        try form.live { try $0.shows(["late": "untitled\(text)"]) }
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

    @Test func `leaves the primary selection alone`() async throws {
        let form = try await form()
        try form.live {
            try $0.type("!", into: "title")
            try $0.key("ctrl+a")
            try $0.shows(["title": "untitled!", "primary": "1"])
        }

        try form.live { try $0.shows(["title": "untitled!", "focus": "title", "primary": "0"]) }
    }

    @Test func `leaves a revealer to the program`() async throws {
        let form = try await typed("!", into: "title", "untitled!")
        try form.live {
            try $0.command("reveal")
            try $0.type("?", into: "title")
            try $0.shows(["title": "untitled!?", "revealed": "1"])
        }

        try form.live { try $0.shows(["title": "untitled!?", "revealed": "0"]) }
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
        #expect(issues.contains("different names by gtk_widget_set_name."))
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

extension FormLife {
    fileprivate func shows(_ condition: ([String: String]) -> Bool) throws {
        try shows("such values", condition)
    }
}

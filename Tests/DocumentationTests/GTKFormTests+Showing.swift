import Desktop
import Testing

/// Pages, selections, cursors and the focus have no base value.
extension `A program of GTK that a person uses` {
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
            try $0.command("pages b c")
            try $0.shows([name: "b of \(name)"])
        }
        try form.live {
            try $0.shows([name: "a of \(name)"])
            try $0.click("a of \(name)")
            // Shows that GTK has handled the first click.
            try $0.click("title")
            try $0.shows(["focus": "title"])
            try $0.command("pages b c")
            try $0.shows([name: "a of \(name)", "saved": "1"])
        }
        try form.live {
            try $0.command("pages b c")
            try $0.shows([name: "a of \(name)", "saved": "1"])
        }
    }

    @Test(arguments: ["book", "deck"])
    func `shows no page that arrives once a key has turned another`(name: String) async throws {
        let form = try await form()
        try form.live {
            try $0.command("turn \(name) c of \(name)")
            try $0.shows([name: "c of \(name)"])
        }

        try form.write("", to: "late-pages")
        try form.live {
            try $0.command("pages b b")
            try $0.shows([name: "a of \(name)"])
            try $0.key("F9")
            try $0.shows([name: "b of \(name)"])
            try $0.command("pages c c")
            try $0.shows([name: "b of \(name)", "saved": "1"])
        }
    }

    @Test func `leaves the page to the program if the user has closed all pages`() async throws {
        let form = try await form()
        try form.live {
            try $0.command("turn book b of book")
            try $0.shows(["book": "b of book", "saved": "1"])
            try $0.command("close")
            try $0.shows(["book": ""])
        }

        try form.live { try $0.shows(["book": "a of book"]) }
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

    @Test func `selects a late row that a key brings`() async throws {
        let form = try await form()
        try form.live {
            try $0.click("berry")
            try $0.shows(["note": "berry"])
            try $0.type("!", into: "title")
            try $0.shows(["title": "untitled!"])
        }

        try form.write("", to: "late-rows")
        try form.live {
            try $0.shows(["note": "", "focus": "title"])
            try $0.key("F9")
            try $0.shows(["note": "berry"])
        }
    }

    @Test func `leaves the selection and the focus to a program that sets them itself`()
        async throws
    {
        let form = try await form()
        try form.live {
            try $0.click("berry")
            try $0.shows(["note": "berry"])
            try $0.type("x", into: "late")
            try $0.shows(["late": "x"])
        }

        try form.write("", to: "insists")
        try form.live {
            try $0.shows(["note": "apple", "focus": "editor"])
            try $0.type("!", into: "title")
            try $0.shows(["note": "apple", "title": "untitled!"])
        }
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
}

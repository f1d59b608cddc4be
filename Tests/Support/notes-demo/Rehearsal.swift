import Desktop

/// What a person does in Notes before it is killed.
struct Rehearsal {
    let desktop: Desktop
    let life: NotesLife

    static let halfTypedText = " And then, half-typed"

    /// A window, and where it is put: GTK 4 leaves that to the window manager.
    struct Place {
        let title: String
        let x: Int
        let y: Int
    }

    /// Opens three windows and does something in each.
    ///
    /// - Returns: Where they are in the end.
    func perform() throws -> [Place] {
        let first = try life.windows(titled: "Apple pie")[0]
        try resize(first, 760, 560)
        try move(first, 20, 30)
        try click(first, 580, 22)  // New Window
        let both = try life.windows(titled: "Apple pie", count: 2)
        guard let second = both.first(where: { $0 != first }) else { return [] }
        try workInSecond(second)
        try click(first, 700, 22)  // Preferences
        let third = try life.windows(titled: "Preferences")[0]
        try workInPreferences(third)
        try workInFirst(first)
        return [
            Place(title: try desktop.title(of: second), x: 750, y: 440),
            Place(title: try desktop.title(of: third), x: 800, y: 60),
            Place(title: try desktop.title(of: first), x: 20, y: 30),
        ]
    }

    /// Puts the windows where they were.
    static func arrange(_ places: [Place], _ desktop: Desktop, _ life: NotesLife) throws {
        for place in places {
            let window = try life.windows(titled: "^\(place.title)$")[0]
            try desktop.act("windowmove", "--sync", window, "\(place.x)", "\(place.y)")
        }
    }

    private func workInSecond(_ window: String) throws {
        try resize(window, 520, 400)
        try move(window, 750, 440)
        try click(window, 100, 22)  // the search entry
        try type("stew")
        try click(window, 100, 305)  // a row of the list
        try click(window, 120, 70)  // Statistics
        try click(window, 229, 119)  // Words
    }

    private func workInPreferences(_ window: String) throws {
        try move(window, 800, 60)
        try click(window, 250, 30)  // the signature
        try key("End")
        try type(", half a signature")
        try click(window, 214, 69)  // one copy more
        try click(window, 24, 150)  // Ask before closing
    }

    private func workInFirst(_ window: String) throws {
        try click(window, 200, 22)
        try type("ar")
        try scroll(window, 100, 300, times: 8)
        try click(window, 100, 250)
        try drag(window, from: (239, 300), to: (280, 300))  // the divider
        try click(window, 294, 545)  // View
        for _ in 0..<4 { try click(window, 521, 456) }  // more space between lines
        try click(window, 535, 495)  // a wider margin
        try click(window, 452, 420)  // wrapped lines
        try click(window, 487, 536)  // the fonts
        try key("Down")
        try key("Return")
        try scroll(window, 500, 200, times: 4)
        try click(window, 500, 200)
        try key("End")
        try type(Self.halfTypedText)
        for _ in 0..<6 { try key("shift+Left") }
    }

    // MARK: Steps, each of which is seen before the next

    private func click(_ window: String, _ x: Int, _ y: Int) throws {
        try desktop.act("mousemove", "--sync", "--window", window, "\(x)", "\(y)", "click", "1")
        try desktop.settle()
    }

    private func drag(_ window: String, from: (Int, Int), to: (Int, Int)) throws {
        try desktop.act("mousemove", "--sync", "--window", window, "\(from.0)", "\(from.1)")
        try desktop.act("mousedown", "1")
        try desktop.act("mousemove", "--sync", "--window", window, "\(to.0)", "\(to.1)")
        try desktop.settle()
        try desktop.act("mouseup", "1")
        try desktop.settle()
    }

    private func scroll(_ window: String, _ x: Int, _ y: Int, times: Int) throws {
        try desktop.act("mousemove", "--sync", "--window", window, "\(x)", "\(y)")
        try desktop.act("click", "--repeat", "\(times)", "--delay", "20", "5")
        try desktop.settle()
    }

    private func type(_ text: String) throws {
        try desktop.act("type", "--delay", "15", text)
        try desktop.settle()
    }

    private func key(_ name: String) throws {
        try desktop.act("key", name)
        try desktop.settle()
    }

    private func resize(_ window: String, _ width: Int, _ height: Int) throws {
        try desktop.act("windowsize", "--sync", window, "\(width)", "\(height)")
        try desktop.settle()
    }

    private func move(_ window: String, _ x: Int, _ y: Int) throws {
        try desktop.act("windowmove", "--sync", window, "\(x)", "\(y)")
        try desktop.settle()
    }
}

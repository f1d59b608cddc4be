import Desktop
import NotesDriver
import RestorationCore

/// The user's actions in Notes before it is killed.
///
/// Each step is verified by the state that Notes saves, because the picture may show other changes,
/// such as the highlighted button under the pointer.
struct Rehearsal {
    let desktop: Desktop
    let life: NotesLife

    static let halfTypedText = " And then, half-typed"

    /// A window and its position. GTK 4 leaves positions to the window manager.
    struct Place {
        let title: String
        let x: Int
        let y: Int
    }

    /// Opens four windows and works in each.
    ///
    /// - Returns: Their final positions.
    func perform() throws -> [Place] {
        let first = try life.windows(titled: "Apple pie")[0]
        try resize(first, "Notes#1", 760, 560)
        try move(first, 20, 30)
        let second = try openWindow(from: first)
        try workInSecond(second)
        let third = try openWindow(from: first)
        try workInThird(third)
        try click(first, 700, 22)  // Preferences
        let preferences = try life.windows(titled: "Preferences")[0]
        try workInPreferences(preferences)
        try workInFirst(first)
        return [
            Place(title: try desktop.title(of: second), x: 750, y: 440),
            Place(title: try desktop.title(of: third), x: 20, y: 640),
            Place(title: try desktop.title(of: preferences), x: 800, y: 60),
            Place(title: try desktop.title(of: first), x: 20, y: 30),
        ]
    }

    /// Moves the windows to their former positions.
    static func arrange(_ places: [Place], _ desktop: Desktop, _ life: NotesLife) throws {
        for place in places {
            let window = try life.windows(titled: "^\(place.title)$")[0]
            try desktop.act("windowmove", "--sync", window, "\(place.x)", "\(place.y)")
        }
    }

    private func openWindow(from first: String) throws -> String {
        try click(first, 580, 22)  // New Window
        let both = try life.windows(titled: "Apple pie", count: 2)
        guard let new = both.first(where: { $0 != first }) else {
            throw DesktopError("\"New Window\" has opened none.")
        }
        return new
    }

    private func workInSecond(_ window: String) throws {
        try resize(window, "Notes#2", 520, 400)
        try move(window, 750, 440)
        try step("Searching for stew", "Notes#2/search", "text", { $0.text == "stew" }) {
            try click(window, 100, 22)
            try type("stew")
        }
        try change("Selecting a stew", "Notes#2/list", "selection") { try click(window, 100, 305) }
        try step("Turning to the statistics", "Notes#2/pages", "page", { $0.text == "#1" }) {
            try click(window, 120, 70)
        }
        try step("Showing the words", "Notes#2/statistics", "child", { $0.text == "words" }) {
            try click(window, 229, 119)
        }
    }

    /// Leaves line wrapping off here, and the lines do not fit.
    private func workInThird(_ window: String) throws {
        try resize(window, "Notes#3", 560, 230)
        try move(window, 20, 640)
        let offset = ("Notes#3/editor-scroll", "left")
        try step("Going to the end of a line", offset.0, offset.1, { ($0.number ?? 0) > 0 }) {
            try click(window, 400, 130)
            try key("End")
        }
    }

    private func workInPreferences(_ window: String) throws {
        try move(window, 800, 60)
        let signature = ", half a signature"
        try step(
            "Typing a signature",
            "Preferences#1/signature",
            "text",
            { $0.text.hasSuffix(signature) }
        ) {
            try click(window, 250, 30)
            try key("End")
            try type(signature)
        }
        try step("One copy more", "Preferences#1/copies", "value", { $0.text == "2" }) {
            try click(window, 214, 69)
        }
        try step("Asking before closing", "Preferences#1/ask", "active", { $0.text == "1" }) {
            try click(window, 24, 150)
        }
    }

    private func workInFirst(_ window: String) throws {
        try step("Searching for ar", "Notes#1/search", "text", { $0.text == "ar" }) {
            try click(window, 200, 22)
            try type("ar")
        }
        try change("Scrolling the list", "Notes#1/list-scroll", "top") {
            try scroll(window, 100, 300, times: 8)
        }
        try change("Selecting a note", "Notes#1/list", "selection") { try click(window, 100, 250) }
        try moveDivider(window)
        try showDetails(window)
        try change("Scrolling the text", "Notes#1/editor-scroll", "top") {
            try scroll(window, 500, 200, times: 4)
        }
        let text = Self.halfTypedText
        try step("Typing", "Notes#1/editor", "text", { $0.text.contains(text) }) {
            try click(window, 500, 200)
            try key("End")
            try type(text)
        }
        try step("Selecting text", "Notes#1/editor", "selection", Self.isSelected) {
            for _ in 0..<6 { try key("shift+Left") }
        }
    }

    private static func isSelected(_ selection: RestorationValue) -> Bool {
        guard let cursor = selection.part("cursor"), let anchor = selection.part("anchor") else {
            return false
        }
        return cursor == anchor - 6
    }

    private func moveDivider(_ window: String) throws {
        try step("Moving the divider", "Notes#1/divider", "position", { ($0.number ?? 0) > 270 }) {
            try drag(window, from: (201, 300), to: (280, 300))
        }
    }

    private func showDetails(_ window: String) throws {
        try step("Opening the view", "Notes#1/view", "expanded", { $0.number == 1 }) {
            try click(window, 294, 545)
        }
        try step("More space between lines", "Notes#1/spacing", "value", { $0.text == "4" }) {
            for _ in 0..<4 { try click(window, 521, 456) }
        }
        try change("A wider margin", "Notes#1/margin", "value") { try click(window, 535, 495) }
        try step("Wrapping lines", "Notes#1/wrap", "active", { $0.text == "1" }) {
            try click(window, 452, 420)
        }
        try step("Choosing a font", "Notes#1/font", "choice", { $0.text == "Monospace" }) {
            try click(window, 487, 536)
            try key("Down")
            try key("Return")
        }
    }

    // MARK: Steps, each of which is saved before the next

    private func step(
        _ name: String,
        _ path: String,
        _ key: String,
        _ isDone: (RestorationValue) -> Bool,
        _ action: () throws -> Void
    ) throws {
        try action()
        try life.awaitEffect(of: name, on: SavedPlace(path, key), isDone)
    }

    private func change(
        _ name: String,
        _ path: String,
        _ key: String,
        _ action: () throws -> Void
    ) throws {
        let before = try life.state.value(SavedPlace(path, key))
        try step(name, path, key, { $0 != before }, action)
    }

    private func resize(_ window: String, _ path: String, _ width: Int, _ height: Int) throws {
        let size = (Double(width), Double(height))
        try step(
            "Resizing a window",
            path,
            "size",
            { $0.part("width") == size.0 && $0.part("height") == size.1 }
        ) {
            try desktop.act("windowsize", "--sync", window, "\(width)", "\(height)")
            try desktop.settle()
        }
    }

    // MARK: Input

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

    private func move(_ window: String, _ x: Int, _ y: Int) throws {
        try desktop.act("windowmove", "--sync", window, "\(x)", "\(y)")
        try desktop.settle()
    }
}

import Desktop
import Foundation
import RestorationCore
import TestSupport
import Testing

/// Random launches of the form: the user's input and the program's changes, files and settings that
/// change while it is off, and rows that come at any time.
///
/// `RESTORATION_GTK_LIVES` sets the number of launches; every tenth one ends by SIGKILL if it is above
/// 100. A launch without input follows.
@Suite(.serialized) struct `A program of GTK in random launches` {
    @Test func `loses no typed text, replaces no newer value, and changes no file`() async throws {
        let form = try await FormProgram.built()
        let wanted = ProcessInfo.processInfo.environment["RESTORATION_GTK_LIVES"] ?? ""
        let count = Int(wanted) ?? 100
        let killed = count > 100 ? 10 : count
        var lives = FormLives(form)
        for _ in 0..<(count / killed) {
            // A launch without input.
            try form.live { try lives.check($0) }
            try form.live { life in
                try lives.check(life)
                for _ in 1..<killed {
                    try lives.play(life)
                    try life.restart()
                    try lives.check(life)
                }
                try lives.play(life)
            }
        }
    }
}

/// A simulated user and program, and the facts that must hold.
private struct FormLives {
    private let form: FormProgram
    private var random = SeededGenerator(seed: 52)
    private var number = 0
    /// The widgets with their initial values.
    private static let widgets = [
        "title": ("text", "untitled"), "log": ("text", ""), "count": ("value", "0"),
        "agree": ("active", "0"), "urgent": ("active", "0"),
    ]
    private static let notes = ["apple", "berry", "cherry"]
    /// A text in each note, which must appear nowhere else.
    private var files: [String: String]
    private var settings = ""
    /// The saved changes of the last launch.
    private var saved: [String: [String]] = [:]
    /// The values that the user saw last and the program has not changed since.
    private var mine: [String: String] = [:]
    /// The widgets that the user has typed into in this launch.
    private var typed: Set<String> = []
    private var journal: [String] = []

    init(_ form: FormProgram) {
        self.form = form
        files = Dictionary(uniqueKeysWithValues: Self.notes.map { ($0, $0) })
    }

    private mutating func note(_ words: String) { journal.append(words) }

    private func fail(_ words: String) throws -> Never {
        throw DesktopError("\(words), after:\n\(journal.suffix(40).joined(separator: "\n"))")
    }

    private func changes(_ name: String) throws -> [String] {
        let key = Self.widgets[name]?.0 ?? "text"
        return try form.changes(name, key).map { value in
            switch value {
            case .string(let text): text
            case .double(let number): "\(Int(number))"
            default: "\(value)"
            }
        }
    }

    // MARK: One launch

    /// Simulates a user and a program, and ends with everything saved.
    mutating func play(_ life: FormLife) throws {
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            number += 1
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1, 2: try type(life, into: "editor")
            case 3: try type(life, into: ["title", "log"].randomElement(using: &random)!)
            case 4:
                let note = Self.notes.randomElement(using: &random)!
                note == life.values["note"] ? () : try select(note, life)
            case 5: try toggle(["agree", "urgent"].randomElement(using: &random)!, life)
            case 6:
                self.note("set title")
                try life.command("set title program \(number)")
                try life.shows(["title": "program \(number)"])
                mine["title"] = nil
            case 7:
                self.note("append to the log")
                try life.command("append log \(number),")
                try life.shows("\(number),") { $0["log"]?.contains("\(number),") ?? false }
                // It adds to a text that the user is typing.
                mine["log"] = typed.contains("log") ? life.values["log"] : nil
            case 8: try toggle("dark", life)
            default:
                self.note("now")
                let before = life.values["editor"] ?? ""
                try life.click("now")
                try life.shows("another text") { $0["editor"] != before }
                mine["editor"] = life.values["editor"]
            }
        }
        try life.shows(["saved": "1"])
        for (name, value) in mine where try !changes(name).contains(value) {
            guard value != Self.widgets[name]?.1 else { continue }
            try fail("\"\(value)\" of \(name) is not saved, but \(try changes(name))")
        }
        for name in ["editor"] + Self.widgets.keys { saved[name] = try changes(name) }
        for note in Self.notes { files[note] = try form.read(note) }
        settings = (try? form.read("settings.ini")) ?? ""
        try changeMeanwhile()
    }

    private mutating func type(_ life: FormLife, into name: String) throws {
        note("type \(number) into \(name)")
        try life.type("\(number);", into: name)
        try life.shows("\(number); in \(name)") { $0[name]?.contains("\(number);") ?? false }
        mine[name] = life.values[name]
        typed.insert(name)
    }

    private mutating func select(_ name: String, _ life: FormLife) throws {
        note("select \(name)")
        try life.click(name)
        try life.shows(["note": name])
        // The program has stored the text in its file.
        mine["editor"] = nil
    }

    private mutating func toggle(_ name: String, _ life: FormLife) throws {
        note("toggle \(name)")
        let wanted = life.values[name] == "1" ? "0" : "1"
        try life.click(name)
        try life.shows([name: wanted])
        if name != "dark" { mine[name] = wanted }
    }

    /// Changes files and settings while the program is off.
    private mutating func changeMeanwhile() throws {
        if Int.random(in: 0..<4, using: &random) == 0 {
            let note = Self.notes.randomElement(using: &random)!
            self.note("change the file of \(note)")
            files[note] = "newer \(number) \(note)"
            try form.write(files[note]!, to: note)
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            self.note("change the settings")
            settings = "[org/example/form]\ndark=\(Bool.random(using: &random))\n"
            try form.write(settings, to: "settings.ini")
        }
        form.remove("late-rows")
        if Bool.random(using: &random) { try form.write("", to: "late-rows") }
        note("restart")
    }

    // MARK: Judging a launch

    mutating func check(_ life: FormLife) throws {
        mine = [:]
        typed = []
        if life.values["note"] == "" {
            note("rows")
            try life.command("rows")
        }
        try life.shows("a note") { $0["note"] != "" }
        try life.showsRows()
        try life.shows(["saved": "1"])
        let values = life.values
        for note in Self.notes where try form.read(note) != files[note] {
            try fail("The restore has changed the file of \(note)")
        }
        if (try? form.read("settings.ini")) ?? "" != settings {
            try fail("The restore has changed the settings")
        }
        let isDark = settings.contains("dark=true") ? "1" : "0"
        if values["dark"] != isDark { try fail("The restore has changed a setting") }
        var own = Self.widgets.mapValues(\.1)
        own["editor"] = files[values["note"] ?? ""] ?? ""
        for (name, program) in own {
            let shown = values[name] ?? ""
            let known = saved[name] ?? []
            if shown != program, !known.contains(shown) {
                try fail("\(name) shows \"\(shown)\", which nobody has saved")
            }
            for value in known where try value != shown && !changes(name).contains(value) {
                try fail("\"\(value)\" of \(name) is lost")
            }
            // A change of a text that is there must be in its place.
            if name != "editor", let last = known.last, program != shown, last != shown,
                !known.contains(shown)
            {
                try fail("\(name) shows \"\(shown)\"")
            }
            if shown != program { mine[name] = shown }
        }
    }
}

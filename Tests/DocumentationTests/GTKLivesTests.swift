import Desktop
import Foundation
import RestorationCore
import TestSupport
import Testing

/// Random launches of the program `Tests/Fixtures/GTKForm`: the user and the program change values,
/// files and settings change while the program is not running, and rows arrive early or late.
///
/// `RESTORATION_GTK_LIVES` sets the number of launches, 100 by default. If it is above 100, the
/// process is killed after every tenth launch, else after the last one. The other launches are new
/// sessions in the same process. Before each process, another one is launched without input.
@Suite(.serialized) struct `A program of GTK in random launches` {
    @Test func `loses no typed text, replaces no newer value, and changes no file`() async throws {
        let form = try await FormProgram.built(on: Desktop())
        let wanted = ProcessInfo.processInfo.environment["RESTORATION_GTK_LIVES"] ?? ""
        let count = Int(wanted) ?? 100
        let launchesPerProcess = count > 100 ? 10 : count
        var lives = FormLives(form)
        for _ in 0..<(count / launchesPerProcess) {
            // A launch without input.
            try form.live { try lives.check($0) }
            try form.live { life in
                try lives.check(life)
                for _ in 1..<launchesPerProcess {
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
    /// The widgets, each with the key that it saves and its initial value.
    private static let widgets = [
        "title": ("text", "untitled"), "log": ("text", ""), "count": ("value", "0"),
        "agree": ("active", "0"), "urgent": ("active", "0"),
    ]
    private static let notes = ["apple", "berry", "cherry"]
    /// The content of each note's file, which a restore must not change.
    private var files: [String: String]
    private var settings = ""
    /// The saved changes of the last launch.
    private var saved: [String: [String]] = [:]
    /// The value that each widget last showed the user, unless the program has changed it since.
    private var mine: [String: String] = [:]
    /// The widgets that the user has typed into in this launch.
    private var typed: Set<String> = []
    private var journal: [String] = []

    init(_ form: FormProgram) {
        self.form = form
        files = Dictionary(uniqueKeysWithValues: Self.notes.map { ($0, $0) })
    }

    private mutating func record(_ words: String) { journal.append(words) }

    private func fail(_ words: String) throws -> Never {
        throw DesktopError("\(words), after:\n\(journal.suffix(40).joined(separator: "\n"))")
    }

    private func changes(_ name: String) throws -> [String] {
        let key = Self.widgets[name]?.0 ?? "text"
        return try form.changes(name, key).map { value in
            switch value {
            case .string(let text): text
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
                record("set title")
                try life.command("set title program \(number)")
                try life.shows(["title": "program \(number)"])
                mine["title"] = nil
            case 7:
                record("append to the log")
                try life.command("append log \(number),")
                try life.shows("\(number),") { $0["log"]?.contains("\(number),") ?? false }
                // It adds to a text that the user is typing.
                mine["log"] = typed.contains("log") ? life.values["log"] : nil
            case 8: try toggle("dark", life)
            default:
                record("now")
                let before = life.values["editor"] ?? ""
                try life.click("now")
                try life.shows("another text") { $0["editor"] != before }
                mine["editor"] = life.values["editor"]
            }
        }
        try life.shows(["saved": "1"])
        for (name, value) in mine where try !changes(name).contains(value) {
            guard value != Self.widgets[name]?.1 else { continue }
            try fail("\"\(value)\" of \(name) is not saved; saved are \(try changes(name))")
        }
        for name in ["editor"] + Self.widgets.keys { saved[name] = try changes(name) }
        for note in Self.notes { files[note] = try form.read(note) }
        settings = (try? form.read("settings.ini")) ?? ""
        try changeMeanwhile()
    }

    private mutating func type(_ life: FormLife, into name: String) throws {
        record("type \(number) into \(name)")
        try life.type("\(number);", into: name)
        try life.shows("\(number); in \(name)") { $0[name]?.contains("\(number);") ?? false }
        mine[name] = life.values[name]
        typed.insert(name)
    }

    private mutating func select(_ name: String, _ life: FormLife) throws {
        record("select \(name)")
        try life.click(name)
        try life.shows(["note": name])
        // The program has stored the text in its file.
        mine["editor"] = nil
    }

    private mutating func toggle(_ name: String, _ life: FormLife) throws {
        record("toggle \(name)")
        let wanted = life.values[name] == "1" ? "0" : "1"
        try life.click(name)
        try life.shows([name: wanted])
        if name != "dark" { mine[name] = wanted }
    }

    /// Changes files and settings while the program is off.
    private mutating func changeMeanwhile() throws {
        if Int.random(in: 0..<4, using: &random) == 0 {
            let note = Self.notes.randomElement(using: &random)!
            record("change the file of \(note)")
            files[note] = "newer \(number) \(note)"
            try form.write(files[note]!, to: note)
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            record("change the settings")
            settings = "[org/example/form]\ndark=\(Bool.random(using: &random))\n"
            try form.write(settings, to: "settings.ini")
        }
        form.remove("late-rows")
        if Bool.random(using: &random) { try form.write("", to: "late-rows") }
        record("restart")
    }

    // MARK: Judging a launch

    mutating func check(_ life: FormLife) throws {
        mine = [:]
        typed = []
        if life.values["note"] == "" {
            record("rows")
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
        var valuesOfProgram = Self.widgets.mapValues(\.1)
        valuesOfProgram["editor"] = files[values["note"] ?? ""] ?? ""
        for (name, unchanged) in valuesOfProgram {
            let shown = values[name] ?? ""
            let known = saved[name] ?? []
            if shown != unchanged, !known.contains(shown) {
                try fail("\(name) shows \"\(shown)\", which nobody has saved")
            }
            for value in known where try value != shown && !changes(name).contains(value) {
                try fail("\"\(value)\" of \(name) is lost")
            }
            if shown != unchanged { mine[name] = shown }
        }
    }
}

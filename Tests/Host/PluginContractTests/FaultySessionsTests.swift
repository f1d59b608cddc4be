import Foundation
import RestorationCore
import RestorationKit
import RestorationStorage
import TestSupport
import Testing

/// Sessions in separate processes, each with one fault of a plugin, checked against a model.
/// RESTORATION_SESSIONS sets their number.
@Suite struct `Sessions with random faults` {
    private static let count =
        ProcessInfo.processInfo.environment["RESTORATION_SESSIONS"].flatMap(Int.init) ?? 100

    @Test func `account for every object, cost nothing else, and end like a twin without faults`()
        throws
    {
        let libraries = try FaultyLibraries()
        for seed in 0..<max(Self.count / FaultyLaunch.sessions, 1) {
            var launch = try FaultyLaunch(seed: UInt64(seed), libraries)
            try launch.play()
        }
    }
}

/// The libraries of three plugins, each in two builds of the current version and one of an older
/// version.
struct FaultyLibraries {
    private let program: ContractProgram

    enum Build: String, CaseIterable { case first, second, older }

    init() throws {
        program = try ContractProgram()
        for plugin in FaultyLaunch.plugins {
            for build in Build.allCases {
                let options: [String] =
                    switch build {
                    case .first: []
                    case .second: ["-DREBUILT"]
                    case .older: ["-DOLD"]
                    }
                try ContractPlugin.compile(
                    "faulty",
                    named: "\(plugin)\(build)",
                    into: program.plugins,
                    options: ["-D\(plugin)"] + options
                )
            }
        }
    }

    func file(_ plugin: String, _ build: Build) -> String {
        "\(program.plugins)/lib\(plugin)\(build).so"
    }
}

/// Consecutive sessions of one program, and the expected state of its objects.
struct FaultyLaunch {
    static let plugins = ["P", "Q", "R"]
    static let sessions = 20
    private static let names = plugins.flatMap { plugin in (1...3).map { "\(plugin)\($0)" } }

    /// The fault of one session.
    private enum Fault: CustomStringConvertible {
        /// The plugin's code misbehaves at a stage.
        case code(plugin: String, stage: String, kind: String, object: String)
        /// The library is missing, of an older version, or writable by everyone.
        case missing(String), older(String), open(String)

        var plugin: String {
            switch self {
            case .code(let plugin, _, _, _), .missing(let plugin), .older(let plugin),
                .open(let plugin):
                plugin
            }
        }

        var description: String {
            switch self {
            case .code(_, let stage, let kind, let object): "\(stage) \(kind) \(object)"
            case .missing(let plugin): "\(plugin) missing"
            case .older(let plugin): "\(plugin) older"
            case .open(let plugin): "\(plugin) open"
            }
        }
    }

    private let libraries: FaultyLibraries
    private let program: ContractProgram
    private let seed: UInt64
    private var random: SeededGenerator
    private var builds = Dictionary(
        uniqueKeysWithValues: plugins.map { ($0, FaultyLibraries.Build.first) }
    )
    /// The saved texts by object name.
    private var texts: [String: String] = [:]
    /// The plugins whose current build has crashed or hung.
    private var crashed: Set<String> = []
    private var number = 0
    /// The number of consecutive sessions that ended in a plugin's code.
    private var ended = 0
    private var history: [String] = []

    init(seed: UInt64, _ libraries: FaultyLibraries) throws {
        self.seed = seed
        self.libraries = libraries
        random = SeededGenerator(seed: seed)
        program = try ContractProgram()
        for plugin in Self.plugins { try install(plugin, .first) }
    }

    mutating func play() throws {
        try begin()
        for _ in 0..<Self.sessions { try playSession() }
        try end()
    }

    // MARK: Files

    private func file(_ plugin: String) -> String { "\(program.plugins)/lib\(plugin).so" }

    private func install(_ plugin: String, _ build: FaultyLibraries.Build) throws {
        try? FileManager.default.removeItem(atPath: file(plugin))
        try FileManager.default.copyItem(
            atPath: libraries.file(plugin, build),
            toPath: file(plugin)
        )
    }

    /// Installs another build of the same version, so that objects left out after a crash are tried
    /// again.
    private mutating func rebuild(_ plugin: String) throws {
        let build: FaultyLibraries.Build = builds[plugin] == .first ? .second : .first
        builds[plugin] = build
        crashed.remove(plugin)
        try install(plugin, build)
    }

    // MARK: Sessions

    /// The output of one session.
    private struct Told {
        var outcomes: [String: [String]] = [:]
        var written: [String] = []
        var hasSaved = false
        var status: Int32 = 0
    }

    private func run(_ arguments: [String], fault: String? = nil) throws -> Told {
        var environment = ["HOME": program.directory, "SWIFT_BACKTRACE": "enable=no"]
        environment["RESTORATION_FAULT"] = fault
        let run = try ProgramRun(
            "FaultySession",
            [program.directory] + arguments,
            environment: environment
        )
        var told = Told()
        told.status = run.status
        for line in run.output.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            switch words[0] {
            case "entry": told.outcomes[words[1], default: []].append(words[2])
            case "wrote": told.written.append(words[1])
            case "saved": told.hasSaved = true
            default: break
            }
        }
        return told
    }

    private mutating func begin() throws {
        let made = Self.names.flatMap { ["make", $0, "write", $0, "\($0) of \(seed)"] }
        let told = try run(made)
        try #require(told.hasSaved && told.written == Self.names, "seed \(seed)")
        for name in Self.names { texts[name] = "\(name) of \(seed)" }
    }

    private mutating func playSession() throws {
        number += 1
        let fault = chooseFault()
        let object = Self.names.randomElement(using: &random)!
        let text = "\(object) in \(number)"
        var code: String?
        switch fault {
        case .code: code = "\(fault)"
        case .missing(let plugin):
            try FileManager.default.moveItem(atPath: file(plugin), toPath: file(plugin) + "-away")
        case .older(let plugin): try install(plugin, .older)
        case .open(let plugin):
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o777],
                ofItemAtPath: file(plugin)
            )
        }
        let told = try run(["write", object, text], fault: code)
        switch fault {
        case .code: break
        case .missing(let plugin):
            try FileManager.default.moveItem(atPath: file(plugin) + "-away", toPath: file(plugin))
        case .older(let plugin):
            try install(plugin, builds[plugin]!)
            // A new copy counts as another build.
            crashed.remove(plugin)
        case .open(let plugin):
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755],
                ofItemAtPath: file(plugin)
            )
        }
        try check(told, fault, writing: text, to: object)
        if Bool.random(using: &random) {
            for plugin in crashed.sorted() { try rebuild(plugin) }
            history.append("rebuilt")
        }
    }

    private mutating func chooseFault() -> Fault {
        let plugin = Self.plugins.randomElement(using: &random)!
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return .missing(plugin)
        case 1: return .older(plugin)
        case 2: return .open(plugin)
        default:
            let stages = ["load", "create", "decode", "finished", "encode", "method"]
            let stage = stages.randomElement(using: &random)!
            // After three consecutive crashes, one launch retains everything. Another test covers
            // that.
            var kinds = ended < 2 ? ["crash", "hang", "slow"] : ["slow"]
            if ["load", "create", "decode", "encode"].contains(stage) { kinds.append("fail") }
            if ["decode", "encode"].contains(stage) { kinds.append("garbage") }
            let id = "org.example.\(plugin.lowercased())"
            return .code(
                plugin: plugin,
                stage: stage,
                kind: kinds.randomElement(using: &random)!,
                object: stage == "load" ? id : plugin + "\(Int.random(in: 1...3, using: &random))"
            )
        }
    }

    // MARK: Checks

    private mutating func check(
        _ told: Told,
        _ fault: Fault,
        writing text: String,
        to object: String
    ) throws {
        history.append("\(fault), writing \(object)" + (told.hasSaved ? "" : ", not saved"))
        let place: Comment =
            "seed \(seed), session \(number): \(history.suffix(6).joined(separator: "; "))"
        let records = try program.saved()
        // Every object always has exactly one record.
        let paths = records.map(\.path)
        #expect(paths.sorted() == (["Frame"] + Self.names.map { "Frame/\($0)" }).sorted(), place)
        ended = told.hasSaved ? 0 : ended + 1
        if told.hasSaved {
            #expect(told.status == 0, place)
            // The report has one entry for each record.
            #expect(told.outcomes.keys.sorted() == paths.sorted(), place)
            #expect(told.outcomes.values.allSatisfy { $0.count == 1 }, place)
            #expect(!mustEnd(fault), place)
            if isUntouched(object, by: fault) { #expect(told.written == [object], place) }
            if let name = mustFail(fault) {
                #expect(told.outcomes["Frame/\(name)"] == ["retained"], place)
            }
            for name in Self.names where isUntouched(name, by: fault) {
                #expect(told.outcomes["Frame/\(name)"] == ["restored"], "\(name), \(place)")
            }
        } else {
            guard case .code(let plugin, _, let kind, _) = fault else {
                Issue.record("it has not saved: \(place)")
                return
            }
            #expect(["crash", "hang"].contains(kind), place)
            crashed.insert(plugin)
        }
        // A confirmed write is saved, unless the object fails to encode it.
        var mayBe = texts
        if told.hasSaved, told.written == [object] { mayBe[object] = text }
        for name in Self.names {
            let line = try #require(records.first { $0.path == "Frame/\(name)" }).values
                .first { $0.hasPrefix("\"text\"") }
            let isNew = line == "\"text\": \"\(mayBe[name] ?? "")\""
            let isOld = line == "\"text\": \"\(texts[name] ?? "")\""
            #expect(
                isNew || isOld && !saves(name, despite: fault),
                "\(name) \(line ?? ""), \(place)"
            )
            if isNew { texts[name] = mayBe[name] }
        }
    }

    /// Whether an object must be restored, because no fault so far concerns it.
    private func isUntouched(_ name: String, by fault: Fault) -> Bool {
        let plugin = String(name.prefix(1))
        guard !crashed.contains(plugin) else { return false }
        guard fault.plugin == plugin else { return true }
        guard case .code(_, let stage, let kind, let object) = fault else { return false }
        if ["slow"].contains(kind) || ["encode", "method"].contains(stage) { return true }
        return stage != "load" && object != name
    }

    /// Whether the fault is certain to end the session.
    private func mustEnd(_ fault: Fault) -> Bool {
        guard case .code(let plugin, let stage, let kind, _) = fault, !crashed.contains(plugin)
        else { return false }
        return ["crash", "hang"].contains(kind) && stage != "method"
    }

    /// The object that is certain not to be restored, since its code fails.
    private func mustFail(_ fault: Fault) -> String? {
        guard case .code(let plugin, let stage, let kind, let object) = fault,
            !crashed.contains(plugin), ["create", "decode"].contains(stage),
            ["fail", "garbage"].contains(kind)
        else { return nil }
        return object
    }

    /// Whether an object with a text is able to encode it.
    private func saves(_ name: String, despite fault: Fault) -> Bool {
        guard case .code(_, "encode", let kind, name) = fault else {
            // Code that has crashed while encoding is not called again.
            return !crashed.contains(String(name.prefix(1)))
        }
        return kind == "slow"
    }

    // MARK: Last session

    /// Removes all faults and expects the same state as in a program without faults.
    private mutating func end() throws {
        for plugin in Self.plugins { try rebuild(plugin) }
        var told = try run([])
        // After a hang or a crash, the next launch may retain everything again.
        for _ in 0..<2 where !told.outcomes.values.allSatisfy({ $0 == ["restored"] }) {
            told = try run([])
        }
        #expect(told.outcomes.count == Self.names.count + 1, "seed \(seed)")
        #expect(told.outcomes.values.allSatisfy { $0 == ["restored"] }, "seed \(seed): \(told)")

        let twin = try FaultyLaunch(seed: seed, libraries)
        let made = Self.names.flatMap { ["make", $0, "write", $0, texts[$0] ?? ""] }
        #expect(try twin.run(made).hasSaved)
        let order = Self.names.map { "Frame/\($0)" }
        func tree(_ records: [SavedRecord]) -> [[String]] {
            order.map { path in records.filter { $0.path == path }.flatMap(\.text) }
        }
        #expect(tree(try program.saved()) == tree(try twin.program.saved()), "seed \(seed)")
    }
}

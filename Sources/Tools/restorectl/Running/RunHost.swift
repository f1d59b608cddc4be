import RestorationCore
import RestorationDiscovery
import RestorationKit
import RestorationPlugins
import RestorationTesting

struct RunHost {
    private let command: PluginRun
    private let streams: StandardStreams
    private let folder: RunFolder
    private let program: PluginProgram
    private var line: Int

    init(_ command: PluginRun, in folder: RunFolder, _ streams: StandardStreams) throws {
        self.command = command
        self.folder = folder
        self.streams = streams
        line = command.line
        let plugin = try DiscoveredPlugin.named(command.file)
        guard !plugin.isBinding else { throw CommandError.bindingNotRun(command.file) }
        let application =
            command.application ?? plugin.manifest.applications.applications.first?.rawValue
            ?? "org.restorationkit.restorectl"
        _ = try ApplicationIdentifier.parse(application)
        let trace = try command.trace.map { try CallTraceFile($0, isContinued: true) }
        let isQuiet = command.quiet
        program = try PluginProgram(
            plugin,
            application: application,
            in: folder,
            current: command.current
        ) { call in
            trace?.add(call)
            if !isQuiet { Self.say(call, on: streams) }
        }
        let report = try program.session.restore()
        say(report)
        if report.generation == nil, command.line > 0 || command.crash != nil {
            say("nothing was saved: the run starts afresh")
        }
        // Captures no `self`, which owns the session.
        program.session.onPluginReload = { Self.say("\($0)", .plain, on: streams) }
    }

    private static func say(_ call: PluginCallTrace, on streams: StandardStreams) {
        var page = Page()
        let place = call.path.isEmpty ? "" : "  \(call.path)"
        page.add(Span("· \(call)\(place)", .aside), indent: 2)
        _ = streams.write(page.text(hasColours: streams.hasColours(.output)), to: .output)
    }

    private func say(_ text: String, _ meaning: Span.Meaning = .plain) {
        Self.say(text, meaning, on: streams)
    }

    private static func say(
        _ text: String,
        _ meaning: Span.Meaning,
        on streams: StandardStreams
    ) {
        var page = Page()
        for line in text.split(separator: "\n") { page.add(Span(String(line), meaning)) }
        _ = streams.write(page.text(hasColours: streams.hasColours(.output)), to: .output)
    }

    private func say(_ report: RestorationReport) {
        for note in report.notes {
            say(note.problem + (note.place.map { ": \($0)" } ?? ""), .caution)
        }
        let counts = RestorationReport.Outcome.allCases.map { ($0, report.count(of: $0)) }
            .filter { $0.1 > 0 }.map { "\($0.1) \($0.0.rawValue)" }
        guard !counts.isEmpty else { return }
        say("restored generation \(report.generation ?? 0): " + counts.joined(separator: ", "))
        for entry in report.entries where !entry.outcome.isSuccess {
            let reason = entry.reason.map { ": \($0.problem). \(Self.remedy(of: $0))" } ?? ""
            say("\(entry.path): \(entry.outcome.rawValue)\(reason)", .caution)
        }
    }

    /// Executes all steps. Returns whether all succeeded.
    mutating func run() throws -> Bool {
        let isInteractive = RunProcess.isInteractive
        // The step that crashed was the first failure.
        guard isInteractive || command.crash == nil else { return false }
        while true {
            if isInteractive { _ = streams.write("> ", to: .output) }
            while !RunProcess.hasInput(or: program.session.fileDescriptor) {
                program.session.runPending()
            }
            guard let text = RunProcess.readLine() else { break }
            line += 1
            if line == 1 || command.crash != nil { folder.recordBeginning() }
            do {
                program.session.runPending()
                guard let step = try RunStep(parsing: text) else { continue }
                if step == .quit { break }
                if !isInteractive { say("> \(text)", .title) }
                try perform(step)
                program.session.runPending()
            } catch {
                tell(error, isInteractive: isInteractive)
                guard isInteractive else { return false }
            }
        }
        try program.session.preserveNow()
        program.session.close()
        return true
    }

    private func tell(_ error: any Error, isInteractive: Bool) {
        let place = isInteractive ? nil : "\(command.script ?? "standard input"), line \(line)"
        let diagnosis = Self.diagnosis(of: error, isInteractive: isInteractive)
        streams.report(
            Diagnosis(
                problem: diagnosis.problem,
                place: place ?? diagnosis.place,
                remedy: Self.remedy(of: diagnosis)
            )
        )
    }

    private func perform(_ step: RunStep) throws {
        switch step {
        case .make(let path, let className, let parameters):
            say("made \(try program.make(path, className: className, parameters: parameters))")
        case .list: for (path, object) in program.objects { say("\(path)\(story(of: object))") }
        case .show(let path): try show(path)
        case .call(let path, let method, let arguments):
            guard let object = try restored(path) as? any MethodProviding else {
                throw PluginProgram.Fault("the object has no methods")
            }
            let types = object.parameterTypes(ofMethod: method)
            let values = arguments.enumerated().map { number, word in
                MethodValue.value(word.value(as: number < types.count ? types[number] : .unknown))
            }
            let result = try folder.noting("in its method \(method)") {
                try object.call(method, arguments: values)
            }
            if let value = result.value, value != .null {
                say("= \(StateSnapshot.text(of: value))")
            }
        case .set(let path, let key, let value): try set(path, key, value)
        case .expect(let path, let key, let value): try expect(path, key, value)
        case .save: try save()
        case .reload:
            do { try program.reload(command.file) } catch {
                say("the old code continues", .caution)
                throw error
            }
        case .kill: end()
        case .restart:
            try save()
            program.session.close()
            end()
        case .help:
            for (form, does) in RunStep.summaries { say("\(form.padded(to: 36))\(does)") }
        case .quit: break
        }
    }

    private func restored(_ path: String?) throws -> any Restorable {
        let (path, object) = try program.object(at: path)
        let standIn = object as? UnavailableObject
        guard let reason = standIn?.reason ?? (object as? PluginObject)?.failure else {
            return object
        }
        guard standIn?.isAwaited != true else {
            throw PluginProgram.Fault(
                "\(path) has not come yet: \(reason.problem)",
                remedy: reason.remedy
            )
        }
        throw PluginProgram.Fault(
            "\(path) could not be restored, and its state is retained: \(reason.problem)",
            remedy: Self.retryCommand
        )
    }

    private func set(_ path: String?, _ key: String, _ value: RunStep.Word) throws {
        let object = try restored(path) as? PluginObject
        let properties = object?.declaredProperties ?? []
        guard let object, let type = properties.first(where: { $0.key == key })?.type else {
            let near = Spelling.nearest(to: key, among: properties.map(\.key))
            throw PluginProgram.Fault(
                "the object has no property \"\(key)\""
                    + (near.map { "; did you mean \($0)?" } ?? "")
            )
        }
        do {
            _ = try folder.noting("in the setter of \(key)") {
                try object.setProperty(key, to: value.value(as: WrittenType(type)))
            }
        } catch PluginError.callFailed(let failure) {
            throw PluginProgram.Fault(
                "\(key) was not set: \(failure.message ?? "its setter gave no reason")",
                remedy: "Give it another value of type \(type); show lists the properties with"
                    + " their types."
            )
        }
    }

    private func save() throws {
        let start = ContinuousClock.now
        let outcome = try program.session.preserveNow()
        let time = ContinuousClock.now - start
        say("saved generation \(outcome?.generation ?? 0), \(time.briefly)")
        for issue in outcome?.report.issues ?? [] {
            say("\(issue.diagnosis.problem). \(Self.remedy(of: issue.diagnosis))", .caution)
        }
    }

    private func end() -> Never {
        RunProcess.replace(
            with: command.arguments(in: folder, line: line, current: program.current)
        )
    }

    private func story(of object: any Restorable) -> String {
        (object as? UnavailableObject).map { ": \($0.reason.problem)" } ?? ""
    }

    private func show(_ path: String?) throws {
        let (path, object) = try program.object(at: path)
        if let state = try program.snapshot()[path] {
            let lines = command.reveal ? state.lines : state.redactedLines
            say(lines.joined(separator: "\n"))
        }
        if let reason = program.session.failure(of: object) { say(reason.problem, .caution) }
        for (key, type) in (object as? PluginObject)?.declaredProperties ?? [] {
            say("  property \(key): \(type)")
        }
        for method in (object as? any MethodProviding)?.restorationMethods ?? [] {
            say("  method \(method.name)\(method.signature)")
        }
    }

    private func expect(_ path: String?, _ key: String, _ wanted: RunStep.Word) throws {
        let (path, _) = try program.object(at: path)
        let state = try program.snapshot()[path]
        guard let state, let saved = state.values[key] else {
            let near = Spelling.nearest(to: key, among: Array(state?.values.keys ?? [:].keys))
            throw PluginProgram.Fault(
                "\(path) stores nothing under \"\(key)\""
                    + (near.map { "; did you mean \($0)?" } ?? "")
            )
        }
        guard wanted.isLiteral(of: saved) else {
            let isHidden = state.sensitiveKeys.contains(key) && !command.reveal
            throw PluginProgram.Fault(
                isHidden
                    ? "\(key), which is sensitive, has another value"
                    : "\(key) is \(StateSnapshot.text(of: saved)), and not"
                        + " \(StateSnapshot.text(of: wanted.value))"
            )
        }
    }
}

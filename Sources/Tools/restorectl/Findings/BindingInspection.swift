import RestorationBindings
import RestorationCore
import RestorationDiscovery
import RestorationInvocation

/// A binding's requirements, and which of them were verified.
struct BindingInspection {
    private typealias Check = PluginInspection.Check

    private let document: BindingDocument
    private let file: String
    private var checks: [PluginInspection.Check]
    private var mismatches: [CallComparison.Mismatch] = []
    /// The positions of the mismatched names in the binding.
    private var places: NamePlaces?
    private var unverified: [String] = []

    /// - Parameter limit: The time limit for loading; `nil` skips loading.
    init(of file: String, headers: HeaderOptions, loading limit: Duration?) throws {
        let environment = ProcessFacts.current.environment
        let examination = try BindingExamination(file: file, environment: environment)
        self.file = file
        document = examination.document
        checks = [
            .document(examination), .trust(examination), .libraries(examination, of: file),
            .functions(examination),
        ]
        try compare(headers, examination)
        mismatches += Self.missing(examination)
        if !mismatches.isEmpty { places = try NamePlaces(ofFile: file) }
        load(examination, within: limit)
        let hasCallbacks = document.sequences.contains { $0.calls.contains(where: \.hasCallback) }
        unverified.append(
            "whether objects are of the right kind, "
                + (hasCallbacks
                    ? "who frees which memory, and when callbacks may be called"
                    : "and who frees which memory")
                + ": no header says that"
        )
    }

    private mutating func compare(
        _ headers: HeaderOptions,
        _ examination: BindingExamination
    ) throws {
        guard !headers.header.isEmpty else {
            unverified.append("the types of the calls: name the library's headers with --header")
            return
        }
        let calls = document.sequences.flatMap { $0.calls + $0.cleanUp }
        let numbers = document.numbers(in: calls)
        let types = try HeaderTypes(
            of: examination.functions,
            calls: calls,
            constants: Set(numbers.map(\.name)),
            by: HeaderCompiler(headers)
        )
        var comparison = CallComparison(types)
        for call in calls { comparison.compare(call) }
        for (name, number) in numbers { comparison.compare(name, number) }
        mismatches += comparison.mismatches + comparison.misnamed
        unverified += comparison.unverifiedFacts
        checks.append(.signatures(comparison))
        if !comparison.named.isEmpty || !comparison.misnamed.isEmpty {
            checks.append(.numbers(comparison))
        }
    }

    private mutating func load(_ examination: BindingExamination, within limit: Duration?) {
        guard let limit else { return recordUnloaded("--without-loading was given") }
        guard examination.trustFault == nil else {
            return recordUnloaded("untrusted files are not loaded")
        }
        if let (_, fault) = examination.libraryFaults.first {
            return recordUnloaded(fault == .missing ? "it cannot be found" : "it cannot be loaded")
        }
        checks.append(.loading(file, within: limit))
    }

    private mutating func recordUnloaded(_ reason: String) {
        let version = document.requirement.version.map { " \($0.least)" }
        unverified.append(
            version.map { "whether the library's version is\($0) at least: \(reason)" }
                ?? "whether the library can be loaded: \(reason)"
        )
    }

    /// Functions that no library exports. Empty if a library is missing.
    private static func missing(_ examination: BindingExamination) -> [CallComparison.Mismatch] {
        guard examination.libraryFaults.isEmpty else { return [] }
        return examination.missing.map { function in
            let meant = examination.nearest(to: function)
            let question = meant.map { ". Did you mean \"\($0)\"?" } ?? ""
            return .init(function: function, problem: "no library has it\(question)")
        }
    }

    /// The faulty calls, or every position of the name if no call is specified.
    private func places(of mismatch: CallComparison.Mismatch) -> [NamePlaces.Place] {
        guard let places else { return [] }
        return mismatch.calls.isEmpty
            ? places[mismatch.function] : places[mismatch.function, mismatch.calls]
    }

    var isUsable: Bool { checks.allSatisfy(\.passes) }
}

extension PluginInspection.Check {
    fileprivate static func document(_ examination: BindingExamination) -> Self {
        let classes = examination.document.classes
        let properties = classes.reduce(0) { $0 + $1.state.count }
        return Self(
            subject: "binding",
            finding: Quantity.count(classes.count, "class", plural: "classes") + ", "
                + Quantity.count(properties, "property", plural: "properties") + ", "
                + Quantity.count(examination.functions.count, "function")
        )
    }

    fileprivate static func trust(_ examination: BindingExamination) -> Self {
        Self(
            subject: "trust",
            examination.trustFault,
            otherwise: "only you and root may change it and its parent directories"
        )
    }

    fileprivate static func libraries(_ examination: BindingExamination, of file: String) -> Self {
        let faults = examination.libraryFaults
        let missing = faults.filter { $0.fault == .missing }.map(\.name)
        let unfit = faults.filter { $0.fault != .missing }.map { $0.fault.problem(of: $0.name) }
        let absent =
            missing.isEmpty
            ? [] : [LibraryFault.missing.problem(of: missing.joined(separator: ", "))]
        let files = examination.libraries.compactMap(\.file)
        var check = Self(
            subject: "library",
            passes: faults.isEmpty,
            finding: faults.isEmpty
                ? files.joined(separator: ", ") : (absent + unfit).joined(separator: "; ")
        )
        check.remedy = faults.first.map { name, fault in
            fault.remedy(forOwn: BindingFile.isOwn(name, of: file))
        }
        return check
    }

    fileprivate static func functions(_ examination: BindingExamination) -> Self {
        let count = examination.functions.count
        let (missing, data) = (examination.missing, examination.data)
        guard !missing.isEmpty || !data.isEmpty else {
            return Self(subject: "functions", finding: "all exist")
        }
        let findings = [(missing, "are missing"), (data, "are data")].compactMap { names, words in
            names.isEmpty
                ? nil : "\(names.count) of \(count) \(words): \(names.joined(separator: ", "))"
        }
        var check = Self(
            subject: "functions",
            passes: false,
            finding: findings.joined(separator: "; ")
        )
        if missing.isEmpty {
            check.remedy =
                "Data cannot be called; a small C library beside the binding can return it."
        } else if let (_, fault) = examination.libraryFaults.first {
            check.remedy =
                "They may be in the library that cannot be"
                + " \(fault == .missing ? "found" : "loaded")."
        } else {
            check.remedy = "Correct their names, or raise the version that the binding requires."
        }
        return check
    }

    fileprivate static func signatures(_ comparison: CallComparison) -> Self {
        let wrong = Set(comparison.mismatches.map(\.function)).count
        let right = comparison.matching.subtracting(comparison.mismatches.map(\.function))
        let whole = right.subtracting(comparison.vague).count
        guard wrong == 0 else {
            let count = Quantity.count(wrong, "function")
            return Self(
                subject: "types",
                passes: false,
                finding: "the calls of \(count) differ from the headers"
            )
        }
        guard !right.isEmpty else {
            var check = Self(
                subject: "types",
                passes: false,
                finding: "the headers declare none of the functions"
            )
            check.remedy = "Name those that do, each with --header."
            return check
        }
        let count = Quantity.count(whole, "function")
        let vague = whole == right.count ? "" : ", of \(right.count - whole) only in part"
        return Self(
            subject: "types",
            finding: "the calls of \(count) match the headers\(vague)"
        )
    }

    fileprivate static func numbers(_ comparison: CallComparison) -> Self {
        let (right, wrong) = (
            comparison.named.count, Set(comparison.misnamed.map(\.function)).count
        )
        return Self(
            subject: "constants",
            passes: wrong == 0,
            finding: wrong == 0
                ? Quantity.count(right, "constant has", plural: "constants have")
                    + " the same value in the headers"
                : Quantity.count(wrong, "constant has", plural: "constants have")
                    + " another value in the headers"
        )
    }

    /// Loads the library in a child process, since its initialisers may do anything.
    fileprivate static func loading(_ file: String, within limit: Duration) -> Self {
        let subject = "loading"
        let command = ["/proc/self/exe", "binding", "load", file]
        let run: ToolRun
        do {
            run = try ToolRun(command, limit: limit)
        } catch {
            return Self(subject: subject, passes: false, finding: error.diagnosis.problem)
        }
        if run.tookTooLong {
            let count = Quantity.count(Int(limit.components.seconds), "second")
            var check = Self(
                subject: subject,
                passes: false,
                finding: "loading took longer than \(count), and was aborted"
            )
            check.remedy = "Check why its initialisers wait, or raise --time-limit."
            return check
        }
        if run.status > 128 {
            let finding = "the signal \(run.status - 128) ended the process that loaded it"
            return Self(subject: subject, passes: false, finding: finding)
        }
        let text = String(decoding: run.output, as: UTF8.self)
        if run.status == 0, let completion = BindingLoad.Completion(in: text) {
            return Self(
                subject: subject,
                passes: completion.lacking.isEmpty,
                finding: completion.finding
            )
        }
        let lines = run.errors.split(separator: "\n").map(String.init)
        let problem = lines.first { $0.hasPrefix("error: ") }?.dropFirst(7)
        var check = Self(
            subject: subject,
            passes: false,
            finding: problem.map(String.init)
                ?? "it ended the process that loaded it, with status \(run.status)"
        )
        check.remedy = lines.first { $0.hasPrefix("  fix: ") }.map { String($0.dropFirst(7)) }
        return check
    }
}

extension BindingInspection: Presentable {
    func page() -> Page {
        var page = Page()
        let manifest = document.manifest
        page.add(
            Span(manifest.identifier.rawValue, .title),
            Span(" \(manifest.version)"),
            Span(manifest.credits.name.map { "  \($0)" } ?? "", .aside)
        )
        page.addGap()
        for check in checks { check.add(to: &page) }
        for (number, mismatch) in mismatches.enumerated() {
            if number == 0 { page.addGap() }
            page.add(Span(mismatch.function, .key), indent: 4)
            page.add(wrapping: mismatch.problem, indent: 8)
            for place in places(of: mismatch) {
                page.add(wrapping: "in \(place.words), \(place.position)", indent: 8)
            }
        }
        page.addGap()
        page.add(Span("not verified", .aside), indent: 4)
        for entry in unverified { page.add(wrapping: entry, indent: 8) }
        return page
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(document.manifest.identifier.rawValue, forKey: "id")
        try members.encode(document.manifest.version.description, forKey: "version")
        try members.encode(file, forKey: "file")
        try members.encode(document.libraries, forKey: "libraries")
        try members.encode(checks, forKey: "checks")
        try members.encode(
            mismatches.map { LocatedMismatch($0, places(of: $0)) },
            forKey: "mismatches"
        )
        try members.encode(unverified, forKey: "unverified")
    }
}

private struct LocatedMismatch: Encodable {
    let mismatch: CallComparison.Mismatch
    let places: [NamePlaces.Place]

    init(_ mismatch: CallComparison.Mismatch, _ places: [NamePlaces.Place]) {
        self.mismatch = mismatch
        self.places = places
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(mismatch.function, forKey: "function")
        try members.encode(mismatch.problem, forKey: "problem")
        var list = members.nestedUnkeyedContainer(forKey: "places")
        for place in places {
            var entry = list.nestedContainer(keyedBy: MemberName.self)
            try entry.encode(place.words, forKey: "place")
            try entry.encode(place.position.line, forKey: "line")
            try entry.encode(place.position.column, forKey: "column")
        }
    }
}

extension CallExpression {
    fileprivate var hasCallback: Bool {
        arguments.contains { if case .callback = $0 { true } else { false } }
    }
}

extension BindingDocument {
    /// The named numbers: constants, and enumerators in the types of calls.
    fileprivate func numbers(in calls: [CallExpression]) -> [(name: String, number: Int64)] {
        let types = calls.flatMap { $0.signature.parameters.map(\.type) + [$0.signature.result] }
        let named = types.flatMap(\.enumerators).map { (name: $0.name, number: $0.value) }
        let given = constants.compactMap { name, constant -> (name: String, number: Int64)? in
            guard case .integer(let number) = constant.value else { return nil }
            return (name, number)
        }
        return (named + given).sorted { ($0.name, $0.number) < ($1.name, $1.number) }
    }
}

extension InvocationType {
    fileprivate var enumerators: [Enumeration.Enumerator] {
        switch bare {
        case .enumeration(let enumeration): enumeration.enumerators
        case .structure(let fields): fields.flatMap(\.type.enumerators)
        case .pointee(let type): type.enumerators
        case .callback(let callback):
            (callback.signature.parameters.map(\.type) + [callback.signature.result])
                .flatMap(\.enumerators)
        default: []
        }
    }
}

import RestorationKit

/// What came of one check.
public struct ConformanceResult: Hashable, Sendable {
    /// What was checked, as the end of a sentence that begins with what was checked: "gives back
    /// what was saved".
    public let name: String
    /// The rule of `Docs/Semantics.md` that the check belongs to.
    public let rule: String
    /// What is wrong, in a sentence; `nil` if nothing is.
    public let failure: String?

    /// Whether nothing is wrong.
    public var hasPassed: Bool { failure == nil }
}

extension ConformanceResult: CustomStringConvertible {
    /// One line: "FAIL-17 keeps the archive before the newest: …".
    public var description: String {
        "\(rule) \(name)" + (failure.map { ": \($0)" } ?? "")
    }
}

/// What came of all checks of something: in the order in which they ran.
///
/// ```swift
/// let report = StoreConformance.check { place in try DatabaseStore(at: place) }
/// #expect(report.hasPassed, "\(report)")
/// ```
public struct ConformanceReport: Hashable, Sendable {
    /// Every check, passed or not.
    public let results: [ConformanceResult]

    /// The checks that did not pass.
    public var failures: [ConformanceResult] { results.filter { !$0.hasPassed } }

    /// Whether all passed.
    public var hasPassed: Bool { failures.isEmpty }
}

extension ConformanceReport: CustomStringConvertible {
    /// A line for each check that failed, or one that says how many passed.
    public var description: String {
        guard !hasPassed else { return "all \(results.count) checks passed" }
        return failures.map(\.description).joined(separator: "\n")
    }
}

/// What is wrong, in a sentence; ends a check.
struct Nonconformance: Error {
    let sentence: String
    init(_ sentence: String) { self.sentence = sentence }

    /// What is wrong, and what to do about it.
    init(_ diagnosis: Diagnosis) { sentence = "\(diagnosis.problem). \(diagnosis.remedy)" }

    static func unless(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
        if !condition { throw Nonconformance(sentence()) }
    }
}

/// A named check of a `Subject`.
struct ConformanceCheck<Subject> {
    let name: String
    let rule: String
    let run: (Subject) throws -> Void

    init(_ name: String, _ rule: String, _ run: @escaping (Subject) throws -> Void) {
        self.name = name
        self.rule = rule
        self.run = run
    }

    /// Runs every check on a subject of its own.
    static func report(
        _ checks: [ConformanceCheck],
        on subject: (_ name: String) throws -> Subject
    ) -> ConformanceReport {
        ConformanceReport(
            results: checks.map { check in
                ConformanceResult(
                    name: check.name,
                    rule: check.rule,
                    failure: check.failure(on: subject)
                )
            }
        )
    }

    private func failure(on subject: (String) throws -> Subject) -> String? {
        do {
            try run(try subject(name))
            return nil
        } catch let fault as Nonconformance {
            return fault.sentence
        } catch {
            return "it failed: \(error)"
        }
    }
}

import RestorationKit

/// The result of one check.
public struct ConformanceResult: Hashable, Sendable {
    /// The checked behaviour as a predicate, such as "restores its own state".
    public let name: String
    /// The id of the check's rule in `Docs/Semantics.md`; the subject, for a remote store.
    public let rule: String
    /// A sentence about the failure, or `nil` if the check passed.
    public let failure: String?

    /// Whether the check passed.
    public var hasPassed: Bool { failure == nil }
}

extension ConformanceResult: CustomStringConvertible {
    /// One line: "FAIL-17 retains the archive before the newest: …".
    public var description: String {
        "\(rule) \(name)" + (failure.map { ": \($0)" } ?? "")
    }
}

/// The results of all checks, in order.
///
/// ```swift
/// let report = StoreConformance.check { place in try DatabaseStore(at: place) }
/// #expect(report.hasPassed, "\(report)")
/// ```
public struct ConformanceReport: Hashable, Sendable {
    /// The result of every check.
    public let results: [ConformanceResult]

    /// The results of the failed checks.
    public var failures: [ConformanceResult] { results.filter { !$0.hasPassed } }

    /// Whether all checks passed.
    public var hasPassed: Bool { failures.isEmpty }
}

extension ConformanceReport: CustomStringConvertible {
    /// A line for each failed check, or the number of passed checks.
    public var description: String {
        guard !hasPassed else { return "all \(results.count) checks passed" }
        return failures.map(\.description).joined(separator: "\n")
    }
}

/// Ends a check with a sentence about the failure.
struct Nonconformance: Error {
    let sentence: String
    init(_ sentence: String) { self.sentence = sentence }

    init(_ diagnosis: Diagnosis) { sentence = "\(diagnosis.problem). \(diagnosis.remedy)" }

    static func unless(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
        if !condition { throw Nonconformance(sentence()) }
    }
}

struct ConformanceCheck<Subject> {
    let name: String
    let rule: String
    let run: (Subject) throws -> Void

    init(_ name: String, _ rule: String, _ run: @escaping (Subject) throws -> Void) {
        self.name = name
        self.rule = rule
        self.run = run
    }

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

public import RestorationKit

/// Checks that a plugin keeps the rules of plugins: in its file, in its loading, and in what its
/// objects do with their own state, with damaged state and with the process that they live in.
///
/// ```swift
/// let plugin = PluginConformance(file: "build/libnotes.so")
/// for rule in PluginConformance.rules { print(rule.id, plugin.verdict(on: rule.id)) }
/// ```
///
/// A rule that a plugin breaks by a crash ends the process that looks at it. So `restorectl plugin
/// check` looks at each rule in a process of its own, and ``verdict(on:of:)`` says what such an end
/// means. What ``RestorationClassConformance`` checks is among the rules, by the same code.
///
/// A conformance belongs to the thread that uses it.
public struct PluginConformance {
    /// The path of the library.
    public let file: String
    /// Who uses the plugin; `nil` for the first application that its manifest names.
    public var application: String?
    /// What the classes need so that there is something to check.
    public var examples = PluginExamples()
    /// What random state is made of.
    public var seed: UInt64 = 1
    /// How many lives of an object are looked at for what they leave. A fifth as many random states
    /// are tried.
    public var lives = 1_000
    /// How long a class that has said "not yet" is waited for.
    public var arrivalLimit: Duration = .seconds(5)
    /// Hears of each state before it is given to the plugin, so that somebody knows what it was if
    /// the process ends.
    public var onTrial: (Trial) -> Void = { _ in }

    /// Names the library to be checked; nothing is read yet.
    public init(file: String) { self.file = file }

    /// One thing that a plugin has to do right.
    public struct Rule: Hashable, Sendable {
        /// Names the rule: `state.random`.
        public let id: String
        /// What a plugin does that keeps the rule, as the end of a sentence: "encodes the same
        /// twice".
        public let claim: String
        /// The rules without which this one cannot be looked at.
        public let needs: [String]
    }

    /// All rules, each behind those that it needs.
    public static let rules: [Rule] = PluginCheck.all.map {
        Rule(id: $0.rule, claim: $0.claim, needs: $0.needs)
    }

    /// What came of looking at a rule.
    public enum Verdict: Hashable, Sendable {
        case passed
        /// What is wrong, in a sentence.
        case failed(String)
        /// There is nothing in this plugin that the rule is about, or what it needs is not here;
        /// why.
        case inapplicable(String)
    }

    /// What is about to be given to the plugin.
    public struct Trial: Hashable, Sendable {
        /// The class, the converter or the method.
        public let name: String
        /// The schema version that is to have written the state; 0 for a method.
        public let schemaVersion: Int
        /// A line for each key with its value, or for each argument of a method.
        public let state: [String]

        init(_ name: String, schemaVersion: Int, _ values: [String: RestorationValue]) {
            self.name = name
            self.schemaVersion = schemaVersion
            state = values.sorted { $0.key < $1.key }.map { key, value in
                "\(ValueText.name(key)): \(StateSnapshot.text(of: value))"
            }
        }

        init(ofMethod name: String, _ arguments: [RestorationValue]) {
            self.name = name
            schemaVersion = 0
            state = arguments.map { StateSnapshot.text(of: $0) }
        }
    }

    /// By class, methods that give a new object state worth preserving, where the examples have no
    /// calls: they are called with ordinary arguments, in this order.
    package var ordinaryMethods: [String: [String]] = [:]

    /// Finds these, in this process, of which the plugin may make an end.
    package func findOrdinaryMethods() -> [String: [String]] {
        (try? PluginSubject(self).methodsGivingState()) ?? [:]
    }

    /// Looks at one rule, in this process.
    ///
    /// - Parameter id: One of ``rules``.
    public func verdict(on id: String) -> Verdict {
        guard let check = PluginCheck.all.first(where: { $0.rule == id }) else {
            return .inapplicable("There is no rule \"\(id)\".")
        }
        do {
            try check.run(PluginSubject(self))
            return .passed
        } catch let fault as Nonconformance {
            return .failed(fault.sentence)
        } catch let reason as Inapplicable {
            return .inapplicable(reason.sentence)
        } catch let error as any DiagnosedError {
            return .failed(Nonconformance(error.diagnosis).sentence)
        } catch {
            return .failed("it failed: \(error)")
        }
    }

    /// How a process ended before it had a verdict.
    public enum Ending: Hashable, Sendable {
        /// By `exit`, with this status.
        case exit(Int32)
        /// By a signal of this name: "SIGSEGV".
        case signal(String)
        /// It was ended, because it took longer than this.
        case deadline(Duration)
    }

    /// What it means that the process ended in which a rule was looked at.
    public static func verdict(on id: String, of ending: Ending) -> Verdict {
        let (own, sentence) =
            switch ending {
            case .exit(let status): ("object.exits", "it ended the process by exit(\(status))")
            case .signal(let name): ("object.crashes", "it crashed the process by \(name)")
            case .deadline(let limit): ("object.returns", "it did not return within \(limit)")
            }
        let isAnothers = endings.contains(id) && id != own
        let meant = id == "link.symbols" ? "load.library" : own
        return isAnothers ? .inapplicable("The process ended: see \(meant).") : .failed(sentence)
    }

    /// The rules that say nothing where a process ends in another way than theirs.
    package static let endings: Set = [
        "link.symbols", "object.exits", "object.crashes", "object.returns",
    ]
}

/// What the classes of a plugin need so that there is something to check, by their names.
public struct PluginExamples: Hashable, Sendable {
    /// What a class needs to make a new object.
    public var parameters: [String: [String: RestorationValue]] = [:]
    /// What older schema versions of a class stored, by their numbers.
    public var older: [String: [Int: [String: RestorationValue]]] = [:]
    /// Methods that give a new object of a class state worth preserving, in this order.
    public var calls: [String: [Call]] = [:]

    /// A call of a method.
    public struct Call: Hashable, Sendable {
        /// The method's name.
        public let method: String
        /// What is passed to it.
        public let arguments: [RestorationValue]

        /// Describes a call.
        public init(_ method: String, _ arguments: [RestorationValue]) {
            self.method = method
            self.arguments = arguments
        }
    }

    /// No examples: classes that need none.
    public init() {}
}

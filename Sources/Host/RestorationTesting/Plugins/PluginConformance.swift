public import RestorationKit

/// Checks that a plugin follows the rules for plugins.
///
/// The rules cover its file, its loading, how its objects handle damaged state and state that they
/// saved, and their effects on the process. The checks of ``RestorationClassConformance`` are among
/// them.
///
/// ```swift
/// let plugin = PluginConformance(file: "build/libnotes.so")
/// for rule in PluginConformance.rules { print(rule.id, plugin.verdict(on: rule.id)) }
/// ```
///
/// A plugin that crashes ends the process that checks it. So `restorectl plugin check` runs each
/// rule in its own process, and ``verdict(on:of:)`` turns such an end into a verdict.
///
/// A conformance belongs to the thread that uses it.
public struct PluginConformance {
    /// The path of the library.
    public let file: String
    /// The id of the plugin's application; `nil` for the first one in the manifest.
    public var application: String?
    /// Parameters, older states and calls for the classes.
    public var examples = PluginExamples()
    /// The seed of the random state.
    public var seed: UInt64 = 1
    /// The number of objects created to find leaks. A fifth as many random states are tried.
    public var iterations = 1_000
    /// How long to wait for a deferred object.
    public var arrivalLimit: Duration = .seconds(5)
    /// Called with each state before the plugin gets it, to trace a crash to its input.
    public var onTrial: (Trial) -> Void = { _ in }

    /// Names the library to check, without reading it.
    public init(file: String) { self.file = file }

    /// One requirement for plugins.
    public struct Rule: Hashable, Sendable {
        /// The name of the rule, such as `state.random`.
        public let id: String
        /// The behaviour of a conforming plugin as a predicate, such as "ignores unknown keys".
        public let claim: String
        /// The prerequisites of this rule.
        public let needs: [String]
    }

    /// All rules. Each follows the rules that it needs.
    public static let rules: [Rule] = PluginCheck.all.map {
        Rule(id: $0.rule, claim: $0.claim, needs: $0.needs)
    }

    /// The result of checking one rule.
    public enum Verdict: Hashable, Sendable {
        case passed
        /// The plugin breaks the rule, for this reason.
        case failed(String)
        /// The rule does not apply to this plugin, or cannot be checked here, for this reason.
        case inapplicable(String)
    }

    /// An input that the plugin is about to get.
    public struct Trial: Hashable, Sendable {
        /// The name of the class, converter or method.
        public let name: String
        /// The schema version of the state; 0 for a method.
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

    /// The methods that give a new object state worth preserving, by class. Called in order with
    /// ordinary arguments if there are no example calls.
    package var ordinaryMethods: [String: [String]] = [:]

    /// Finds values for ``ordinaryMethods`` by calling methods of the plugin, which may crash this
    /// process.
    package func findOrdinaryMethods() -> [String: [String]] {
        (try? PluginSubject(self).methodsGivingState()) ?? [:]
    }

    /// Checks one rule, in this process.
    ///
    /// - Parameter id: The id of a rule in ``rules``.
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

    /// How a process ended without a verdict.
    public enum Ending: Hashable, Sendable {
        /// It called `exit` with this status.
        case exit(Int32)
        /// A signal of this name ended it, such as "SIGSEGV".
        case signal(String)
        /// The checker ended it after this time limit.
        case deadline(Duration)
    }

    /// The verdict on a rule whose process ended without one.
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

    /// Rules about the end of a process, each broken only by its own kind of end. No process end
    /// breaks `link.symbols`.
    package static let endings: Set = [
        "link.symbols", "object.exits", "object.crashes", "object.returns",
    ]
}

/// Data for checks of a plugin's classes, by class name.
public struct PluginExamples: Hashable, Sendable {
    /// The parameters for a new object of a class.
    public var parameters: [String: [String: RestorationValue]] = [:]
    /// Examples of a class's older state, by schema version.
    public var older: [String: [Int: [String: RestorationValue]]] = [:]
    /// Methods that give a new object of a class state worth preserving, in order.
    public var calls: [String: [Call]] = [:]

    /// A call of a method.
    public struct Call: Hashable, Sendable {
        /// The method's name.
        public let method: String
        /// The arguments of the call.
        public let arguments: [RestorationValue]

        /// Describes a method call.
        public init(_ method: String, _ arguments: [RestorationValue]) {
            self.method = method
            self.arguments = arguments
        }
    }

    /// Creates examples for classes that need none.
    public init() {}
}

internal import RestorationCore

/// A function of a restoration class, as errors name it.
public enum PluginFunction: String, Hashable, Sendable, CaseIterable {
    case create, made, encode, decode, finished, destroy, interface, migrate
    /// That of a converter, whose name stands in the place of a class.
    case convert
    /// One of its methods.
    case call
}

/// A call into a plugin that failed: where, and what the plugin said.
public struct PluginCallFailure: Hashable, Sendable {
    /// The plugin's identifier.
    public let plugin: String
    /// The name of the restoration class, or of the converter.
    public let className: String
    /// The restoration path of the object, printed without discriminators; empty for a function
    /// that is called without one.
    public let path: String
    /// The function that failed.
    public let function: PluginFunction
    /// The name of the method, if it was one.
    public var method: String?
    /// The status that it returned, of `restoration/types.h`.
    public let status: Int32
    /// What the plugin said about why, or what it had been told by its coder; `nil` for nothing.
    public let message: String?

    /// What happened, as a sentence without its full stop.
    var problem: String {
        let part = method.map { "\($0) of " } ?? ""
        let verb =
            switch function {
            // No verbs: what the host tells an object.
            case .made, .finished: "failed in \(function.rawValue) of"
            default: "failed to \(function.rawValue)"
            }
        let head = "\(plugin) \(verb) \(part)\(className)"
        guard let message else {
            return "\(head) with status \(StatusName.text(status)), and did not say why"
        }
        return "\(head): \(message)"
    }

    var remedy: String {
        // What a method says about itself is meant for whoever calls it. Anything else that fails
        // has broken the rules for plugins, and who reads this may be the one who writes it.
        guard function == .call, status == Status.failed, message != nil, let method else {
            return
                "If you write \(plugin), mend what is said here; if not, report this to its"
                + " authors."
        }
        return
            "Give \(method) other values, or call it at another time. Report this to the authors of"
            + " \(plugin) if it should have done this."
    }
}

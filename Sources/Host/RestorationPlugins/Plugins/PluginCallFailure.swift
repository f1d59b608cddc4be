internal import RestorationCore

/// A function of a restoration class, as errors name it.
public enum PluginFunction: String, Hashable, Sendable, CaseIterable {
    case create, made, encode, decode, finished, destroy, interface, migrate
    /// The function of a converter, whose name stands in place of the class.
    case convert
    /// A method of the object.
    case call
}

/// A failed call into a plugin.
public struct PluginCallFailure: Hashable, Sendable {
    /// The plugin's identifier.
    public let plugin: String
    /// The name of the restoration class, or of the converter.
    public let className: String
    /// The restoration path of the object, printed without discriminators; empty for a call without
    /// an object.
    public let path: String
    /// The function that failed.
    public let function: PluginFunction
    /// The name of the failed method, if it was one.
    public var method: String?
    /// The returned status, from `restoration/types.h`.
    public let status: Int32
    /// The plugin's message, or its coder's latest fault, if any.
    public let message: String?

    /// The failure as a sentence without its full stop.
    var problem: String {
        let part = method.map { "\($0) of " } ?? ""
        let verb =
            switch function {
            // These names are not verbs.
            case .made, .finished: "failed in \(function.rawValue) of"
            default: "failed to \(function.rawValue)"
            }
        let head = "\(plugin) \(verb) \(part)\(className)"
        guard let message else {
            return "\(head) with status \(StatusName.text(status)), and gave no reason"
        }
        return "\(head): \(message)"
    }

    var remedy: String {
        // A method's message addresses its caller. Other failures are the plugin's faults, and the
        // reader may be its author.
        guard function == .call, status == Status.failed, message != nil, let method else {
            guard plugin != PluginImage.programName else {
                return "Correct the program as the message says."
            }
            return
                "If you write \(plugin), fix this error; if not, report it to its"
                + " authors."
        }
        return
            "Give \(method) other values, or call it at another time. If the call should have"
            + " succeeded, report it to the authors of \(plugin)."
    }
}

internal import RestorationCore
internal import RestorationInvocation

/// The action of a binding whose call failed.
public enum BindingAction: String, Hashable, Sendable, CaseIterable {
    case create, destroy, adopt, release, classify = "determine the class of"
    case identify = "read the identifier of", walk = "list the children of"
    case get = "read", set = "restore", connect = "subscribe to changes of"
    case disconnect = "unsubscribe from changes of", finish, convert = "take the stored value of"
    case refer = "refer from"
}

/// A failed call of a binding.
public struct BindingCallFailure: Hashable, Sendable {
    /// The binding's identifier.
    public let binding: String
    /// The name of the restoration class; empty before the class is known.
    public let className: String
    /// The restoration path of the object, printed; empty without one.
    public let path: String
    /// The key of the property, if the call was about one.
    public let key: String?
    /// The failed action.
    public let action: BindingAction
    /// The function that failed.
    public let function: String?
    /// The reason, as a sentence without its full stop.
    public let reason: String
    /// The library's message, if the binding asks for it.
    public let message: String?

    var diagnosis: Diagnosis {
        let subject = key.map { "\"\($0)\" of \(className)" } ?? className
        let verb = action.rawValue
        var problem = "\(binding) failed to \(verb) \(subject)".trimmed
        problem += ": \(reason)"
        if let function, !reason.contains(function) { problem += ", in \(function)" }
        if let message { problem += " (\(message))" }
        return Diagnosis(
            problem: problem,
            place: path.isEmpty ? nil : path,
            remedy: remedy
        )
    }

    private var remedy: String {
        switch action {
        case .convert:
            "Raise the class's version in the binding when the type of a property changes."
        case .refer:
            "No action is needed if the referenced object comes later: the value is"
                + " retained until then."
        // No function was called.
        case .create where function == nil:
            "Give make(_:under:parameters:) the parameters that the class's \"create\" takes."
        default: "Compare the call in the binding with the library's documentation."
        }
    }
}

extension String {
    fileprivate var trimmed: String { last == " " ? String(dropLast()) : self }
}

/// Functions or a version that a binding needs and a library lacks.
public struct BindingShortfall: Hashable, Sendable {
    /// The binding's identifier.
    public let binding: String
    /// The binding's file.
    public let file: String
    /// The libraries that were searched.
    public let libraries: [String]
    /// The unusable class; `nil` if the whole binding is unusable.
    public let className: String?
    /// The missing functions, sorted.
    public let missing: [String]
    /// The versions found and needed; `nil` if the library is new enough.
    public let version: Version?

    /// A version that is too old.
    public struct Version: Hashable, Sendable {
        /// The version that the library reports.
        public let found: String
        /// The oldest version that the binding accepts.
        public let needed: String
    }

    var diagnosis: Diagnosis {
        var parts: [String] = []
        let libraries = libraries.joined(separator: ", ")
        if let version {
            parts.append(
                "needs \(libraries) \(version.needed) or newer, and this is \(version.found)"
            )
        }
        if !missing.isEmpty {
            let list = missing.joined(separator: ", ")
            parts.append("calls functions that \(libraries) does not have: \(list)")
        }
        let subject = className.map { "The class \($0) of \(binding)" } ?? binding
        return Diagnosis(
            problem: "\(subject) \(parts.joined(separator: "; it "))",
            place: file,
            remedy: "Install a newer version of the library, or a binding for this one."
        )
    }
}

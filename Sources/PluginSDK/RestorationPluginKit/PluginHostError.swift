public import RestorationCore

/// Why the host refused a plugin's request.
@nonexhaustive
public enum PluginHostError: DiagnosedError, Hashable {
    /// No host has loaded the plugin: it runs in its own test.
    case noHost(String)
    /// The function was called on a thread other than the session's.
    case wrongThread(String)
    /// The host is too old to have the function.
    case unsupported(String)
    /// The host does not know the object: the host never received it, or it is deallocated.
    case unknownObject(type: String)
    /// An identifier is empty, longer than 255 bytes, or contains NUL.
    case invalidIdentifier(length: Int)
    /// An object that the plugin made itself has no identifier.
    case noIdentifier(type: String)
    /// The plugin does not offer the class of an object that it made itself.
    case classNotOffered(type: String)
    /// Another object is registered under the identifier.
    case identifierTaken(String)
    /// The host refuses the object as a child: it is the parent, or contains it.
    case notAChild(type: String)
    /// No route matches the path, or the creation failed, with the reason in the host's log.
    case notMade(identifier: String)
    /// The class of the object to create returned "not yet".
    case notMadeYet(identifier: String)
    /// The host returned another failure status.
    case failed(String, status: Int32)

    init(_ status: Status, _ function: StaticString) {
        self =
            switch status {
            case .unsupported: .unsupported("\(function)")
            case .wrongThread: .wrongThread("\(function)")
            default: .failed("\(function)", status: status.rawValue)
            }
    }

    public var diagnosis: Diagnosis { Diagnosis(problem: problem, remedy: remedy) }

    private var problem: String {
        switch self {
        case .noHost(let function): "\(function) was called without a host"
        case .wrongThread(let function):
            "\(function) was called on a thread other than the session's"
        case .unsupported(let function): "The host is too old for \(function)"
        case .unknownObject(let type): "The host does not know this \(type)"
        case .invalidIdentifier(let length): "\(length) bytes cannot be a restoration identifier"
        case .noIdentifier(let type): "This \(type) has no restoration identifier"
        case .classNotOffered(let type): "The plugin does not offer the class \(type)"
        case .identifierTaken(let identifier):
            "Another object is registered as \"\(identifier)\""
        case .notAChild(let type): "This \(type) cannot become a child there"
        case .notMade(let identifier): "The host did not make the object \"\(identifier)\""
        case .notMadeYet(let identifier):
            "The object \"\(identifier)\" cannot be made yet: its class waits for data"
        case .failed(let function, let status): "\(function) failed with status \(status)"
        }
    }

    private var remedy: String {
        switch self {
        case .noHost: "Load the plugin in a host, or omit the call in a test."
        case .wrongThread: "Call it only during a call from the host."
        case .unsupported: "Do not call it, or require a newer version of the program."
        case .unknownObject:
            "Wait until its initialiser has returned, or add it with addRestorationChild(_:)."
        case .invalidIdentifier: "Use 1 to 255 bytes of UTF-8 without NUL."
        case .noIdentifier: "Pass an identifier to addRestorationChild(_:identifier:)."
        case .classNotOffered:
            "Add it to RestorationPlugin(…) and to the classes of restoration-plugin.json."
        case .identifierTaken: "Choose another identifier."
        case .notAChild: "Add an object that neither is nor contains the parent."
        case .notMade: "See the host's log for the reason."
        case .notMadeYet:
            "Ask for it again later, or let its class make new objects without the data."
        case .failed: "Look up the status in restoration/types.h."
        }
    }
}

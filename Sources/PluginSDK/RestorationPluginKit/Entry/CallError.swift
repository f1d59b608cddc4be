import RestorationCore

/// How a host breaks the contract of a call.
enum CallError: DiagnosedError, Hashable {
    /// A pointer is missing, or a text is not UTF-8.
    case nothingLent
    /// An object that was never created, or was destroyed.
    case unknownObject
    /// A class that is not this plugin's, or a host that does not say which class it means.
    case unknownClass
    /// A converter that is not this plugin's.
    case unknownConverter
    /// No path, or one with an identifier that cannot be.
    case malformedPath

    var diagnosis: Diagnosis {
        Diagnosis(
            problem: problem,
            remedy:
                "Report this to the authors of the host: the call violates restoration/plugin.h."
        )
    }

    private var problem: String {
        switch self {
        case .nothingLent: "The host called a function without a required argument"
        case .unknownObject: "The host called for an object that it has destroyed or never created"
        case .unknownClass: "The host asked for a class that the plugin does not have"
        case .unknownConverter: "The host asked for a converter that the plugin does not have"
        case .malformedPath: "The host asked for an object at an invalid path"
        }
    }
}

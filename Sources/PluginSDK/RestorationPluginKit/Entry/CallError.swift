import RestorationCore

/// A host's violation of a call's contract.
enum CallError: DiagnosedError, Hashable {
    /// A null pointer, or text that is not UTF-8.
    case missingArgument
    /// The object was never created, or is destroyed.
    case unknownObject
    /// The class is not this plugin's, or the host does not name one.
    case unknownClass
    case unknownConverter
    /// The path is missing, or contains an invalid identifier.
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
        case .missingArgument: "The host called a function without a required argument"
        case .unknownObject: "The host called for an object that it has destroyed or never created"
        case .unknownClass: "The host asked for a class that the plugin does not have"
        case .unknownConverter: "The host asked for a converter that the plugin does not have"
        case .malformedPath: "The host asked for an object at an invalid path"
        }
    }
}

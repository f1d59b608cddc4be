public import RestorationCore

/// A plugin that cannot be found, read or loaded, or that failed.
@nonexhaustive
public enum LoadingError: DiagnosedError, Hashable {
    // Discovery

    /// The system refused to read a file or directory.
    case unreadable(file: String, SystemError)
    /// A directory that depends on where the program was started.
    case relativeDirectory(String, source: String)
    /// The file is not a library that this process could load.
    case notALibrary(file: String, ELFFault)
    /// The library has neither an embedded manifest nor a sidecar.
    case noManifest(file: String)
    /// A manifest or sidecar has a fault.
    case manifest(file: String, ManifestError)
    /// A sidecar has no library beside it.
    case sidecarWithoutLibrary(file: String)
    /// Plugin and host share no version of the C interface.
    case abiMismatch(plugin: PluginIdentifier, file: String, needed: ABIRange, host: ABIVersion)

    public var diagnosis: Diagnosis {
        switch self {
        case .unreadable(let file, let error):
            Diagnosis(
                problem: "Cannot be read: \(error)",
                place: file,
                remedy: "Correct its permissions, or install it again."
            )
        case .relativeDirectory(let directory, let source):
            Diagnosis(
                problem: "\(source) names a plugin directory that is not absolute",
                place: directory,
                remedy: "Write the whole path, from '/' on."
            )
        case .notALibrary(let file, let fault):
            Diagnosis(problem: fault.problem, place: file, remedy: fault.remedy)
        case .noManifest(let file):
            Diagnosis(
                problem: "The library carries no manifest",
                place: file,
                remedy: "Embed restoration-plugin.json, or put it beside the library as"
                    + " \(Sidecar.name(forLibrary: file))."
            )
        case .manifest(let file, let error):
            Diagnosis(
                problem: error.diagnosis.problem,
                place: error.location.isEmpty ? file : "\(file), \(error.location)",
                remedy: error.diagnosis.remedy
            )
        case .sidecarWithoutLibrary(let file):
            Diagnosis(
                problem: "The sidecar has no library beside it",
                place: file,
                remedy: "Put \(Sidecar.libraryName(for: file)) beside it, or remove it."
            )
        case .abiMismatch(let plugin, let file, let needed, let host):
            Diagnosis(
                problem: "\(plugin) speaks ABI \(needed), this host speaks \(host)",
                place: file,
                remedy: "Rebuild the plugin against the \(host) headers."
            )
        }
    }
}

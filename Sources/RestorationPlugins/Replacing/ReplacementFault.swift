package import RestorationCore

/// Why another build of a plugin cannot take over.
package enum ReplacementFault: DiagnosedError, Hashable {
    /// One of the plugin's own functions is running.
    case running(plugin: String)
    /// A binding has no code of its own.
    case binding(file: String)
    /// The file is the one whose code runs already.
    case unchanged(file: String)
    /// The new build lacks the class of a live object.
    case classMissing(String, path: String)
    /// The state of a live object is of a newer version than the new build's.
    case olderClass(String, version: Int, than: Int, path: String)
    /// The new code does not want an object that is there.
    case declined(path: String)
    /// The new code asks for time.
    case notYet(_ function: String, path: String)

    package var diagnosis: Diagnosis {
        switch self {
        case .running(let plugin):
            Diagnosis(
                problem: "\(plugin) was to be replaced while one of its functions runs",
                remedy: "Replace it from the program's event loop."
            )
        case .binding(let file):
            Diagnosis(
                problem: "A binding is read when the program starts, and is not replaced",
                place: file,
                remedy: "Start the program again."
            )
        case .unchanged(let file):
            Diagnosis(
                problem: "The program runs this build of the plugin already",
                place: file,
                remedy: "Build it anew: a linker writes a new file, which is what is looked for."
            )
        case .classMissing(let name, let path):
            Diagnosis(
                problem: "The new build has no class \(name), of which an object is in use",
                place: path,
                remedy: "Keep the class, or start the program again."
            )
        case .olderClass(let name, let version, let current, let path):
            Diagnosis(
                problem: "The new build's \(name) has schema version \(version), and the object's"
                    + " state is of version \(current)",
                place: path,
                remedy: "Build it with version \(current) or a newer one."
            )
        case .declined(let path):
            Diagnosis(
                problem: "The new build declines to create the object",
                place: path,
                remedy: "Let create make an object for the state that it is given."
            )
        case .notYet(let function, let path):
            Diagnosis(
                problem: "The new build's \(function) asks for time, which there is none of here",
                place: path,
                remedy: "Start the program again: a restore waits."
            )
        }
    }
}

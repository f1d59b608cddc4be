package import RestorationCore

/// A reason why a reload fails.
package enum ReloadFault: DiagnosedError, Hashable {
    /// A function of the plugin is running.
    case running(plugin: String)
    /// A binding has no code of its own.
    case binding(file: String)
    /// The file is the loaded build.
    case unchanged(file: String)
    /// The new build lacks the class of a live object.
    case classMissing(String)
    /// The state of a live object is of a newer schema version than the new build's.
    case olderClass(String, version: Int, than: Int)
    /// An object or its state is deferred.
    case waits
    /// The new code declines a live object.
    case declined
    /// The new code defers a live object.
    case notYet(_ function: String)

    package var diagnosis: Diagnosis {
        switch self {
        case .running(let plugin):
            Diagnosis(
                problem: "\(plugin) cannot be reloaded while one of its functions runs",
                remedy: "Reload it from the program's event loop."
            )
        case .binding(let file):
            Diagnosis(
                problem: "Bindings are not reloaded",
                place: file,
                remedy: "Start the program again."
            )
        case .unchanged(let file):
            Diagnosis(
                problem: "The program runs this build of the plugin already",
                place: file,
                remedy: "Build it again: a reload needs a new file, as linkers write."
            )
        case .classMissing(let name):
            Diagnosis(
                problem: "The new build has no class \(name), of which an object is in use",
                remedy: "Keep the class, or start the program again."
            )
        case .olderClass(let name, let version, let current):
            Diagnosis(
                problem: "The new build's \(name) has schema version \(version), and the object's"
                    + " state is of version \(current)",
                remedy: "Build it with version \(current) or a newer one."
            )
        case .waits:
            Diagnosis(
                problem: "The plugin has answered \"not yet\", and waits for data",
                remedy: "Reload it when the data has arrived, or start the program again."
            )
        case .declined:
            Diagnosis(
                problem: "The new build declines to create the object",
                remedy: "Let create make an object for the state that it is given."
            )
        case .notYet(let function):
            Diagnosis(
                problem: "The new build's \(function) says \"not yet\", and a reload does not wait",
                remedy: "Start the program again: a restore waits."
            )
        }
    }
}

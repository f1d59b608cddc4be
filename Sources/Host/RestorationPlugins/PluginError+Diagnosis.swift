public import RestorationCore
internal import RestorationDiscovery

extension PluginError {
    public var diagnosis: Diagnosis {
        switch self {
        case .interfaceMissing(let plugin, let file, let interface):
            Diagnosis(
                problem: "\(plugin) needs the interface \(interface), which this program does not"
                    + " offer",
                place: file,
                remedy: "Use a version of the program that has it, or remove the plugin."
            )
        case .bindingsUnused(let file):
            Diagnosis(
                problem: "The program uses no bindings",
                place: file,
                remedy: "Make a BindingLoader for its plugin loader, or remove the file."
            )
        case .notLoadable(let file, .dependency(let library, .missing), let message):
            Diagnosis(
                problem: "The library needs \(library), which cannot be found",
                excerpt: message,
                place: file,
                remedy: "Install \(library), or rebuild the plugin without it."
            )
        case .notLoadable(let file, let fault, let message):
            Diagnosis(
                problem: fault.problem(of: "The library"),
                excerpt: message,
                place: file,
                remedy: fault.remedy(forOwn: true)
            )
        case .refused(let file, let message):
            Diagnosis(
                problem: message.map { "The plugin refuses to run in this program: \($0)" }
                    ?? "The plugin refuses to run in this program, and gave no reason",
                place: file,
                remedy: "Meet its requirement, or remove it."
            )
        case .descriptor(let file, let fault):
            Diagnosis(
                problem: fault.problem,
                excerpt: fault.excerpt,
                place: file,
                remedy: fault.remedy
            )
        case .usedOnOtherThread(let plugin):
            Diagnosis(
                problem: "The plugin \(plugin) is used by a session on another thread",
                remedy:
                    "Run the sessions that need the plugin on one thread, or one after the other."
            )
        case .wrongThread(let plugin):
            Diagnosis(
                problem: "The plugin \(plugin) was called from another thread"
                    + " than its session's",
                remedy: "Use the session and its objects only on the thread that created it."
            )
        case .objectGivenUp(let plugin):
            Diagnosis(
                problem: "The object of \(plugin) was given up when its state could not be applied",
                advice: "Keep your reference to it",
                outlook: ": its state is retained for it, and the next launch tries again."
            )
        case .objectTakenBack:
            Diagnosis(
                problem: "The program has taken the object back",
                remedy: "No action is needed: its state ends with the next save."
            )
        case .callFailed(let failure):
            Diagnosis(
                problem: failure.problem,
                place: failure.path.isEmpty ? nil : failure.path,
                remedy: failure.remedy
            )
        }
    }

    /// The error of a library that the dynamic loader refused.
    ///
    /// - Parameter path: The library's path in the loader.
    static func notLoadable(
        _ plugin: DiscoveredPlugin,
        _ path: String,
        _ message: String
    ) -> any DiagnosedError {
        switch LibraryFault(message, from: path) {
        case .missing: DiscoveryError.unreadable(file: plugin.file, .notFound)
        case let fault: PluginError.notLoadable(file: plugin.file, fault, message: message)
        }
    }
}

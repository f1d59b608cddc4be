public import RestorationCore

extension LoadingError {
    private static let keptUntilThen = "; what it saved is kept until then."
    private static let renaming = "Rename it; each \\x stands before a byte that is not UTF-8."

    public var diagnosis: Diagnosis {
        switch self {
        case .unreadable(let file, let error):
            Diagnosis(
                problem: "Cannot be read: \(error)",
                place: file,
                remedy: Self.remedy(forUnreadable: error)
            )
        case .danglingLink(let file, let target):
            Diagnosis(
                problem: "The link leads to \(target), which does not exist",
                place: file,
                remedy: "Install what it leads to, or remove the link."
            )
        case .untrusted(let step):
            Diagnosis(
                problem: "\(step.problem), so no plugin is loaded from there",
                place: step.path,
                remedy: step.remedy
            )
        case .relativeDirectory(let directory, let source):
            Diagnosis(
                problem: "\(source) names a plugin directory that is not absolute",
                place: directory,
                remedy: "Write the whole path, from '/' on."
            )
        case .invalidDirectoryName(let directory, let source):
            Diagnosis(
                problem: "\(source) names a plugin directory that is not valid UTF-8",
                place: directory,
                remedy: Self.renaming
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
                excerpt: error.diagnosis.excerpt,
                place: error.diagnosis.place.map { "\(file), \($0)" } ?? file,
                remedy: error.diagnosis.remedy
            )
        case .sidecarWithoutLibrary(let file):
            Diagnosis(
                problem: "The sidecar has no library beside it",
                place: file,
                remedy: "Put \(Sidecar.libraryName(for: file)) beside it, or remove it."
            )
        case .invalidName(let file):
            Diagnosis(
                problem: "The file's name is not valid UTF-8, so it is passed over",
                place: file,
                remedy: Self.renaming
            )
        case .abiMismatch(let plugin, let file, let needed, let host):
            Diagnosis(
                problem: "\(plugin) speaks ABI \(needed), this host speaks \(host)",
                place: file,
                remedy: "Rebuild the plugin against the \(host) headers."
            )
        case .pluginMissing(let plugin, let unusable):
            Self.missing(plugin, beside: UnusableFiles(unusable))
        case .pluginNotUsed(let plugin, let reason):
            Diagnosis(
                problem: "The plugin \(plugin) is not used: \(reason)",
                advice: reason.remedy,
                outlook: " What it saved is kept until then."
            )
        case .classMissing(let plugin, let className, let sidecar):
            Diagnosis(
                problem: "The plugin \(plugin) has no class \(className)",
                place: sidecar,
                advice: sidecar == nil
                    ? "Install the version that has it"
                    : "List the class in the sidecar, or install the version that has it",
                outlook: Self.keptUntilThen
            )
        case .conflictingLibrary(let file, let library, let bundled, let loaded):
            Diagnosis(
                problem: "The library brings \(library) along, \(bundled), but the program has"
                    + " loaded another one of that name, \(loaded)",
                place: file,
                remedy: "Give the bundled library a soname of its own, or link it statically. If"
                    + " LD_LIBRARY_PATH leads to the other one, take its directory out."
            )
        case .repeatedLibrary(let file, let library, let used, let unused):
            Diagnosis(
                problem: "The library brings \(library) along twice, and \(used) would be used in"
                    + " place of \(unused)",
                place: file,
                remedy: "Give one of the two a soname of its own, or link it statically."
            )
        case .relativeRunPath(let file, let directory):
            Diagnosis(
                problem: "The library looks for what it needs in \"\(directory)\", which depends on"
                    + " where the program was started",
                place: file,
                remedy: "Link it with -rpath '$ORIGIN', or without -rpath."
            )
        case .variableRunPath(let file, let directory):
            Diagnosis(
                problem: "The library looks for what it needs in \"\(directory)\", where only"
                    + " $ORIGIN at the start is understood",
                place: file,
                remedy: "Link it with -rpath '$ORIGIN', or without -rpath."
            )
        case .neededByPath(let file, let library):
            Diagnosis(
                problem: "The library names what it needs by a path, \"\(library)\"",
                place: file,
                remedy: "Build what it needs with -Wl,-soname and a plain name, and link the plugin"
                    + " with -rpath '$ORIGIN'."
            )
        case .untrustedRunPath(let file, let library, let directory, let step):
            Diagnosis(
                problem: "The library would take \(library) from \(directory), but somebody else"
                    + " may change what is there, at \(step.path)",
                place: file,
                remedy: "Link it with -rpath '$ORIGIN', or without -rpath."
            )
        case .interfaceMissing(let plugin, let file, let interface):
            Diagnosis(
                problem: "\(plugin) needs the interface \(interface), which this program does not"
                    + " offer",
                place: file,
                remedy: "Use a version of the program that has it, or remove the plugin."
            )
        case .replaced(let file):
            Diagnosis(
                problem: "The library was replaced while the program runs",
                place: file,
                remedy: "Start the program again."
            )
        case .notLoadable(let file, let message):
            Diagnosis(
                problem: "The library cannot be loaded: \(message)",
                place: file,
                remedy: "Rebuild the plugin, or install what it needs."
            )
        case .dependencyMissing(let file, let library):
            Diagnosis(
                problem: "The library needs \(library), which cannot be found",
                place: file,
                remedy: "Install \(library), or rebuild the plugin without it."
            )
        case .noEntryPoint(let file):
            Diagnosis(
                problem: "The library does not export restoration_plugin_entry",
                place: file,
                remedy: "Define the function, and mark it with RESTORATION_EXPORT."
            )
        case .foreignEntryPoint(let file, let owner):
            Diagnosis(
                problem: "The entry point belongs to another library, \(owner)",
                place: file,
                remedy: "Define restoration_plugin_entry in the plugin itself."
            )
        case .refused(let file, let message):
            Diagnosis(
                problem: message.map { "The plugin does not want to run here: \($0)" }
                    ?? "The plugin does not want to run here, and did not say why",
                place: file,
                remedy: "Do what it asks for, or remove it."
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
                remedy: "Run the sessions that need it on one thread, or one after the other."
            )
        case .wrongThread(let plugin):
            Diagnosis(
                problem: "The plugin \(plugin) was to be called from another thread than its"
                    + " session's",
                remedy: "Use the session and its objects only on the thread that created it."
            )
        case .objectGivenUp(let plugin):
            Diagnosis(
                problem: "The object of \(plugin) was given up when its state could not be applied",
                advice: "Keep your reference to it",
                outlook: ": its state is kept for it, and the next launch tries again."
            )
        case .callFailed(let failure):
            Diagnosis(
                problem: failure.problem,
                place: failure.path.isEmpty ? nil : failure.path,
                remedy: failure.remedy
            )
        case .libraryNotLoadable(let binding, let library, let fault):
            Diagnosis(
                problem: fault.problem(of: library),
                place: binding,
                remedy: fault.remedy(forOwn: BindingFile.isOwn(library, of: binding))
            )
        case .bindingShortfall(let shortfall): shortfall.diagnosis
        case .bindingCallFailed(let failure): failure.diagnosis
        case .objectGone(let binding, let path):
            Diagnosis(
                problem: "The object of \(binding) is gone: its library has destroyed it, or the"
                    + " program has abandoned it",
                place: path.isEmpty ? nil : path,
                remedy: "Remove it from the session when it goes."
            )
        case .noBoundClass(let binding, let kind):
            Diagnosis(
                problem: "No class of \(binding) is for an object of this kind"
                    + (kind.map { ": \($0)" } ?? ""),
                place: binding,
                remedy: "Name the class, adopt(_:from:as:), or add to one of the binding's what it"
                    + " \"is\"."
            )
        case .otherKind(let binding, let className, let kind):
            Diagnosis(
                problem:
                    "The object is of the kind \(kind), which the class \(className) is not for",
                place: binding,
                remedy: "Name its own class, or none, so that the binding tells."
            )
        case .notABinding(let plugin):
            Diagnosis(
                problem: "The plugin is no binding, and cannot adopt objects",
                place: plugin,
                remedy: "Name the binding that is about the object's library."
            )
        }
    }

    private static func remedy(forUnreadable error: SystemError) -> String {
        switch error {
        case .notFound, .notADirectory: "Check the path, or install it again."
        case .isADirectory: "Put a file in its place, or remove it."
        case .tooManyLinks: "Correct the links, which lead in a circle, or install it again."
        default: "Correct its permissions, or install it again."
        }
    }

    private static func missing(_ plugin: String, beside others: UnusableFiles) -> Diagnosis {
        Diagnosis(
            problem: "The plugin \(plugin) is not installed" + others.clause,
            advice: others.isEmpty
                ? "Install the plugin again"
                : "\(others.remedy) If the plugin is another file, install it",
            outlook: keptUntilThen
        )
    }

    /// The error of a plugin that the dynamic loader refused.
    ///
    /// - Parameter path: the library as the dynamic loader knows it.
    static func notLoadable(
        _ plugin: DiscoveredPlugin,
        _ path: String,
        _ message: String
    ) -> LoadingError {
        switch LibraryFault(message, from: path) {
        case .dependencyMissing(let library):
            .dependencyMissing(file: plugin.file, library: library)
        case .symbolMissing(let name):
            .notLoadable(file: plugin.file, message: "undefined symbol: \(name)")
        case .other(let words): .notLoadable(file: plugin.file, message: words)
        case .unfit(let fault): .notALibrary(file: plugin.file, fault)
        case .missing: .unreadable(file: plugin.file, .notFound)
        }
    }
}

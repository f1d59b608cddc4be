public import RestorationCore

extension DiscoveryError {
    private static let retainedUntilThen = "; its state is retained until then."
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
                remedy: "Install its target, or remove the link."
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
        case .fileAsDirectory(let file, let source):
            Diagnosis(
                problem: "\(source) names a file, not a plugin directory",
                place: file,
                remedy: "Write \(file.container), the directory that the file is in."
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
                problem: "The file's name is not valid UTF-8, so hosts ignore the file",
                place: file,
                remedy: Self.renaming
            )
        case .abiMismatch(let plugin, let file, let needed, let host):
            Diagnosis(
                problem: "\(plugin) speaks ABI \(needed), this host speaks \(host)",
                place: file,
                remedy: """
                    Rebuild the plugin against the \(host) headers, with "abi": "\(host)" in its \
                    manifest.
                    """
            )
        case .pluginMissing(let plugin, let unusable):
            Self.missing(plugin, beside: UnusableFiles(unusable))
        case .takeoverContested(let plugin, let successors):
            Diagnosis(
                problem:
                    "\(successors.joined(separator: " and ")) both claim the state of \(plugin)",
                advice: "Install only one of them, or pin one in the program",
                outlook: Self.retainedUntilThen
            )
        case .pluginNotUsed(let plugin, let reason):
            Diagnosis(
                problem: "The plugin \(plugin) is not used: \(reason)",
                advice: reason.remedy,
                outlook: " Its state is retained until then."
            )
        case .classMissing(let plugin, let className, let sidecar):
            Diagnosis(
                problem: "The plugin \(plugin) has no class \(className)",
                place: sidecar,
                advice: sidecar == nil
                    ? "Install the version that has it, or have its successor list it under aliases"
                    : "List the class in the sidecar, or install the version that has it",
                outlook: Self.retainedUntilThen
            )
        case .indefiniteRunPath(let file, let directory):
            Diagnosis(
                problem: "The library searches for its dependencies in \"\(directory)\","
                    + " which is neither an absolute path nor one that begins with $ORIGIN",
                place: file,
                remedy: "Link it with -rpath '$ORIGIN', or without -rpath."
            )
        case .neededByPath(let file, let library):
            Diagnosis(
                problem: "The library names a dependency by its path, \"\(library)\"",
                place: file,
                remedy: "Build that dependency with -Wl,-soname and a plain name,"
                    + " and link the plugin with -rpath '$ORIGIN'."
            )
        case .untrustedRunPath(let file, let library, let directory, let step):
            Diagnosis(
                problem: "The library would load \(library) from \(directory), but"
                    + " another user can change files there, at \(step.path)",
                place: file,
                remedy: "Link it with -rpath '$ORIGIN', or without -rpath."
            )
        case .sanitizerMissing(let file, let runtime):
            Diagnosis(
                problem: "The library was built for a sanitizer, and would abort a"
                    + " program that was started without \(runtime)",
                place: file,
                remedy: "Build it without -fsanitize, or start the program with"
                    + " LD_PRELOAD=\(runtime)."
            )
        case .replaced(let file):
            Diagnosis(
                problem: "The library was replaced while the program runs",
                place: file,
                remedy: "Start the program again."
            )
        case .noEntryPoint(let file):
            Diagnosis(
                problem: "The library does not export restoration_plugin_entry",
                place: file,
                remedy: "Define the function, and mark it with RESTORATION_EXPORT."
            )
        }
    }

    private static func remedy(forUnreadable error: SystemError) -> String {
        switch error {
        case .notFound, .notADirectory: "Check the path, or install it again."
        case .isADirectory: "Put a file in its place, or remove it."
        case .tooManyLinks: "Correct the circular links, or install it again."
        case .tooManyFiles: "Close files, or raise the limit on open files (ulimit -n)."
        case .tooManyFilesInSystem: "End programs, or raise fs.file-max."
        case .noMemory: "Raise the limit on the program's memory (ulimit -v), or free some."
        case .nameTooLong: "Shorten the path, which is longer than the system takes."
        default: "Correct its permissions, or install it again."
        }
    }

    private static func missing(_ plugin: String, beside others: UnusableFiles) -> Diagnosis {
        Diagnosis(
            problem: "The plugin \(plugin) is not installed" + others.clause,
            advice: others.isEmpty
                ? "Install the plugin again"
                : "\(others.remedy) If the plugin is another file, install it",
            outlook: retainedUntilThen
        )
    }
}

extension String {
    fileprivate var container: Substring {
        let end = lastIndex(of: "/") ?? startIndex
        return end == startIndex ? "/" : self[..<end]
    }
}

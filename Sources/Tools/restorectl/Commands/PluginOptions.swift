import ArgumentParser
import FoundationEssentials
import RestorationCore
import RestorationDiscovery
import RestorationKit
import RestorationStorage

struct PluginOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Searches this directory before all others, as a host's own. May be repeated.",
            valueName: "directory"
        )
    )
    var directory: [String] = []

    @Option(
        help: ArgumentHelp(
            "The file of the program, beside which lib/restoration/plugins is searched.",
            valueName: "file"
        )
    )
    var program: String?

    @Flag(
        help: "Accepts plugins for every application, as hosts do that opt in."
    )
    var anyApplication = false

    /// The facts for the search, from the named program if any.
    ///
    /// - Throws: ``CommandError/notAProgram(_:)``.
    func process() throws -> ProcessFacts {
        let own = ProcessFacts.current
        guard let program else { return own }
        var isDirectory = false
        let exists = FileManager.default.fileExists(atPath: program, isDirectory: &isDirectory)
        guard exists, !isDirectory else { throw CommandError.notAProgram(program) }
        return ProcessFacts(
            environment: own.environment,
            escaped: own.escaped,
            isPrivileged: own.isPrivileged,
            programDirectory: Self.directory(of: absolutePath(program))
        )
    }

    /// The named directories, made absolute, since a user may name relative ones.
    ///
    /// - Throws: ``CommandError/notADirectory(_:)``. A host ignores a missing directory, but a user
    ///   expects it to exist.
    func hostDirectories() throws -> [String] {
        for path in directory {
            var isDirectory = false
            let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
            guard exists, isDirectory else { throw CommandError.notADirectory(path) }
        }
        return directory.map(absolutePath)
    }

    /// Prepares a search for an application.
    ///
    /// - Parameter facts: The program's stored facts, with its plugin directories. Ignored if the
    ///   user names a program.
    func discover(
        _ application: ApplicationIdentifier,
        as facts: ProgramFacts?
    ) throws -> PluginDiscovery {
        let directories = try hostDirectories()
        guard let facts, program == nil else {
            return PluginDiscovery(
                application: application,
                hostDirectories: directories,
                process: try process(),
                acceptsUnnamed: anyApplication
            )
        }
        let own = directories.map { PluginDirectory($0, .host) }
        let others = facts.searchedDirectories.filter { searched in
            !own.contains { $0.path == searched.path }
        }
        return PluginDiscovery(
            application: application,
            directories: own + others,
            acceptsUnnamed: anyApplication || facts.acceptsPluginsForAnyApplication
        )
    }

    /// The program's stored facts, unless the user names a program, and warnings if they are
    /// unreadable.
    func host(of application: ApplicationIdentifier) -> (ProgramFacts?, warnings: [Diagnosis]) {
        // Without a user directory there is nothing to read.
        guard let keys = try? Keys(file: nil), let store = try? keys.store(of: application) else {
            return (nil, [])
        }
        return host(of: store)
    }

    /// The same for the program of a state directory.
    func host(of store: ArchiveStore) -> (ProgramFacts?, warnings: [Diagnosis]) {
        guard program == nil else { return (nil, []) }
        do {
            let facts = try store.programFacts()
            let ignored = facts.flatMap { ignoredVariable(of: store.application, beside: $0) }
            return (facts, ignored.map { [$0] } ?? [])
        } catch {
            return (nil, [Diagnosis(error)])
        }
    }

    /// A warning if this shell's variable names directories that the program does not search.
    private func ignoredVariable(
        of application: ApplicationIdentifier,
        beside facts: ProgramFacts
    ) -> Diagnosis? {
        let searched = facts.searchedDirectories.map(\.path)
        let named = PluginDiscovery(application: application, process: .current)
            .searchedDirectories.filter { $0.rule == .environment }.map(\.path)
        guard !named.allSatisfy((searched + directory.map(absolutePath)).contains) else {
            return nil
        }
        return Diagnosis(
            problem: "RESTORATION_PLUGIN_PATH is ignored: the directories searched are those"
                + " that the program searched at its start",
            place: searched.joined(separator: ", "),
            remedy: "Use --directory to search others, or start the program with the variable."
        )
    }

    private static func directory(of path: String) -> String? {
        path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
}

extension ApplicationIdentifier {
    static func parse(_ text: String) throws -> ApplicationIdentifier {
        guard let application = ApplicationIdentifier(text) else {
            throw CommandError.notAnApplication(text)
        }
        return application
    }
}

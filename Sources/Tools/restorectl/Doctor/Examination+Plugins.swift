import RestorationCore
import RestorationDiscovery
import RestorationStorage

extension Examination.Part {
    static func directories(of store: ArchiveStore, plugins: [PluginDirectory]) -> Self {
        Self("directories") { part in
            part.look(at: store.directory, "state", isOwn: true)
            part.look(at: "\(try BaseDirectories().data)/restoration/keys", "keys", isOwn: true)
            for directory in plugins {
                part.look(at: directory.path, "plugins", isOwn: false)
            }
            if let fault = try store.accessFault() { part.report(fault.diagnosis) }
        }
    }

    /// - Parameter isOwn: Whether the program creates files in it.
    private mutating func look(at path: String, _ purpose: String, isOwn: Bool) {
        let label = purpose.padded(to: 9)
        guard let facts = DirectoryFacts(path: path) else {
            note(line: "\(label)\(path)  not there")
            return
        }
        note(line: "\(label)\(path)  \(facts.text)")
        if !facts.isDirectory {
            report(
                Diagnosis(
                    problem: "This is not a directory",
                    place: path,
                    remedy: "Move the file away, and make a directory in its place."
                )
            )
        } else if isOwn, !facts.isWritable {
            report(
                Diagnosis(
                    problem: "You may not make files in the directory",
                    place: path,
                    remedy: "Give yourself the right with chmod u+rwx, or the directory with chown."
                )
            )
        }
    }

    /// The application's plugins.
    ///
    /// - Parameter isSearchKnown: Whether the searched directories are known to be the program's.
    static func plugins(_ outcome: DiscoveryOutcome, isSearchKnown: Bool) -> Self {
        Self("plugins") { part in
            let count = Quantity.count(outcome.plugins.count, "plugin")
            if isSearchKnown {
                part.note("uses \(count)")
            } else {
                part.note("finds \(count) in the directories above")
                part.report(
                    Diagnosis(
                        problem: "The program may search other directories: the"
                            + " report of its last restore lists them, but cannot be read",
                        remedy:
                            "Make the report readable, as another finding says, or name the"
                            + " program's"
                            + " file with --program."
                    )
                )
            }
            let others = outcome.rejectedPlugins.filter { $0.reason.rule == "scope" }.count
            if others > 0 {
                part.note("does not use \(Quantity.count(others, "plugin")) of other applications")
            }
            for plugin in outcome.rejectedPlugins
            where ["sidecar", "every"].contains(plugin.reason.rule) {
                part.note("\(plugin.plugin.manifest.identifier): \(plugin.reason)")
            }
            outcome.faults.forEach { part.report($0.diagnosis) }
            outcome.routeConflicts(pins: []).forEach { part.report($0) }
        }
    }
}

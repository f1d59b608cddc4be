package import RestorationCore

/// Files in plugin directories that cannot be used, as other errors mention them: one may be the
/// very plugin that somebody misses.
package struct UnusableFiles {
    private let faults: [Diagnosis]

    /// Takes the faults that a search met.
    package init(_ faults: [Diagnosis]) { self.faults = faults }

    package var isEmpty: Bool { faults.isEmpty }

    /// What follows a sentence about the plugin that is missing; empty if there is nothing to say.
    package var clause: String {
        guard let first = faults.first else { return "" }
        let words = [first.place, first.problem].compactMap(\.self).joined(separator: ": ")
        return faults.count == 1
            ? "; a file that was found cannot be used: \(words)"
            : "; \(faults.count) files that were found cannot be used, the first: \(words)"
    }

    /// What to do about them, as a sentence; empty if there is nothing to do.
    package var remedy: String {
        guard let first = faults.first else { return "" }
        return faults.count == 1
            ? first.remedy : "Repair them first; restorectl plugin list names the fault of each."
    }
}

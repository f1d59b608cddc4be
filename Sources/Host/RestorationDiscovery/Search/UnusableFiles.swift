package import RestorationCore

/// Unusable files in plugin directories, for errors about a missing plugin: one of them may contain
/// it.
package struct UnusableFiles {
    private let faults: [Diagnosis]

    package init(_ faults: [Diagnosis]) { self.faults = faults }

    package var isEmpty: Bool { faults.isEmpty }

    /// A continuation of a sentence about the missing plugin; empty without faults.
    package var clause: String {
        guard let first = faults.first else { return "" }
        let words = [first.place, first.problem].compactMap(\.self).joined(separator: ": ")
        return faults.count == 1
            ? "; a file that was found cannot be used: \(words)"
            : "; \(faults.count) files that were found cannot be used, the first: \(words)"
    }

    package var remedy: String {
        guard let first = faults.first else { return "" }
        return faults.count == 1
            ? first.remedy : "Repair them first; restorectl plugin list names the fault of each."
    }
}

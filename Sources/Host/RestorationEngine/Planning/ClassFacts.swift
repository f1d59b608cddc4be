package import RestorationCore

/// Facts about a restoration class, found without running its code.
package enum ClassFacts: Hashable, Sendable {
    /// The present name and version of the class, from the plugin's manifest or the program. With a
    /// conversion, these are of the class for which the state is converted.
    case present(name: String, schemaVersion: Int, Conversion? = nil)
    case absent(Diagnosis)
}

/// Why the crash ledger leaves an object out.
package struct RecordRefusal {
    package let reason: Diagnosis
    /// Whether the object is neither made nor looked up. Otherwise only its state is withheld.
    package let isWhole: Bool

    package init(_ reason: Diagnosis, isWhole: Bool) {
        self.reason = reason
        self.isWhole = isWhole
    }
}

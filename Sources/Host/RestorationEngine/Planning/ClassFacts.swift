package import RestorationCore

/// Facts about a restoration class that need no code of it.
package enum ClassFacts: Hashable, Sendable {
    /// It is there, by its present name, as the manifest of its plugin or the program says. Where
    /// there is a conversion, it is another class, which the state is converted for.
    case present(name: String, schemaVersion: Int, Conversion? = nil)
    /// It is unavailable, and why.
    case absent(Diagnosis)
}

/// Why the crash ledger leaves an object out.
package struct RecordRefusal {
    /// Why.
    package let reason: Diagnosis
    /// Whether the object is neither made nor looked for, and not only its state kept from it.
    package let isWhole: Bool

    package init(_ reason: Diagnosis, isWhole: Bool) {
        self.reason = reason
        self.isWhole = isWhole
    }
}

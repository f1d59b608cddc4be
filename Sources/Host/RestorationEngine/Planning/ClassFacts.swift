package import RestorationCore

/// Facts about a restoration class, found without running its code.
package enum ClassFacts: Hashable, Sendable {
    /// The present name and version of the class, from the plugin's manifest or the program. With a
    /// conversion, these are of the class for which the state is converted.
    case present(name: String, schemaVersion: Int, Conversion? = nil)
    case absent(Diagnosis)

    /// Why the class cannot restore state of a kind.
    func obstacle(to kind: Int, _ kinds: KindTable) -> Diagnosis? {
        switch self {
        case .absent(let reason): reason
        case .present(let name, let version, nil) where kinds.schemaVersion(of: kind) > version:
            .newerSchema(of: kinds[kind], name, version)
        case .present: nil
        }
    }

    /// Whether state of a kind is migrated or converted.
    func rewrites(_ kind: Int, _ kinds: KindTable) -> Bool {
        guard case .present(_, let version, let conversion) = self else { return false }
        return conversion != nil || kinds.schemaVersion(of: kind) < version
    }
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

package enum Finding {
    case absent
    case intact(OpenedArchive)
    case unusable(StorageError, SetAsideReason)
}

/// A decision, as a value, that the store carries out.
package enum Recovery {
    case nothingSaved
    case use(OpenedArchive)
    /// Promote the older generation of that name, after setting newer ones aside.
    case fallBack(to: String, settingAside: [(name: String, SetAsideReason, StorageError?)])
    case startFresh(settingAside: [(name: String, SetAsideReason, StorageError?)])

    /// - Parameter examine: called for each of ``FileName/generations`` until one is intact,
    ///   because older ones do not matter then. An interrupted save leaves `archive.previous` torn.
    package init(
        examining examine: (_ name: String) throws(StorageError) -> Finding
    ) throws(StorageError) {
        var unusable: [(name: String, SetAsideReason, StorageError?)] = []
        for name in FileName.generations {
            switch try examine(name) {
            case .absent: continue
            case .unusable(let error, let reason): unusable.append((name, reason, error))
            case .intact(let archive) where name == FileName.current:
                self = .use(archive)
                return
            case .intact where unusable.allSatisfy { $0.1 == .damaged }:
                self = .fallBack(to: name, settingAside: unusable)
                return
            // A newer program or another key wrote the newer file. Restoring an older state would
            // silently take the user back.
            case .intact: unusable.append((name, .superseded, nil))
            }
        }
        self = unusable.isEmpty ? .nothingSaved : .startFresh(settingAside: unusable)
    }
}

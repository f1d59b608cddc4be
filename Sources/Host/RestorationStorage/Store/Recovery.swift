/// What one of an archive's files turned out to be.
package enum Finding {
    case absent
    case intact(OpenedArchive)
    case unusable(StorageError, SetAsideReason)
}

/// What to do about what was found: a decision only, carried out by the store.
package enum Recovery {
    case nothingSaved
    case use(OpenedArchive)
    /// Make the older generation of that name the current one, after setting newer ones aside.
    case fallBack(to: String, settingAside: [(name: String, SetAsideReason, StorageError?)])
    case startFresh(settingAside: [(name: String, SetAsideReason, StorageError?)])

    /// - Parameter examine: called for each of ``FileName/generations`` until one is intact: the
    ///   older ones do not matter then. `archive.previous` may be torn, for an interrupted save
    ///   leaves it so.
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
            // Written by a newer program or with another key: its owner has moved on, and state
            // from before that would take the user back without saying so.
            case .intact: unusable.append((name, .superseded, nil))
            }
        }
        self = unusable.isEmpty ? .nothingSaved : .startFresh(settingAside: unusable)
    }
}

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
    /// Make the previous generation the current one, after setting the current one aside, if any.
    case fallBack(settingAside: [(name: String, SetAsideReason, StorageError?)])
    case startFresh(settingAside: [(name: String, SetAsideReason, StorageError?)])

    /// - Parameter previous: examined only if the current file is not intact.
    package init(
        current: Finding,
        previous: @autoclosure () throws(StorageError) -> Finding
    ) throws(StorageError) {
        switch current {
        case .intact(let archive):
            // The previous file does not matter. It may be torn: an interrupted save leaves it so.
            self = .use(archive)
        case .absent:
            switch try previous() {
            case .absent: self = .nothingSaved
            case .intact: self = .fallBack(settingAside: [])
            case .unusable(let error, let reason):
                self = .startFresh(settingAside: [(FileName.previous, reason, error)])
            }
        case .unusable(let error, let reason):
            self = Self.replacing((FileName.current, reason, error), by: try previous())
        }
    }

    private static func replacing(
        _ current: (name: String, SetAsideReason, StorageError?),
        by previous: Finding
    ) -> Recovery {
        switch previous {
        case .absent:
            return .startFresh(settingAside: [current])
        case .unusable(let error, let reason):
            return .startFresh(settingAside: [current, (FileName.previous, reason, error)])
        case .intact:
            if current.1 == .damaged { return .fallBack(settingAside: [current]) }
            // Written by a newer program or with another key: its owner has moved on, and state
            // from before that would take the user back without saying so.
            return .startFresh(settingAside: [current, (FileName.previous, .superseded, nil)])
        }
    }
}

/// The stage of a save at which the power fails.
public enum PowerLoss: Hashable, Sendable, CaseIterable {
    /// The archive is half written and useless. The previous one counts.
    case writing
    /// The archive is written but not synchronised: the file has its size without its contents.
    case synchronizing
    /// The archive is on disk, and the exchange of names is lost.
    case replacing
    /// The archive and the exchange are on disk, but the program did not learn of it.
    case replaced
}

extension MemoryDisk.Contents {
    /// Leaves the remains of an interrupted save of `archive`.
    ///
    /// Like `ArchiveStore`, a save overwrites the older of two archives, and then exchanges their
    /// names.
    mutating func cut(_ archive: MemoryDisk.Archive, during loss: PowerLoss) {
        var torn = archive
        torn.isTorn = true
        switch loss {
        case .writing, .synchronizing: archives[FileName.previous] = torn
        case .replacing: archives[FileName.previous] = archive
        case .replaced: replace(by: archive)
        }
    }
}

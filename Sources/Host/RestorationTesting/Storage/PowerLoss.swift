/// How far a save has come when the power fails. The state is what a disk may hold then.
public enum PowerLoss: Hashable, Sendable, CaseIterable {
    /// The archive is half written: what was there of it is worth nothing. The one before counts.
    case writing
    /// It is written, but not yet on the disk: the file has its size and not its contents.
    case synchronizing
    /// It is on the disk, and the names were being exchanged: they still are as before.
    case replacing
    /// As before, but the exchange of the names has come to the disk, although the program was
    /// never told that it is saved.
    case replaced
}

extension MemoryDisk.Contents {
    /// Leaves behind what remains of a save of `archive`.
    ///
    /// A save writes over the older of two archives and exchanges the names, as `ArchiveStore`
    /// does; so what it was writing when the power failed lies where the older one was.
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

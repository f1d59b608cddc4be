import RestorationCore
import RestorationKit
import RestorationStorage

extension ArchiveReader {
    /// The tables of a sealed archive; its records are read when they are asked for.
    convenience init(_ archive: OpenedArchive) throws {
        try self.init(source: SealedImage(archive))
    }
}

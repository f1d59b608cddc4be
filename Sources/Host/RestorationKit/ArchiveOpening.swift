/// An archive on disk as the engine reads it.
///
/// The seal of a piece is checked when something in it is first asked for; so a damaged piece costs
/// the objects in it.
package final class SealedImage: ImageSource {
    private let archive: OpenedArchive
    private var isReadWhole: Bool
    /// Whether a piece of it is known to be damaged. That is known of an image that was read at
    /// once.
    private(set) var isDamaged = false

    /// Images up to this size are read at once where everything is going to be asked for.
    private static let largestWhole = 64 << 20

    /// - Parameter isReadWhole: Whether most of the image is going to be asked for.
    package init(_ archive: OpenedArchive, isReadWhole: Bool = false) {
        self.archive = archive
        self.isReadWhole = isReadWhole && archive.sizeInBytes <= Self.largestWhole
    }

    /// An image of which every byte can be read, even if damaged.
    ///
    /// A disk that fails is found out about here, before anybody has been given state: later on, a
    /// piece that cannot be read would look like one that is damaged.
    ///
    /// - Throws: ``StorageError/system(_:path:errorNumber:)``.
    static func readable(_ archive: OpenedArchive) throws(StorageError) -> SealedImage {
        try archive.checkReadability()
        return SealedImage(archive, isReadWhole: true)
    }

    package var imageSize: Int { archive.sizeInBytes }

    package func chunk(covering range: Range<Int>) throws -> ImageChunk {
        if isReadWhole {
            do throws(StorageError) {
                return try archive.chunk(of: 0..<imageSize)
            } catch {
                // A damaged piece must cost no more than its own records.
                isReadWhole = false
                isDamaged = true
            }
        }
        // Whole pieces: neighbours are mostly asked for next, and a piece is opened whole anyway.
        let size = archive.pieceSize
        let start = range.lowerBound / size * size
        let end = min((range.upperBound + size - 1) / size * size, imageSize)
        return try archive.chunk(of: start..<max(end, start))
    }
}

extension ArchiveReader {
    /// The tables of a sealed archive; its records are read when they are asked for.
    package convenience init(_ archive: OpenedArchive) throws {
        try self.init(SealedImage(archive), of: archive)
    }

    /// - Throws: `StorageError.damaged(path:part:)` where a damaged piece has the tables: other
    ///   pieces, if there are any, are of no use then.
    convenience init(_ image: SealedImage, of archive: OpenedArchive) throws {
        do {
            try self.init(source: image)
        } catch StorageError.damagedPiece {
            let part: SealedPart = archive.pieceCount == 1 ? .contents : .tables
            throw StorageError.damaged(path: archive.path, part: part)
        }
    }
}

/// Opens the newest archive that can be read.
struct ArchiveOpening {
    var reader: ArchiveReader?
    /// The archive that the reader reads.
    private var archive: OpenedArchive?
    /// Whether something in it has to come from the generation before.
    private var isDamaged = false
    private var setAside: [(file: SetAsideFile, cause: Diagnosis?)] = []
    /// The aliases of the program by which parts of it lie elsewhere than in the file.
    var movedPaths: [PathAlias] = []
    /// Why nothing may be saved.
    var obstacle: Diagnosis?

    var generation: UInt64? { archive?.generation }

    /// Notes for the person or the program.
    var notes: [Diagnosis] { losses + movedPaths.map(\.note) }

    /// Saved files and records that could not be used.
    var losses: [Diagnosis] {
        // Worded at the end: only then the replacement is known.
        setAside.map { $0.file.diagnosis(because: $0.cause, replacedBy: archive) }
            + [obstacle].compactMap(\.self)
    }

    /// - Parameter isStrict: Whether every byte is verified first, and all is rejected if one of
    ///   them is damaged (SEC-5).
    static func open(_ store: any RestorationStore, isStrict: Bool) throws -> ArchiveOpening {
        if isStrict { return try openWhole(store) }
        var opening = ArchiveOpening()
        var fault = try opening.take(try store.open(checking: .footer))
        while opening.isDamaged || fault != nil {
            // A disk that fails is found out about before anything is changed, as for the newest
            // archive: later on, the generation before would look as if it were not there.
            try store.openPrevious()?.checkReadability()
            // Its tables are damaged: without them nothing can be found, so this generation counts
            // as damaged altogether.
            guard let cause = fault else { break }
            fault = try opening.take(try store.rejectCurrent(), because: Diagnosis(cause))
        }
        return opening
    }

    /// An archive that the caller has opened already.
    static func opened(_ archive: OpenedArchive) throws -> ArchiveOpening {
        var opening = ArchiveOpening()
        _ = try opening.take(.opened(archive, fellBackBecause: []))
        return opening
    }

    private static func openWhole(_ store: any RestorationStore) throws -> ArchiveOpening {
        var opening = ArchiveOpening()
        let fault = try opening.take(try store.open(checking: .everyPiece))
        let fellBack = opening.archive != nil && !opening.setAside.isEmpty
        guard fault != nil || fellBack else { return opening }
        // An older generation does not come in the place of a damaged one.
        opening.reader = nil
        opening.archive = nil
        opening.note(try store.setAsideEverything(because: .damaged), fault.map { Diagnosis($0) })
        return opening
    }

    /// - Parameter cause: why the newest of the files set aside was rejected, if the store did not
    ///   find out itself.
    /// - Returns: The damage to the archive's tables, if any.
    /// - Throws: why the archive cannot be read.
    private mutating func take(
        _ outcome: OpenOutcome,
        because cause: Diagnosis? = nil
    ) throws -> (any Error)? {
        switch outcome {
        case .opened(let archive, let fellBack):
            note(fellBack, cause)
            do {
                let image = try SealedImage.readable(archive)
                defer { isDamaged = image.isDamaged }
                reader = try ArchiveReader(image, of: archive)
                self.archive = archive
            } catch let error as StorageError where SetAsideReason(error) == nil {
                // It could not be read, which says nothing about its contents.
                throw error
            } catch {
                return error
            }
        case .startedFresh(let files): note(files, cause)
        case .notNow(let error): obstacle = error.diagnosis
        case .nothingSaved: break
        }
        return nil
    }

    /// Gives up the opened archive, which lies in `files` now.
    mutating func giveUp(_ files: [SetAsideFile], because cause: Diagnosis? = nil) {
        reader = nil
        archive = nil
        note(files, cause)
    }

    private mutating func note(_ files: [SetAsideFile], _ cause: Diagnosis?) {
        setAside += files.map { ($0, cause) }
    }
}

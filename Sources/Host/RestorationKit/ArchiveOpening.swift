/// An archive on disk as the engine reads it.
///
/// A piece's seal is checked on first access, so a damaged piece costs only its own objects.
package final class SealedImage: ImageSource {
    private let archive: OpenedArchive
    private var isReadWhole: Bool
    /// Whether a damaged piece was found in an image read at once.
    private(set) var isDamaged = false

    private static let largestWhole = 64 << 20

    /// - Parameter isReadWhole: Whether most of the image will be read.
    package init(_ archive: OpenedArchive, isReadWhole: Bool = false) {
        self.archive = archive
        self.isReadWhole = isReadWhole && archive.sizeInBytes <= Self.largestWhole
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
        // Whole pieces, since a piece is always opened whole, and its neighbours are usually read
        // next.
        let size = archive.pieceSize
        let start = range.lowerBound / size * size
        let end = min((range.upperBound + size - 1) / size * size, imageSize)
        return try archive.chunk(of: start..<max(end, start))
    }
}

extension ArchiveReader {
    /// The tables of a sealed archive. Records are read on demand.
    ///
    /// - Throws: `StorageError.damaged(path:part:)` if the tables are damaged. Other pieces are
    ///   useless then.
    package convenience init(_ archive: OpenedArchive, as image: SealedImage? = nil) throws {
        do {
            try self.init(source: image ?? SealedImage(archive))
        } catch StorageError.damagedPiece {
            let part: SealedPart = archive.pieceCount == 1 ? .contents : .tables
            throw StorageError.damaged(path: archive.path, part: part)
        }
    }
}

struct ArchiveOpening {
    var reader: ArchiveReader?
    private var archive: OpenedArchive?
    /// Whether some records have to come from the previous generation.
    private var isDamaged = false
    private var setAside: [(file: SetAsideFile, cause: Diagnosis?)] = []
    var obstacle: Diagnosis?

    var generation: UInt64? { archive?.generation }

    var losses: [Diagnosis] {
        // Worded last, when the replacement is known.
        setAside.map { $0.file.diagnosis(because: $0.cause, replacedBy: archive) }
            + [obstacle].compactMap(\.self)
    }

    /// - Parameter isStrict: Whether every byte is verified first, and any damage rejects the
    ///   archive (SEC-5).
    static func open(_ store: any RestorationStore, isStrict: Bool) throws -> ArchiveOpening {
        var opening = ArchiveOpening()
        var fault = try opening.take(try store.open(checking: isStrict ? .everyPiece : .footer))
        if isStrict {
            // An older generation does not replace a damaged one.
            if fault != nil || opening.archive != nil && !opening.setAside.isEmpty {
                let files = try store.setAsideEverything(because: .damaged)
                opening.giveUp(files, because: fault.map { Diagnosis($0) })
            }
            return opening
        }
        while opening.isDamaged || fault != nil {
            // Detects a failing disk before anything is changed. Later, the previous generation
            // would look absent.
            try store.openPrevious()?.checkReadability()
            // Without its tables, the generation is useless.
            guard let cause = fault else { break }
            fault = try opening.take(try store.rejectCurrent(), because: Diagnosis(cause))
        }
        return opening
    }

    static func opened(_ archive: OpenedArchive) throws -> ArchiveOpening {
        var opening = ArchiveOpening()
        _ = try opening.take(.opened(archive, fellBackBecause: []))
        return opening
    }

    /// - Parameter cause: why the newest file set aside was rejected, unless the store knows.
    /// - Returns: The damage to the archive's tables, if any.
    /// - Throws: why the archive cannot be read.
    private mutating func take(
        _ outcome: OpenOutcome,
        because cause: Diagnosis? = nil
    ) throws -> (any Error)? {
        switch outcome {
        case .opened(let archive, let fellBack):
            setAside += fellBack.map { ($0, cause) }
            do {
                // Detects a failing disk before any state is handed out. Later, an unreadable
                // piece would look damaged.
                try archive.checkReadability()
                let image = SealedImage(archive, isReadWhole: true)
                defer { isDamaged = image.isDamaged }
                reader = try ArchiveReader(archive, as: image)
                self.archive = archive
            } catch let error as StorageError where SetAsideReason(error) == nil {
                // A read error says nothing about the contents.
                throw error
            } catch {
                return error
            }
        case .startedFresh(let files): giveUp(files, because: cause)
        case .notNow(let error): obstacle = error.diagnosis
        case .nothingSaved: break
        }
        return nil
    }

    /// Gives up the opened archive, which is now in `files`.
    mutating func giveUp(_ files: [SetAsideFile], because cause: Diagnosis? = nil) {
        reader = nil
        archive = nil
        setAside += files.map { ($0, cause) }
    }
}

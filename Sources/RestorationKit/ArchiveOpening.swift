package import RestorationCore
import RestorationEngine
package import RestorationStorage

/// An archive on disk as the engine reads it.
///
/// The seal of a piece is checked when something in it is first asked for; so a damaged piece costs
/// the objects in it.
package final class SealedImage: ImageSource {
    private let archive: OpenedArchive
    private var isReadWhole: Bool

    /// Images up to this size are read at once where everything is going to be asked for.
    private static let largestWhole = 64 << 20

    /// - Parameter isReadWhole: Whether most of the image is going to be asked for.
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
                // A damaged piece must cost no more than what is in it.
                isReadWhole = false
            }
        }
        // Whole pieces: neighbours are mostly asked for next, and a piece is opened whole anyway.
        let size = archive.pieceSize
        let start = range.lowerBound / size * size
        let end = min((range.upperBound + size - 1) / size * size, imageSize)
        return try archive.chunk(of: start..<max(end, start))
    }
}

/// Opens the newest archive that can be read.
struct ArchiveOpening {
    var reader: ArchiveReader?
    var generation: UInt64?
    /// What the person or the program should know.
    var notes: [Diagnosis] = []
    /// Why nothing may be saved.
    var obstacle: Diagnosis?

    static func open(_ store: ArchiveStore) throws -> ArchiveOpening {
        var opening = ArchiveOpening()
        switch try store.open() {
        case .opened(let archive, let fellBack):
            opening.noteSetAside(fellBack)
            do {
                opening.reader = try ArchiveReader(
                    source: SealedImage(archive, isReadWhole: true)
                )
                opening.generation = archive.generation
            } catch {
                // Its tables are damaged: without them nothing can be found, so this generation
                // counts as damaged altogether.
                try opening.openOlder(store, because: error)
            }
        case .startedFresh(let setAside): opening.noteSetAside(setAside)
        case .notNow(let error):
            opening.obstacle = error.diagnosis
            opening.notes.append(error.diagnosis)
        case .nothingSaved: break
        }
        return opening
    }

    private mutating func openOlder(_ store: ArchiveStore, because error: any Error) throws {
        let cause = Diagnosis(error)
        switch try store.rejectCurrent() {
        case .opened(let archive, let fellBack):
            noteSetAside(fellBack, because: cause)
            do {
                reader = try ArchiveReader(source: SealedImage(archive, isReadWhole: true))
                generation = archive.generation
            } catch {
                let setAside = try store.setAsideEverything(because: .damaged)
                noteSetAside(setAside, because: Diagnosis(error))
            }
        case .startedFresh(let setAside): noteSetAside(setAside, because: cause)
        case .notNow(let error): obstacle = error.diagnosis
        case .nothingSaved: break
        }
    }

    /// - Parameter cause: why the newest of them was rejected, if the store did not find out itself.
    private mutating func noteSetAside(_ files: [SetAsideFile], because cause: Diagnosis? = nil) {
        notes += files.map { $0.diagnosis(because: cause) }
    }

    /// The generations before the current one, newest first.
    static func olderArchives(in store: ArchiveStore) -> [ArchiveReader] {
        guard let previous = try? store.openPrevious(),
            let reader = try? ArchiveReader(source: SealedImage(previous))
        else { return [] }
        return [reader]
    }
}

import FoundationEssentials
public import RestorationCore
import Synchronization

/// What a store has saved, open for reading: a sealed file, or bytes that another store keeps.
///
/// Opening a file reads its header and its footer only, whatever the file's size. ``read(_:)``
/// opens the pieces that it touches; the last ones used stay in memory. A damaged piece costs only
/// reads that touch it.
///
/// It stays readable for as long as the value lives, whatever is saved meanwhile. Any thread may
/// read.
public final class OpenedArchive: Sendable {
    /// The file's path when it was opened; later saves may have moved it. What else a store calls
    /// the place where it keeps the bytes.
    public let path: String
    /// What it holds.
    public let kind: SealedKind
    /// The application that wrote it.
    public let application: ApplicationIdentifier
    /// Counts the saves of an application.
    public let generation: UInt64
    /// When it was written.
    public let savedAt: Timestamp

    private let layout: SealedLayout
    private let contents: Contents
    /// Guards the pieces opened so far.
    private let cache = Mutex(PieceCache())

    init(
        path: String,
        file: FileHandle,
        header: SealedHeader,
        layout: SealedLayout,
        footer: SealedFooter,
        cipher: PieceCipher,
        conditions: StorageConditions
    ) {
        self.path = path
        kind = header.kind
        application = header.application
        generation = header.generation
        savedAt = footer.savedAt
        self.layout = layout
        contents = .sealed(file, footer, cipher, conditions)
    }

    /// What a store that keeps no files of ours hands out: an image as it was committed.
    ///
    /// The store has seen to it that the bytes are what was saved; they are not checked again.
    ///
    /// - Parameters:
    ///   - image: The bytes of all chunks that were committed together, joined.
    ///   - place: What errors call the place where the store keeps them.
    ///   - application: Whose state they are.
    ///   - generation: The number of the save, which the store counts up.
    ///   - savedAt: When they were committed.
    ///   - kind: What they are.
    public convenience init(
        image: [UInt8],
        place: String,
        application: ApplicationIdentifier,
        generation: UInt64,
        savedAt: Timestamp,
        kind: SealedKind = .archive
    ) {
        self.init(
            image: image,
            pieceSize: max(image.count, 1),
            damagedPiece: nil,
            place: place,
            application: application,
            generation: generation,
            savedAt: savedAt,
            kind: kind
        )
    }

    /// An image as it was committed, of which a piece cannot be read: a damaged file, for tests.
    package init(
        image: [UInt8],
        pieceSize: Int,
        damagedPiece: Int?,
        place: String,
        application: ApplicationIdentifier,
        generation: UInt64,
        savedAt: Timestamp,
        kind: SealedKind
    ) {
        path = place
        self.kind = kind
        self.application = application
        self.generation = generation
        self.savedAt = savedAt
        layout = SealedLayout(plaintextSize: image.count, pieceSize: pieceSize)
        contents = .plain(image, damagedPiece: damagedPiece)
    }

    private enum Contents: Sendable {
        case sealed(FileHandle, SealedFooter, PieceCipher, StorageConditions)
        case plain([UInt8], damagedPiece: Int?)
    }

    /// How many bytes were sealed.
    public var sizeInBytes: Int { layout.plaintextSize }
    /// The size of the file.
    package var fileSizeInBytes: Int {
        layout.footerOffset + SealedFooter.sealedSize(pieceCount: pieceCount)
            + SealedFooter.trailerSize
    }
    /// How many bytes each piece holds; the last may hold fewer.
    public var pieceSize: Int { layout.pieceSize }
    /// How many pieces there are.
    public var pieceCount: Int { layout.pieceCount }

    /// Returns the bytes of a range.
    ///
    /// - Throws: ``StorageError/damagedPiece(path:index:)`` for the first damaged piece touched,
    ///   ``StorageError/outOfBounds(path:range:sizeInBytes:)``, or
    ///   ``StorageError/system(_:path:errorNumber:)``.
    public func read(_ range: Range<Int>) throws(StorageError) -> [UInt8] {
        try check(range)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        try forEachPart(of: range) { part in bytes += part }
        return bytes
    }

    func check(_ range: Range<Int>) throws(StorageError) {
        guard range.lowerBound >= 0, range.upperBound <= sizeInBytes else {
            throw .outOfBounds(path: path, range: range, sizeInBytes: sizeInBytes)
        }
    }

    /// Hands the bytes of a range over, piece by piece.
    func forEachPart(of range: Range<Int>, _ body: (Data) -> Void) throws(StorageError) {
        var position = range.lowerBound
        while position < range.upperBound {
            let index = position / pieceSize
            let held = layout.plaintext(ofPiece: index)
            let end = min(range.upperBound, held.upperBound)
            // Who reads a piece whole has it then, and will not ask for it again soon.
            let isWhole = position == held.lowerBound && end == held.upperBound
            let piece = try isWhole ? intactPiece(index) : cachedPiece(index)
            body(piece[(position - held.lowerBound)..<(end - held.lowerBound)])
            position = end
        }
    }

    /// Returns everything that was sealed.
    public func readAll() throws(StorageError) -> [UInt8] {
        try read(0..<sizeInBytes)
    }

    /// Opens every piece, and throws for the first that is damaged.
    ///
    /// - Throws: ``StorageError/damagedPiece(path:index:)`` or
    ///   ``StorageError/system(_:path:errorNumber:)``.
    public func verify() throws(StorageError) {
        if let index = try damagedPieces().first { throw .damagedPiece(path: path, index: index) }
    }

    /// Opens every piece and returns the numbers of those that are damaged, in order.
    ///
    /// - Throws: ``StorageError/system(_:path:errorNumber:)``.
    public func damagedPieces() throws(StorageError) -> [Int] {
        var damaged: [Int] = []
        for index in 0..<pieceCount where try openPiece(index) == nil { damaged.append(index) }
        return damaged
    }

    /// Reads every piece, whether or not it is what was written.
    ///
    /// - Throws: ``StorageError/system(_:path:errorNumber:)``.
    package func checkReadability() throws(StorageError) {
        guard case .sealed(let file, _, _, let conditions) = contents else { return }
        for index in 0..<pieceCount { _ = try readPiece(index, of: file, conditions) }
    }

    private func cachedPiece(_ index: Int) throws(StorageError) -> Data {
        if let piece = cache.withLock({ $0.piece(index) }) { return piece }
        // Opened without the lock held: two threads may open one piece twice, but none waits.
        let piece = try intactPiece(index)
        cache.withLock { $0.insert(piece, at: index) }
        return piece
    }

    private func intactPiece(_ index: Int) throws(StorageError) -> Data {
        guard let piece = try openPiece(index) else {
            throw .damagedPiece(path: path, index: index)
        }
        return piece
    }

    /// Reads and opens a piece; `nil` if it is damaged.
    private func openPiece(_ index: Int) throws(StorageError) -> Data? {
        switch contents {
        case .plain(let image, let damaged):
            index == damaged ? nil : Data(image[layout.plaintext(ofPiece: index)])
        case .sealed(let file, let footer, let cipher, let conditions):
            try openPiece(index, of: file, footer, cipher, conditions)
        }
    }

    private func openPiece(
        _ index: Int,
        of file: FileHandle,
        _ footer: SealedFooter,
        _ cipher: PieceCipher,
        _ conditions: StorageConditions
    ) throws(StorageError) -> Data? {
        // Shorter only if the file was cut off after it was opened: then it will not open.
        let sealed = try readPiece(index, of: file, conditions)
        return cipher.open(sealed, tag: footer.tag(ofPiece: index), as: .piece, index)
    }

    private func readPiece(
        _ index: Int,
        of file: FileHandle,
        _ conditions: StorageConditions
    ) throws(StorageError) -> [UInt8] {
        do throws(SystemError) {
            try conditions.before(.readPiece(index))
            let size = layout.plaintext(ofPiece: index).count
            return try file.read(size, at: layout.fileOffset(ofPiece: index))
        } catch {
            throw .system(.read, path: path, errorNumber: error.code)
        }
    }
}

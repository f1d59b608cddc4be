import FoundationEssentials
public import RestorationCore
import Synchronization

/// A saved image, open for reading: a sealed file, or bytes from another store.
///
/// Opening a file reads only its header and footer, whatever its size. ``read(_:)`` opens the
/// pieces that it touches and caches the last ones. A damaged piece fails only the reads that touch
/// it.
///
/// The archive stays readable during later saves. Any thread may read.
public final class OpenedArchive: Sendable {
    /// The file's path at opening (later saves may move the file), or another store's name for its
    /// bytes.
    public let path: String
    /// Whether it is an archive or a report.
    public let kind: SealedKind
    /// The application that wrote it.
    public let application: ApplicationIdentifier
    /// The number of the save, counted per application.
    public let generation: UInt64
    /// When it was written.
    public let savedAt: Timestamp

    private let layout: SealedLayout
    private let contents: Contents
    /// Guards the opened pieces.
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

    /// Creates an archive from the image that a store without sealed files committed.
    ///
    /// The bytes are not checked again; the store is responsible for their integrity.
    ///
    /// - Parameters:
    ///   - image: The bytes of all chunks of one commit, joined.
    ///   - place: The location for errors to name.
    ///   - application: The application that saved the state.
    ///   - generation: The number of the save, which the store counts up.
    ///   - savedAt: The time of the commit.
    ///   - kind: The kind of contents.
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

    /// The size of the plaintext.
    public var sizeInBytes: Int { layout.plaintextSize }
    package var fileSizeInBytes: Int {
        layout.footerOffset + SealedFooter.sealedSize(pieceCount: pieceCount)
            + SealedFooter.trailerSize
    }
    /// The size of every piece but the last, which may be shorter.
    public var pieceSize: Int { layout.pieceSize }
    /// The number of pieces.
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

    func forEachPart(of range: Range<Int>, _ body: (Data) -> Void) throws(StorageError) {
        var position = range.lowerBound
        while position < range.upperBound {
            let index = position / pieceSize
            let held = layout.plaintext(ofPiece: index)
            let end = min(range.upperBound, held.upperBound)
            // A caller that reads a whole piece seldom reads it again, so it skips the cache.
            let isWhole = position == held.lowerBound && end == held.upperBound
            let piece = try isWhole ? intactPiece(index) : cachedPiece(index)
            body(piece[(position - held.lowerBound)..<(end - held.lowerBound)])
            position = end
        }
    }

    /// Returns the whole plaintext.
    public func readAll() throws(StorageError) -> [UInt8] {
        try read(0..<sizeInBytes)
    }

    /// Opens every piece and throws for the first damaged one.
    ///
    /// - Throws: ``StorageError/damagedPiece(path:index:)`` or
    ///   ``StorageError/system(_:path:errorNumber:)``.
    public func verify() throws(StorageError) {
        if let index = try damagedPieces().first { throw .damagedPiece(path: path, index: index) }
    }

    /// Opens every piece and returns the indices of the damaged ones, in order.
    ///
    /// - Throws: ``StorageError/system(_:path:errorNumber:)``.
    public func damagedPieces() throws(StorageError) -> [Int] {
        var damaged: [Int] = []
        for index in 0..<pieceCount where try openPiece(index) == nil { damaged.append(index) }
        return damaged
    }

    /// Reads every piece without authenticating it.
    ///
    /// - Throws: ``StorageError/system(_:path:errorNumber:)``.
    package func checkReadability() throws(StorageError) {
        guard case .sealed(let file, _, _, let conditions) = contents else { return }
        for index in 0..<pieceCount { _ = try readPiece(index, of: file, conditions) }
    }

    private func cachedPiece(_ index: Int) throws(StorageError) -> Data {
        if let piece = cache.withLock({ $0.piece(index) }) { return piece }
        // Opened outside the lock: two threads may open the same piece, but neither waits.
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
        // Short only if the file was truncated after it was opened. Then it does not authenticate.
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

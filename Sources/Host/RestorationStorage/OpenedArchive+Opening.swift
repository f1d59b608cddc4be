import Glibc
import RestorationCore

extension OpenedArchive {
    /// Opens any sealed file, for tools.
    ///
    /// - Parameters:
    ///   - path: the file; a symbolic link is followed.
    ///   - kind: the kind that the file must have; `nil` accepts any.
    ///   - keys: provides the key of the application that the header names. Never creates one.
    /// - Throws: ``StorageError``, most often one about a damaged file or the key.
    public static func open(
        path: String,
        kind: SealedKind? = .archive,
        keys: any KeyProvider
    ) throws(StorageError) -> OpenedArchive {
        let file = try attempting(
            .open,
            path,
            try FileHandle(open: absolutePath(path), O_RDONLY | O_NONBLOCK)
        )
        let sealed = try SealedFile(file, path: path, conditions: StorageConditions())
        let key = try keys.key(for: sealed.header.application, creation: .refused)
        return try sealed.open(
            as: kind ?? sealed.header.kind,
            of: sealed.header.application,
            with: key
        )
    }
}

extension OpenedArchive {
    /// Opens a sealed image that a ``RemoteStore`` returned.
    ///
    /// - Parameters:
    ///   - sealed: The bytes of a sealed file.
    ///   - place: The row, for errors.
    ///   - keys: As for ``open(path:kind:keys:)``.
    /// - Throws: as ``open(path:kind:keys:)``.
    package static func open(
        sealed: [UInt8],
        place: String,
        keys: any KeyProvider
    ) throws(StorageError) -> OpenedArchive {
        let file = try attempting(.open, place, try FileHandle(inMemory: sealed))
        let sealed = try SealedFile(file, path: place, conditions: StorageConditions())
        let application = sealed.header.application
        let key = try keys.key(for: application, creation: .refused)
        return try sealed.open(as: .archive, of: application, with: key)
    }
}

struct SealedFile {
    let header: SealedHeader
    let sizeInBytes: Int

    private let file: FileHandle
    private let path: String
    private let encodedHeader: [UInt8]
    private let conditions: StorageConditions

    /// Reads the header and locks the file against writers until the descriptor closes.
    init(
        _ file: FileHandle,
        path: String,
        conditions: StorageConditions
    ) throws(StorageError) {
        let status = try attempting(.inspect, path, try file.status())
        guard status.isRegular else { throw .damaged(path: path, part: .file) }
        try Self.lockAgainstSaves(file, path)
        // Read again: the size is stable only under the lock.
        sizeInBytes = try attempting(.inspect, path, try file.status()).sizeInBytes
        let start = min(sizeInBytes, SealedHeader.sizeInBytes)
        let bytes = try attempting(.read, path, try file.read(start, at: 0))
        switch SealedHeader.read(bytes) {
        case .damaged:
            let isCutShort =
                sizeInBytes < SealedHeader.sizeInBytes && SealedHeader.isBegunBy(bytes)
            if isCutShort { throw .damaged(path: path, part: .length) }
            let isOurs = SealedHeader.resembles(bytes)
            throw .damaged(path: path, part: isOurs ? .header : .beginning)
        case .otherVersion(let version):
            let supported = SealedHeader.formatVersion
            guard version > supported else {
                throw .formerVersion(path: path, version: version, supported: supported)
            }
            throw .futureVersion(path: path, version: version, supported: supported)
        case .header(let header):
            self.header = header
        }
        encodedHeader = bytes
        self.file = file
        self.path = path
        self.conditions = conditions
    }

    /// Identifies the image in a remote store. The salt is random for each sealed file, so the same
    /// file has the same ID in a later launch, too.
    var writeID: WriteID { WriteID(bytes: Array(header.salt.prefix(16)))! }

    /// Reads all sealed bytes.
    func copy() throws(StorageError) -> [UInt8] {
        try attempting(.read, path, try file.read(sizeInBytes, at: 0))
    }

    /// Opens the footer, which authenticates the rest.
    func open(
        as kind: SealedKind,
        of application: ApplicationIdentifier,
        with key: ArchiveKey
    ) throws(StorageError) -> OpenedArchive {
        guard header.application == application else {
            throw .otherApplication(path: path, owner: header.application.rawValue)
        }
        guard header.kind == kind else { throw .wrongKind(path: path, expected: kind) }
        guard header.keyIdentifier == key.identifier else {
            let isDamaged = key.isOneBit(from: header.keyIdentifier)
            throw isDamaged ? .keyDamaged(path: path) : .wrongKey(path: path)
        }
        let cipher = PieceCipher(key: key, salt: header.salt, header: encodedHeader)
        let layout = try readTrailer()
        return OpenedArchive(
            path: path,
            file: file,
            header: header,
            layout: layout,
            footer: try readFooter(of: layout, with: cipher),
            cipher: cipher,
            conditions: conditions
        )
    }

    private func readTrailer() throws(StorageError) -> SealedLayout {
        let size = SealedFooter.trailerSize
        let offset = max(sizeInBytes - size, 0)
        let trailer = try attempting(.read, path, try file.read(size, at: offset))
        guard let footerSize = SealedFooter.sealedSize(trailer: trailer),
            let layout = SealedLayout(
                fileSize: sizeInBytes,
                sealedFooterSize: footerSize,
                pieceSize: header.pieceSize
            )
        else { throw .damaged(path: path, part: .trailer) }
        return layout
    }

    private func readFooter(
        of layout: SealedLayout,
        with cipher: PieceCipher
    ) throws(StorageError) -> SealedFooter {
        let size = SealedFooter.sealedSize(pieceCount: layout.pieceCount)
        let offset = layout.footerOffset
        let sealed = try attempting(.read, path, try file.read(size, at: offset))
        guard sealed.count == size,
            let bytes = cipher.open(
                sealed.dropLast(SealedFooter.tagSize),
                tag: sealed.suffix(SealedFooter.tagSize),
                as: .footer,
                layout.pieceCount
            ),
            let footer = SealedFooter(Array(bytes), of: layout)
        else { throw .damaged(path: path, part: .footer) }
        return footer
    }

    // A save overwrites the spare file only under an exclusive lock. On a file system without
    // locks, no save gets one, so an unlocked read is just as safe.
    private static func lockAgainstSaves(
        _ file: FileHandle,
        _ path: String
    ) throws(StorageError) {
        let isLocked: Bool
        do throws(SystemError) {
            isLocked = try file.lock(.shared)
        } catch {
            isLocked = true
        }
        guard isLocked else { throw .beingWritten(path: path) }
    }
}

import Crypto
import FoundationEssentials
import RestorationCore

/// Writes one sealed file, with at most one piece in memory twice.
struct SealedFileWriter {
    let kind: SealedKind
    let application: ApplicationIdentifier
    let generation: UInt64
    let key: ArchiveKey
    let conditions: StorageConditions

    /// Seals an image into a file and truncates the file after the trailer. Does not synchronise.
    func write(_ image: ImageChunks, to file: FileHandle) throws(SystemError) {
        let header = SealedHeader(
            kind: kind,
            application: application,
            generation: generation,
            pieceSize: conditions.pieceSize,
            // A random salt gives each file its own key, so nonces may count (see PieceCipher).
            salt: SymmetricKey(size: .bits256).copiedBytes,
            keyIdentifier: key.identifier
        )
        let encoded = header.encoded
        let cipher = PieceCipher(key: key, salt: header.salt, header: encoded)
        let layout = SealedLayout(plaintextSize: image.count, pieceSize: conditions.pieceSize)
        try conditions.before(.writeHeader)
        try file.write(encoded, at: 0)
        let tags = try writePieces(of: image, laidOut: layout, with: cipher, to: file)
        let footer = SealedFooter(
            plaintextSize: image.count,
            savedAt: conditions.now(),
            tags: tags
        )
        let sealed = cipher.seal(footer.encoded, as: .footer, layout.pieceCount)
        var end = Array(sealed.ciphertext) + Array(sealed.tag)
        end += SealedFooter.trailer(sealedSize: end.count)
        try conditions.before(.writeFooter)
        try file.write(end, at: layout.footerOffset)
        // An overwritten spare may have been longer.
        try conditions.before(.truncate)
        try file.truncate(to: layout.footerOffset + end.count)
    }

    private func writePieces(
        of image: ImageChunks,
        laidOut layout: SealedLayout,
        with cipher: PieceCipher,
        to file: FileHandle
    ) throws(SystemError) -> [UInt8] {
        var tags: [UInt8] = []
        tags.reserveCapacity(layout.pieceCount * SealedFooter.tagSize)
        var chunk = 0
        for index in 0..<layout.pieceCount {
            let bytes = image.bytes(layout.plaintext(ofPiece: index), from: &chunk)
            let sealed = cipher.seal(bytes, as: .piece, index)
            try conditions.before(.writePiece(index))
            try file.write(sealed.ciphertext, at: layout.fileOffset(ofPiece: index))
            tags += sealed.tag
        }
        return tags
    }
}

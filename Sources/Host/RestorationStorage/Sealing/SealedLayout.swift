/// The offsets and sizes of the parts of a sealed file.
///
/// ```
/// ┌────────┬─────────┬─────────┬──   ──┬───────────┬────────┬─────────┐
/// │ header │ piece 0 │ piece 1 │   …   │ piece n-1 │ footer │ trailer │
/// └────────┴─────────┴─────────┴──   ──┴───────────┴────────┴─────────┘
/// ```
///
/// All pieces have the size that the header gives, except for the last, which may be shorter. A
/// file without contents has no pieces.
struct SealedLayout: Hashable, Sendable {
    let plaintextSize: Int
    let pieceSize: Int

    init(plaintextSize: Int, pieceSize: Int) {
        self.plaintextSize = plaintextSize
        self.pieceSize = pieceSize
    }

    /// Derives the layout from the sizes of a file and of its footer, or returns `nil` if they are
    /// inconsistent.
    ///
    /// Both sizes may be forged, so no calculation may overflow.
    init?(fileSize: Int, sealedFooterSize: Int, pieceSize: Int) {
        let frame = SealedHeader.sizeInBytes + SealedFooter.trailerSize
        let sizes = SealedFooter.sealedSize(pieceCount: 0)...SealedFooter.largestSealedSize
        guard sizes.contains(sealedFooterSize), sealedFooterSize <= fileSize - frame else {
            return nil
        }
        self.init(plaintextSize: fileSize - frame - sealedFooterSize, pieceSize: pieceSize)
        guard pieceCount <= SealedFooter.largestSealedSize / SealedFooter.tagSize,
            SealedFooter.sealedSize(pieceCount: pieceCount) == sealedFooterSize
        else { return nil }
    }

    var pieceCount: Int {
        plaintextSize / pieceSize + (plaintextSize % pieceSize == 0 ? 0 : 1)
    }

    var footerOffset: Int { SealedHeader.sizeInBytes + plaintextSize }

    func plaintext(ofPiece index: Int) -> Range<Int> {
        let start = index * pieceSize
        return start..<min(start + pieceSize, plaintextSize)
    }

    func fileOffset(ofPiece index: Int) -> Int { SealedHeader.sizeInBytes + index * pieceSize }
}

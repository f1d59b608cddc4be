/// Control characters and escape sequences.
extension TerminalScreen {
    /// Performs a control character; those without effect on the screen are skipped.
    mutating func performControl(_ byte: UInt8) {
        switch byte {
        case 0x08: move(toColumn: cursor.column - 1)
        case 0x09: moveToTabStop(after: 1)
        case 0x0A, 0x0B, 0x0C: index()
        case 0x0D: move(toColumn: 0)
        case 0x0E: charsets.active = .g1
        case 0x0F: charsets.active = .g0
        default: break
        }
    }

    /// Performs an escape sequence.
    mutating func performEscape(_ intermediates: [UInt8], _ final: UInt8) {
        switch intermediates {
        case []: performEscape(final)
        case [UInt8(ascii: "(")]: charsets.designate(final, as: .g0)
        case [UInt8(ascii: ")")]: charsets.designate(final, as: .g1)
        default: break
        }
    }

    private mutating func performEscape(_ final: UInt8) {
        switch UnicodeScalar(final) {
        case "7": saveCursor()
        case "8": restoreCursor()
        case "D": index()
        case "E":
            move(toColumn: 0)
            index()
        case "H": tabStops.insert(cursor.column)
        case "M": reverseIndex()
        case "c": reset()
        default: break
        }
    }

    /// Makes the terminal as new (RIS); only the marks stay.
    private mutating func reset() {
        let markers = self.markers
        self = TerminalScreen(rows: rowCount, columns: columnCount)
        self.markers = markers
    }

    /// Ends the modes that one program could leave behind for the next (DECSTR).
    mutating func softReset() {
        isCursorVisible = true
        isInserting = false
        isWrapping = true
        isWrapPending = false
        usesApplicationCursorKeys = false
        scrollRegion = 0..<rowCount
        style = .plain
        charsets = CharacterSets()
        grid.savedCursor = nil
    }
}

/// Control sequences: which one asks for what.
extension TerminalScreen {
    /// Performs a control sequence; one that is not known is skipped.
    mutating func performSequence(_ sequence: ControlSequence) {
        switch (sequence.prefix, sequence.intermediates) {
        case (nil, []):
            performMovement(sequence)
            performEditing(sequence)
            performSetting(sequence)
        case (UInt8(ascii: "?"), []):
            setPrivateModes(sequence)
        case (nil, [UInt8(ascii: "!")]):
            if sequence.final == UInt8(ascii: "p") { softReset() }
        default:
            break
        }
    }

    private mutating func performMovement(_ sequence: ControlSequence) {
        let count = sequence.count()
        switch UnicodeScalar(sequence.final) {
        case "A": moveUp(count)
        case "B", "e": moveDown(count)
        case "C", "a": move(toColumn: cursor.column + count)
        case "D": move(toColumn: cursor.column - count)
        case "E":
            moveDown(count)
            move(toColumn: 0)
        case "F":
            moveUp(count)
            move(toColumn: 0)
        case "G", "`": move(toColumn: count - 1)
        case "H", "f": move(toRow: count - 1, column: sequence.count(1) - 1)
        case "I": moveToTabStop(after: count)
        case "Z": moveToTabStop(before: count)
        case "d": move(toRow: count - 1, column: cursor.column)
        default: break
        }
    }

    private mutating func performEditing(_ sequence: ControlSequence) {
        let count = sequence.count()
        switch UnicodeScalar(sequence.final) {
        case "@": insertCharacters(count)
        case "J": eraseInDisplay(sequence.value(0))
        case "K": eraseInLine(sequence.value(0))
        case "L": insertLines(count)
        case "M": deleteLines(count)
        case "P": deleteCharacters(count)
        case "S": grid.scrollUp(scrollRegion, by: count, style: style.erased)
        // With more parameters this is a request for mouse tracking, which is not a movement.
        case "T" where sequence.parameters.count == 1:
            grid.scrollDown(scrollRegion, by: count, style: style.erased)
        case "X": eraseCharacters(count)
        case "b": repeatLastPrinted(count)
        default: break
        }
    }

    private mutating func performSetting(_ sequence: ControlSequence) {
        switch UnicodeScalar(sequence.final) {
        case "g": clearTabStops(sequence.value(0))
        case "h": setModes(sequence, to: true)
        case "l": setModes(sequence, to: false)
        case "m": style.select(sequence.parameters)
        case "r": setScrollRegion(sequence)
        // With parameters these two set margins and restore modes.
        case "s" where sequence.parameters == [.init()]: saveCursor()
        case "u" where sequence.parameters == [.init()]: restoreCursor()
        default: break
        }
    }

    private mutating func clearTabStops(_ which: Int) {
        switch which {
        case 0: tabStops.remove(cursor.column)
        case 3: tabStops.removeAll()
        default: break
        }
    }

    /// DECSTBM.
    ///
    /// A region has at least two rows; anything else is no region and changes nothing.
    private mutating func setScrollRegion(_ sequence: ControlSequence) {
        let top = sequence.count(0) - 1
        let bottom = sequence.value(1) == 0 ? rowCount : min(sequence.value(1), rowCount)
        guard top + 1 < bottom else { return }
        scrollRegion = top..<bottom
        move(toRow: 0, column: 0)
    }
}

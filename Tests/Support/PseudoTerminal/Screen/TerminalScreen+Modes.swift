/// Modes, and the switch between main and alternate screen.
extension TerminalScreen {
    /// DECSET and DECRST.
    mutating func setPrivateModes(_ sequence: ControlSequence) {
        let isOn: Bool
        switch UnicodeScalar(sequence.final) {
        case "h": isOn = true
        case "l": isOn = false
        default: return
        }
        for parameter in sequence.parameters {
            setPrivateMode(parameter ?? 0, to: isOn)
        }
    }

    private mutating func setPrivateMode(_ mode: Int, to isOn: Bool) {
        switch mode {
        case 1: usesApplicationCursorKeys = isOn
        case 25: isCursorVisible = isOn
        case 1049: isOn ? enterAlternate() : leaveAlternate()
        default: break
        }
    }

    /// Saves the main screen's cursor and shows a blank alternate screen.
    private mutating func enterAlternate() {
        guard !isAlternate else { return }
        savedCursor = SavedCursor(position: cursor, isWrapPending: isWrapPending, style: style)
        showAlternate(true)
        grid.erase(0..<rowCount, style: style.erased)
    }

    private mutating func leaveAlternate() {
        guard isAlternate else { return }
        showAlternate(false)
        style = savedCursor.style
        move(toRow: savedCursor.position.row, column: savedCursor.position.column)
        isWrapPending = savedCursor.isWrapPending && cursor == savedCursor.position
    }

    private mutating func showAlternate(_ isOn: Bool) {
        isAlternate = isOn
        swap(&grid, &hiddenGrid)
    }
}

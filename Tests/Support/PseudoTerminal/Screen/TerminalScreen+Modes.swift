/// Modes, and the switch between main and alternate screen.
extension TerminalScreen {
    /// SM and RM of ECMA-48.
    mutating func setModes(_ sequence: ControlSequence, to isOn: Bool) {
        for parameter in sequence.parameters where parameter.value == 4 {
            isInserting = isOn
        }
    }

    /// DECSET and DECRST.
    mutating func setPrivateModes(_ sequence: ControlSequence) {
        let isOn: Bool
        switch UnicodeScalar(sequence.final) {
        case "h": isOn = true
        case "l": isOn = false
        default: return
        }
        for parameter in sequence.parameters {
            setPrivateMode(parameter.value ?? 0, to: isOn)
        }
    }

    private mutating func setPrivateMode(_ mode: Int, to isOn: Bool) {
        switch mode {
        case 1: usesApplicationCursorKeys = isOn
        case 7:
            isWrapping = isOn
            isWrapPending = false
        case 25: isCursorVisible = isOn
        case 47: showAlternate(isOn)
        case 1047:
            if !isOn, isAlternate { grid.erase(0..<rowCount, style: style.erased) }
            showAlternate(isOn)
        case 1048: isOn ? saveCursor() : restoreCursor()
        case 1049: isOn ? enterAlternate() : leaveAlternate()
        default: break
        }
    }

    /// The main screen's cursor is kept, and the alternate screen begins blank.
    private mutating func enterAlternate() {
        guard !isAlternate else { return }
        saveCursor()
        showAlternate(true)
        grid.erase(0..<rowCount, style: style.erased)
    }

    private mutating func leaveAlternate() {
        guard isAlternate else { return }
        showAlternate(false)
        restoreCursor()
    }

    private mutating func showAlternate(_ isOn: Bool) {
        guard isOn != isAlternate else { return }
        isAlternate = isOn
        swap(&grid, &hiddenGrid)
    }
}

/// Dispatch of control sequences.
extension TerminalScreen {
    /// Performs a control sequence; ignores an unknown one.
    mutating func performSequence(_ sequence: ControlSequence) {
        switch sequence.prefix {
        case nil: performStandard(sequence)
        case UInt8(ascii: "?"): setPrivateModes(sequence)
        default: break
        }
    }

    private mutating func performStandard(_ sequence: ControlSequence) {
        switch UnicodeScalar(sequence.final) {
        case "H": move(toRow: sequence.count() - 1, column: sequence.count(1) - 1)
        case "J": eraseInDisplay(sequence.value(0))
        case "K": eraseInLine(sequence.value(0))
        case "m": style.select(sequence.parameters)
        default: break
        }
    }
}

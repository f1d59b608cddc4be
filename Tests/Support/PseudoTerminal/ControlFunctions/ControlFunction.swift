/// What a piece of a program's output asks of the terminal (a control function of ECMA-48).
enum ControlFunction: Hashable, Sendable {
    /// A character to show.
    case print(Unicode.Scalar)
    /// A control character, such as line feed.
    case control(UInt8)
    /// `ESC`, intermediate bytes, and a final byte.
    case escape(intermediates: [UInt8], final: UInt8)
    /// `ESC [` and what follows.
    case sequence(ControlSequence)
    /// The bytes between `ESC ]` and its end.
    case command([UInt8])
}

/// A control sequence: `ESC [`, a private prefix, parameters, intermediate bytes, a final byte.
struct ControlSequence: Hashable, Sendable {
    /// `?`, `<`, `=` or `>` where the sequence is not one of ECMA-48 itself.
    var prefix: UInt8?
    /// The numbers, separated by `;` in the sequence.
    ///
    /// Never empty.
    var parameters = [Parameter()]
    /// The bytes before the final one that select another meaning, such as `!` in `ESC [ ! p`.
    var intermediates: [UInt8] = []
    /// The byte that names the function.
    var final: UInt8 = 0

    /// One number, and those that follow it after a `:`; `nil` where there are no digits.
    struct Parameter: Hashable, Sendable {
        var value: Int?
        var details: [Int?] = []
    }

    /// The larger parameters of a sequence all mean "as far as it goes".
    static let largestValue = 65_535
    private static let mostParameters = 32

    /// A parameter's number, or the default if it is missing.
    func value(_ index: Int, default missing: Int = 0) -> Int {
        guard index < parameters.count else { return missing }
        return parameters[index].value ?? missing
    }

    /// A parameter as a count or as a place that counts from 1: missing and 0 both mean 1.
    func count(_ index: Int = 0) -> Int {
        max(1, value(index))
    }

    /// Takes in a digit, `;` or `:`.
    ///
    /// What exceeds the limits is dropped.
    mutating func appendParameterByte(_ byte: UInt8) {
        let last = parameters.count - 1
        switch byte {
        case UInt8(ascii: ";"):
            if parameters.count < Self.mostParameters { parameters.append(Parameter()) }
        case UInt8(ascii: ":"):
            if parameters[last].details.count < Self.mostParameters {
                parameters[last].details.append(nil)
            }
        default:
            let digit = Int(byte - UInt8(ascii: "0"))
            if let detail = parameters[last].details.indices.last {
                let value = parameters[last].details[detail] ?? 0
                parameters[last].details[detail] = min(value * 10 + digit, Self.largestValue)
            } else {
                let value = parameters[last].value ?? 0
                parameters[last].value = min(value * 10 + digit, Self.largestValue)
            }
        }
    }
}

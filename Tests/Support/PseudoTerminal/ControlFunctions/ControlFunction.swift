/// A control function of ECMA-48: one request in a program's output.
enum ControlFunction: Hashable, Sendable {
    /// A character to show.
    case print(Unicode.Scalar)
    /// A control character, such as line feed.
    case control(UInt8)
    /// A sequence that begins with `ESC [`.
    case sequence(ControlSequence)
    /// The bytes between `ESC ]` and the terminator.
    case command([UInt8])
}

/// A control sequence: `ESC [`, a private prefix, parameters, a final byte.
struct ControlSequence: Hashable, Sendable {
    /// `?`, `<`, `=` or `>` in private sequences, outside ECMA-48.
    var prefix: UInt8?
    /// The numbers, separated by `;` in the sequence; `nil` where there are no digits.
    ///
    /// Never empty.
    var parameters: [Int?] = [nil]
    /// The byte that names the function.
    var final: UInt8 = 0

    /// Larger parameters all mean "to the edge of the screen".
    static let largestValue = 65_535
    private static let mostParameters = 32

    /// A parameter's number, or the default if it is missing.
    func value(_ index: Int, default missing: Int = 0) -> Int {
        guard index < parameters.count else { return missing }
        return parameters[index] ?? missing
    }

    /// A parameter as a count or a 1-based position: missing and 0 both mean 1.
    func count(_ index: Int = 0) -> Int {
        max(1, value(index))
    }

    /// Appends a digit or `;`, and drops digits and parameters beyond the limits.
    mutating func appendParameterByte(_ byte: UInt8) {
        if byte == UInt8(ascii: ";") {
            if parameters.count < Self.mostParameters { parameters.append(nil) }
        } else {
            let last = parameters.count - 1
            let value = (parameters[last] ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
            parameters[last] = min(value, Self.largestValue)
        }
    }
}

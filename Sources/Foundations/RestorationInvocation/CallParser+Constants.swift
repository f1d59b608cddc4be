extension CallParser {
    mutating func wholeConstant() throws(SignatureFault) -> CallConstant {
        guard let constant = try constant() else {
            let remedy = "A constant looks like uint32(0), 'text', true or null."
            throw parser.fault("a constant", remedy)
        }
        try parser.end(expecting: "the end")
        return constant
    }

    /// Parses a constant, or returns `nil` if the token begins none.
    mutating func constant() throws(SignatureFault) -> CallConstant? {
        let token = parser.next
        switch token.text {
        case "\"", "'": return CallConstant(type: .string, value: .string(try text()))
        case "true", "false":
            parser.advance()
            return CallConstant(type: .bool, value: .bool(token.text == "true"))
        case "null":
            parser.advance()
            return CallConstant(type: .optional(.pointer), value: .null)
        case "-": throw bareNumber
        default: break
        }
        if token.isNumber { throw bareNumber }
        let isType = InvocationType.byWord[token.text] != nil || scope.types[token.text] != nil
        guard isType, parser.nextButOne.text == "(" else { return nil }
        let type = try parser.type(.input, or: "a type")
        parser.advance()
        let start = parser.next
        guard let constant = try constant(of: type) else {
            throw parser.fault("a value of the type \(type)", "Write a value that fits.", at: start)
        }
        try parser.take(")", or: #"")""#, "Write ) after the value, as in \(type)(…).")
        return constant
    }

    private var bareNumber: SignatureFault {
        parser.fault("an argument", "Write the number's type, as in int32(1) or float64(1.5).")
    }

    private mutating func text() throws(SignatureFault) -> String {
        let start = parser.next
        guard let text = parser.quotedText() else {
            let remedy = #"End the text with \#(start.text), and write only \\, \", \', \n and \t."#
            throw parser.fault("text", remedy, at: start)
        }
        return text
    }

    /// Parses the value in a constant's parentheses; `nil` if it does not suit the type.
    private mutating func constant(of type: InvocationType) throws(SignatureFault) -> CallConstant?
    {
        switch type.bare {
        case .object, .pointer:
            if parser.skip("null") { return CallConstant(type: .optional(type.bare), value: .null) }
            // Some libraries define special addresses, such as -1.
            guard let number = integer() else { return nil }
            let address = UInt(truncatingIfNeeded: number)
            guard address != 0 else {
                return CallConstant(type: .optional(type.bare), value: .null)
            }
            let isObject = type.bare == .object
            return CallConstant(type: type, value: isObject ? .object(address) : .pointer(address))
        case .string:
            if parser.skip("null") { return CallConstant(type: .optional(.string), value: .null) }
            guard ["\"", "'"].contains(parser.next.text) else { return nil }
            return CallConstant(type: type, value: .string(try text()))
        case .enumeration(let enumeration):
            guard !parser.next.isName else { break }
            guard let number = integer(), enumeration.underlying.fits(.integer(number)) else {
                return nil
            }
            return CallConstant(type: type, value: .integer(number))
        case _ where type.isInteger && parser.next.text.hasPrefix("0x"):
            let digits = parser.advance().text.dropFirst(2)
            guard let number = UInt64(digits, radix: 16) else { return nil }
            let value = Int64(exactly: number).map { InvocationValue.integer($0) }
            guard type.fits(value ?? .unsigned(number)) else { return nil }
            return CallConstant(type: type, value: value ?? .unsigned(number))
        default: break
        }
        return parser.literal(of: type).map { CallConstant(type: type, value: $0) }
    }

    private mutating func integer() -> Int64? {
        let sign = parser.skip("-") ? "-" : ""
        guard parser.next.isNumber else { return nil }
        let text = parser.advance().text
        guard text.hasPrefix("0x") else { return Int64(sign + text) }
        return UInt64(text.dropFirst(2), radix: 16).flatMap {
            sign.isEmpty ? Int64(bitPattern: $0) : Int64(exactly: $0).map { -$0 }
        }
    }
}

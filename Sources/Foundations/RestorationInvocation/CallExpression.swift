/// A call of a binding: which function, of which type, with which arguments.
///
/// ```
/// length = gtk_editable_get_text_length(object) -> uint16
/// gtk_editable_set_text(object, string)
/// ```
///
/// `Docs/Bindings.md` holds the language.
package struct CallExpression: Hashable, Sendable {
    /// What later calls call the result. One that begins with `#` names the result of a call that
    /// stands within another one's parentheses.
    package let resultName: String?
    package let function: String
    /// The type of the function. Only its `out` and `inout` parameters have names.
    package let signature: Signature
    /// One for each parameter of the signature that is not only `out`.
    package let arguments: [Argument]
    /// Where the call is written.
    package let place: Place

    /// A place in the text of a binding.
    package struct Place: Hashable, Sendable {
        /// The whole text in which the function is named, with all that is called there.
        package let text: String
        /// The number of the name's first byte in it, from 0.
        package let byte: Int

        package init(text: String, byte: Int) {
            self.text = text
            self.byte = byte
        }
    }

    /// Where an argument comes from.
    package enum Argument: Hashable, Sendable {
        /// The object that the call is about.
        case object
        /// The value of the property.
        case value
        /// What is known by a name: an earlier result, a part of the property, or what the sequence
        /// was given.
        case named(String)
        case constant(InvocationValue)
        /// A closure of the host's, of that type.
        case callback(Signature)
    }
}

extension CallExpression {
    /// Whether the call stands within another one's parentheses.
    package var isNested: Bool { resultName?.hasPrefix("#") ?? false }

    /// What ``InvocationOutcome/outputs`` of the call is known by, one by one. A parameter that
    /// holds the length of the result, or says that the function failed, is not among them.
    package var outputNames: [String] {
        signature.parameters.compactMap { parameter in
            signature.isOutcome(parameter) ? parameter.name : nil
        }
    }
}

extension CallExpression {
    /// The names in the text of a call, a type or a constant, each with the byte at which it
    /// begins. What stands in quotation marks is none.
    package static func names(in text: String) -> [(name: String, byte: Int)] {
        var tokens = SignatureTokens(text)
        var names: [(String, Int)] = []
        while case let token = tokens.next(), !token.isEnd {
            if token.isName {
                names.append((token.text, token.byte(in: text)))
            } else if let mark = token.text.unicodeScalars.first, mark == "'" || mark == "\"" {
                guard tokens.text(until: mark) != nil else { return names }
            }
        }
        return names
    }
}

/// A value with a name, that calls may use.
package struct CallConstant: Hashable, Sendable {
    package let type: InvocationType
    package let value: InvocationValue

    package init(type: InvocationType, value: InvocationValue) {
        self.type = type
        self.value = value
    }

    /// Reads a constant: `uint32(0)`, `Orientation(vertical)`, `pointer(-1)`, `'text'`, `true`.
    package init(
        parsing text: String,
        types: [String: InvocationType] = [:]
    ) throws(SignatureFault) {
        var parser = CallParser(
            try SignatureParser(text, types: types),
            scope: CallScope(types: types),
            firstNumber: 0
        )
        self = try parser.wholeConstant()
    }
}

extension InvocationType {
    /// The type of what a call has left, for whoever gets it later: what was owned is freed by
    /// then, and bytes have the length that they have.
    var ofKnownValue: InvocationType {
        switch self {
        case .owned(let type, _): type.ofKnownValue
        case .optional(let type): .optional(type.ofKnownValue)
        case .bytes: .bytes(.following(.size))
        default: self
        }
    }

    /// Whether values of this type may be passed as another one.
    package func suits(_ other: InvocationType) -> Bool {
        let (type, other) = (bare, other.bare)
        switch (type, other) {
        case (.bytes, .bytes): return true
        case (.pointee(let pointee), _) where pointee == other: return true
        case (_, .pointee(let pointee)) where pointee == type: return true
        default: return type == other || type.isInteger && other.isInteger
        }
    }
}

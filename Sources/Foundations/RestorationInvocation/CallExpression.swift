/// A call in a binding: its function, its type and its arguments.
///
/// ```
/// length = gtk_editable_get_text_length(object) -> uint16
/// gtk_editable_set_text(object, string)
/// ```
///
/// `Docs/Bindings.md` describes the language.
package struct CallExpression: Hashable, Sendable {
    /// The name of the result for later calls. A name that begins with `#` is the result of a
    /// nested call.
    package let resultName: String?
    package let function: String
    /// The function's type. Only its `out` and `inout` parameters have names.
    package let signature: Signature
    /// One for each parameter that is not only `out`.
    package let arguments: [Argument]
    package let place: Place

    package struct Place: Hashable, Sendable {
        /// The whole text that contains the call.
        package let text: String
        /// The offset of the function's name, in bytes.
        package let byte: Int

        package init(text: String, byte: Int) {
            self.text = text
            self.byte = byte
        }
    }

    package enum Argument: Hashable, Sendable {
        case object
        case value
        /// A named value: an earlier result, a part of the property, or an input of the sequence.
        case named(String)
        case constant(InvocationValue)
        /// A closure of the host, of that type.
        case callback(Signature)
    }
}

extension CallExpression {
    package var isNested: Bool { resultName?.hasPrefix("#") ?? false }

    /// The names of ``InvocationOutcome/outputs``, in order. They exclude a parameter that holds
    /// the result's length or reports failure.
    package var outputNames: [String] {
        signature.parameters.compactMap { parameter in
            signature.isOutcome(parameter) ? parameter.name : nil
        }
    }
}

extension CallExpression {
    /// The names in a call, a type or a constant, with their byte offsets. Quoted text is skipped.
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

package struct CallConstant: Hashable, Sendable {
    package let type: InvocationType
    package let value: InvocationValue

    package init(type: InvocationType, value: InvocationValue) {
        self.type = type
        self.value = value
    }

    /// Parses a constant: `uint32(0)`, `Orientation(vertical)`, `pointer(-1)`, `'text'`, `true`.
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
    /// The type of a result when later calls use it. Owned values have been freed by then, and
    /// bytes carry their length.
    var ofKnownValue: InvocationType {
        switch self {
        case .owned(let type, _): type.ofKnownValue
        case .optional(let type): .optional(type.ofKnownValue)
        case .bytes: .bytes(.following(.size))
        default: self
        }
    }

    /// Whether a value of this type can be passed as `other`.
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

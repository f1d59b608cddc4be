/// A path's printed form: components joined by `/`, a discriminator after `#`, and a backslash
/// before any of `/ \ * { } #` in an identifier.
extension RestorationPath: CustomStringConvertible {
    /// The printed form, which ``init(parsing:)`` reads.
    public var description: String {
        // Appended, since short texts then need no memory of their own.
        var text = components[0].description
        for component in components.dropFirst() {
            text += "/"
            text += component.description
        }
        return text
    }

    /// Parses the printed form of a path.
    ///
    /// - Throws: ``PathSyntaxError`` with the offset of the error.
    public init(parsing text: String) throws(PathSyntaxError) {
        var components: [Component] = []
        var identifier: RestorationIdentifier?
        var bytes: [UInt8] = []
        var start = 0

        func take(upTo offset: Int) throws(PathSyntaxError) -> RestorationIdentifier {
            let text = String(decoding: bytes, as: UTF8.self)
            guard let taken = RestorationIdentifier(text) else {
                throw PathSyntaxError(
                    offset: start,
                    reason: bytes.isEmpty ? .emptyComponent : .invalidIdentifier
                )
            }
            bytes.removeAll(keepingCapacity: true)
            start = offset + 1
            return taken
        }
        func close(at offset: Int) throws(PathSyntaxError) {
            let taken = try take(upTo: offset)
            if let named = identifier {
                components.append(Component(named, discriminator: taken))
            } else {
                components.append(Component(taken))
            }
            identifier = nil
        }

        var isEscaped = false
        var offset = 0
        for byte in text.utf8 {
            switch byte {
            case _ where isEscaped:
                bytes.append(byte)
                isEscaped = false
            case UInt8(ascii: "\\"):
                isEscaped = true
            case UInt8(ascii: "/"):
                try close(at: offset)
            case UInt8(ascii: "#"):
                guard identifier == nil else {
                    throw PathSyntaxError(offset: offset, reason: .secondDiscriminator)
                }
                identifier = try take(upTo: offset)
            case UInt8(ascii: "*"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                throw PathSyntaxError(offset: offset, reason: .unescapedWildcard)
            default:
                bytes.append(byte)
            }
            offset += 1
        }
        guard !isEscaped else {
            throw PathSyntaxError(offset: offset - 1, reason: .danglingEscape)
        }
        try close(at: offset)
        self.components = components
    }
}

extension RestorationPath.Component: CustomStringConvertible {
    /// The printed form of this component alone.
    public var description: String {
        let name = identifier.escaped
        return discriminator.map { "\(name)#\($0.escaped)" } ?? name
    }
}

extension RestorationIdentifier {
    var escaped: String { escapingPathSyntax(rawValue) }
}

/// Escapes every character that has a meaning in the printed form.
func escapingPathSyntax(_ text: String) -> String {
    // Fast path: most identifiers need no escapes, and reports print all of them.
    guard text.hasPathSyntax else { return text }
    var escaped = String.UnicodeScalarView()
    for character in text.unicodeScalars {
        if UInt8(exactly: character.value)?.isPathSyntax == true { escaped.append("\\") }
        escaped.append(character)
    }
    return String(escaped)
}

extension String {
    fileprivate var hasPathSyntax: Bool {
        let bytes = utf8.span
        for index in bytes.indices where bytes[index].isPathSyntax { return true }
        return false
    }
}

extension UInt8 {
    var isPathSyntax: Bool {
        switch self {
        case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "*"), UInt8(ascii: "{"),
            UInt8(ascii: "}"), UInt8(ascii: "#"):
            true
        default:
            false
        }
    }
}

/// A syntax error in a restoration path.
public struct PathSyntaxError: DiagnosedError, Hashable {
    /// The kind of error.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// Consecutive slashes, or a slash at either end.
        case emptyComponent
        /// Longer than ``RestorationIdentifier/maximumLength``, or with a NUL.
        case invalidIdentifier
        /// A second `#` in one component.
        case secondDiscriminator
        /// `*`, `{` or `}` without a backslash, as in a route.
        case unescapedWildcard
        /// A backslash at the end.
        case danglingEscape
    }

    /// The error's offset, in UTF-8 bytes from the start of the text.
    public let offset: Int
    /// The kind of error.
    public let reason: Reason

    public var diagnosis: Diagnosis {
        let (problem, remedy) =
            switch reason {
            case .emptyComponent:
                ("A path component is empty", "Write one identifier between two slashes.")
            case .invalidIdentifier:
                (
                    "An identifier is longer than \(RestorationIdentifier.maximumLength) bytes"
                        + " or contains NUL",
                    "Shorten the identifier."
                )
            case .secondDiscriminator:
                ("A path component has two discriminators", "Write a literal '#' as '\\#'.")
            case .unescapedWildcard:
                (
                    "A path cannot contain wildcards",
                    "Escape a literal '*', '{' or '}' with a backslash."
                )
            case .danglingEscape:
                ("The last backslash escapes nothing", "Write a literal backslash as '\\\\'.")
            }
        return Diagnosis(problem: problem, place: "byte \(offset) of the path", remedy: remedy)
    }
}

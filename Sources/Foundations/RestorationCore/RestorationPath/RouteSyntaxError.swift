/// A syntax error in a route.
public struct RouteSyntaxError: DiagnosedError, Hashable {
    /// The kind of error.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// Consecutive slashes, or a slash at either end.
        case emptyComponent
        /// The fixed bytes of a component exceed an identifier's length or contain NUL.
        case invalidIdentifier
        /// `**` next to other text in one component.
        case anyInsideComponent
        /// `**` twice in a row, which equals one `**`.
        case repeatedAny
        /// `{name}` next to other text in one component.
        case captureInsideComponent
        /// `{` without `}`, or the reverse.
        case unmatchedBrace
        /// A capture name that is not 1 to 64 ASCII letters, digits, `_` or `-`.
        case malformedCaptureName
        /// Two captures with the same name.
        case repeatedCapture
        /// An unescaped `#`: routes ignore discriminators.
        case discriminator
        /// A backslash at the end.
        case danglingEscape
    }

    /// The error's offset, in UTF-8 bytes from the start of the text.
    public let offset: Int
    /// The kind of error.
    public let reason: Reason

    public var diagnosis: Diagnosis {
        Diagnosis(
            problem: reason.problem,
            place: "byte \(offset) of the route",
            remedy: reason.remedy
        )
    }
}

extension RouteSyntaxError.Reason {
    fileprivate var problem: String {
        switch self {
        case .emptyComponent: "A route component is empty"
        case .invalidIdentifier:
            "A route component is longer than \(RestorationIdentifier.maximumLength) bytes"
                + " or contains NUL"
        case .anyInsideComponent: "'**' shares its component with other text"
        case .repeatedAny: "'**' follows another '**'"
        case .captureInsideComponent: "A capture shares its component with other text"
        case .unmatchedBrace: "A brace is not closed, or not opened"
        case .malformedCaptureName: "The name of a capture is not valid"
        case .repeatedCapture: "Two captures have the same name"
        case .discriminator: "A route cannot contain a discriminator"
        case .danglingEscape: "The last backslash escapes nothing"
        }
    }

    fileprivate var remedy: String {
        switch self {
        case .emptyComponent: "Write one component between two slashes."
        case .invalidIdentifier: "Shorten the component: no identifier can match it."
        case .anyInsideComponent: "Write '*' inside a component, '**' only as a whole one."
        case .repeatedAny: "Write '**' once: it already matches any number of components."
        case .captureInsideComponent: "Make the capture a whole component."
        case .unmatchedBrace:
            "Write captures as '{name}', and escape a literal brace with a backslash."
        case .malformedCaptureName:
            "Use 1 to 64 ASCII letters, digits, '_' or '-' between the braces."
        case .repeatedCapture: "Give each capture a name of its own."
        case .discriminator: "Leave the discriminator out, or write a literal '#' as '\\#'."
        case .danglingEscape: "Write a literal backslash as '\\\\'."
        }
    }
}

/// A part of a union or structure without a type in the signature language. It prevents passing the
/// whole by value, since all part types determine the registers.
struct CObstacle: Hashable {
    enum Kind: String, CustomStringConvertible {
        case union
        case bitField = "bit-field"
        case array, vector
        /// Fields closer together than the alignments of their types.
        case packing = "packed structure"

        var description: String { rawValue }
        var plural: String { "\(rawValue)s" }
        var singular: String { "\(self == .array ? "an" : "a") \(rawValue)" }
    }

    let kind: Kind
    /// The path in C, such as `origin.x`; empty for an unnamed part, `nil` for the whole.
    let path: String?

    var clause: String {
        switch (kind, path) {
        case (.packing, _): ", which is packed"
        case (_, nil): ""
        case (_, ""?): ", which has \(kind.singular)"
        case (_, let path?): ", which has the \(kind) \(path)"
        }
    }
}

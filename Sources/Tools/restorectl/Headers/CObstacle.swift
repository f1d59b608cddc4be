/// What of a union or structure the language of signatures has no type for. Passed by value, all of
/// it goes into registers by its types.
struct CObstacle: Hashable {
    enum Kind: String, CustomStringConvertible {
        case union
        case bitField = "bit-field"
        case array, vector
        /// Fields that lie closer to each other than their types ask for.
        case packing = "packed structure"

        var description: String { rawValue }
        var plural: String { "\(rawValue)s" }
        var singular: String { "\(self == .array ? "an" : "a") \(rawValue)" }
    }

    let kind: Kind
    /// As C writes it, `origin.x`; empty for what has no name, `nil` for the whole.
    let path: String?

    /// What follows the name of the type.
    var clause: String {
        switch (kind, path) {
        case (.packing, _): ", which is packed"
        case (_, nil): ""
        case (_, ""?): ", which has \(kind.singular)"
        case (_, let path?): ", which has the \(kind) \(path)"
        }
    }
}

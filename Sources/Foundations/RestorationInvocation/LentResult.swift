// What a closure may return: what lasts without anybody who would keep it.

extension Signature.Parameter {
    /// Whether a closure of the signature returns a value of its own through the parameter.
    var isReturned: Bool {
        // Bytes that the caller lends are changed where they are.
        if case .bytes = type.bare { return direction == .output }
        return direction != .input
    }
}

extension InvocationType {
    /// Whether a value of the type leads to memory that somebody has to keep, and nobody would.
    var isLent: Bool {
        switch self {
        case .string, .pointee, .bytes, .callback: true
        case .optional(let type): type.isLent
        case .structure(let fields): fields.contains(where: \.type.isLent)
        case .owned(let type, let name):
            if name != "free" {
                true
            } else if case .pointee(let type) = type.bare {
                type.isLent
            } else if case .bytes(.parameter) = type.bare {
                true
            } else {
                false
            }
        default: false
        }
    }

    /// What a callback can return in its place.
    var remedyForLent: String {
        if case .structure = self { return "Nobody keeps what its fields lead to; write pointer." }
        let type = if case .owned(let type, _) = self { type } else { self }
        let owned = InvocationType.owned(type, by: "free")
        return owned.isLent
            ? "Nobody keeps what the callback returns; write pointer."
            : "Nobody keeps what the callback returns; write \(owned), which the caller frees with"
                + " free, or pointer."
    }
}

// The values that a closure may return: those that need no owner after the call.

extension Signature.Parameter {
    /// Whether a closure returns a new value through the parameter.
    var isReturned: Bool {
        // Borrowed bytes are overwritten in place.
        if case .bytes = type.bare { return direction == .output }
        return direction != .input
    }
}

extension InvocationType {
    /// Whether values of the type refer to memory that would have no owner.
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

    /// The type to write instead, for a callback's result.
    var remedyForLent: String {
        if case .structure = self {
            return "Nothing keeps the targets of its fields alive; write pointer."
        }
        let type = if case .owned(let type, _) = self { type } else { self }
        let owned = InvocationType.owned(type, by: "free")
        return owned.isLent
            ? "Nothing keeps the callback's result alive; write pointer."
            : "Nothing keeps the callback's result alive; write \(owned), which the caller frees"
                + " with"
                + " free, or pointer."
    }
}

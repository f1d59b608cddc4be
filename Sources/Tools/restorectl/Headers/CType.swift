/// A C type, reduced to the facts that matter for calls.
struct CType {
    let text: String
    let shape: Shape
    /// The shape of a pointer's target; `nil` if the type is not a pointer, or the target is
    /// unknown.
    let pointee: Shape?
    /// The same for the target of a pointer to a pointer.
    let innerPointee: Shape?
    let leadsToFunction: Bool
    /// Whether a pointer's target is `const`, possibly through a `typedef`.
    let leadsToConstant: Bool
    /// The callback's number of parameters; `nil` if the type is a generic function pointer.
    let callbackParameterCount: Int?
    var obstacle: CObstacle?

    enum Shape: Equatable {
        case void, bool
        case integer(size: Int, isSigned: Bool)
        case float(size: Int)
        case complex(size: Int)
        case pointer
        case structure(size: Int)
        case unknown
    }
}

struct CFunction {
    let result: CType
    let parameters: [CType]
    let isVariadic: Bool
    /// Whether the declaration has parameter types.
    let hasPrototype: Bool
}

struct CField {
    /// In bytes.
    let offset: Int
    let type: CType
}

/// A leaf of a structure.
struct CPart {
    let path: String
    /// The position in the whole.
    let bytes: Range<Int>
    /// The required alignment, which a packed structure may ignore.
    let alignment: Int
    let obstacle: CObstacle.Kind?
}

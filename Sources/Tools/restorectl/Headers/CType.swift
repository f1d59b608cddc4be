/// A type of C, as far as calls depend on it.
struct CType {
    /// As the declaration has it.
    let text: String
    let shape: Shape
    /// Of what a pointer leads to; `nil` for what is no pointer, or leads to something unknown.
    let pointee: Shape?
    /// The same of a pointer that a pointer leads to.
    let innerPointee: Shape?
    /// Whether a pointer leads to a function.
    let leadsToFunction: Bool
    /// Whether a pointer leads to what may not be changed, also if a `typedef` says so.
    let leadsToConstant: Bool
    /// How many parameters that has; `nil` if the type stands for functions of any kind.
    let callbackParameterCount: Int?
    /// What of a union or structure signatures have no type for.
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

/// The declaration of a function.
struct CFunction {
    let result: CType
    let parameters: [CType]
    let isVariadic: Bool
    /// Whether the declaration says what the function takes.
    let hasPrototype: Bool
}

/// A field of a structure.
struct CField {
    /// In bytes.
    let offset: Int
    let type: CType
}

/// A part of a structure that is no structure itself.
struct CPart {
    /// As C writes it: `origin.x`.
    let path: String
    /// Where it lies in the whole.
    let bytes: Range<Int>
    /// What the first of them is a multiple of unless the structure is packed.
    let alignment: Int
    /// Why it has no type in signatures.
    let obstacle: CObstacle.Kind?
}

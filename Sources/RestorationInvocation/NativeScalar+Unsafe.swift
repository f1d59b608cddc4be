/// A Swift type that is a type of C's, and fits a register.
///
/// Numbers are those of the same width and kind, `Int` is an `int64`, `UInt` a `uint64` or a
/// `size`. `UnsafeMutableRawPointer` is an `object` or a `pointer`, `UnsafePointer<CChar>` a
/// `string`. Those are optional as results, for no signature keeps a function from returning null,
/// and as parameters where the type has a `?`. All conformances there are stand here.
public protocol NativeScalar {
    /// Whether values go in floating-point registers.
    static var isFloat: Bool { get }
    /// Whether a value of that type of the signature language is one of this type.
    static func fits(_ type: InvocationType, isResult: Bool) -> Bool
    /// The value in the first bytes of a register, an integer with its sign in all of them.
    var registerBits: UInt64 { get }
    /// What is in the first bytes of a register.
    init(registerBits: UInt64)
}

/// A pointer that a C function takes.
public protocol NativePointer: NativeScalar {
    /// The pointer in a register; `nil` for null.
    static func from(registerBits: UInt64) -> Self?
}

extension NativeScalar where Self: FixedWidthInteger {
    @inlinable public static var isFloat: Bool { false }
    @inlinable public var registerBits: UInt64 { UInt64(truncatingIfNeeded: self) }
    @inlinable public init(registerBits: UInt64) { self.init(truncatingIfNeeded: registerBits) }

    public static func fits(_ type: InvocationType, isResult: Bool) -> Bool {
        guard let word = WordType(type), word.isInteger else { return false }
        return word.byteCount * 8 == bitWidth && word.isSigned == isSigned
    }
}

extension Int8: NativeScalar {}
extension Int16: NativeScalar {}
extension Int32: NativeScalar {}
extension Int64: NativeScalar {}
extension Int: NativeScalar {}
extension UInt8: NativeScalar {}
extension UInt16: NativeScalar {}
extension UInt32: NativeScalar {}
extension UInt64: NativeScalar {}
extension UInt: NativeScalar {}

extension Bool: NativeScalar {
    @inlinable public static var isFloat: Bool { false }
    @inlinable public var registerBits: UInt64 { self ? 1 : 0 }
    @inlinable public init(registerBits: UInt64) {
        self = UInt8(truncatingIfNeeded: registerBits) != 0
    }
    public static func fits(_ type: InvocationType, isResult: Bool) -> Bool { type == .bool }
}

extension Float: NativeScalar {
    @inlinable public static var isFloat: Bool { true }
    @inlinable public var registerBits: UInt64 { UInt64(bitPattern) }
    @inlinable public init(registerBits: UInt64) {
        self.init(bitPattern: UInt32(truncatingIfNeeded: registerBits))
    }
    public static func fits(_ type: InvocationType, isResult: Bool) -> Bool { type == .float32 }
}

extension Double: NativeScalar {
    @inlinable public static var isFloat: Bool { true }
    @inlinable public var registerBits: UInt64 { bitPattern }
    @inlinable public init(registerBits: UInt64) { self.init(bitPattern: registerBits) }
    public static func fits(_ type: InvocationType, isResult: Bool) -> Bool { type == .float64 }
}

extension UnsafeMutableRawPointer: @unsafe NativePointer {
    @inlinable public static var isFloat: Bool { false }
    @inlinable public var registerBits: UInt64 { UInt64(UInt(bitPattern: self)) }
    /// Traps at null; no result is of this type.
    @inlinable public init(registerBits: UInt64) {
        unsafe self = Self.from(registerBits: registerBits)!
    }
    @inlinable public static func from(registerBits: UInt64) -> Self? {
        unsafe Self(bitPattern: UInt(registerBits))
    }
    public static func fits(_ type: InvocationType, isResult: Bool) -> Bool {
        [.object, .pointer, .optional(.object), .optional(.pointer)].contains(type) && !isResult
    }
}

extension UnsafePointer<CChar>: @unsafe NativeScalar {}
extension UnsafePointer<CChar>: @unsafe NativePointer {
    @inlinable public static var isFloat: Bool { false }
    @inlinable public var registerBits: UInt64 { UInt64(UInt(bitPattern: self)) }
    /// Traps at null; no result is of this type.
    @inlinable public init(registerBits: UInt64) {
        unsafe self = Self.from(registerBits: registerBits)!
    }
    @inlinable public static func from(registerBits: UInt64) -> Self? {
        unsafe Self(bitPattern: UInt(registerBits))
    }
    public static func fits(_ type: InvocationType, isResult: Bool) -> Bool {
        [.string, .optional(.string)].contains(type) && !isResult
    }
}

extension Optional: NativeScalar where Wrapped: NativePointer {
    @inlinable public static var isFloat: Bool { false }
    @inlinable public var registerBits: UInt64 { map(\.registerBits) ?? 0 }
    @inlinable public init(registerBits: UInt64) {
        self = Wrapped.from(registerBits: registerBits)
    }
    public static func fits(_ type: InvocationType, isResult: Bool) -> Bool {
        if case .optional = type { return Wrapped.fits(type, isResult: false) }
        return isResult && Wrapped.fits(type, isResult: false)
    }
}

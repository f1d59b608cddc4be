import CInvocationSamples
import RestorationInvocation
import Testing

@Suite struct `A function with Swift types` {
    /// A C function of the samples.
    private static func function(_ name: String, _ signature: String) throws -> NativeFunction {
        // Invariant: each test writes the signature that the C source has.
        unsafe try NativeFunction(
            try #require(unsafe sample_named(name)),
            as: Signature(parsing: signature)
        )
    }

    private static func checkSame<Value: NativeScalar & Equatable>(
        _ type: String,
        _ values: Value...
    ) throws {
        let function = try function("\(type)_same", "(\(type)) -> \(type)")
        let same = try function.typed(Value.self, returning: Value.self)
        for value in values { #expect(unsafe same(value) == value, "\(type)") }
    }

    @Test func `hands over and takes back every number at its limits`() throws {
        try Self.checkSame("bool", true, false)
        try Self.checkSame("int8", Int8.min, -1, .max)
        try Self.checkSame("int16", Int16.min, -1, .max)
        try Self.checkSame("int32", Int32.min, -1, .max)
        try Self.checkSame("int64", Int64.min, -1, .max)
        try Self.checkSame("int64", Int.min, -1, .max)
        try Self.checkSame("uint8", UInt8.min, .max)
        try Self.checkSame("uint16", UInt16.min, .max)
        try Self.checkSame("uint32", UInt32.min, .max)
        try Self.checkSame("uint64", UInt64.min, .max)
        try Self.checkSame("size", UInt.min, .max)
        try Self.checkSame("float32", Float.infinity, -0.0, .leastNonzeroMagnitude)
        try Self.checkSame("float64", Double.infinity, -0.0, .leastNonzeroMagnitude)
    }

    @Test func `hands over and takes back pointers and null`() throws {
        let function = try Self.function("pointer_same", "(pointer?) -> pointer?")
        let same = unsafe try function.typed(
            UnsafeMutableRawPointer?.self,
            returning: UnsafeMutableRawPointer?.self
        )
        let address = unsafe UnsafeMutableRawPointer(bitPattern: 4096)

        #expect(unsafe same(address) == address)
        #expect(unsafe same(nil) == nil)
    }

    @Test func `puts each argument into a register of its kind`() throws {
        let printed = try Self.function(
            "four_printed",
            "(float64, int32, float32, pointer?) -> string"
        )
        let print = unsafe try printed.typed(
            Double.self,
            Int32.self,
            Float.self,
            UnsafeMutableRawPointer?.self,
            returning: UnsafePointer<CChar>?.self
        )

        let text = unsafe print(1.5, -7, 2.5, nil)

        #expect(unsafe String(cString: try #require(text)) == "1.5 -7 2.5 0")
    }

    @Test func `may have no parameters, or no result that anybody needs`() throws {
        let count = try Self.function("count_calls", "() -> int32").typed(returning: Int32.self)
        let before = unsafe count()

        let nothing = try Self.function("nothing", "()").typed()
        let ignored = try Self.function("int8_same", "(int8) -> int8").typed(Int8.self)
        unsafe nothing()
        unsafe ignored(3)

        #expect(unsafe count() > before)
    }

    @Test func `is not made from another signature`() throws {
        let same = try Self.function("int32_same", "(int32) -> int32")
        let error = #expect(throws: InvocationError.self) {
            _ = try same.typed(Int64.self, returning: Int32.self)
        }
        #expect(
            error?.description
                == "A function of the type (int32) -> int32 cannot be called as (Int64) -> Int32"
        )
        #expect(throws: InvocationError.self) { _ = try same.typed(returning: Int32.self) }
        #expect(throws: InvocationError.self) {
            _ = try same.typed(Int32.self, returning: UInt32.self)
        }
        #expect(throws: InvocationError.self) {
            _ = try same.typed(Int32.self, Int32.self, returning: Int32.self)
        }
    }

    @Test(arguments: [
        "(pointer) -> pointer", "(pointer?) -> pointer fails null", "(pointer?, ...) -> pointer",
    ])
    func `is not made where null or a failure would go unseen`(signature: String) throws {
        let function = try Self.function("pointer_same", signature)

        #expect(throws: InvocationError.self) {
            _ = unsafe try function.typed(
                UnsafeMutableRawPointer?.self,
                returning: UnsafeMutableRawPointer.self
            )
        }
        #expect(throws: InvocationError.self) {
            _ = unsafe try function.typed(
                UnsafeMutableRawPointer?.self,
                returning: Optional<UnsafeMutableRawPointer>.self
            )
        }
    }
}

/// Primitives to read one value at the coder's position, the counterparts of
/// ``RestorationCoder/put(_:)-(Int64)``.
extension RestorationCoder {
    private func takeForeign(_ kind: ValueKind) throws(CoderError) -> RestorationValue {
        guard let foreign else { throw .misuse("An encoding coder was asked to decode") }
        return try foreign.take(kind)
    }

    private var confusion: CoderError { .unsupported("the kind of value that it announced") }

    /// The kind of the current value.
    public func kindOfValue() throws(CoderError) -> ValueKind {
        if let reader { return try reader.peek().kind }
        guard let foreign else { throw .misuse("An encoding coder was asked to decode") }
        return try foreign.peek()
    }

    /// Skips null.
    public func takeNull() throws(CoderError) {
        if let reader { return try reader.null() }
        _ = try takeForeign(.null)
    }

    /// Reads a Boolean.
    public func takeBool() throws(CoderError) -> Bool {
        if let reader { return try reader.bool() }
        guard case .bool(let value) = try takeForeign(.bool) else { throw confusion }
        return value
    }

    /// Reads a signed integer.
    public func takeInteger() throws(CoderError) -> Int64 {
        if let reader { return try reader.integer() }
        guard case .integer(let value) = try takeForeign(.integer) else {
            throw outOfRange(Int64.self)
        }
        return value
    }

    /// Reads a non-negative integer.
    public func takeUnsigned() throws(CoderError) -> UInt64 {
        if let reader { return try reader.unsigned() }
        switch try takeForeign(.integer) {
        case .unsigned(let value): return value
        case .integer(let value):
            guard let exact = UInt64(exactly: value) else {
                throw outOfRange(UInt64.self)
            }
            return exact
        default: throw confusion
        }
    }

    func takeAnyInteger() throws(CoderError) -> RestorationValue {
        // One call: a second one would move a foreign coder inside an array to the next element.
        if let foreign { return try foreign.take(.integer) }
        do throws(CoderError) {
            return .integer(try takeInteger())
        } catch {
            return .unsigned(try takeUnsigned())
        }
    }

    /// Reads a single-precision number.
    public func takeFloat() throws(CoderError) -> Float {
        if let reader { return try reader.float() }
        guard case .float(let value) = try takeForeign(.float) else { throw confusion }
        return value
    }

    /// Reads a double-precision number.
    public func takeDouble() throws(CoderError) -> Double {
        if let reader { return try reader.double() }
        guard case .double(let value) = try takeForeign(.double) else { throw confusion }
        return value
    }

    /// Reads text.
    public func takeString() throws(CoderError) -> String {
        if let reader { return try reader.string() }
        guard case .string(let value) = try takeForeign(.string) else { throw confusion }
        return value
    }

    func takeStrings() throws(CoderError) -> [String] {
        if let reader { return try reader.strings() }
        var texts: [String] = []
        try takeArray { () throws(CoderError) in texts.append(try takeString()) }
        return texts
    }

    /// Reads bytes.
    public func takeBytes() throws(CoderError) -> [UInt8] {
        if let reader { return try reader.bytes() }
        guard case .bytes(let value) = try takeForeign(.bytes) else { throw confusion }
        return value
    }

    /// Reads a timestamp.
    public func takeTimestamp() throws(CoderError) -> Timestamp {
        if let reader { return try reader.date() }
        guard case .date(let value) = try takeForeign(.date) else { throw confusion }
        return value
    }

    /// Reads a unique identifier.
    public func takeUniqueIdentifier() throws(CoderError) -> UniqueIdentifier {
        if let reader { return try reader.uuid() }
        guard case .uuid(let value) = try takeForeign(.uuid) else { throw confusion }
        return value
    }

    /// Reads an array. `body` is called once for each element and must read it.
    public func takeArray(
        reserving reserve: (Int) -> Void = { _ in },
        _ body: () throws(CoderError) -> Void
    ) throws(CoderError) {
        guard let reader else {
            guard let foreign else { throw .misuse("An encoding coder was asked to decode") }
            let count = try foreign.enter(isDictionary: false)
            defer { foreign.leave() }
            for _ in 0..<count { try body() }
            return
        }
        let array = try reader.enter(.array)
        defer { reader.leave(to: array.end) }
        reserve(array.count)
        for _ in 0..<array.count { try body() }
    }

    /// Reads a dictionary. `body` is called with each entry's key and must read its value.
    public func takeDictionary(
        _ body: (String) throws(CoderError) -> Void
    ) throws(CoderError) {
        guard let reader else {
            guard let foreign else { throw .misuse("An encoding coder was asked to decode") }
            let count = try foreign.enter(isDictionary: true)
            defer { foreign.leave() }
            for index in 0..<count { try body(foreign.entry(at: index)) }
            return
        }
        let dictionary = try reader.enter(.dictionary)
        defer { reader.leave(to: dictionary.end) }
        for _ in 0..<dictionary.count { try body(reader.entryKey()) }
    }
}

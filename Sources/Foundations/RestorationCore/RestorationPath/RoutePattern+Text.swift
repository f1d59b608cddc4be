/// A pattern's printed form: components joined by `/`, and a backslash before any of `/ \ * { } #`
/// in an identifier.
extension RoutePattern: CustomStringConvertible {
    /// The printed form, which ``init(parsing:)`` reads.
    public var description: String {
        components.map(\.description).joined(separator: "/")
    }

    /// Parses the printed form of a pattern.
    ///
    /// - Throws: ``RouteSyntaxError`` with the offset of the error.
    public init(parsing text: String) throws(RouteSyntaxError) {
        let bytes = Array(text.utf8)
        var components: [Component] = []
        components.reserveCapacity(4)
        var start = 0
        while start <= bytes.count {
            let end = Self.endOfComponent(in: bytes, from: start)
            let component = try Self.component(bytes[start..<end])
            if case .capture = component, components.contains(component) {
                throw RouteSyntaxError(offset: start, reason: .repeatedCapture)
            }
            if case .any = component, case .any? = components.last {
                throw RouteSyntaxError(offset: start, reason: .repeatedAny)
            }
            components.append(component)
            start = end + 1
        }
        self.init(components: components)
    }

    /// The offset of the slash after the component, or of the text's end.
    private static func endOfComponent(in bytes: [UInt8], from start: Int) -> Int {
        var offset = start
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "/") {
            offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(offset, bytes.count)
    }

    private static func component(
        _ bytes: ArraySlice<UInt8>
    ) throws(RouteSyntaxError) -> Component {
        guard let first = bytes.first else {
            throw RouteSyntaxError(offset: bytes.startIndex, reason: .emptyComponent)
        }
        if first == UInt8(ascii: "{") { return .capture(try captureName(bytes)) }
        if first == UInt8(ascii: "*") {
            if bytes.count == 1 { return .one }
            if bytes.count == 2, bytes.last == first { return .any }
        }
        return try literalOrPartial(bytes)
    }

    private static func captureName(_ bytes: ArraySlice<UInt8>) throws(RouteSyntaxError) -> String {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "}")) else {
            throw RouteSyntaxError(offset: bytes.startIndex, reason: .unmatchedBrace)
        }
        guard end == bytes.endIndex - 1 else {
            throw RouteSyntaxError(offset: end + 1, reason: .captureInsideComponent)
        }
        let name = bytes.dropFirst().dropLast()
        guard (1...64).contains(name.count), name.allSatisfy(\.isCaptureNameByte) else {
            throw RouteSyntaxError(offset: name.startIndex, reason: .malformedCaptureName)
        }
        return String(decoding: name, as: UTF8.self)
    }

    private static func literalOrPartial(
        _ bytes: ArraySlice<UInt8>
    ) throws(RouteSyntaxError) -> Component {
        // Fast path: nearly all components are literals without escapes.
        if !bytes.contains(where: \.isPathSyntax) {
            return .literal(try identifier(bytes, at: bytes.startIndex))
        }
        var parts: [[UInt8]] = [[]]
        var offset = bytes.startIndex
        while offset < bytes.endIndex {
            switch bytes[offset] {
            case UInt8(ascii: "\\"):
                guard offset + 1 < bytes.endIndex else {
                    throw RouteSyntaxError(offset: offset, reason: .danglingEscape)
                }
                offset += 1
                parts[parts.count - 1].append(bytes[offset])
            case UInt8(ascii: "*"):
                guard offset + 1 == bytes.endIndex || bytes[offset + 1] != UInt8(ascii: "*") else {
                    throw RouteSyntaxError(offset: offset, reason: .anyInsideComponent)
                }
                parts.append([])
            case UInt8(ascii: "{"):
                throw RouteSyntaxError(offset: offset, reason: .captureInsideComponent)
            case UInt8(ascii: "}"):
                throw RouteSyntaxError(offset: offset, reason: .unmatchedBrace)
            case UInt8(ascii: "#"):
                throw RouteSyntaxError(offset: offset, reason: .discriminator)
            case let byte:
                parts[parts.count - 1].append(byte)
            }
            offset += 1
        }
        let identifier = try identifier(Array(parts.joined())[...], at: bytes.startIndex)
        return parts.count == 1 ? .literal(identifier) : .partial(Shape(parts: parts))
    }

    private static func identifier(
        _ bytes: ArraySlice<UInt8>,
        at offset: Int
    ) throws(RouteSyntaxError) -> RestorationIdentifier {
        guard let identifier = RestorationIdentifier(String(decoding: bytes, as: UTF8.self)) else {
            throw RouteSyntaxError(offset: offset, reason: .invalidIdentifier)
        }
        return identifier
    }
}

extension RoutePattern.Component: CustomStringConvertible {
    /// The printed form of this component alone.
    public var description: String {
        switch self {
        case .literal(let identifier): identifier.escaped
        case .partial(let shape): shape.description
        case .capture(let name): "{\(name)}"
        case .one: "*"
        case .any: "**"
        }
    }
}

extension RoutePattern.Shape: CustomStringConvertible {
    /// The fixed parts, joined by `*`.
    public var description: String {
        parts.map { escapingPathSyntax(String(decoding: $0, as: UTF8.self)) }.joined(separator: "*")
    }
}

extension UInt8 {
    fileprivate var isCaptureNameByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default:
            false
        }
    }
}

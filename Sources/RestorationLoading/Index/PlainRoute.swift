internal import RestorationCore

/// A route of literals, `*`, `**` and at most one capture, which is printed as it is written.
struct PlainRoute {
    /// The same for routes that match the same paths, whatever a capture is called, and almost
    /// never for others.
    private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private var hasCapture = false
    private var endsInAny = false

    /// - Returns: `nil` for any other route, and for what is none.
    init?(_ text: ArraySlice<UInt8>) {
        var start = text.startIndex
        while true {
            let end = text[start...].firstIndex(of: UInt8(ascii: "/")) ?? text.endIndex
            guard add(text[start..<end]) else { return nil }
            if end == text.endIndex { return }
            mix(UInt8(ascii: "/"))
            start = end + 1
        }
    }

    private mutating func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }

    private mutating func add(_ component: ArraySlice<UInt8>) -> Bool {
        let wasAny = endsInAny
        endsInAny = false
        switch component.first {
        case nil: return false
        case UInt8(ascii: "*"):
            guard component.count <= 2, component.last == UInt8(ascii: "*") else { return false }
            endsInAny = component.count == 2
            guard !(wasAny && endsInAny) else { return false }
            mix(endsInAny ? 2 : 1)
        case UInt8(ascii: "{"):
            let name = component.dropFirst().dropLast()
            guard component.last == UInt8(ascii: "}"), (1...64).contains(name.count),
                name.allSatisfy(Self.isCaptureByte), !hasCapture
            else { return false }
            hasCapture = true
            mix(3)
        default:
            guard component.count <= RestorationIdentifier.maximumLength else { return false }
            for byte in component {
                guard !Self.isSyntax(byte) else { return false }
                mix(byte)
            }
        }
        return true
    }

    private static func isSyntax(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "*"), UInt8(ascii: "{"), UInt8(ascii: "}"),
            UInt8(ascii: "#"):
            true
        default: false
        }
    }

    private static func isCaptureByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

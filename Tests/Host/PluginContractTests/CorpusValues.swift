import RestorationCore
import TestSupport

/// Random state with many edge cases.
struct CorpusValues {
    var random: SeededGenerator
    let objects: [HostCarrier]

    /// The limit in `restoration/coder.h`.
    private static let deepestNesting = 64

    /// - Parameter children: The state refers to each of them.
    mutating func state(
        referringTo children: [HostCarrier]
    ) -> [(key: String, value: CarriedValue)] {
        var values = (0..<Int.random(in: 0...7, using: &random)).map { _ in value(below: 0) }
        for child in children { values.append(buried(.reference(child))) }
        if oneIn(12) { values.append(chain(of: Self.deepestNesting)) }
        return Array(zip(keys(values.count), values.shuffled(using: &random)))
    }

    private mutating func oneIn(_ count: Int) -> Bool {
        Int.random(in: 0..<count, using: &random) == 0
    }

    // MARK: Nesting

    private mutating func value(below depth: Int) -> CarriedValue {
        switch Int.random(in: 0..<10, using: &random) {
        case 0 where depth < 5: .array(values(below: depth + 1))
        case 1 where depth < 5: dictionary(of: values(below: depth + 1))
        case 2, 3: .reference(objects.randomElement(using: &random)!)
        default: .single(single())
        }
    }

    private mutating func values(below depth: Int) -> [CarriedValue] {
        (0..<Int.random(in: 0...5, using: &random)).map { _ in value(below: depth) }
    }

    private mutating func dictionary(of values: [CarriedValue]) -> CarriedValue {
        .dictionary(Array(zip(keys(values.count), values)))
    }

    /// The value itself, or nested in an array or dictionary.
    private mutating func buried(_ value: CarriedValue) -> CarriedValue {
        if oneIn(2) { return value }
        let all = (values(below: 4) + [value]).shuffled(using: &random)
        return buried(oneIn(2) ? .array(all) : dictionary(of: all))
    }

    private mutating func chain(of depth: Int) -> CarriedValue {
        if depth == 0 { return .reference(objects.randomElement(using: &random)!) }
        // A value after the nested container shows whether decoding leaves it correctly.
        let contents = [chain(of: depth - 1)] + (oneIn(8) ? [.single(single())] : [])
        return oneIn(2) ? .array(contents) : dictionary(of: contents)
    }

    // MARK: Keys

    private static let keys = [
        "a", "b", "key", "!secret", "ключ", "é", "e\u{301}", "!é", "!e\u{301}", " ", "a.b/c", "🐈",
        "line\nbreak", "nul\0", "nul\0l", "child", String(repeating: "k", count: 255), "\u{FEFF}b",
    ]

    private mutating func keys(_ count: Int) -> [String] {
        let known = Self.keys.shuffled(using: &random)
        return (0..<count).map { $0 < known.count && !oneIn(3) ? known[$0] : "key \($0)" }
    }

    // MARK: Single values

    private mutating func single() -> RestorationValue {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: .null
        case 1: .bool(.random(using: &random))
        case 2, 3: integer()
        case 4:
            .float(Float(bitPattern: pick(Self.floats, UInt32(truncatingIfNeeded: random.next()))))
        case 5: .double(Double(bitPattern: pick(Self.doubles, random.next())))
        case 6: .string(text())
        case 7: .bytes(bytes())
        case 8: .date(date())
        default:
            .uuid(
                UniqueIdentifier(
                    high: pick([0, .max], random.next()),
                    low: pick([0], random.next())
                )
            )
        }
    }

    /// One of `values`, or sometimes `other`.
    private mutating func pick<Value>(_ values: [Value], _ other: Value) -> Value {
        oneIn(3) ? other : values.randomElement(using: &random)!
    }

    private static let floats = [
        0, -0.0, 1, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .nan,
        -.nan, .signalingNaN, Float(nan: 0x1234, signaling: true),
    ].map(\.bitPattern)
    private static let doubles = [
        0, -0.0, 0.1, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
        .nan, -.nan, .signalingNaN, Double(nan: 0x1234_5678_9ABC, signaling: true),
    ].map(\.bitPattern)
    private static let integers = [
        0, 1, -1, 63, 64, -64, -65, 127, 128, 255, 256, Int64(Int32.min), Int64(Int32.max),
        Int64(UInt32.max), .min, .min + 1, .max, .max - 1,
    ]

    private mutating func integer() -> RestorationValue {
        if oneIn(4) {
            return .unsigned(pick([.max, 1 << 63], random.next() | 1 << 63))
        }
        return .integer(pick(Self.integers, Int64(truncatingIfNeeded: random.next())))
    }

    private mutating func date() -> Timestamp {
        let any = Int64.random(in: -4_000_000_000...4_000_000_000, using: &random)
        let nanoseconds = UInt32.random(in: 0..<1_000_000_000, using: &random)
        return Timestamp(
            seconds: pick([0, -1, .min, .max], any),
            nanoseconds: pick([0, 1, 999_999_999], nanoseconds)
        )!
    }

    private static let texts = [
        "", "text", "\0", "a\0b", "é", "e\u{301}", "\u{FEFF}bom", "\r\n", "\u{7F}\u{80}",
        "\u{FFFD}",
        "\u{10FFFF}", "👩‍👩‍👧‍👧", "ﷺ", "مرحبا", String(repeating: "雪", count: 85),
    ]

    private mutating func text() -> String {
        if oneIn(30) { return String(repeating: "long Жé🐈 ", count: 1000) }
        let other = (0..<Int.random(in: 0...40, using: &random)).map { _ in
            // Any scalar. Surrogates are not scalars.
            Unicode.Scalar(UInt32.random(in: 0..<0x11_0000, using: &random)) ?? "s"
        }
        return pick(Self.texts, String(String.UnicodeScalarView(other)))
    }

    private mutating func bytes() -> [UInt8] {
        let count =
            oneIn(30) ? 20_000 : pick([0, 1, 127, 128], Int.random(in: 0...90, using: &random))
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
}

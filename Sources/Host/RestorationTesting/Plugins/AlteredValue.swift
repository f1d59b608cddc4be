import RestorationKit

extension RestorationValue {
    /// Plausible values of the same kind.
    var altered: [RestorationValue] {
        switch self {
        case .bool(let value): [.bool(!value)]
        case .integer(let value): [.integer(value &+ 1), .integer(value &- 1), 7, -3]
        case .unsigned(let value): [.unsigned(value - 1)]
        case .float(let value): [.float(value + 1), .float(value / 2)]
        case .double(let value): [.double(value + 1), .double(value / 2)]
        case .string(let text): [.string(text + "x"), "other"]
        case .bytes(let bytes): [.bytes(bytes + [1])]
        case .date(let date):
            [Timestamp(seconds: date.seconds &+ 60, nanoseconds: date.nanoseconds) ?? date]
                .map(RestorationValue.date)
        case .uuid(let value): [.uuid(UniqueIdentifier(high: value.high, low: ~value.low))]
        case .array(let values):
            (values.isEmpty ? [] : [.array([])])
                + within(\.altered)
        case .dictionary: within(\.altered)
        case .null, .reference: []
        }
    }

    var atLimits: [RestorationValue] {
        switch self {
        case .integer, .unsigned: [0, -1, .integer(.min), .integer(.max), .unsigned(.max)]
        case .float: [.float(.nan), .float(.infinity), .float(-.greatestFiniteMagnitude)]
        case .double:
            [
                .double(.nan), .double(.infinity), .double(-.infinity), .double(1e308),
                .double(-1e308),
            ]
        case .string:
            [
                "", "\u{0}", "\u{10FFFF}", "a\u{301}\u{200D}\n",
                .string(String(repeating: "é", count: 70_000)),
            ]
        case .bytes: [.bytes([]), .bytes([0]), .bytes(Array(repeating: 255, count: 200_000))]
        case .date:
            [Int64.min, .max, 0].compactMap { Timestamp(seconds: $0, nanoseconds: 999_999_999) }
                .map(RestorationValue.date)
        case .array(let values):
            [[], .array(Array(repeating: values.first ?? 0, count: 5_000))]
                + within(\.atLimits)
        case .dictionary:
            [[:]]
                + within(\.atLimits)
        case .bool, .null, .uuid, .reference: []
        }
    }

    /// The value with parts missing.
    var cut: [RestorationValue] {
        switch self {
        case .string(let text):
            [.string(String(text.unicodeScalars.prefix(text.unicodeScalars.count / 2)))]
        case .bytes(let bytes): [.bytes(Array(bytes.prefix(bytes.count / 2)))]
        case .array(let values):
            values.indices.prefix(20).map { .array(Array(values[..<$0])) }
                + within(\.cut)
        case .dictionary(let values):
            values.keys.sorted().prefix(20).map { key in
                .dictionary(values.filter { $0.key != key })
            } + within(\.cut)
        default: []
        }
    }

    var extended: [RestorationValue] {
        switch self {
        case .array(let values):
            [.array(values + ["unknown"]), .array([nil] + values), .array(values + values)]
                + within(\.extended)
        case .dictionary(let values):
            [.dictionary(values.merging(["org.example.unknown": "unknown"]) { $1 })]
                + within(\.extended)
        default: []
        }
    }

    /// One part replaced at a time; of many parts, only the first ones.
    private func within(_ others: (RestorationValue) -> [RestorationValue]) -> [RestorationValue] {
        switch self {
        case .array(let values):
            values.indices.prefix(3).flatMap { index in
                others(values[index]).map { other in
                    var changed = values
                    changed[index] = other
                    return .array(changed)
                }
            }
        case .dictionary(let values):
            values.sorted { $0.key < $1.key }.prefix(5).flatMap { key, value in
                others(value).map { .dictionary(values.merging([key: $0]) { $1 }) }
            }
        default: []
        }
    }
}

/// Random state, reproducible from a seed.
struct RandomState {
    private var generator: Generator

    init(seed: UInt64) { generator = Generator(state: seed) }

    /// SplitMix64, after Steele, Lea and Flood (2014): the system's generators cannot be seeded.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// State for some keys of `own`, mostly of the same kinds.
    mutating func state(like own: [String: RestorationValue]) -> [String: RestorationValue] {
        var state: [String: RestorationValue] = [:]
        for key in own.keys.sorted() {
            guard let value = own[key], chance(9, of: 10) else { continue }
            state[key] = chance(2, of: 3) ? changed(value) : self.value(depth: 0)
        }
        if chance(1, of: 5) { state["random"] = value(depth: 0) }
        return state
    }

    private mutating func changed(_ value: RestorationValue) -> RestorationValue {
        // Limit values are large, and take most of the time.
        let others =
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: value.atLimits
            case 1...3: value.cut
            case 4...6: value.extended
            default: value.altered
            }
        return others.randomElement(using: &generator) ?? value
    }

    private mutating func value(depth: Int) -> RestorationValue {
        let kinds = depth < 4 ? 0..<11 : 0..<9
        switch Int.random(in: kinds, using: &generator) {
        case 0: return .null
        case 1: return .bool(.random(using: &generator))
        case 2: return .integer(.random(in: .min ... .max, using: &generator))
        case 3: return .integer(.random(in: -9...9, using: &generator))
        case 4: return .double(Double(bitPattern: generator.next()))
        case 5: return .float(Float(bitPattern: UInt32(truncatingIfNeeded: generator.next())))
        case 6:
            let count = Int.random(in: 0...30, using: &generator)
            let scalars = (0..<count).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x2FF, using: &generator))
            }
            return .string(String(String.UnicodeScalarView(scalars)))
        case 7:
            let count = Int.random(in: 0...30, using: &generator)
            return .bytes((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
        case 8: return .uuid(UniqueIdentifier(high: generator.next(), low: generator.next()))
        case 9:
            let count = Int.random(in: 0...4, using: &generator)
            return .array((0..<count).map { _ in self.value(depth: depth + 1) })
        default:
            let count = Int.random(in: 0...4, using: &generator)
            var entries: [String: RestorationValue] = [:]
            for number in 0..<count { entries["key \(number)"] = value(depth: depth + 1) }
            return .dictionary(entries)
        }
    }

    private mutating func chance(_ favourable: Int, of all: Int) -> Bool {
        Int.random(in: 0..<all, using: &generator) < favourable
    }
}

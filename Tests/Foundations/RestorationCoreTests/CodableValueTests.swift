import Testing

@testable import RestorationCore

@Suite struct `Codable values` {
    private enum Shape: Codable, Equatable {
        case circle(radius: Double)
        case named(String, [Int8?])
    }

    private enum Mood: String, Codable, RestorationCodable {
        case calm, cross
    }

    private struct Everything: Codable, Equatable {
        var flags = [true, false]
        var small: Int8 = -128
        var large = UInt64.max
        var single: Float = 0.1
        var double = -0.0
        var text = "Žofie 🐈\0"
        var bytes: [UInt8] = [0, 255]
        var nothing: String?
        var optionals: [String?] = ["a", nil]
        var shapes = [Shape.circle(radius: 2), .named("n", [1, nil])]
        var byName = ["b": Shape.circle(radius: 1), "a": .named("", [])]
        var byNumber = [7: "seven"]
        var mood = Mood.cross
    }

    private class Animal: Codable {
        var name = "Tom"
    }

    private final class Cat: Animal {
        var lives = 9
        private enum CodingKeys: CodingKey { case lives }

        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            lives = try container.decode(Int.self, forKey: .lives)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(lives, forKey: .lives)
            try super.encode(to: container.superEncoder())
        }
    }

    private final class Endless: Codable {
        var next: Endless?
    }

    @Test func `come back as they were, out of an archive`() throws {
        let everything = Everything()
        let archive = try ArchiveReader.holding {
            $0.encode(everything, forKey: "one")
            $0.encode([everything], forKey: "many")
            $0.encode(nil as Everything?, forKey: "none")
        }
        let coder = try archive.coder(for: 0, resolving: nil)

        #expect(try coder.decode(Everything.self, forKey: "one") == everything)
        #expect(try coder.decode([Everything].self, forKey: "many") == [everything])
        #expect(try coder.decode(Everything.self, forKey: "none") == nil)
        #expect(try coder.decode(Everything.self, forKey: "absent") == nil)
    }

    private struct Wide: Codable, Equatable {
        var small: Int128 = -5
        var unsigned = UInt128(UInt64.max)
        var array: [Int128] = [.min, -1, 0, Int128(UInt64.max), .max]
        var optional: UInt128? = .max
        var byName: [String: Int128] = ["a": .max]
    }

    @Test func `may have integers of 128 bits anywhere`() throws {
        let wide = Wide()
        let archive = try ArchiveReader.holding {
            $0.encode(wide, forKey: "one")
            $0.encode([wide], forKey: "many")
            $0.encode(Int128.min, forKey: "least")
            $0.encode([UInt128.max], forKey: "most")
            $0.encode(7 as Int128, forKey: "seven")
            $0.encode("many", forKey: "text")
        }
        let coder = try archive.coder(for: 0, resolving: nil)

        #expect(try coder.decode(Wide.self, forKey: "one") == wide)
        #expect(try coder.decode([Wide].self, forKey: "many") == [wide])
        #expect(try coder.decode(Int128.self, forKey: "least") == .min)
        #expect(try coder.decode([UInt128].self, forKey: "most") == [.max])
        #expect(try coder.decode(Int8.self, forKey: "seven") == 7)
        #expect(throws: CoderError.outOfRange(key: "least", requested: "UInt128")) {
            try coder.decode(UInt128.self, forKey: "least")
        }
        #expect(throws: CoderError.outOfRange(key: "text", requested: "Int128")) {
            try coder.decode(Int128.self, forKey: "text")
        }
        guard case .dictionary(let entries) = try RestorationValue(encoding: wide) else {
            Issue.record("no dictionary")
            return
        }
        let digits = [Int128.min, .max].map { RestorationValue.string("\($0)") }
        #expect(entries["array"] == .array([digits[0], -1, 0, .unsigned(.max), digits[1]]))
    }

    /// A type whose nested `encode` throws.
    private struct Refused: Encodable {
        struct Part: Encodable {
            func encode(to encoder: any Encoder) throws {
                throw EncodingError.invalidValue(
                    self,
                    EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "")
                )
            }
        }
        var parts = [Part()]
    }

    @Test func `name the type and the place that cannot be encoded`() {
        let error = CoderError.rejected(key: "parts[0]", type: "Part")

        #expect(throws: error) { try RestorationValue(encoding: Refused()) }
    }

    private struct Silent: Codable {
        init() {}
        init(from decoder: any Decoder) {}
        func encode(to encoder: any Encoder) {}
    }

    /// Semantic source: JSONEncoder.
    @Test func `that encode nothing are an error, and empty inside of others`() throws {
        #expect(throws: CoderError.rejected(key: "", type: "Silent")) {
            try RestorationValue(encoding: Silent())
        }
        #expect(throws: CoderError.rejected(key: "key", type: "Silent")) {
            try ArchiveReader.holding { $0.encode(Silent(), forKey: "key") }
        }
        let value = try RestorationValue(encoding: ["a": Silent()])
        #expect(value == .dictionary(["a": .dictionary([:])]))
        #expect(try value.decoded(as: [String: Silent].self).count == 1)
    }

    @Test func `are stored as a coder stores them if it knows how`() throws {
        let value = try RestorationValue(encoding: Everything())

        guard case .dictionary(let entries) = value else {
            Issue.record("\(value.kind)")
            return
        }
        #expect(entries["bytes"] == .bytes([0, 255]))
        #expect(entries["single"] == .float(0.1))
        #expect(entries["large"] == .unsigned(.max))
        #expect(entries["mood"] == "cross")
        #expect(entries["byNumber"] == ["7": "seven"])
        #expect(entries["nothing"] == nil)
    }

    @Test func `do not change types that are both, and keys made at runtime`() throws {
        let key = String("moods".reversed())
        let archive = try ArchiveReader.holding {
            $0.encode(1, forKey: key)
            $0.encode([Mood.calm], forKey: "list")
        }
        let coder = try archive.coder(for: 0, resolving: nil)

        #expect(try coder.decode(Int.self, forKey: key) == 1)
        #expect(try coder.decode([Mood].self, forKey: "list") == [.calm])
    }

    @Test func `preserve the values of a superclass`() throws {
        let cat = Cat()
        cat.name = "Minka"

        let value = try RestorationValue(encoding: cat)

        #expect(value == ["lives": 9, "super": ["name": "Minka"]])
        #expect(try value.decoded(as: Cat.self).name == "Minka")
    }

    @Test func `name the coding path of an error`() throws {
        let archive = try ArchiveReader.holding {
            $0.encode(
                ["shapes": [["circle": ["radius": "two"]]], "small": 300] as RestorationValue,
                forKey: "window"
            )
        }
        let coder = try archive.coder(for: 0, resolving: nil)
        struct Shapes: Decodable { var shapes: [Shape] }
        struct Small: Decodable { var small: Int8 }
        struct Missing: Decodable { var lost: [Int] }

        #expect(
            throws: CoderError.mismatch(
                key: "window.shapes[0].circle.radius",
                stored: .string,
                requested: "double"
            )
        ) { try coder.decode(Shapes.self, forKey: "window") }
        #expect(throws: CoderError.outOfRange(key: "window.small", requested: "Int8")) {
            try coder.decode(Small.self, forKey: "window")
        }
        #expect(throws: CoderError.incomplete(key: "window.lost")) {
            try coder.decode(Missing.self, forKey: "window")
        }
        #expect(
            throws: CoderError.mismatch(key: "window", stored: .dictionary, requested: "array")
        ) { try coder.decode([Small].self, forKey: "window") }
    }

    @Test func `never show a value in an error`() {
        enum Colour: String, Codable { case red }
        let value: RestorationValue = ["colour": "secret"]

        let error = #expect(throws: CoderError.self) {
            try value.decoded(as: [String: Colour].self)
        }

        #expect(error == .rejected(key: "colour", type: "Dictionary<String, Colour>"))
    }

    @Test func `fail with an error when they are nested endlessly`() throws {
        let endless = Endless()
        endless.next = endless

        let error = #expect(throws: CoderError.self) { try RestorationValue(encoding: endless) }
        endless.next = nil

        guard case .limit(let key, what: "64 levels of nesting") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(key.hasPrefix("next.next.next"))
    }
}

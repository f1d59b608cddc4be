import RestorationPluginKit

/// Has one value of each kind, in Swift's types, and encodes the decoded values.
final class Everything: RestorableObject {
    private enum Mood: String, RestorationCodable {
        case calm, cross
    }

    private var truth: Bool?
    private var small: Int8?
    private var negative: Int?
    private var large: UInt64?
    private var single: Float?
    private var double: Double?
    private var text: String?
    private var bytes: [UInt8]?
    private var moment: Timestamp?
    private var identity: UniqueIdentifier?
    private var mood: Mood?
    private var numbers: [Int]?
    private var grid: [[String?]]?
    private var table: [String: [Double]]?

    init(_ request: CreationRequest) throws {}

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(truth, forKey: "truth")
        coder.encode(small, forKey: "small")
        coder.encode(negative, forKey: "negative")
        coder.encode(large, forKey: "large")
        coder.encode(single, forKey: "single")
        coder.encode(double, forKey: "double")
        coder.encode(text, forKey: "text")
        coder.encode(bytes, forKey: "bytes")
        coder.encode(moment, forKey: "moment")
        coder.encode(identity, forKey: "identity")
        coder.encode(mood, forKey: "mood")
        coder.encode(numbers, forKey: "numbers")
        coder.encode(grid, forKey: "grid")
        coder.encode(table, forKey: "table")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        truth = try coder.decode(Bool.self, forKey: "truth")
        small = try coder.decode(Int8.self, forKey: "small")
        negative = try coder.decode(Int.self, forKey: "negative")
        large = try coder.decode(UInt64.self, forKey: "large")
        single = try coder.decode(Float.self, forKey: "single")
        double = try coder.decode(Double.self, forKey: "double")
        text = try coder.decode(String.self, forKey: "text")
        bytes = try coder.decode([UInt8].self, forKey: "bytes")
        moment = try coder.decode(Timestamp.self, forKey: "moment")
        identity = try coder.decode(UniqueIdentifier.self, forKey: "identity")
        mood = try coder.decode(Mood.self, forKey: "mood")
        numbers = try coder.decode([Int].self, forKey: "numbers")
        grid = try coder.decode([[String?]].self, forKey: "grid")
        table = try coder.decode([String: [Double]].self, forKey: "table")
    }
}

/// Decodes values of any kind, and encodes them unchanged.
final class Bag: RestorableObject {
    private var contents: [(key: String, value: RestorationValue)] = []

    init(_ request: CreationRequest) throws {}

    func encodeRestorableState(with coder: RestorationCoder) throws {
        for (key, value) in contents { coder.encode(value, forKey: key) }
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        contents = try coder.keys.map { key in
            (key, try coder.decode(RestorationValue.self, forKey: key) ?? .null)
        }
    }
}

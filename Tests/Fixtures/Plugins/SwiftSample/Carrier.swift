import RestorationCore

/// A value of any kind, decoded without knowledge of its type.
indirect enum CarriedValue {
    /// A value that is no array, dictionary or reference.
    case single(RestorationValue)
    case array([CarriedValue])
    /// A dictionary, in the order of writing.
    case dictionary([(key: String, value: CarriedValue)])
    case reference(any Restorable)

    var references: [any Restorable] {
        switch self {
        case .single: []
        case .array(let elements): elements.flatMap(\.references)
        case .dictionary(let entries): entries.flatMap(\.value.references)
        case .reference(let object): [object]
        }
    }
}

extension CarriedValue: RestorationCodable {
    func encode(into coder: RestorationCoder) {
        switch self {
        case .single(let value): value.encode(into: coder)
        case .array(let elements): elements.encode(into: coder)
        case .dictionary(let entries):
            coder.putDictionary {
                for (key, value) in entries {
                    coder.beginEntry(key)
                    value.encode(into: coder)
                }
            }
        case .reference(let object): coder.putReference(object)
        }
    }

    static func decode(from coder: RestorationCoder) throws(CoderError) -> CarriedValue {
        switch try coder.kindOfValue() {
        case .array: return .array(try [CarriedValue].decode(from: coder))
        case .dictionary:
            var entries: [(key: String, value: CarriedValue)] = []
            try coder.takeDictionary { key throws(CoderError) in
                entries.append((key, try CarriedValue.decode(from: coder)))
            }
            return .dictionary(entries)
        case .reference:
            return try coder.takeReference().map { .reference($0) } ?? .single(.null)
        default: return .single(try RestorationValue.decode(from: coder))
        }
    }
}

/// An object that decodes any state and encodes it unchanged. The source serves in hosts and in
/// plugins; the fixture `carrier.c` does the same in C.
class Carrier: RestorableObject {
    var state: [(key: String, value: CarriedValue)] = []

    // Declared here, because subclasses cannot override a protocol's default implementation.
    var restorationIdentifier: String? { nil }
    var restorationParent: (any Restorable)? { nil }
    var restorationChildren: [any Restorable] { [] }

    private let reason: RestorationReason

    required init(_ request: CreationRequest) throws { reason = request.reason }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        for (key, value) in state {
            coder.encode(value, forKey: key)
            if Self.isSensitive(key) { coder.markSensitive(key) }
        }
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        state = try coder.keys.map { key in
            (key, try coder.decode(CarriedValue.self, forKey: key) ?? .single(.null))
        }
        for object in state.flatMap(\.value.references) { keep(object) }
        // Objects marked as fragile fail when a desktop session is restored.
        if reason == .session, state.contains(where: { $0.key == "fragile" }) { throw IsFragile() }
    }

    private struct IsFragile: Error {}

    /// Retains a referenced object, where references do not.
    func keep(_ object: any Restorable) {}

    /// The key itself says so, because a plugin cannot read the sensitive mark.
    static func isSensitive(_ key: String) -> Bool { key.utf8.first == UInt8(ascii: "!") }
}

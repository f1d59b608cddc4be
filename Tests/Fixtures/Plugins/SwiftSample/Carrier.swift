import RestorationCore

/// An object's state whatever it is, as somebody who knows no types beforehand keeps it.
indirect enum CarriedValue {
    /// Neither array nor dictionary nor reference.
    case single(RestorationValue)
    case array([CarriedValue])
    /// In the order of writing.
    case dictionary([(key: String, value: CarriedValue)])
    case reference(any Restorable)

    /// The objects that the value refers to.
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

/// Keeps whatever state it is given. The same source serves in hosts and in plugins; the fixture
/// `carrier.c` does the same in C.
class Carrier: RestorableObject {
    var state: [(key: String, value: CarriedValue)] = []

    // The default is not inherited as a requirement's witness, so that subclasses could not state
    // it.
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
        // When a desktop session is restored, those fail that are to be.
        if reason == .session, state.contains(where: { $0.key == "fragile" }) { throw IsFragile() }
    }

    private struct IsFragile: Error {}

    /// Takes care that an object which this one refers to stays alive, where a reference does not.
    func keep(_ object: any Restorable) {}

    /// Marks cannot be read, so the key tells.
    static func isSensitive(_ key: String) -> Bool { key.utf8.first == UInt8(ascii: "!") }
}

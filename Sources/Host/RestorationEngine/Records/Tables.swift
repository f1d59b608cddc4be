@_spi(Memory) import RestorationCore

final class NameTable {
    private(set) var all: [RestorationIdentifier] = []
    private let texts = Unguarded(TextTable())

    /// Stands for no name.
    static let none = UInt32.max

    deinit { texts.end() }

    func number(of name: RestorationIdentifier) -> UInt32 {
        let number = texts.value.number(of: name.rawValue)
        if number == UInt32(all.count) { all.append(name) }
        return number
    }

    func find(_ name: RestorationIdentifier) -> UInt32? { texts.value.find(name.rawValue) }

    subscript(number: UInt32) -> RestorationIdentifier? {
        number == Self.none ? nil : all[Int(number)]
    }
}

/// Unique kinds of objects, by number, with the restoration classes that make them, and the roles
/// of types.
final class KindTable {
    private let entries = RowArray<RecordKind>()
    /// The loaded class, by number.
    private var classes: [(any RestorationClass)?] = []
    private let numbers = Remembered<RecordKind, Int>()
    private let numbersOfClasses = Remembered<ObjectIdentifier, Int>()
    private let numbersOfTypes = Remembered<ObjectIdentifier, Int>()
    private let traitsOfTypes = Remembered<ObjectIdentifier, ClassTraits>()
    let answers = Remembered<KindKey, Bool>()

    init() { _ = number(of: RecordKind()) }

    deinit { entries.end() }

    var count: Int { entries.count }
    var all: [RecordKind] { (0..<count).map { self[$0] } }

    subscript(number: Int) -> RecordKind { entries[number] }

    @inline(__always)
    func hasClass(_ number: Int) -> Bool { entries[number].className != nil }

    // Each reads one field, since copying a whole kind would retain all its strings.
    func schemaVersion(of number: Int) -> Int { entries[number].schemaVersion }
    func plugin(of number: Int) -> String? { entries[number].plugin }
    func typeName(of number: Int) -> String? { entries[number].typeName }

    func number(of kind: RecordKind) -> Int {
        numbers.answer(for: kind) {
            entries.append(kind)
            classes.append(nil)
            return count - 1
        }
    }

    func number(of restorationClass: any RestorationClass, type: any Restorable.Type) -> Int {
        numbersOfClasses.answer(for: ObjectIdentifier(restorationClass)) {
            let number = number(
                of: RecordKind(
                    className: restorationClass.name,
                    plugin: restorationClass.plugin,
                    typeName: restorationClass.plugin == nil ? TypeName.of(type) : nil,
                    schemaVersion: restorationClass.schemaVersion
                )
            )
            classes[number] = restorationClass
            return number
        }
    }

    /// The number of the kind of an object that the program builds.
    func number(of type: any Restorable.Type) -> Int {
        numbersOfTypes.answer(for: ObjectIdentifier(type)) {
            number(of: RecordKind(typeName: TypeName.of(type)))
        }
    }

    func restorationClass(of number: Int) -> (any RestorationClass)? { classes[number] }

    func traits(of object: any Restorable) -> ClassTraits {
        let type = type(of: object)
        return traitsOfTypes.answer(for: ObjectIdentifier(type)) { ClassTraits(type) }
    }

    /// The kind that an object names in place of its Swift type, if any.
    func ownKind(of object: any Restorable) -> RecordKind? {
        let traits = traits(of: object)
        if traits.contains(.pluginHeld), let held = object as? any PluginHeld {
            return RecordKind(plugin: held.holdingPlugin, typeName: held.kindName)
        }
        guard traits.contains(.kindNaming), let naming = object as? any KindNaming else {
            return nil
        }
        return naming.ownKindName.map { name in
            RecordKind(typeName: name, schemaVersion: naming.ownSchemaVersion)
        }
    }
}

/// A cache. It finds its last answer without hashing, since objects of one class mostly follow each
/// other.
final class Remembered<Key: Hashable, Answer> {
    private let state = Unguarded(State())

    private struct State {
        var answers: [Key: Answer] = [:]
        var last: (key: Key, answer: Answer)?
    }

    deinit { state.end() }

    func known(_ key: Key) -> Answer? { state.value.answers[key] }

    func answer(for key: Key, _ find: () throws -> Answer) rethrows -> Answer {
        // Copies no answer for another key.
        if state.value.last?.key == key { return state.value.last!.answer }
        let answer: Answer
        if let known = state.value.answers[key] {
            answer = known
        } else {
            answer = try find()
            state.value.answers[key] = answer
        }
        state.value.last = (key, answer)
        return answer
    }
}

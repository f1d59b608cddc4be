import RestorationCore

final class NameTable {
    private(set) var all: [RestorationIdentifier] = []
    private var numbers: [RestorationIdentifier: UInt32] = [:]

    /// Stands for no name.
    static let none = UInt32.max

    func number(of name: RestorationIdentifier) -> UInt32 {
        if let known = numbers[name] { return known }
        let number = UInt32(all.count)
        all.append(name)
        numbers[name] = number
        return number
    }

    func find(_ name: RestorationIdentifier) -> UInt32? { numbers[name] }

    subscript(number: UInt32) -> RestorationIdentifier? {
        number == Self.none ? nil : all[Int(number)]
    }
}

/// Unique kinds of objects, by number, with the restoration classes that make them.
final class KindTable {
    private let entries = RowArray<RecordKind>()
    /// The loaded class, by number.
    private var classes: [(any RestorationClass)?] = [nil]
    private let numbers = Remembered<RecordKind, Int>()
    private let numbersOfClasses = Remembered<ObjectIdentifier, Int>()
    private let numbersOfTypes = Remembered<ObjectIdentifier, Int>()
    let answers = Remembered<KindKey, Bool>()

    init() {
        entries.append(RecordKind())
        numbers[RecordKind()] = 0
    }

    deinit { entries.end() }

    var count: Int { entries.count }
    var all: [RecordKind] { (0..<count).map { self[$0] } }

    subscript(number: Int) -> RecordKind { entries[number] }

    @inline(__always)
    func hasClass(_ number: Int) -> Bool { entries[number].className != nil }

    func number(of kind: RecordKind) -> Int {
        if let known = numbers[kind] { return known }
        let number = count
        entries.append(kind)
        classes.append(nil)
        numbers[kind] = number
        return number
    }

    func number(of restorationClass: any RestorationClass, type: any Restorable.Type) -> Int {
        let key = ObjectIdentifier(restorationClass)
        if let known = numbersOfClasses[key] { return known }
        let number = number(
            of: RecordKind(
                className: restorationClass.name,
                plugin: restorationClass.plugin,
                typeName: restorationClass.plugin == nil ? TypeName.of(type) : nil,
                schemaVersion: restorationClass.schemaVersion
            )
        )
        numbersOfClasses[key] = number
        classes[number] = restorationClass
        return number
    }

    /// The kind of an object that the program builds.
    func number(of type: any Restorable.Type) -> Int {
        let key = ObjectIdentifier(type)
        if let known = numbersOfTypes[key] { return known }
        let number = number(of: RecordKind(typeName: TypeName.of(type)))
        numbersOfTypes[key] = number
        return number
    }

    func restorationClass(of number: Int) -> (any RestorationClass)? { classes[number] }
}

/// A cache. The last answer is found without hashing, since objects of one class mostly follow each
/// other.
final class Remembered<Key: Hashable, Answer> {
    private var answers: [Key: Answer] = [:]
    private var last: (key: Key, answer: Answer)?

    subscript(key: Key) -> Answer? {
        get {
            if let last, last.key == key { return last.answer }
            guard let answer = answers[key] else { return nil }
            last = (key, answer)
            return answer
        }
        set {
            answers[key] = newValue
            last = newValue.map { (key, $0) }
        }
    }
}

internal import RestorationCore

/// An object in a table of ``ObjectsByName``.
class NamedObject {
    let name: String
    /// The number of the next one whose name has the same hash.
    fileprivate var next: UInt32?

    init(_ name: String) { self.name = name }
}

/// Objects by their names, which do not change. No dictionary: Swift's runtime makes the types of
/// each kind of dictionary when it is first used, which is on the way of every launch.
struct ObjectsByName<Object: NamedObject>: ~Copyable {
    /// The numbers of the first object of each hash.
    private var numbers = AddressTable()
    private var objects: [Object] = []

    subscript(name: String) -> Object? {
        guard var number = numbers[Self.key(name)] else { return nil }
        while true {
            let object = objects[Int(number)]
            if object.name == name { return object }
            guard let next = object.next else { return nil }
            number = next
        }
    }

    /// Adds an object, whose name no other one has.
    mutating func add(_ object: Object) {
        let key = Self.key(object.name)
        object.next = numbers[key]
        numbers.set(UInt32(objects.count), at: key)
        objects.append(object)
    }

    /// Never 0, like an address.
    private static func key(_ name: String) -> UInt { UInt(name.utf8.span.routeHash) + 1 }
}

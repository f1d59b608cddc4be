import RestorationCore

/// What the records of a restoration class's objects say about it.
struct ClassNumbers {
    var name: UInt32
    var plugin: UInt32
    var schemaVersion: UInt32
}

/// Tells what classes stand in records, by their numbers in the archive that is being written.
final class RecordClasses {
    private let writer: ArchiveWriter
    private let registry: ObjectRegistry
    private let classes: any RestorationClassSource
    private let known = Remembered<Key, ClassNumbers>()

    /// A restoration class, by its number in the registry or by the number of the name that an
    /// object gave.
    private enum Key: Hashable {
        case number(UInt32)
        case name(UInt32)
    }

    init(_ writer: ArchiveWriter, _ registry: ObjectRegistry, _ classes: any RestorationClassSource)
    {
        self.writer = writer
        self.registry = registry
        self.classes = classes
    }

    /// - Parameter identity: What the registry knows of the object; `nil` if it knows nothing.
    func numbers(
        of object: any Restorable,
        _ identity: IdentityTable.Identity?
    ) -> ClassNumbers? {
        if let identity, identity.classNumber != ArchiveRecord.none {
            return numbers(ofClass: identity.classNumber)
        }
        return object.restorationClass.map { numbers(ofHostClass: writer.stringNumber($0)) }
    }

    private func numbers(ofClass number: UInt32) -> ClassNumbers {
        if let known = known[.number(number)] { return known }
        let restorationClass = registry.restorationClass(number)
        let numbers = ClassNumbers(
            name: writer.stringNumber(restorationClass.name),
            plugin: writer.stringNumber(restorationClass.plugin),
            schemaVersion: UInt32(clamping: restorationClass.schemaVersion)
        )
        known[.number(number)] = numbers
        return numbers
    }

    /// For an object that names its class itself.
    private func numbers(ofHostClass name: UInt32) -> ClassNumbers {
        if let known = known[.name(name)] { return known }
        // A class that is not registered is reported when it is missed: at the restore.
        let found = try? classes.restorationClass(named: writer.string(name), plugin: nil)
        let numbers = ClassNumbers(
            name: name,
            plugin: ArchiveRecord.none,
            schemaVersion: UInt32(clamping: found?.schemaVersion ?? 1)
        )
        known[.name(name)] = numbers
        return numbers
    }

    /// Whether a class or its route may claim a path.
    func mayHaveRoute(for path: RestorationPath) -> Bool { classes.mayHaveRoute(for: path) }
}

import RestorationCore

/// Where an object is.
struct Place {
    /// The object's own path node, or that of its nearest ancestor with an identifier.
    var node = ArchiveRecord.none
    /// Whether the node is its own.
    var isTagged = false
    /// Whether it is the leaf state of an owner.
    var isElement = false
    /// Where the registry knows it.
    var registered: Int?
}

/// The record whose object is encoding.
struct EncodingTurn {
    private(set) var record = 0
    /// Its object; `nil` for the application's own record.
    var object: (any Restorable)?
    /// Whether it is not over.
    private(set) var isRunning = false
    /// Whether it is the object that leads to others now, by what it holds and encodes, rather than
    /// what is retained for it.
    var isOfObject = false
    /// Whether its object is a container.
    var isContainer = false
    /// Whether its object is a container whose children have all been met: what it leads to from
    /// now on is in something else, or in nothing.
    var hasMetChildren = false

    mutating func advance() {
        record += 1
        object = nil
        isRunning = true
        isOfObject = true
        isContainer = false
        hasMetChildren = false
    }

    mutating func end() {
        isRunning = false
        object = nil
    }
}

/// What there is to say about paths.
struct PathIssues {
    private(set) var all: [PreservationError] = []
    private var duplicates: Set<ObjectIdentifier> = []
    private var refused: Set<ObjectIdentifier> = []

    mutating func add(_ issue: PreservationError) { all.append(issue) }

    /// Once, however many references lead to the object.
    mutating func addDuplicate(
        _ object: any Restorable,
        _ path: @autoclosure () -> RestorationPath,
        saved: String
    ) {
        guard duplicates.insert(ObjectIdentifier(object)).inserted else { return }
        add(.duplicatePath(path(), saved: saved, leftOut: TypeName.inMessages(object)))
    }

    /// Once, however often the object's path is asked for.
    mutating func addRefusedDiscriminator(
        of object: any Restorable,
        _ path: @autoclosure () -> RestorationPath
    ) {
        guard refused.insert(ObjectIdentifier(object)).inserted else { return }
        add(.invalidDiscriminator(path(), type: TypeName.inMessages(object)))
    }
}

/// Places of objects that have no record, or none yet: ancestors that nothing has referred to so
/// far, objects without an identifier, objects whose path belongs to another.
struct Asides: ~Copyable {
    // Keeps the objects alive, so that no address is used twice within the capture.
    private var entries = [(object: any Restorable, place: Place)]()
    private var positions = AddressTable()

    subscript(object: any Restorable) -> Place? {
        if entries.isEmpty { return nil }
        return positions[UInt(bitPattern: ObjectIdentifier(object))].map { entries[Int($0)].place }
    }

    mutating func set(_ place: Place, for object: any Restorable) {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        guard positions[address] == nil else { return }
        positions.set(UInt32(entries.count), at: address)
        entries.append((object, place))
    }
}

import RestorationCore

/// What the objects of a finished capture name as their children: one look at each child.
struct NamedChildren {
    /// Children that have no record, and the record of the parent that names them.
    private(set) var unmet: [(child: any Restorable, parent: Int)] = []
    private let capture: Capture
    /// By record: whether the parent in its path names its object.
    private var listed: [Bool] = []

    /// - Parameter areListed: Whether ``isListed(_:)`` will be asked.
    init(_ capture: Capture, areListed: Bool) {
        self.capture = capture
        let writer = capture.writer
        let count = writer.recordCount
        if areListed { listed = Array(repeating: false, count: count) }
        // As a rule children get their records one after the other, in the order of their names.
        var next = 1
        for parent in 1..<max(count, 1) {
            guard let object = writer.object(ofRecord: parent), capture.hasEncoded(object, parent)
            else {
                continue
            }
            for child in object.restorationChildren {
                if next >= count || !writer.isRecord(next, of: child) {
                    guard let number = capture.sections.number(of: child) else {
                        unmet.append((child, parent))
                        continue
                    }
                    next = Int(number)
                }
                if areListed { note(next, below: parent) }
                next += 1
            }
        }
    }

    /// Whether the parent in a record's path names its object.
    func isListed(_ number: Int) -> Bool { listed[number] }

    private mutating func note(_ number: Int, below parent: Int) {
        let writer = capture.writer
        guard !capture.hasClass(number),
            writer.parent(ofNode: writer.node(ofRecord: number)) == writer.node(ofRecord: parent)
        else { return }
        listed[number] = true
    }
}

extension Capture {
    /// Whether a record is what its object has encoded, rather than what was kept for it.
    func hasEncoded(_ object: any Restorable, _ number: Int) -> Bool {
        writer.record(number).flags.rawValue & Self.notEncoded == 0
            && type(of: object) != UnavailableObject.self
    }

    /// A number, since a set of flags made for each object costs three allocations.
    private static let notEncoded = ArchiveRecord.Flags([.isRetained, .isEmpty]).rawValue

    /// Whether a class recreates the object of a record, which is then not looked for.
    func hasClass(_ number: Int) -> Bool { writer.record(number).className != ArchiveRecord.none }
}

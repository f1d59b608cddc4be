import RestorationCore

/// What objects name as their children: each child is looked at once, right after its parent has
/// encoded, while both are at hand.
struct NamedChildren {
    /// A child, and the record of the parent that names it.
    typealias Named = (child: any Restorable, parent: Int)

    /// Children that had no record yet when their parent had encoded.
    private var unmet: [Named] = []
    /// By record: whether the parent in its path names its object.
    private var listed: [Bool] = []

    /// - Parameter first: The number that the first record has got while the parent encoded.
    mutating func note(
        _ children: [any Restorable],
        of parent: Int,
        from first: Int,
        in capture: Capture
    ) {
        // As a rule children get their records one after the other, in the order of their names.
        var next = first
        let count = capture.writer.recordCount
        if listed.count < count {
            listed.append(contentsOf: repeatElement(false, count: count - listed.count))
        }
        for child in children {
            if next >= count || !capture.writer.isRecord(next, of: child) {
                guard let number = capture.sections.number(of: child) else {
                    unmet.append((child, parent))
                    continue
                }
                next = Int(number)
            }
            note(next, below: parent, capture.writer)
            next += 1
        }
    }

    /// Whether the parent in a record's path names its object.
    func isListed(_ number: Int) -> Bool { number < listed.count && listed[number] }

    /// Those that the whole capture has not met. The others count as named from here on.
    mutating func takeUnmet(_ capture: Capture) -> [Named] {
        let named = unmet
        unmet = []
        return named.filter { child, parent in
            guard let number = capture.sections.number(of: child) else { return true }
            note([child], of: parent, from: Int(number), in: capture)
            return false
        }
    }

    private mutating func note(_ number: Int, below parent: Int, _ writer: ArchiveWriter) {
        guard writer.parent(ofNode: writer.node(ofRecord: number)) == writer.node(ofRecord: parent)
        else { return }
        listed[number] = true
    }
}

extension Capture {
    /// Whether a class recreates the object of a record, which is then not looked for.
    func hasClass(_ number: Int) -> Bool { writer.record(number).className != ArchiveRecord.none }
}

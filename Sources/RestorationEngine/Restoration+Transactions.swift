import RestorationCore

/// Objects that take their state as a whole, alone or as a group.
extension Restoration {
    /// Sorts transactional objects by their groups.
    func gatherGroups() {
        for (number, traits) in special where traits.contains(.transactional) {
            guard let object = objects[number] as? any TransactionalRestorable,
                exceptions[number] == nil
            else { continue }
            let name = object.restorationGroup
            let group = name.flatMap { namedGroups[$0] } ?? TransactionGroup()
            if let name { namedGroups[name] = group }
            group.members.append(number)
            groups[number] = group
        }
    }

    /// Decodes a group when the first of its members has its turn; objects above the others decode
    /// before them (REST-25).
    func decode(_ group: TransactionGroup) {
        guard !group.isDone else { return }
        group.isDone = true
        var steps = Transaction()
        for number in group.members {
            decodeAncestors(of: number)
            guard let object = objects[number] as? any TransactionalRestorable else { continue }
            do {
                let coder = try coder(for: number)
                try run(.decode, number) { try steps.take(object, coder) }
                noteFailure(number, coder)
            } catch {
                steps.undo()
                return fail(group, at: number, because: Diagnosis(error))
            }
        }
        steps.apply()
    }

    private func decodeAncestors(of number: Int) {
        var waiting: [Int] = []
        var node = archive.paths[Int(archive.records[number].path)].parent
        while node != ArchiveRecord.none, !isDecoded(node) {
            if let record = archive.record(ofNode: node) { waiting.append(record) }
            node = archive.paths[Int(node)].parent
        }
        let group = groups[number]
        for record in waiting.reversed() where group == nil || groups[record] !== group {
            decodeOnce(record)
        }
    }

    private func fail(_ group: TransactionGroup, at failed: Int, because reason: Diagnosis) {
        let path = archive.path(of: archive.records[failed].path)
        let together = Diagnosis(
            problem: "An object of its group could not be restored: \(reason.problem)",
            place: reason.place(at: path),
            remedy: reason.remedy
        )
        for number in group.members {
            guard let object = objects[number] else { continue }
            holdBack(object, number, because: number == failed ? reason : together)
        }
    }
}

/// Transactional objects that decode together.
final class TransactionGroup {
    var members: [Int] = []
    var isDone = false
}

/// Steps that are applied together, or undone.
private struct Transaction {
    private var undoing: [() -> Void] = []
    private var applying: [() -> Void] = []

    /// Lets an object read its state, and change only if that can be undone.
    mutating func take(
        _ object: any TransactionalRestorable,
        _ coder: RestorationCoder
    ) throws {
        let prepared = try object.preparedState(from: coder)
        let hasProperties = !type(of: object).restorableProperties.isEmpty
        if prepared == nil || hasProperties, let before = try? StateSnapshot(of: object) {
            undoing.append { before.restore(object) }
        }
        if let prepared {
            try object.decodeProperties(with: coder)
            applying.append(prepared)
        } else {
            try object.decodeRecord(with: coder)
        }
    }

    func apply() { for step in applying { step() } }
    func undo() { for step in undoing.reversed() { step() } }
}

/// The state of one object, kept in memory while it decodes another.
private final class StateSnapshot: ReferenceNumbering, ReferenceResolving {
    private var objects: [any Restorable] = []
    private var numbers: [ObjectIdentifier: UInt32] = [:]
    private var archive: ArchiveReader?

    init(of object: any Restorable) throws {
        let writer = ArchiveWriter()
        writer.sections.numbering = self
        defer { writer.sections.numbering = nil }
        let section = try writer.sections.writeSection { try object.encodeRecord(with: $0) }.get()
        writer.append(ArchiveRecord())
        writer.place(section, inRecord: 0)
        // A record for each object referred to, since references lead to records.
        var target = ArchiveRecord()
        target.referencesStart = UInt32(writer.sections.referenceCount)
        target.path = writer.number(of: RestorationPath(root: Self.anywhere))
        for _ in objects { writer.append(target) }
        archive = try ArchiveReader(source: writer.finish(.unknown))
    }

    /// Gives the object its state back. What it accepted once it accepts again; if not, there is
    /// nothing better to give it.
    func restore(_ object: any Restorable) {
        guard let coder = try? archive?.coder(for: 0, resolving: self) else { return }
        try? object.decodeRecord(with: coder)
    }

    private static let anywhere = RestorationIdentifier("-")!

    func number(of object: any Restorable) -> UInt32? {
        if let known = numbers[ObjectIdentifier(object)] { return known }
        objects.append(object)
        let number = UInt32(objects.count)
        numbers[ObjectIdentifier(object)] = number
        return number
    }

    func object(for number: UInt32) -> (any Restorable)? {
        number > 0 && Int(number) <= objects.count ? objects[Int(number) - 1] : nil
    }

    func notePassedOver(_ object: any Restorable, key: String, holder: Int) {}
}

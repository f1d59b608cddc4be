package import RestorationCore

/// Names and parents of the objects that the session made, restored or registered. Keeps none of
/// them alive (OBJ-4).
extension RecordSet {
    private func namedRow(of object: any Restorable) -> Int? {
        row(of: object).flatMap { rows[$0].flags.contains(.isNamed) ? $0 : nil }
    }

    package func knownIdentifier(of object: any Restorable) -> RestorationIdentifier? {
        namedRow(of: object).flatMap { identifier($0) }
    }

    /// The name that the session gave an object, else its own identifier; `nil` without either.
    package func identifier(of object: any Restorable) -> RestorationIdentifier? {
        knownIdentifier(of: object)
            ?? object.restorationIdentifier.flatMap { RestorationIdentifier($0) }
    }

    /// The same as text, which may be invalid in a path; `nil` if empty.
    func name(of object: any Restorable) -> String? {
        if let standIn = object.asStandIn { return standIn.identifier.rawValue }
        if let known = knownIdentifier(of: object) { return known.rawValue }
        return object.restorationIdentifier.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The parent that the session gave an object; `nil` if there is none or it was deallocated.
    package func knownParent(of object: any Restorable) -> (any Restorable)? {
        namedRow(of: object).flatMap { parentObject(of: $0) }
    }

    func parentObject(of row: Int) -> (any Restorable)? {
        let parent = rows[row].place.parent
        return parent > 0 ? object(parent) : nil
    }

    /// The parent that the session gave an object, else the one that it names. A registered
    /// object's parent was read at registration (PATH-14).
    package func parent(of object: any Restorable) -> (any Restorable)? {
        parent(of: object, row(of: object))
    }

    func parent(of object: any Restorable, _ row: Int?) -> (any Restorable)? {
        guard let row, rows[row].flags.contains(.isNamed) else {
            return object.restorationParent
        }
        if let known = parentObject(of: row) { return known }
        return rows[row].flags.contains(.isRegistered) ? nil : object.restorationParent
    }

    package func restorationClass(of object: any Restorable) -> (any RestorationClass)? {
        row(of: object).flatMap { kinds.restorationClass(of: rows[$0].kind) }
    }

    func hasClass(_ row: Int) -> Bool { kinds.hasClass(rows[row].kind) }

    /// Sets the name and parent of an object.
    ///
    /// - Parameters:
    ///   - restorationClass: The class that made the object, if any.
    ///   - isRegistered: Whether the program registered the object, rather than the session made
    ///     it.
    package func record(
        _ object: any Restorable,
        as identifier: RestorationIdentifier,
        under parent: (any Restorable)?,
        restorationClass: (any RestorationClass)? = nil,
        isRegistered: Bool = false
    ) {
        let parentRow = parent.map { self.row(meeting: $0) } ?? -1
        var place = Place(parent: parentRow, mark: .none, name: names.number(of: identifier))
        let row: Int
        if let known = self.row(of: object) {
            row = known
            // An object cannot be its own ancestor.
            if parentRow > 0, isBelow(parentRow, row) { place.parent = -1 }
            if rows[row].place != place { setPlace(place, of: row) }
        } else {
            row = addRow(of: object, at: place)
        }
        rows[row].flags.insert(.isNamed)
        if isRegistered { rows[row].flags.insert(.isRegistered) }
        if let restorationClass {
            rows[row].kind = kinds.number(of: restorationClass, type: type(of: object))
        }
        takeRetained(object)
        if isRegistered { onRegistration?(object) }
    }

    /// The row of an object, added if necessary: it may become a parent before a save meets it.
    /// O(depth) the first time.
    func row(meeting object: any Restorable) -> Int {
        if let known = row(of: object) { return known }
        let chain = Array(
            ancestry(of: object, \.restorationParent).prefix { row(of: $0) == nil }
        )
        let above = chain[chain.count - 1].restorationParent.flatMap { row(of: $0) } ?? -1
        return chain.reversed().reduce(above) { parent, object in
            let name = object.restorationIdentifier.flatMap { RestorationIdentifier($0) }
            let number = name.map { names.number(of: $0) } ?? NameTable.none
            return addRow(of: object, at: Place(parent: parent, mark: .none, name: number))
        }
    }

    /// Adds a row for an object that the program built.
    func addRow(of object: any Restorable, at place: Place) -> Int {
        let row = addRow(place, flags: .isNew, fate: .bound)
        setObject(object, of: row)
        return row
    }

    package func rename(_ object: any Restorable, to identifier: RestorationIdentifier) {
        guard let row = row(of: object) else { return }
        var place = rows[row].place
        place.name = names.number(of: identifier)
        place.mark = .none
        setPlace(place, of: row)
    }

    package func replaceClass(
        of object: any Restorable,
        by restorationClass: any RestorationClass
    ) {
        guard let row = row(of: object), hasClass(row) else { return }
        rows[row].kind = kinds.number(of: restorationClass, type: type(of: object))
    }

    // MARK: Taken names

    /// Whether another named object, or retained state, has that name and parent. O(1) on average,
    /// once all rows are listed.
    package func isTaken(
        _ name: RestorationIdentifier,
        under parent: (any Restorable)?,
        otherThan object: any Restorable
    ) -> Bool {
        let parentRow = parent.map { row(of: $0) ?? 0 } ?? -1
        let own = row(of: object)
        return candidates(name, below: parentRow).contains { row in
            guard row != own, rows[row].fate != .ended else { return false }
            return isLive(row)
                ? rows[row].flags.contains(.isNamed) : rows[row].fate == .retained
        }
    }

    /// Whether another object is registered under that identifier and parent. O(1), as ``isTaken``.
    package func hasRegistered(
        _ identifier: RestorationIdentifier,
        under parent: (any Restorable)?,
        otherThan object: any Restorable
    ) -> Bool {
        let parentRow = parent.map { row(of: $0) ?? 0 } ?? -1
        return registered(identifier, below: parentRow).contains { $0.object !== object }
    }

    /// The objects registered under a name and a parent, in the order of registration.
    func registered(
        _ name: RestorationIdentifier,
        below parent: Int
    ) -> [(row: Int, object: any Restorable)] {
        candidates(name, below: parent).filter { rows[$0].flags.contains(.isRegistered) }
            .compactMap { row in object(row).map { (row, $0) } }
    }

    /// The new objects registered under the name and parent of a registered object's record.
    func registeredObjects(at row: Int) -> [any Restorable] {
        let place = rows[row].place
        guard rows[row].flags.contains(.isRegistered), let name = names[place.name] else {
            return []
        }
        return registered(name, below: place.parent).filter { other in
            other.row != row && rows[other.row].flags.contains(.isNew)
        }.map(\.object)
    }

    // MARK: Retained records of program objects

    /// Gives an object that the program has just built the retained record of its type at its
    /// place, if any, and the objects below it those below. A rebuilt root also gets the record of
    /// the one that was removed from its place.
    ///
    /// - Parameter withFingerprint: Whether the program has not changed the object yet, so that its
    ///   values serve as the fingerprint.
    package func takeRetained(_ object: any Restorable, withFingerprint: Bool = true) {
        guard !retained.isEmpty || !special.removedRoots.isEmpty && isRoot(object),
            object.restorationClass == nil
        else { return }
        let row = row(meeting: object)
        let root = roots.first { $0.object === object }
        var place = rows[row].place
        if let root, place.parent < 0 {
            place.mark = root.told.mark
            setPlace(place, of: row)
        }
        let flags = rows[row].flags
        guard place.parent >= 0 || root != nil || flags.contains(.isNamed),
            flags.contains(.isNew), !hasClass(row), let found = retainedRow(at: place, for: object)
        else { return }
        give(found, to: object, withFingerprint: withFingerprint)
        if rows[found].flags.contains(.isParent) {
            takeBuilt(below: [found], withFingerprint: withFingerprint)
        }
    }

    /// The same for all objects that the program built at the places of retained records.
    /// O(retained records and their ancestors).
    ///
    /// - Parameters:
    ///   - tops: The records to search at and below; `nil` for all.
    ///   - others: Records that no object takes here.
    func takeBuilt(
        below tops: Set<Int>? = nil,
        except others: Set<Int> = [],
        withFingerprint: Bool = true
    ) {
        // Most single arrivals have nothing below them.
        let mayFind = tops?.contains {
            rows[$0].flags.contains(.isParent) || rows[$0].fate == .retained
        }
        guard mayFind ?? true else { return }
        let wanted = retained.filter { row in
            row > 0 && !isLive(row) && !hasClass(row) && !others.contains(row)
                && (tops.map { isBelow(row, $0) } ?? true)
        }
        guard !wanted.isEmpty else { return }
        let live = LiveObjects(self)
        for row in parentsFirst(wanted.sorted()) {
            var object = registeredObjects(at: row).first
            if object == nil {
                let holder = parentOfRecord(row) ?? Self.application
                object = try? asking(.contents, holder, self.object(holder)) {
                    live.object(at: row)?.own
                }
            }
            if let object, isFree(object), canTake(row, object) {
                give(row, to: object, withFingerprint: withFingerprint)
            }
        }
    }

    /// Whether no save has written the object yet, so that it can take a record.
    func isFree(_ object: any Restorable) -> Bool {
        row(ofLive: object).map { rows[$0].flags.contains(.isNew) } ?? true
    }

    /// Binds an object of the program to a record without an object, and ends the object's own
    /// record. The values of a retained record stay.
    func give(_ row: Int, to object: any Restorable, withFingerprint: Bool = false) {
        if let known = self.row(ofLive: object) {
            replace(known, by: row, object)
        } else {
            setObject(object, of: row)
            if rows[row].fate == .ended { setFate(.bound, of: row, outcome: nil) }
        }
        oweContents(to: row)
        guard rows[row].fate == .retained else { return }
        makeDetails(row).fingerprint = withFingerprint ? try? fingerprint(of: object, row) : nil
        // An element's state waits until its owner is ready.
        if rows[row].flags.contains(.isElement), details(row)?.wait == nil {
            setWait(Wait(), of: row)
        }
    }

    /// The retained record that an object of the program takes at a place; `nil` if none has its
    /// type.
    func retainedRow(at place: Place, for object: any Restorable) -> Int? {
        guard let name = names[place.name] else { return nil }
        return candidates(name, below: place.parent).first { row in
            let known = rows[row].place.mark
            let isFree = known.isNumber && [.none, place.mark].contains(known.unnumbered)
            return (known == place.mark || isFree) && canTake(row, object)
        }
    }

    /// Whether an object of the program can take a retained record without object, a bare place, or
    /// the record of a removed root.
    func canTake(_ row: Int, _ object: any Restorable) -> Bool {
        let record = rows[row]
        if let present = self.object(row) {
            return special.removedRoots.contains(row) && isRoot(object) && !isRoot(present)
                && !hasClass(row) && type(of: present) == type(of: object)
        }
        if record.flags.contains(.isBare), record.fate == .ended { return true }
        return record.fate == .retained && !hasClass(row)
            && (!record.flags.contains(.isElement)
                || kinds.traits(of: object).contains(.element))
            && details(row)?.isDetached != true && isKind(object, of: record.kind)
    }

    /// Moves an object to the record of another row, and ends its former record.
    func replace(_ row: Int, by other: Int, _ object: any Restorable) {
        removeObject(of: row)
        let flags = rows[row].flags.intersection([.isNamed, .isRegistered])
        rows[other].flags.formUnion(flags)
        if details(row) != nil || details(other) != nil {
            makeDetails(other).isInvalidated = details(row)?.isInvalidated == true
        }
        setFate(.ended, of: row, outcome: nil)
        setObject(object, of: other)
        if rows[other].fate == .ended { setFate(.bound, of: other, outcome: nil) }
        moveChildren(of: row, to: other)
    }

    /// The kind-of rule: the object's type is the saved type or a descendant (REST-19), by its
    /// present or a former name (REST-20). Not used for objects of the recorded restoration class,
    /// whose name decides.
    func isKind(_ object: any Restorable, of kind: Int) -> Bool {
        guard let own = kinds.ownKind(of: object) else {
            let type = type(of: object)
            return kinds.answers.answer(for: KindKey(kind: kind, type: ObjectIdentifier(type))) {
                isKind(kind) { saved in
                    sequence(first: type as AnyClass) { _getSuperclass($0) }.contains { type in
                        TypeName.of(type) == saved || classes?.isFormerName(saved, of: type) == true
                    }
                }
            }
        }
        // Plugins decide which of their kinds are compatible.
        if let holder = own.plugin {
            return kinds.plugin(of: kind).map { plugin in
                plugin == holder || classes?.successor(ofPlugin: plugin) == holder
            } ?? false
        }
        let name = own.typeName ?? ""
        return isKind(kind) { saved in
            saved == name || classes?.isFormerName(saved, ofKind: name) == true
        }
    }

    /// Whether a kind is of the program, and of any type or a type with one of its names.
    private func isKind(_ kind: Int, isNamed: (_ saved: String) -> Bool) -> Bool {
        kinds.plugin(of: kind) == nil && kinds.typeName(of: kind).map(isNamed) ?? true
    }

    /// The kind that a save writes for an object.
    func kindNumber(of object: any Restorable, _ row: Int) -> Int {
        if rows[row].flags.contains(.isNamed), hasClass(row) { return rows[row].kind }
        if let own = kinds.ownKind(of: object) { return kinds.number(of: own) }
        guard let name = object.restorationClass else { return kinds.number(of: type(of: object)) }
        // An unregistered class is reported by the restore.
        if let found = try? classes?.restorationClass(named: name, plugin: nil) {
            return kinds.number(of: found, type: type(of: object))
        }
        return kinds.number(
            of: RecordKind(className: name, typeName: TypeName.of(type(of: object)))
        )
    }
}

struct KindKey: Hashable {
    let kind: Int
    let type: ObjectIdentifier
}

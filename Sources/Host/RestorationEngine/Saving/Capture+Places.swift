import RestorationCore

/// Settles the places of a capture's objects, and writes them into their records.
extension Capture {
    /// The object of a recorded parent.
    typealias Parent = (object: any Restorable, traits: ClassTraits)

    func recordedParent(of row: Int) -> Parent? {
        set.parentObject(of: row).map { ($0, set.kinds.traits(of: $0)) }
    }

    /// An object's parent and discriminator: its container; else the parent that it names or was
    /// made, moved or registered under; else its last place.
    ///
    /// - Parameter recorded: As ``recordedParent(of:)`` returns it. Used for named objects only.
    func whereabouts(
        of object: any Restorable,
        _ row: Int?,
        in holder: UInt32 = ArchiveRecord.none,
        _ told: Told = Told(),
        below recorded: Parent? = nil
    ) -> (parent: Int, mark: Told) {
        let place = row.map { set.rows[$0].place }
        let flags = row.map { set.rows[$0].flags } ?? []
        if holder == ArchiveRecord.none, flags.contains(.isNamed), let place, let recorded {
            return (place.parent, tell(object, below: recorded.object, recorded.traits))
        }
        let parent = set.parent(of: object, row)
        if parent == nil, let root = set.roots.first(where: { $0.object === object }) {
            return (-1, root.told)
        }
        if holder != ArchiveRecord.none, !flags.contains(.isRegistered) {
            return (members[Int(holder)].row, told)
        }
        if let parent {
            let row = set.row(meeting: parent)
            return (row, tell(object, below: parent, set.kinds.traits(of: parent)))
        }
        if !flags.contains(.isNamed), let holder = search.holding(of: object) {
            return (set.row(meeting: holder.holder), holder.told)
        }
        return (place?.parent ?? -1, Told(place?.mark ?? .none))
    }

    private func tell(
        _ object: any Restorable,
        below parent: any Restorable,
        _ traits: ClassTraits
    ) -> Told {
        if traits.contains(.container), let container = parent as? any RestorableContainer,
            let told = slots(of: container)[object]
        {
            return told
        }
        return Told(parent.restorationDiscriminator(of: object))
    }

    /// Whether an object that the program built is left out because its path is taken. The first
    /// one met counts; of two registered objects, the earlier.
    func isExcluded(_ object: any Restorable, _ row: Int, _ place: Place) -> Bool {
        guard !set.hasClass(row), object.restorationClass == nil else { return false }
        if set.rows[row].flags.contains(.isRegistered), let name = set.names[place.name],
            let other = set.registered(name, below: place.parent).first(where: { $0.row < row })
        {
            noteDuplicate(object, row, saved: TypeName.inMessages(other.object))
            return true
        }
        if claims.isEmpty {
            // Objects whose places were distinct in the last save and are the same now.
            if set.isSettled(row), set.rows[row].place == place { return false }
            claimPlaces()
        }
        guard let owner = claims[place] else {
            claims[place] = UInt32(writer.recordCount)
            return false
        }
        let saved = writer.object(ofRecord: Int(owner)).map { TypeName.inMessages($0) }
        noteDuplicate(object, row, saved: saved ?? "retained record")
        return true
    }

    /// Claims the places of the program's own objects met so far.
    private func claimPlaces() {
        for number in members.indices.dropFirst() {
            let row = members[number].row
            guard let object = writer.object(ofRecord: number), !set.hasClass(row),
                object.restorationClass == nil,
                set.rows[row].flags.intersection([.isNamed, .isRegistered]) != .isNamed
            else { continue }
            claims[set.rows[row].place] = UInt32(number)
        }
    }

    private func noteDuplicate(_ object: any Restorable, _ row: Int, saved: String) {
        excluded.insert(ObjectIdentifier(object))
        audit?.leftOut.append(object)
        guard let path = set.path(of: row) else { return }
        issues.append(
            .duplicatePath(path, saved: saved, leftOut: TypeName.inMessages(object))
        )
    }

    // MARK: Settling

    /// Settles and writes the place of every object.
    func settlePlaces() {
        let met = members.indices.dropFirst()
        var keyed: [Int] = []
        claims = [:]
        // Adjacent objects mostly have one parent.
        var (last, parent) = (-1, nil as Parent?)
        for number in met {
            if let object = writer.takeObject(ofRecord: number) {
                let row = members[number].row
                if set.rows[row].place.parent != last {
                    last = set.rows[row].place.parent
                    parent = recordedParent(of: row)
                }
                settle(object, number, below: parent)
                writer.giveBack(object, ofRecord: number)
            }
            writeRecord(number, &keyed)
        }
        if set.settledCapture == 0 { numberEqualPlaces(met) }
        // Each key once, so that the next save writes the same table of strings.
        for number in keyed { writeMark(number) }
        set.settledCapture = set.captureNumber
        // A record written as a bare place does not count as met.
        for bare in met.endIndex..<members.count { set.rows[members[bare].row].capture = 0 }
    }

    private func settle(_ object: any Restorable, _ number: Int, below recorded: Parent?) {
        let row = members[number].row
        let holder = members[number].holder
        let known = members[number].told
        let (parent, told) = whereabouts(of: object, row, in: holder, known, below: recorded)
        if told.isRefused { noteRefusal(object, row) }
        let place = settled(row, parent, told)
        if place.parent != parent {
            issues.append(.circularParents(type: TypeName.inMessages(object)))
        }
        set.setPlace(place, of: row)
    }

    /// Gives numbers to class-made objects at taken places. The program's own objects come first.
    private func numberEqualPlaces(_ met: Range<Int>) {
        var taken = Set<Place>(minimumCapacity: met.count)
        var next: [Place: Int] = [:]
        // Records without an object keep their places.
        for number in met where !members[number].hasObject { taken.insert(imagePlace(number)) }
        var unnumbered: [Int] = []
        for number in met {
            guard let object = writer.object(ofRecord: number) else { continue }
            let row = members[number].row
            let place = imagePlace(number)
            let isMade = set.hasClass(row) || object.restorationClass != nil
            if !place.mark.isNumber && isMade || !taken.insert(place).inserted {
                unnumbered.append(number)
            }
        }
        // A class-made object does not get the place of a parent that is gone, either.
        for bare in met.endIndex..<members.count { taken.insert(imagePlace(bare)) }
        for number in unnumbered {
            let wanted = imagePlace(number)
            var free = wanted
            while !taken.insert(free).inserted {
                let count = next[wanted] ?? 2
                free.mark = wanted.mark.numbered(count)
                next[wanted] = count + 1
            }
            let row = members[number].row
            var place = set.rows[row].place
            place.mark = free.mark
            set.setPlace(place, of: row)
            if free.mark.key == nil { writeMark(number) }
        }
    }

    /// A record's place in the archive, which has no parents without a name (PATH-15).
    private func imagePlace(_ number: Int) -> Place {
        var place = set.rows[members[number].row].place
        place.parent = set.namedRow(place.parent)
        return place
    }

    /// The place of a record. An object cannot be below itself, and is then at the top.
    func settled(_ row: Int, _ parent: Int, _ told: Told) -> Place {
        var place = set.rows[row].place
        let isSame = place.parent == parent
        if !isSame { place.parent = parent > 0 && set.isBelow(parent, row) ? -1 : parent }
        // An object keeps its number, even if others of its name end.
        let isNumbered = isSame && place.mark.isNumber && place.mark.unnumbered == told.mark
        if !isNumbered { place.mark = told.mark }
        return place
    }

    private func noteRefusal(_ object: any Restorable, _ row: Int) {
        guard let path = set.path(of: row) else { return }
        let issue = PreservationError.invalidDiscriminator(path, type: TypeName.inMessages(object))
        if !issues.contains(issue) { issues.append(issue) }
    }

    // MARK: Writing

    /// - Parameter keyed: Gets the number of a record whose key is written later.
    private func writeRecord(_ number: Int, _ keyed: inout [Int]) {
        let row = members[number].row
        let (place, flags) = (set.rows[row].place, set.rows[row].flags)
        let parent = imageNumber(ofParent: place.parent, &keyed)
        let identifier = tables.number(ofName: place.name)
        let isHeld =
            flags.contains(.isHeldByParent) && !members[number].hasObject && !isClosed(row)
        writer.update(number) {
            $0.parent = parent
            $0.identifier = identifier
            if flags.contains(.isRegistered) { $0.flags.insert(.isRegistered) }
            if flags.contains(.isElement) { $0.flags.insert(.isElement) }
            if flags.contains(.isRoot), place.parent < 0 { $0.flags.insert(.isRoot) }
            if isHeld { $0.flags.insert(.isHeldByParent) }
        }
        if place.mark.key == nil { writeMark(number) } else { keyed.append(number) }
    }

    func writeKind(of object: any Restorable, _ number: Int) {
        let kind = tables.number(ofKind: set.kindNumber(of: object, members[number].row))
        writer.update(number) { $0.kind = kind }
    }

    private func writeMark(_ number: Int) {
        let mark = set.rows[members[number].row].place.mark
        switch mark {
        case .none: break
        case .key, .numberedKey:
            let text = writer.stringNumber(mark.text?.rawValue)
            writer.update(number) {
                $0.discriminator = text
                if mark.isNumber { $0.flags.insert(.hasNumberedKey) }
            }
        case .position(let count), .number(let count):
            writer.update(number) {
                $0.discriminator = UInt32(clamping: count)
                // A number may replace a position at a taken place.
                $0.flags.remove(.hasPosition)
                $0.flags.insert(mark.isNumber ? .hasNumber : .hasPosition)
            }
        }
    }

    /// The number of the nearest named record above. One that was not met is written as a bare
    /// place.
    private func imageNumber(ofParent row: Int, _ keyed: inout [Int]) -> UInt32 {
        let parent = set.namedRow(row)
        guard parent > 0 else { return ArchiveRecord.none }
        if set.rows[parent].capture == set.captureNumber {
            return set.rows[parent].imageNumber
        }
        var record = ArchiveRecord()
        record.flags = .isBare
        let number = writer.append(record, id: set.rows[parent].id)
        members.append(Member(row: parent))
        set.rows[parent].capture = set.captureNumber
        set.rows[parent].imageNumber = number
        writeRecord(Int(number), &keyed)
        return number
    }
}

extension RecordSet {
    /// Whether the last save met the record, and no place has changed since.
    func isSettled(_ row: Int) -> Bool {
        settledCapture != 0 && rows[row].capture == settledCapture
    }

    /// The nearest row with a name, from `row` upwards; -1 at the top.
    func namedRow(_ row: Int) -> Int {
        var row = row
        while row > 0, rows[row].place.name == NameTable.none { row = rows[row].place.parent }
        return row
    }
}

/// Image numbers of names and kinds, each of which is written once.
struct ImageTables {
    private let set: RecordSet
    private let writer: ArchiveWriter
    private let names = RowArray<UInt32?>()
    private let kinds = RowArray<UInt32?>()

    init(_ set: RecordSet, _ writer: ArchiveWriter) {
        self.set = set
        self.writer = writer
        kinds.append(0)
    }

    func end() {
        names.end()
        kinds.end()
    }

    func number(ofName name: UInt32) -> UInt32 {
        guard name != NameTable.none else { return writer.stringNumber(nil) }
        while names.count <= name { names.append(nil) }
        if let known = names[Int(name)] { return known }
        let number = writer.stringNumber(set.names[name]?.rawValue)
        names[Int(name)] = number
        return number
    }

    func number(ofKind kind: Int) -> UInt32 {
        while kinds.count <= kind { kinds.append(nil) }
        if let known = kinds[kind] { return known }
        let saved = set.kinds[kind]
        var entry = ArchiveKind()
        entry.className = writer.stringNumber(saved.className)
        entry.plugin = writer.stringNumber(saved.plugin)
        entry.typeName = writer.stringNumber(saved.typeName)
        entry.schemaVersion = UInt32(clamping: saved.schemaVersion)
        entry.storyboard = writer.stringNumber(saved.storyboard)
        let number = writer.append(entry)
        kinds[kind] = number
        return number
    }
}

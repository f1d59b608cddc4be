package import RestorationCore

/// Where a capture starts: an object that the program shows, and the window or scene it belongs to.
package struct RestorationRoot {
    package let object: any Restorable
    /// Tells roots of equal identifiers apart (PATH-16).
    package let scope: RestorationIdentifier?

    package init(_ object: any Restorable, scope: RestorationIdentifier?) {
        self.object = object
        self.scope = scope
    }
}

/// One capture of the object graph: follows encoded references from the roots and writes a record
/// for every object met (PRES-9).
///
/// An object is met when something refers to it: it then gets its number, and later, in the order
/// of numbers, its turn to encode (PRES-11). So an object has one record however many references
/// there are, and circles end (PRES-20, PRES-21). Cost: O(objects + references + bytes).
package final class Preservation: ReferenceNumbering {
    private let writer: ArchiveWriter
    private let registry: ObjectRegistry
    private let roots: [RestorationRoot]
    private let classes: any RestorationClassSource
    private let leftovers: Leftovers
    private let earlierState: (RestorationPath) -> UnavailableObject?
    /// The records kept for live objects, and what is to be added to objects' own references. Both
    /// are held by address for this capture alone, in which no object ends.
    private var heldBack: [ObjectIdentifier: UnavailableObject] = [:]
    private var passedOver: [ObjectIdentifier: [PassedOverReference]] = [:]

    /// The objects by record number; the first record is the application's own.
    private var objects: [(any Restorable)?] = [nil]
    /// All objects seen, kept alive so that no address is used twice within the capture.
    private var seen: [Seen] = []
    private var positions = AddressTable(capacity: 1024)
    /// The record at each path, by node number.
    private var owners: [UInt32] = []
    private var typeNumbers = AddressTable()
    private var schemaVersions: [String: UInt32] = [:]
    private var classNumbers: [ObjectIdentifier: (name: UInt32, plugin: UInt32)] = [:]
    private var encoding = 0
    private var keptAlive: [any Restorable] = []
    /// The archive whose key table the writer has taken over.
    private var adoptedArchive: ArchiveReader?
    private var report = PreservationReport()

    private struct Seen {
        let object: any Restorable
        /// The object's own path node, or that of its nearest ancestor with an identifier.
        var node = ArchiveRecord.none
        var record = ArchiveRecord.none
        var isTagged = false
        var isResolved = false
        var isRegistered = false
        var restorationClass: (any RestorationClass)?
    }

    /// - Parameters:
    ///   - writer: Emptied first; its memory is used again.
    ///   - classes: Tells the schema version of a host's class.
    ///   - leftovers: What the restore could not bring back: written back, referred to or not.
    ///   - earlierState: What was saved before at a path, for an object that now fails to encode.
    package init(
        writer: ArchiveWriter,
        registry: ObjectRegistry,
        roots: [RestorationRoot],
        classes: any RestorationClassSource,
        leftovers: Leftovers,
        earlierState: @escaping (RestorationPath) -> UnavailableObject?
    ) {
        self.writer = writer
        self.registry = registry
        self.roots = roots
        self.classes = classes
        self.leftovers = leftovers
        self.earlierState = earlierState
    }

    /// Captures everything.
    ///
    /// - Returns: The image, or `nil` if the delegate declined to be preserved.
    package func run(
        delegate: (any RestorationDelegate)?,
        info: PreservationInfo
    ) -> (image: ArchiveImage, report: PreservationReport)? {
        writer.removeAll()
        writer.sections.numbering = self
        defer { writer.sections.numbering = nil }
        let unavailable = takeLeftovers()
        adoptedArchive = leftovers.archive
        if let adoptedArchive { writer.adoptKeys(of: adoptedArchive) }

        guard encodeApplicationRecord(delegate) else { return nil }
        for root in roots where number(of: root.object) == nil { reportUntaggedRoot(root) }
        encodeQueue()
        for object in unavailable { meetRetained(object) }
        encodeQueue()

        report.objectCount = objects.count - 1
        report.sizeInBytes = writer.sections.sizeInBytes
        return (writer.finish(info), report)
    }

    /// Sorts the leftovers by the objects they belong to. Returns the records without a live object.
    private func takeLeftovers() -> [UnavailableObject] {
        var unavailable = leftovers.unavailable
        for held in leftovers.heldBack {
            if let object = held.object {
                heldBack[ObjectIdentifier(object)] = held.kept
                keptAlive.append(object)
            } else {
                unavailable.append(held.kept)
            }
        }
        for reference in leftovers.passedOver {
            guard let holder = reference.holder else { continue }
            passedOver[ObjectIdentifier(holder), default: []].append(reference)
            keptAlive.append(holder)
        }
        return unavailable
    }

    // MARK: Encoding

    private func encodeApplicationRecord(_ delegate: (any RestorationDelegate)?) -> Bool {
        var record = ArchiveRecord()
        writer.append(record)
        var isWanted = true
        let result = writer.sections.writeSection { coder in
            guard let delegate else { return }
            isWanted = delegate.shouldPreserveState(to: coder)
            if isWanted { delegate.willEncodeState(to: coder) }
        }
        switch result {
        case .success(let section): record.place(section)
        case .failure(let error):
            record.flags.insert(.isEmpty)
            record.referencesStart = UInt32(writer.sections.referenceCount)
            report.issues.append(
                .encodingFailed(nil, reason: Diagnosis(error), keptEarlierState: false))
        }
        writer.update(0) { $0 = record }
        return isWanted
    }

    /// Lets every object encode that has a number and has not had its turn.
    private func encodeQueue() {
        while encoding + 1 < objects.count {
            encoding += 1
            guard let object = objects[encoding] else { continue }
            if type(of: object) == UnavailableObject.self {
                writeBack(object as! UnavailableObject, at: encoding)
            } else if !heldBack.isEmpty, let kept = heldBack[ObjectIdentifier(object)] {
                writeBack(kept, at: encoding)
            } else {
                encode(object, passedOver.isEmpty ? nil : passedOver[ObjectIdentifier(object)])
            }
        }
    }

    private func encode(_ object: any Restorable, _ passedOver: [PassedOverReference]?) {
        let number = encoding
        let result = writer.sections.writeSection { coder in
            try object.encodeRestorableState(with: coder)
            for reference in passedOver ?? [] where !coder.holdsValue(forKey: reference.key) {
                coder.encode(reference.object, forKey: reference.key)
            }
        }
        switch result {
        case .success(let section): writer.update(number) { $0.place(section) }
        case .failure(let error): keepEarlierState(of: number, because: Diagnosis(error))
        }
    }

    private func keepEarlierState(of number: Int, because reason: Diagnosis) {
        let path = writer.path(of: writer.record(number).path)
        let earlier = earlierState(path)
        report.issues.append(
            .encodingFailed(path, reason: reason, keptEarlierState: earlier != nil))
        if let earlier {
            writeBack(earlier, at: number)
        } else {
            let start = UInt32(writer.sections.referenceCount)
            writer.update(number) {
                $0.flags.insert(.isEmpty)
                $0.referencesStart = start
            }
        }
    }

    /// Writes a retained record as it was.
    private func writeBack(_ kept: UnavailableObject, at number: Int) {
        // Meeting the objects first: they get numbers, but nothing is written until their turn.
        let references = kept.references.map { reference in
            reference.object.flatMap { self.number(of: $0) } ?? ArchiveRecord.none
        }
        let section = writer.sections.copySection(
            kept.section,
            references: references,
            keysOf: kept.archive === adoptedArchive ? nil : kept.archive
        )
        let className = writer.stringNumber(kept.className)
        let plugin = writer.stringNumber(kept.pluginIdentifier)
        let typeName = writer.stringNumber(kept.archive.string(kept.record.typeName))
        writer.update(number) {
            $0.place(section)
            $0.className = className
            $0.plugin = plugin
            $0.typeName = typeName
            $0.schemaVersion = kept.record.schemaVersion
            $0.flags = kept.record.flags
        }
    }

    private func meetRetained(_ object: UnavailableObject) {
        if number(of: object) == nil { report.issues.append(.supersededRetained(object.path)) }
    }

    // MARK: Meeting objects

    package func number(of object: any Restorable) -> UInt32? {
        let position = position(of: object)
        if seen[position].record != ArchiveRecord.none { return seen[position].record }
        return meet(position)
    }

    @inline(never)
    private func meet(_ position: Int) -> UInt32? {
        resolve(position)
        let met = seen[position]
        guard met.isTagged else {
            if !(met.object is UnavailableObject) { reportUntagged(met.object) }
            return nil
        }
        let node = Int(met.node)
        while owners.count <= node { owners.append(ArchiveRecord.none) }
        guard owners[node] == ArchiveRecord.none else {
            if !(met.object is UnavailableObject) { reportDuplicate(met, owner: owners[node]) }
            return nil
        }
        let number = UInt32(objects.count)
        owners[node] = number
        objects.append(met.object)
        seen[position].record = number
        writer.append(makeRecord(met))
        return number
    }

    private func makeRecord(_ met: Seen) -> ArchiveRecord {
        var record = ArchiveRecord()
        record.path = met.node
        if met.isRegistered { record.flags.insert(.isRegistered) }
        if let restorationClass = met.restorationClass {
            let numbers = classNumbers(of: restorationClass)
            record.className = numbers.name
            record.plugin = numbers.plugin
            record.schemaVersion = UInt32(clamping: restorationClass.schemaVersion)
        } else if let name = met.object.restorationClass {
            record.className = writer.stringNumber(name)
            record.schemaVersion = schemaVersion(ofHostClass: name)
        }
        if record.plugin == ArchiveRecord.none { record.typeName = typeNumber(of: met.object) }
        return record
    }

    private func schemaVersion(ofHostClass name: String) -> UInt32 {
        if let known = schemaVersions[name] { return known }
        // A class that is not registered is reported when it is missed: at the restore.
        let found = try? classes.restorationClass(named: name, plugin: nil)
        let version = UInt32(clamping: found?.schemaVersion ?? 1)
        schemaVersions[name] = version
        return version
    }

    private func classNumbers(
        of restorationClass: any RestorationClass
    ) -> (name: UInt32, plugin: UInt32) {
        let key = ObjectIdentifier(restorationClass)
        if let known = classNumbers[key] { return known }
        let numbers = (
            name: writer.stringNumber(restorationClass.name),
            plugin: writer.stringNumber(restorationClass.plugin)
        )
        classNumbers[key] = numbers
        return numbers
    }

    private func typeNumber(of object: any Restorable) -> UInt32 {
        let type = type(of: object)
        let address = UInt(bitPattern: ObjectIdentifier(type))
        if let known = typeNumbers[address] { return known }
        let number = writer.stringNumber(String(reflecting: type))
        typeNumbers.insert(number, at: address)
        return number
    }

    @inline(__always)
    private func position(of object: any Restorable) -> Int {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        if let position = positions[address] { return Int(position) }
        positions.insert(UInt32(seen.count), at: address)
        seen.append(Seen(object: object))
        return seen.count - 1
    }

    // MARK: Paths

    /// Finds out an object's path. Mostly its parent's is known, since parents are met first.
    private func resolve(_ position: Int) {
        guard !seen[position].isResolved else { return }
        let object = seen[position].object
        let identity = registry.identity(of: object)
        guard let up = identity?.parent ?? object.restorationParent else {
            return name(position, identity, under: ArchiveRecord.none, parent: nil)
        }
        let upPosition = self.position(of: up)
        if !seen[upPosition].isResolved { resolveAncestors(of: position) }
        // A circle of parents has been resolved, and reported, by resolving its members.
        guard !seen[position].isResolved else { return }
        name(position, identity, under: seen[upPosition].node, parent: up)
    }

    /// Goes up first and then down again instead of calling itself: trees may be deep.
    private func resolveAncestors(of position: Int) {
        var chain: [Int] = []
        var inChain: Set<Int> = [position]
        var next = position
        while let up = registry.identity(of: seen[next].object)?.parent
            ?? seen[next].object.restorationParent
        {
            next = self.position(of: up)
            if seen[next].isResolved { break }
            guard inChain.insert(next).inserted else {
                report.issues.append(.circularParents(type: typeName(seen[next].object)))
                // Taken for a root, so that the rest of the circle has a path.
                name(next, registry.identity(of: up), under: ArchiveRecord.none, parent: nil)
                break
            }
            chain.append(next)
        }
        for ancestor in chain.reversed() { resolve(ancestor) }
    }

    private func name(
        _ position: Int,
        _ identity: ObjectRegistry.Identity?,
        under parentNode: UInt32,
        parent: (any Restorable)?
    ) {
        let object = seen[position].object
        seen[position].isResolved = true
        seen[position].node = parentNode
        seen[position].isRegistered = identity?.isRegistered ?? false
        seen[position].restorationClass = identity?.restorationClass
        if type(of: object) == UnavailableObject.self {
            seen[position].node = writer.number(of: (object as! UnavailableObject).path)
            seen[position].isTagged = true
            return
        }
        guard let text = identity?.identifier.rawValue ?? object.restorationIdentifier,
            !text.isEmpty
        else { return }
        guard let identifier = RestorationIdentifier(text) else {
            let parentPath = parentNode == ArchiveRecord.none ? nil : writer.path(of: parentNode)
            report.issues.append(.invalidIdentifier(type: typeName(object), under: parentPath))
            return
        }
        var discriminator = parent?.restorationDiscriminator(of: object)
        if parent == nil { discriminator = scope(of: object)?.rawValue }
        if let text = discriminator, RestorationIdentifier(text) == nil { discriminator = nil }
        seen[position].node = writer.paths.number(
            of: PathNode(
                parent: parentNode,
                identifier: writer.strings.number(of: identifier.rawValue),
                discriminator: writer.stringNumber(discriminator)
            ))
        seen[position].isTagged = true
    }

    private func scope(of object: any Restorable) -> RestorationIdentifier? {
        roots.first { $0.object === object }?.scope
    }

    // MARK: Reporting

    private func typeName(_ object: any Restorable) -> String { "\(type(of: object))" }

    private var referrer: RestorationPath? {
        encoding == 0 ? nil : writer.path(of: writer.record(encoding).path)
    }

    private func reportUntagged(_ object: any Restorable) {
        // Roots and invalid identifiers have a report of their own.
        guard object.restorationIdentifier?.isEmpty ?? true,
            !roots.contains(where: { $0.object === object })
        else { return }
        report.issues.append(.untaggedReference(type: typeName(object), referrer: referrer))
    }

    private func reportUntaggedRoot(_ root: RestorationRoot) {
        guard root.object.restorationIdentifier?.isEmpty ?? true else { return }
        report.issues.append(.untaggedRoot(type: typeName(root.object)))
    }

    private func reportDuplicate(_ met: Seen, owner: UInt32) {
        let saved = objects[Int(owner)].map { typeName($0) } ?? "retained record"
        report.issues.append(
            .duplicatePath(
                writer.path(of: met.node), saved: saved, leftOut: typeName(met.object)))
    }
}

/// What a restore could not bring back, for the saves that follow it.
package struct Leftovers {
    /// Retained records, each with the stand-in for its object.
    package var unavailable: [UnavailableObject] = []
    package var heldBack: [HeldBackObject] = []
    package var passedOver: [PassedOverReference] = []

    package init() {}

    /// The archive whose key table most of them mean.
    var archive: ArchiveReader? { (unavailable.first ?? heldBack.first?.kept)?.archive }
}

extension ArchiveRecord {
    fileprivate mutating func place(_ section: WrittenSection) {
        sectionOffset = UInt64(section.offset)
        sectionSize = UInt32(section.size)
        referencesStart = UInt32(section.referencesStart)
    }
}

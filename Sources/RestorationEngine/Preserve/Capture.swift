package import RestorationCore

/// One capture of the object graph: follows encoded references from the roots and writes a record
/// for every object met (PRES-9). It reads, and changes nothing: what it finds out about what a
/// restore has left is in the ``CaptureChanges`` that it returns.
///
/// An object is met when something refers to it: it then gets its number, and later, in the order
/// of numbers, its turn to encode (PRES-11). So an object has one record however many references
/// there are, and circles end (PRES-20, PRES-21). Cost: O(objects + references + bytes).
package final class Capture {
    let writer: ArchiveWriter
    let sections: SectionWriterHandle
    let registry: ObjectRegistry
    let retained: RetainedState
    let paths: PathAssignment
    let classes: RecordClasses
    let traits = TraitTable()
    /// What the audit is to know; `nil` where none is wanted.
    let facts: CaptureFacts?
    var issues: [PreservationError] = []
    /// Objects without an identifier, or with one that cannot be one.
    var untagged: [(object: any Restorable, meeting: UntaggedMeeting)] = []
    /// By path node: retained records of the program's own objects, which were not looked for.
    var notLookedUp: [UInt32: UnavailableObject] = [:]
    var hasNotLookedUp = false
    /// By record number: what of it its object's class does not know.
    private var unknown: [Int: UnknownKeys] = [:]
    /// Whether what the roots have is saved, too.
    private var hasObjects = true
    /// Where a value is being copied from that was saved before.
    var copied: RestorationCoder?
    let earlierState: (RestorationPath?) -> UnavailableObject?
    private let roots: [RestorationRoot]
    private let audit: SaveAudit?
    private let recorder: (any RestorationRecorder)?

    /// What a capture gives.
    package struct Result {
        package let image: ArchiveImage
        package let report: PreservationReport
        package let changes: CaptureChanges
        /// By record number: what of it its object's class does not know.
        package let unknown: [Int: UnknownKeys]
    }

    /// - Parameters:
    ///   - writer: Emptied first; its memory is used again.
    ///   - classes: Tells the schema version of a host's class.
    ///   - table: Has what the restore could not bring back: written back, referred to or not.
    ///   - earlierState: What was saved before at a path, for an object that now fails to encode;
    ///     without a path the application's own record.
    ///   - audit: Tells what was left out; `nil` where nobody wants to know.
    ///   - recorder: Hears whose code runs.
    package init(
        writer: ArchiveWriter,
        registry: ObjectRegistry,
        roots: [RestorationRoot],
        classes: any RestorationClassSource,
        table: RecordTable,
        earlierState: @escaping (RestorationPath?) -> UnavailableObject?,
        audit: SaveAudit?,
        recorder: (any RestorationRecorder)?
    ) {
        self.writer = writer
        sections = writer.sections
        self.registry = registry
        self.roots = roots
        self.earlierState = earlierState
        self.audit = audit
        self.recorder = recorder
        facts = audit?.facts
        retained = RetainedState(table, registry)
        self.classes = RecordClasses(writer, registry, classes)
        paths = PathAssignment(writer, registry, roots, retained, traits, facts)
    }

    /// Captures everything.
    ///
    /// - Returns: `nil` if the delegate declined to be preserved.
    package func run(
        delegate: (any RestorationDelegate)?,
        info: PreservationInfo
    ) -> Result? {
        writer.removeAll()
        sections.numbering = self
        defer {
            sections.numbering = nil
            writer.releaseObjects()
        }
        for kept in retained.unavailable where kept.wasNotLookedUp {
            notLookedUp[paths.node(of: kept)] = kept
            hasNotLookedUp = true
        }

        guard encodeApplicationRecord(delegate) else { return nil }
        for root in hasObjects ? roots : [] where knownNumber(of: root.object) == nil {
            untagged.append((root.object, .root))
        }
        encodeQueue()
        meetRetained()

        var report = PreservationReport()
        report.objectCount = writer.recordCount - 1
        report.sizeInBytes = sections.sizeInBytes
        let image = writer.finish(info)
        let places = paths.changes
        let findings = audit?.issues(of: self, hasDelegate: delegate != nil) ?? []
        report.issues = issues + paths.issues.all + untaggedIssues + findings
        var changes = retained.changes
        changes.places = places
        return Result(
            image: image,
            report: report,
            changes: changes,
            unknown: unknown
        )
    }

    private var untaggedIssues: [PreservationError] {
        untagged.compactMap { object, meeting -> PreservationError? in
            // Invalid identifiers have an issue of their own.
            guard object.restorationIdentifier?.isEmpty ?? true else { return nil }
            let type = TypeName.inMessages(object)
            switch meeting {
            case .held: return nil
            case .root: return .untaggedRoot(type: type)
            case .reference(let record):
                if paths.isRoot(object) { return nil }
                let referrer = record == 0 ? nil : path(ofRecord: record)
                return .untaggedReference(type: type, referrer: referrer)
            }
        }
    }

    // MARK: Encoding

    /// The record whose turn it is.
    var encoding: Int { paths.turn.record }

    private func encodeApplicationRecord(_ delegate: (any RestorationDelegate)?) -> Bool {
        writer.append(ArchiveRecord(), for: nil)
        var isWanted = true
        // What is kept from the delegate is written again. What it stores without knowing that goes
        // nowhere.
        let application = retained.application
        let sections = application.retained == nil ? self.sections : ArchiveWriter().sections
        let result = sections.writeSection { coder in
            try asking(.delegate) {
                guard let delegate else { return }
                isWanted = delegate.shouldPreserveState(to: coder)
                guard isWanted else { return }
                delegate.willEncodeState(to: coder)
                hasObjects = delegate.shouldPreserveObjects
            }
            guard isWanted else { return }
            write(application.passedOver, coder)
            let fields = application.fields.filter { !coder.replaces($0.field) }
            retainedWriting.write(fields, coder)
        }
        if let kept = application.retained {
            if isWanted { writer.place(retainedWriting.copy(kept), inRecord: 0) }
            return isWanted
        }
        switch result {
        case .success(let section): writer.place(section, inRecord: 0)
        case .failure(let error):
            let earlier = earlierState(nil)
            if let earlier {
                writer.place(retainedWriting.copy(earlier), inRecord: 0)
            } else {
                leaveEmpty(0)
            }
            noteNotEncoded(nil, error, retainsEarlierState: earlier != nil)
        }
        return isWanted
    }

    /// Lets every object encode that has a number and has not had its turn.
    func encodeQueue() {
        defer { paths.turn.end() }
        while encoding + 1 < writer.recordCount {
            paths.turn.advance()
            guard let object = writer.object(ofRecord: encoding) else { continue }
            paths.turn.object = object
            if type(of: object) == UnavailableObject.self {
                retainedWriting.write(object as! UnavailableObject, at: encoding)
            } else if let kept = retained.record(for: object) {
                if isSecret(object) {
                    leaveEmpty(encoding)
                } else if hasChanged(object, from: kept) {
                    encode(object)
                } else {
                    writeBack(kept, for: object)
                }
            } else {
                encode(object)
            }
        }
    }

    private func encode(_ object: any Restorable) {
        let number = encoding
        let traits = traits.traits(of: object)
        if traits.contains(.element), isSecret(object) { return leaveEmpty(number) }
        paths.turn.isContainer = traits.contains(.container)
        // Before the object encodes, so that its children are met even if it fails to.
        let contents: RecordContents?
        do {
            contents =
                traits.isEmpty
                ? nil : try asking(.contents) { meetContents(of: object, traits) }
        } catch {
            return keepEarlierState(of: number, because: error, nil, knowsChildren: false)
        }
        paths.turn.hasMetChildren = paths.turn.isContainer
        let firstEncoded = writer.recordCount
        let result = sections.writeSection { coder in
            do {
                defer { paths.turn.isOfObject = false }
                try asking(.encode) {
                    try object.encodeRecord(with: coder)
                    noteChildren(of: object, from: firstEncoded)
                }
            }
            if traits.contains(.pluginHeld) { keepUnreadValues(of: object, number, coder) }
            contents?.write(to: coder)
            guard retained.hasReturned else { return }
            let (passedOver, carried) = retained.returned(by: object)
            write(passedOver, coder)
            if let carried { write(carried, coder) }
        }
        switch result {
        case .success(let section): writer.place(section, inRecord: number)
        case .failure(let error):
            keepEarlierState(of: number, because: error, contents)
            facts?.failed.append((firstEncoded..<writer.recordCount, number))
            facts?.leftOut.append(object)
        }
    }

    /// For the audit.
    private func noteChildren(of object: any Restorable, from first: Int) {
        guard let facts else { return }
        facts.children.note(object.restorationChildren, of: encoding, from: first, in: self)
    }

    /// Lets the code of what is encoding run, if the recorder has nothing against it.
    func asking<Answer>(
        _ stage: SavingStage,
        _ body: () throws -> Answer
    ) throws -> Answer {
        guard let recorder else { return try body() }
        try recorder.willSave(stage, encoding, in: writer)
        defer { recorder.didSave() }
        return try body()
    }

    /// Writes references again that the object was given as nil.
    private func write(_ passedOver: [PassedOverReference], _ coder: RestorationCoder) {
        for reference in passedOver where !coder.holdsValue(forKey: reference.key) {
            coder.encode(reference.object, forKey: reference.key)
        }
    }

    /// Writes what the object's class does not know again.
    private func write(_ carried: CarriedFields, _ coder: RestorationCoder) {
        let known = Set(carried.fields.map(\.field).filter { coder.replaces($0) }.map(\.key))
        if !known.isEmpty { retained.noteKnown(known, of: carried) }
        let fields = carried.fields.filter { !known.contains($0.field.key) }
        retainedWriting.write(fields, coder)
        guard !fields.isEmpty else { return }
        let keys = fields.map(\.field.key)
        if coder.begin(reserved: ReservedKey.unread) { keys.encode(into: coder) }
        unknown[encoding] = UnknownKeys(
            keys: keys,
            sizeInBytes: fields.reduce(0) { $0 + $1.field.sizeInBytes }
        )
    }

    /// - Parameters:
    ///   - contents: What the session itself encodes of the object, in whose code nothing of that
    ///     has failed (PRES-29).
    ///   - knowsChildren: Whether the object may be asked for its children.
    private func keepEarlierState(
        of number: Int,
        because error: any Error,
        _ contents: RecordContents?,
        knowsChildren: Bool = true
    ) {
        let path = writer.path(of: writer.node(ofRecord: number))
        let object = writer.object(ofRecord: number)
        let earlier = earlierState(of: object, path)
        noteNotEncoded(path, error, retainsEarlierState: earlier != nil)
        guard let earlier else { return leaveEmpty(number) }
        if knowsChildren, let object { meetChildren(of: object, ledToBy: earlier) }
        retainedWriting.write(earlier, at: number, contents)
    }

    func noteNotEncoded(
        _ path: RestorationPath?,
        _ error: any Error,
        retainsEarlierState isKept: Bool
    ) {
        let reason = Diagnosis(error)
        issues.append(
            error is KeptOut
                ? .notAsked(path, reason: reason, retainsEarlierState: isKept)
                : .encodingFailed(path, reason: reason, retainsEarlierState: isKept)
        )
    }

    /// Meets the children that the earlier state of an object leads to, which the object may not
    /// have come to encode: so that they are written as they are now (PRES-33). O(children).
    private func meetChildren(
        of object: any Restorable,
        ledToBy earlier: UnavailableObject
    ) {
        let nodes = Set(
            earlier.references.compactMap { reference in
                (reference.object as? UnavailableObject).map { paths.node(of: $0) }
            }
        )
        guard !nodes.isEmpty else { return }
        for (child, _) in paths.graph.children(of: object, withElements: false)
        where !(child is UnavailableObject) && nodes.contains(paths.place(of: child).node) {
            _ = knownNumber(of: child)
        }
    }

    /// What was saved of an object, wherever that was.
    func earlierState(of object: (any Restorable)?, _ path: RestorationPath) -> UnavailableObject? {
        guard let object else { return earlierState(path) }
        return registry.isUnsaved(object) ? nil : earlierState(paths.formerPath(of: object, path))
    }

    private func leaveEmpty(_ number: Int) {
        let start = UInt32(sections.referenceCount)
        writer.update(number) {
            $0.flags.insert(.isEmpty)
            $0.referencesStart = start
        }
    }

    var retainedWriting: RetainedWriting { RetainedWriting(writer: writer, retained: retained) }

    func isSecret(_ object: any Restorable) -> Bool {
        (object as? any RestorableElement)?.isSecret == true
    }
}

/// How a capture came upon an object without an identifier.
enum UntaggedMeeting {
    case root
    /// From the object of a record; 0 is the application's own.
    case reference(from: Int)
    /// In a slot, or presented.
    case held
}

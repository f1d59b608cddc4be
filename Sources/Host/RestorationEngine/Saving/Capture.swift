package import RestorationCore

/// One capture of the object graph. It follows encoded references from the roots, and writes a
/// record for every object met (PRES-9) and for the retained records. It changes nothing durable:
/// its findings are in the ``CaptureChanges`` that it returns.
///
/// An object is met when something refers to it. It then gets its number, and later, in the order
/// of numbers, its turn to encode (PRES-11). So each object has one record, and cycles end
/// (PRES-20, PRES-21). Cost: O(objects + references + bytes).
package final class Capture {
    let set: RecordSet
    let writer: ArchiveWriter
    let sections: SectionWriterHandle
    private let recorder: (any RestorationRecorder)?
    let audit: SaveAudit?
    /// The roots to capture; `nil` for all.
    private let chosen: [RestorationRoot]?
    private var roots: [RestorationRoot] { chosen ?? set.roots }
    private let earlier: EarlierGenerations

    var issues: [PreservationError] = []
    var changes = CaptureChanges()
    /// By number in the image.
    let members = RowArray<Member>()
    /// By number; few records have any.
    var findings: [Int: Findings] = [:]
    /// The number of the record whose turn it is.
    private(set) var encoding = 0
    /// Objects whose paths are taken or whose identifiers are invalid.
    var excluded: Set<ObjectIdentifier> = []
    /// The number of the program's own object at each place.
    var claims: [Place: UInt32] = [:]
    /// The children of each container, found once.
    var knownSlots: [ObjectIdentifier: ContainerSlots] = [:]
    private(set) lazy var search = HolderSearch(set)
    /// The records of elements, by owner.
    private(set) lazy var knownElements: [Int?: [Int]] = Dictionary(
        grouping: set.rows.indices.filter {
            set.rows[$0].flags.contains(.isElement) && set.rows[$0].fate != .ended
        },
        by: { set.parentOfRecord($0) }
    )
    let tables: ImageTables
    /// References in unread values to records with an object, by position. Set at the end.
    var unreadReferences: [(position: Int, row: Int)] = []
    /// The source of an earlier value that is being copied.
    var copied: (coder: RestorationCoder, source: ValueSource)?

    struct Member {
        let row: Int
        var hasObject = false
        var traits: ClassTraits = []
        /// The number of its container, presenter or owner, and the discriminator there.
        var holder: UInt32 = ArchiveRecord.none
        var told = Told()
        var isEncoded = false
        /// Whether it has loaded its elements, and expects no more.
        var hasAllElements = false
    }

    struct Findings {
        var unknown: UnknownKeys?
        /// Whether its parent's object referred to its stand-in.
        var isShownByParent = false
    }

    package struct Result {
        package let image: ArchiveImage
        package let report: PreservationReport
        package let changes: CaptureChanges
        /// The keys that the object's class does not know, by record number.
        package let unknown: [Int: UnknownKeys]
    }

    /// - Parameters:
    ///   - writer: Emptied first. Its memory is reused.
    ///   - roots: The roots to capture; `nil` for all.
    ///   - earlier: Archives of former captures, newest first, for objects that fail to encode.
    ///   - audit: Names the objects left out; `nil` for no audit.
    package init(
        of set: RecordSet,
        writer: ArchiveWriter,
        roots: [RestorationRoot]? = nil,
        earlier: [() -> ArchiveReader?],
        audit: SaveAudit?
    ) {
        self.set = set
        self.writer = writer
        sections = writer.sections
        tables = ImageTables(set, writer)
        chosen = roots
        self.earlier = EarlierGenerations(earlier)
        self.audit = audit
        recorder = set.recorder
        members.reserve(set.rows.count)
        writer.reserve(set.rows.count)
        members.append(Member(row: RecordSet.application))
    }

    deinit {
        members.end()
        tables.end()
    }

    /// Captures everything.
    ///
    /// - Returns: `nil` if the delegate declined to be preserved.
    package func run(
        delegate: (any RestorationDelegate)?,
        info: PreservationInfo
    ) -> Result? {
        set.captureNumber += 1
        writer.removeAll()
        sections.numbering = self
        defer {
            sections.numbering = nil
            writer.releaseObjects()
        }
        guard let hasObjects = encodeApplicationRecord(delegate) else { return nil }
        if hasObjects { for root in roots { meet(root) } }
        encodeQueue()
        let hasAllObjects = hasObjects && chosen == nil
        if hasAllObjects { meetHeld() }
        var report = PreservationReport()
        report.objectCount = members.count - 1
        settlePlaces()
        settleUnreadReferences()

        report.sizeInBytes = sections.sizeInBytes
        let image = writer.finish(info)
        findEnded(hasAllObjects)
        changes.rows = members.map(\.row)
        let audited = audit?.issues(of: self) ?? []
        report.issues = issues + audited
        return Result(
            image: image,
            report: report,
            changes: changes,
            unknown: findings.compactMapValues(\.unknown)
        )
    }

    private func meet(_ root: RestorationRoot) {
        if meet(root.object, told: root.told) == nil {
            if set.name(of: root.object) == nil {
                issues.append(.untaggedRoot(type: TypeName.inMessages(root.object)))
            }
        } else if let row = set.row(of: root.object) {
            set.rows[row].flags.insert(.isRoot)
        }
    }

    /// Reports a reference to an object without an identifier.
    func reportUntagged(_ object: any Restorable) {
        audit?.untagged.append(object)
        guard !roots.contains(where: { $0.object === object }) else { return }
        let referrer = encoding == 0 ? nil : set.path(of: members[encoding].row)
        issues.append(
            .untaggedReference(type: TypeName.inMessages(object), referrer: referrer)
        )
    }

    // MARK: The application's own record

    /// Returns whether the delegate wants objects to be saved; `nil` if it declined the save.
    private func encodeApplicationRecord(_ delegate: (any RestorationDelegate)?) -> Bool? {
        _ = writer.append(ArchiveKind())
        writer.append(ArchiveRecord(), id: .application)
        let details = set.details(RecordSet.application)
        var isWanted = true
        var hasObjects = true
        // State withheld from the delegate is written again. Values that the delegate stores now
        // are dropped.
        let sections = details?.values == nil ? self.sections : ArchiveWriter().sections
        let result = sections.writeSection { coder in
            try set.asking(.delegate, RecordSet.application, nil) {
                guard let delegate else { return }
                isWanted = delegate.shouldPreserveState(to: coder)
                guard isWanted else { return }
                delegate.willEncodeState(to: coder)
                hasObjects = delegate.shouldPreserveObjects
            }
            if isWanted { writeUnread(RecordSet.application, 0, coder) }
        }
        guard isWanted else { return nil }
        if let values = details?.values {
            copy(values, to: 0)
        } else if case .success(let section) = result {
            writer.place(section, inRecord: 0)
        } else if case .failure(let error) = result {
            unreadReferences = []
            copyEarlier(nil, to: 0, because: error)
        }
        return hasObjects
    }

    // MARK: Encoding

    /// Gives a turn to every object that has a number and has not had one.
    func encodeQueue() {
        while encoding + 1 < members.count {
            encoding += 1
            if let object = writer.object(ofRecord: encoding) {
                takeTurn(object, members[encoding].row)
            } else {
                let details = set.details(members[encoding].row)
                copy(details?.values ?? changes.left[members[encoding].row], to: encoding)
            }
        }
    }

    private func takeTurn(_ object: any Restorable, _ row: Int) {
        let number = encoding
        let traits = members[number].traits
        // Before the object encodes, so that its children are met even if it fails.
        var contents: RecordContents?
        do {
            if !traits.isDisjoint(with: [.container, .presenter, .elementOwner]) {
                let held = traits.contains(.pluginHeld) ? object : nil
                contents = try set.asking(.contents, row, held) {
                    meetContents(of: object, row, traits)
                }
            }
        } catch {
            noteNotEncoded(row, error, retainsEarlierState: true)
            return copy(set.details(row)?.values ?? earlierValues(of: row), to: number)
        }
        if set.rows[row].fate == .retained, !hasChanged(object, row) {
            writeBack(row, number, contents, object)
        } else {
            encode(object, row, number, contents)
        }
    }

    private func encode(
        _ object: any Restorable,
        _ row: Int,
        _ number: Int,
        _ contents: RecordContents?
    ) {
        let firstReference = sections.referenceCount
        let isHeld = members[number].traits.contains(.pluginHeld)
        let result = sections.writeSection { coder in
            do {
                // Without a closure, which would retain the object and the coder.
                try set.willAsk(.encode, row, isHeld ? object : nil, by: recorder)
                defer { recorder?.didSave() }
                try object.encodeRecord(with: coder)
            }
            if isHeld { keepUnreadValues(of: object, row, coder) }
            writeUnread(row, number, coder)
        }
        switch result {
        case .success(let section):
            writer.place(section, inRecord: number)
            if let contents { writer.place(contents, inRecord: number) }
            writeKind(of: object, number)
            members[number].isEncoded = true
        case .failure(let error):
            // Its state stays retained until it encodes something else.
            changes.overwritten.removeAll { $0 == row }
            unreadReferences.removeAll { $0.position >= firstReference }
            findings[number]?.unknown = nil
            audit?.leftOut.append(object)
            copyEarlier(contents, to: number, because: error)
        }
    }

    func noteNotEncoded(_ row: Int, _ error: any Error, retainsEarlierState isKept: Bool) {
        let reason = Diagnosis(error)
        let path = set.path(of: row)
        issues.append(
            error is SkippedCall
                ? .notAsked(path, reason: reason, retainsEarlierState: isKept)
                : .encodingFailed(path, reason: reason, retainsEarlierState: isKept)
        )
    }

    func earlierValues(of row: Int) -> StoredValues? { earlier.values(of: row, set) }

    func isSecret(_ object: any Restorable, _ traits: ClassTraits) -> Bool {
        traits.contains(.element) && (object as? any RestorableElement)?.isSecret == true
    }
}

import RestorationCore

/// The elements that an owner has: asking for them costs as much as there are, so that it is asked
/// once, as long as nobody's code has run that may load more.
final class LoadedElements {
    let owner: any RestorableElementOwner
    let byName: [String: any RestorableElement]

    init(of owner: any RestorableElementOwner) {
        self.owner = owner
        let elements = owner.restorationElements ?? []
        byName = Dictionary(
            elements.compactMap { element in element.restorationIdentifier.map { ($0, element) } },
            uniquingKeysWith: { first, _ in first }
        )
    }
}

/// Leaf state: only the owner has it, and it may not be there yet.
extension Restoration {
    /// Finds the element of a record among its owner's.
    func resolveElement(_ number: Int, node: UInt32) {
        if let found = live.object(at: node, known: known) { return bind(found, number) }
        guard !isElementOfOtherType(archive.records[number]) else {
            return retain(number, Self.ownerIsAnother)
        }
        guard let owner = owner(of: node),
            owner.awaitsElements || !hasElements(owner)
        else { return bind(nil, number) }
        do {
            let omission = (owner as? any SelectiveElementOwner)?.omission
            let reason = omission ?? (owner.awaitsElements ? Self.notThere : Self.notLoaded)
            let kept = try keptRecord(number, reason)
            table.set(.deferred(Deferred(kept, .element(isMissing: false), of: owner)), of: number)
            // References to it are kept like those to whatever else is not there.
            objects[number] = kept
        } catch {
            end(number, .lost, Diagnosis(error))
        }
    }

    /// As long as objects are looked for, the answer is the same for each: so is what was found.
    private func hasElements(_ owner: any RestorableElementOwner) -> Bool {
        if let known = hasElements[ObjectIdentifier(owner)] { return known }
        let answer = owner.restorationElements != nil
        hasElements[ObjectIdentifier(owner)] = answer
        return answer
    }

    /// Finds an element that its owner has loaded since, in its own decoding or because it was
    /// attached.
    func findLoadedElement(_ number: Int) {
        guard isNotLoaded(number), let kept = unavailable[number],
            let owner = owner(of: archive.records[number].path)
        else { return }
        // As the first time, it is being looked for.
        if loadedElements?.owner !== owner {
            tell(.create, number) { loadedElements = LoadedElements(of: owner) }
        }
        guard let loaded = loadedElements?.byName[kept.identifier.rawValue] else { return }
        unavailable[number] = nil
        bind(.object(loaded), number)
        kept.end(replacedBy: loaded)
    }

    /// Lets elements decode, also those that others load in their decoding.
    func decodeElements() {
        loadedElements = nil
        defer { loadedElements = nil }
        // All are found before the first decodes, since they may belong to one group.
        for number in elements { findLoadedElement(number) }
        areElementsLoaded = true
        for number in elements { decodeOnce(number) }
        var waiting = elements.filter { isNotLoaded($0) }
        while !waiting.isEmpty {
            for number in waiting { findLoadedElement(number) }
            let found = waiting.filter { !isNotLoaded($0) }
            guard !found.isEmpty else { return }
            for number in found { decodeOnce(number) }
            waiting = waiting.filter { isNotLoaded($0) }
        }
    }

    private func isNotLoaded(_ number: Int) -> Bool {
        table[number].retained?.isOfElement ?? false
    }

    /// Keeps the state of elements whose owner failed to decode and was given to nobody: no person
    /// sees them there, and no save would come by them.
    func leaveOutElementsOutOfReach() {
        guard !failedRecords.isEmpty else { return }
        var tops: [UInt32: Fate] = [:]
        for number in elements {
            let node = archive.records[number].path
            guard let owner = archive.record(ofNode: archive.paths[Int(node)].parent),
                failedRecords.contains(owner), let obstacle = table.obstacle(of: owner),
                table.outcome(of: owner) == .missing || stoodFor.contains(owner)
                    || isAbsent(owner)
            else { continue }
            let reason = Self.parentUnavailable(obstacle)
            keepElement(number, reason)
            tops[node] = .retained(reason)
        }
        leaveOut(tops)
    }

    /// Keeps the state of elements that an owner has not loaded which is about to end.
    func keepElements(of owner: Int, _ reason: Diagnosis) {
        for number in elementsByOwner[owner, default: []] { keepElement(number, reason) }
    }

    /// Keeps the state of an element by itself if its owner has not loaded it.
    private func keepElement(_ number: Int, _ reason: Diagnosis) {
        guard let kept = unavailable[number], table.outcome(of: number) == .awaited else {
            return
        }
        let group = kept.group
        retain(number, reason)
        if let group { noteFailure(of: number, in: group, reason) }
    }

    /// Whether a container or presenter lacks the object of a record.
    private func isAbsent(_ number: Int) -> Bool {
        guard let kept = unavailable[number] else { return false }
        return !table.absent[.of(kept)].isEmpty
    }

    /// Whose element the object of a record is; `nil` if it is none.
    func owner(ofElement number: Int) -> (any RestorableElementOwner)? {
        let record = archive.records[number]
        return record.isElement ? owner(of: record.path) : nil
    }

    /// Whether a record is that of an element whose owner is of another type than the saved one: it
    /// is not what the saved one had.
    func isElementOfOtherType(_ record: ArchiveRecord) -> Bool {
        guard record.isElement, !ofOtherType.isEmpty else { return false }
        let owner = archive.record(ofNode: archive.paths[Int(record.path)].parent)
        return owner.map { ofOtherType.contains($0) } ?? false
    }

    private func owner(of node: UInt32) -> (any RestorableElementOwner)? {
        known(archive.paths[Int(node)].parent) as? any RestorableElementOwner
    }

    /// Keeps the state of an object that cannot take it yet.
    func keepForLater(_ object: any Restorable, _ number: Int) {
        keepForLater(object, number, Self.notReady, in: nil)
    }

    /// Keeps the state of a group, one of which cannot take its own yet.
    func keepForLater(_ group: TransactionGroup, becauseOf waiting: Int) {
        let together = Diagnosis(
            problem: Self.otherNotReady.problem,
            place: archive.path(of: archive.records[waiting].path).description,
            remedyOf: Self.otherNotReady
        )
        // Where one comes late, others may wait for it outside.
        group.waiting = group.absent.lazy.compactMap { self.unavailable[$0]?.group }.first
        if group.waiting == nil, group.members.count + group.absent.count > 1 {
            group.waiting = AwaitedGroup()
        }
        for number in group.absent where table.outcome(of: number) == .awaited {
            unavailable[number]?.group = group.waiting
        }
        for number in group.members {
            guard let object = objects[number], !(object is UnavailableObject),
                table.isPlain(number)
            else { continue }
            let reason = number == waiting ? Self.notReady : together
            keepForLater(object, number, reason, in: group.waiting)
        }
        for number in group.absent { unavailable[number].map { group.waiting?.add($0) } }
    }

    static let otherNotReady = Diagnosis(
        problem: "An object of its group cannot take its state yet",
        remedyOf: notReady
    )

    func keepForLater(
        _ object: any Restorable,
        _ number: Int,
        _ reason: Diagnosis,
        in group: AwaitedGroup?
    ) {
        do {
            let kept = try keptRecord(number, reason)
            let decoding = DeferredDecoding(
                ticket: coders.issuedTicket(of: archive.records[number].path),
                migrated: migrated[number]?.record,
                remark: table[number].remark,
                askedAtCreation: askedAtCreation[number] ?? []
            )
            kept.group = group
            group?.add(kept)
            let owner = owner(ofElement: number)
            let deferred = Deferred(kept, .state(decoding), for: object, of: owner)
            table.set(.deferred(deferred), of: number)
        } catch {
            end(number, .lost, Diagnosis(error))
        }
    }

    private static let notLoaded = Diagnosis(
        problem: "Its owner has not loaded its elements yet",
        advice: "Call applyAwaitedState(to:) with the owner when it has",
        outlook: "; the state is kept until then."
    )

    private static let notThere = Diagnosis(
        problem: "Its owner does not have it yet",
        advice: "Call applyAwaitedState(to:) with the owner when it has",
        outlook: "; the state is kept until then."
    )

    private static let notReady = Diagnosis(
        problem: "It cannot take its state yet",
        advice: "Call applyAwaitedState(to:) with it when it is ready",
        outlook: "; the state is kept until then, or until the object is changed."
    )
}

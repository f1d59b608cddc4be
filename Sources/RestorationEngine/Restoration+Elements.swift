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
            outcome.leftovers.absent.append(AbsentPart(kept, of: owner, as: .element))
            // References to it are kept like those to whatever else is not there.
            objects[number] = kept
            except(number, .awaited, reason)
        } catch {
            except(number, .lost, Diagnosis(error))
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
        outcome.leftovers.absent.removeAll(of: .of(kept))
        unavailable[number] = nil
        exceptions[number] = nil
        kept.end(replacedBy: loaded)
        bind(.object(loaded), number)
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
        guard let kept = unavailable[number] else { return false }
        return objects[number] === kept && exceptions[number]?.outcome == .awaited
    }

    /// Keeps the state of elements whose owner failed to decode and was given to nobody: no person
    /// sees them there, and no save would come by them.
    func leaveOutElementsOutOfReach() {
        guard !failedRecords.isEmpty else { return }
        var hasFound = false
        for number in elements {
            let node = Int(archive.records[number].path)
            guard let owner = archive.record(ofNode: archive.paths[node].parent),
                failedRecords.contains(owner), let exception = exceptions[owner],
                exception.outcome == .missing || stoodFor.contains(owner) || isAbsent(owner)
            else { continue }
            let reason = Self.parentUnavailable(exception.reason)
            keepElement(number, reason)
            (fates[node], dropped[node], hasFound) = (.retained(reason), true, true)
        }
        if hasFound { leaveOutDescendants() }
    }

    /// Keeps the state of elements that an owner has not loaded which is about to end.
    func keepElements(of owner: Int, _ reason: Diagnosis) {
        for number in elementsByOwner[owner, default: []] { keepElement(number, reason) }
    }

    /// Keeps the state of an element by itself if its owner has not loaded it.
    private func keepElement(_ number: Int, _ reason: Diagnosis) {
        guard let kept = unavailable[number], exceptions[number]?.outcome == .awaited else {
            return
        }
        outcome.leftovers.absent.removeAll(of: .of(kept))
        let group = kept.group
        retain(number, reason)
        if let group { noteFailure(of: number, in: group, reason) }
    }

    /// Whether a container or presenter lacks the object of a record.
    private func isAbsent(_ number: Int) -> Bool {
        guard let kept = unavailable[number] else { return false }
        return outcome.leftovers.absent[.of(kept)].contains { $0.role != .element }
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
        for number in group.absent where exceptions[number]?.outcome == .awaited {
            unavailable[number]?.group = group.waiting
        }
        for number in group.members {
            guard let object = objects[number], !(object is UnavailableObject),
                exceptions[number] == nil
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
            var held = HeldBackObject(object, kept: kept, of: owner(ofElement: number))
            held.isAwaited = true
            held.ticket = coders.issuedTicket(of: archive.records[number].path)
            held.group = group
            held.postponed = PostponedDecoding(
                migrated: migrated[number],
                remark: remarks[number],
                askedAtCreation: askedAtCreation[number] ?? []
            )
            group?.add(kept)
            outcome.leftovers.heldBack.append(held)
            except(number, .awaited, reason)
        } catch {
            except(number, .lost, Diagnosis(error))
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

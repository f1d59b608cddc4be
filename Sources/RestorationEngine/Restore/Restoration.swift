package import RestorationCore

/// One restore: brings back every object of an archive.
///
/// 1. Asks the delegate whether to restore at all.
/// 2. Creation: finds or creates the object of every record, parents first.
/// 3. Decoding: every object that was found decodes its record, parents first.
/// 4. The delegate, then every restored object, hear that it is done.
///
/// So a reference can always be decoded: the object referred to exists, even if it has not decoded
/// itself (REST-21, REST-23). Identity comes before decoding, and circles need nothing special.
///
/// Cost: O(records + bytes decoded), and one look-up per record. What most objects do not have (a
/// reason, a plugin, a fate other than being restored) is kept only for those that have it.
package final class Restoration {
    private let keeper: RecordKeeper
    private let lookup: Lookup
    private let decoding: Decoding
    private let attaching: Attaching
    private let finishing: Finishing
    private let delegate: (any RestorationDelegate)?

    /// What a restore leaves behind for the session.
    package struct Outcome {
        /// What there is to say of the whole.
        package var notes: [Diagnosis] = []
        /// Whether the delegate agreed to restore.
        package var wasWanted = true
        /// Of a late restore: the records of the objects that have come.
        package var arrived: [UnavailableObject] = []
        /// By what has stood for them, why some of these do not have their state.
        var failures: [ObjectIdentifier: Diagnosis] = [:]
        /// Of a late restore: whose state was given up, since the object has changed.
        package var overwritten: [RestorationPath] = []
        /// Of a late restore: why objects that were there do not have their state.
        package var notApplied: [Diagnosis] = []
        /// Of a late restore: objects whose class was not asked again, since what they belong to
        /// does not come.
        package var givenUp: [AwaitedObject] = []
    }

    /// - Parameters:
    ///   - older: Older generations, for records whose bytes are damaged.
    ///   - table: What has become of the records so far, and becomes of them.
    ///   - makeTicket: Makes a ticket for data that arrives; `nil` where nothing can be waited for.
    ///   - late: What a late restore brings back; `nil` for the restore itself.
    ///   - planned: What was decided before any code ran.
    package init(
        archive: ArchiveReader,
        older: @escaping () -> [ArchiveReader],
        classes: any RestorationClassSource,
        registry: ObjectRegistry,
        roots: [RestorationRoot],
        delegate: (any RestorationDelegate)?,
        table: RecordTable,
        recorder: (any RestorationRecorder)? = nil,
        makeTicket: @escaping () -> RestorationTicket? = { nil },
        late: LateRestore? = nil,
        planned: PlannedRecords? = nil,
        reason: RestorationReason
    ) {
        let objects = late?.objects ?? RestoredObjects(count: archive.records.count)
        keeper = RecordKeeper(
            archive,
            table,
            objects,
            late: late,
            older: older,
            recorder: recorder
        )
        keeper.coders.makeTicket = makeTicket
        lookup = Lookup(
            keeper,
            classes: ClassLookup(keeper, classes, registry, planned),
            registry: registry,
            live: LiveNodes(
                archive: archive,
                roots: roots,
                registry: registry,
                absent: late.map { _ in KeyedList() }
            ),
            delegate: delegate,
            obstacles: planned?.obstacles ?? [:],
            reason: reason
        )
        decoding = Decoding(keeper, lookup)
        attaching = Attaching(keeper, lookup, decoding)
        finishing = Finishing(keeper, lookup, decoding, attaching)
        self.delegate = delegate
    }

    /// Runs the restore, or the late one, once.
    package func run() -> Outcome {
        if let late = keeper.late { return bringBack(late) }
        let archive = keeper.archive
        guard !archive.records.isEmpty else { return Outcome() }
        let application = keeper.applicationCoder()
        var isWanted = true
        keeper.tell(.delegate, 0) {
            isWanted = delegate?.shouldRestoreState(from: application) ?? true
        }
        if !isWanted {
            keeper.table.application = ApplicationRecord()
            return Outcome(notes: keeper.notes + [Self.declined], wasWanted: false)
        }
        return observeRegistrations {
            lookup.registry.reserve(archive.records.count { $0.className != ArchiveRecord.none })
            giveStateAndPlaces(0..<UInt32(archive.paths.count))
            keeper.tell(.delegate, 0) { delegate?.didDecodeState(from: application) }
            keeper.table.application.fields = CarriedFields.unasked(of: application) { _ in false }
            finishing.tellFinished()
            return finish()
        }
    }

    /// Has references lead to objects that are registered meanwhile.
    private func observeRegistrations(_ body: () -> Outcome) -> Outcome {
        lookup.registry.onRegistration = { [lookup, decoding] object in
            if let number = lookup.bindRegistered(object) { decoding.noteFound(number) }
        }
        defer { lookup.registry.onRegistration = nil }
        return body()
    }

    /// Gives roots that the program has built anew the state that they were taken down with, and
    /// what is below them. What is outside takes part as what it is now.
    package func bringBack(_ detached: DetachedState) -> Outcome {
        observeRegistrations {
            for (number, object) in detached.outside {
                _ = keeper.objects.bind(object, to: number)
            }
            giveStateAndPlaces(detached.nodes)
            // These have not been restored, and do not hear of it.
            for number in detached.outside.keys { keeper.objects[number] = nil }
            finishing.tellFinished()
            return finish()
        }
    }

    private static let declined = Diagnosis(
        problem: "The application declined to restore its saved state",
        remedy:
            "Nothing needs to be done; the state is set aside, and restorectl archive"
            + " list --set-aside shows it."
    )

    /// Brings back what has arrived when the restore had returned, and nothing else.
    ///
    /// It goes through the same steps in the same archive. What is outside takes part as what it is
    /// now: references lead to it, and containers there are given their late children.
    private func bringBack(_ late: LateRestore) -> Outcome {
        for (number, kept) in late.kept { keeper.adopt(kept, number) }
        for awaited in late.awaited { keeper.coders.tickets[awaited.node] = awaited.ticket }
        late.lendObjectsOutside()
        giveStateAndPlaces(late.nodes)
        tellParents(late)
        tellDelegate(late)
        finishing.tellFinished()
        return finish()
    }

    /// Finds or creates the objects of some nodes, parents first, and gives them their state and
    /// their places.
    private func giveStateAndPlaces(_ nodes: some Sequence<UInt32>) {
        for node in nodes { lookup.create(node) }
        // Objects with places may also be registered while others decode.
        var hasPlaces: Bool { !lookup.special.isEmpty || keeper.late != nil }
        if hasPlaces { attaching.closeGaps() }
        decoding.run(nodes)
        if hasPlaces {
            attaching.closeGaps()
            attaching.attach()
            attaching.leaveOutElementsOutOfReach()
        }
        decoding.decodeElements()
    }

    private func finish() -> Outcome {
        finishing.run()
        var outcome = Outcome(notes: keeper.notes)
        outcome.overwritten = decoding.overwritten
        outcome.notApplied = keeper.late?.notApplied(in: keeper.table) ?? []
        outcome.arrived = finishing.arrived
        outcome.failures = finishing.failures
        outcome.givenUp = keeper.late?.givenUp ?? []
        return outcome
    }

    // MARK: Late restores

    /// Those that hold what they contain by themselves, and have held a placeholder.
    private func tellParents(_ late: LateRestore) {
        for awaited in late.awaited {
            guard let object = keeper.objects[awaited.number], object !== awaited.kept,
                let parent = awaited.parent as? any AwaitedChildHolding
            else { continue }
            keeper.tell(.attach, awaited.parentRecord ?? awaited.number) {
                parent.hold(object, insteadOf: awaited.kept)
            }
        }
    }

    /// Holds nothing of what has come when it returns: what nobody takes ends.
    private func tellDelegate(_ late: LateRestore) {
        let came = late.records.filter { number in
            late.waiting[number] == nil
                && (keeper.table.isPlain(number)
                    || keeper.table[number].retained?.isDeferredState == true)
        }.compactMap { keeper.objects[$0] }
        if !came.isEmpty { keeper.tell(.delegate, 0) { delegate?.didRestoreAwaited(came) } }
    }
}

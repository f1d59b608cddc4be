package import RestorationCore

/// What has become of each record of the archive that a session restored, from the restore to the
/// last save. One state for each record; whatever anybody asks is computed from that.
///
/// A record is named by its number in that archive, whichever generation has its bytes. Setting a
/// state costs O(1) on average, and so does finding what belongs to an object, an owner or a
/// ticket; going through what is retained costs O(records), or nothing where nothing is.
///
/// Belongs to the thread of its session.
package final class RecordTable {
    /// The archive that was restored; `nil` where there was none.
    package let archive: ArchiveReader?
    /// Whether what cannot be restored is written back at every save; given up otherwise.
    let keepsUnavailable: Bool
    /// Read and written several times for each record.
    private let states: Unguarded<FlatArray<RecordState>>
    private var index: [Key: Set<Int>] = [:]
    /// By record number: what a plugin took for its object.
    let durations = Sparse<Duration>()
    /// How many states are retained.
    private var retainedCount = 0
    /// Whether a record has been in another state than those of an object that is restored.
    private(set) var hasExceptions = false
    /// Whether records that saves write back say so; not where nothing was to be restored.
    package var marksRetained = true
    /// Whether state was converted for another class since the archive that has it as it was is
    /// kept.
    package var hasConverted = false
    /// The records of which a report that was made before says something else.
    private var news: Set<Int> = []
    /// Whether a report was made.
    var isReported = false

    /// References that objects were given as nil, since what is there is of another type.
    package internal(set) var passedOver = KeyedList<PassedOverReference>()
    /// What objects hold of keys that their class does not know.
    package internal(set) var carried: [CarriedFields] = []
    var application = ApplicationRecord()
    /// What containers and presenters held that is not there now.
    package internal(set) var absent = KeyedList<AbsentPart>()
    /// How containers were left that wait for some of their children.
    var arrangements = KeyedList<AwaitingContainer>()
    /// Records that were given up since the last save, with what they may be the last to hold.
    package internal(set) var givenUp: [UnavailableObject] = []
    /// By record: the roots that were there when the restore returned, and those of them that have
    /// been taken off since.
    var roots: [Int: WeakObject] = [:]
    var takenOff: Set<Int> = []
    /// By record: who holds the stand-in for its object, as the last durable save has found it.
    var shownBy: [Int: WeakObject] = [:]
    /// What late restores find objects by.
    var lateObjects: RestoredObjects?
    /// No wait ends by itself before; `nil` if none does.
    var earliestDeadline: ContinuousClock.Instant?

    /// What retained states are found by.
    enum Key: Hashable {
        /// The object that it is retained for.
        case object(ObjectIdentifier)
        case name(RestorationIdentifier)
        case ticket(ObjectIdentifier)
        /// The owner of an element.
        case elements(of: ObjectIdentifier)
        /// An element by its name, and its owner if that is known.
        case element(RestorationIdentifier, of: ObjectIdentifier?)
        /// The program's own that were not looked for, by their name.
        case notLookedUp(RestorationIdentifier)
        /// Objects whose class has said "not yet".
        case waiting
        /// Objects that cannot take their state yet.
        case busy
    }

    package init(_ archive: ArchiveReader? = nil, keepsUnavailable: Bool = true) {
        self.archive = archive
        self.keepsUnavailable = keepsUnavailable
        states = Unguarded(FlatArray(repeating: .pending, count: archive?.records.count ?? 0))
    }

    deinit { states.end() }

    // MARK: States

    subscript(number: Int) -> RecordState { states.value[number] }

    /// Moves a record to another state.
    ///
    /// - Parameter isNews: Whether the report is to say so.
    func set(_ state: RecordState, of number: Int, isNews: Bool = true) {
        if isReported, isNews { news.insert(number) }
        if case .found = state, !hasExceptions {
            states.value[number] = state
            return
        }
        hasExceptions = true
        // Let go of when nothing is being changed any more: what it holds may end.
        let former = states.value[number]
        if let retained = former.retained { remove(retained, number) }
        states.value[number] = state
        if let retained = state.retained { add(retained, number) }
    }

    private func add(_ retained: Retained, _ number: Int) {
        retainedCount += 1
        retained.kept.isSpent = false
        retained.kept.isAwaited = (retained as? Deferred)?.isOfAbsentObject ?? false
        for key in keys(of: retained) { index[key, default: []].insert(number) }
    }

    private func remove(_ retained: Retained, _ number: Int) {
        retainedCount -= 1
        retained.kept.isSpent = true
        retained.kept.isAwaited = false
        for key in keys(of: retained) {
            index[key]?.remove(number)
            if index[key]?.isEmpty == true { index[key] = nil }
        }
    }

    private func keys(of retained: Retained) -> [Key] {
        var keys: [Key] = [.name(retained.kept.identifier)]
        if let address = retained.address { keys.append(.object(address)) }
        if let owner = retained.ownerAddress {
            let name = retained.kept.identifier
            keys += [.elements(of: owner), .element(name, of: owner), .element(name, of: nil)]
        }
        if retained.wasNotLookedUp { keys.append(.notLookedUp(retained.kept.identifier)) }
        switch (retained as? Deferred)?.wait {
        case .object(let awaited):
            keys += [.waiting, .ticket(ObjectIdentifier(awaited.ticket))]
        case .state(let decoding):
            keys.append(.busy)
            decoding.ticket.map { keys.append(.ticket(ObjectIdentifier($0))) }
        case .following, .element, nil: break
        }
        return keys
    }

    /// The records that belong to something, in their order.
    func numbers(of key: Key) -> [Int] { retainedCount == 0 ? [] : index[key]?.sorted() ?? [] }

    func hasAny(_ key: Key) -> Bool { index[key] != nil }

    /// What is retained of the records that belong to something.
    func retained(_ key: Key) -> [Retained] {
        numbers(of: key).compactMap { states.value[$0].retained }
    }

    /// What is retained, in the order of the records.
    var retained: [Retained] {
        guard retainedCount > 0 else { return [] }
        return (0..<states.value.count).compactMap { states.value[$0].retained }
    }

    /// Whether nothing is to be said of a record yet but what is good.
    func isPlain(_ number: Int) -> Bool {
        guard hasExceptions else { return true }
        return switch states.value[number] {
        case .pending, .found, .live: true
        case .created, .withheld, .deferred, .unavailable, .ended: false
        }
    }

    /// Whether anything is retained.
    package var hasRetained: Bool { retainedCount > 0 }

    /// Whether there is anything to say of any record.
    var hasReasons: Bool {
        // The first is the application's own, of which no report tells.
        (0..<states.value.count).dropFirst().contains { number in
            if case .live(nil) = states.value[number] { false } else { true }
        }
    }

    /// Whether an object is there, and its turn to decode is to come.
    func isFound(_ number: Int) -> Bool {
        if case .found = states.value[number] { true } else { false }
    }

    /// An object has its state.
    func noteDecoded(_ number: Int) {
        guard states.value[number].takeState() else { return }
        if isReported { news.insert(number) }
    }

    /// Remembers what there is to say about an object that is there.
    func remark(_ remark: Remark, on number: Int) {
        switch states.value[number] {
        case .found(let known):
            states.value[number] = .found(remark.joined(to: known))
        case .live(let known):
            set(.live(remark.joined(to: known)), of: number)
        case .pending, .created, .withheld, .deferred, .unavailable, .ended: break
        }
    }

    // MARK: What is told

    package func outcome(of number: Int) -> RestorationReport.Outcome {
        states.value[number].outcome(keepsUnavailable: keepsUnavailable)
    }

    package func reason(of number: Int) -> Diagnosis? { states.value[number].reason }

    /// Why an object is not there with its state; `nil` if it is.
    func obstacle(of number: Int) -> Diagnosis? {
        isPlain(number) ? nil : states.value[number].reason
    }

    /// What became of an object after the restore.
    package struct Change {
        package let node: UInt32
        package let outcome: RestorationReport.Outcome
        package let reason: Diagnosis?
        package let duration: Duration?
    }

    /// What the report that was made does not say yet. Empty the next time.
    package func takeNews() -> [Change] {
        guard let archive, !news.isEmpty else { return [] }
        defer { news = [] }
        return news.sorted().map { number in
            let node = archive.records[number].path
            return Change(
                node: node,
                outcome: outcome(of: number),
                reason: reason(of: number),
                duration: durations[number]
            )
        }
    }

    /// Why an object does not have the state that is retained for it.
    package func failure(of object: any Restorable) -> Diagnosis? {
        if let kept = object as? UnavailableObject { return kept.reason }
        if let failure = (object as? any RestorationFailureObserving)?.failure { return failure }
        return retained(for: object).first?.kept.reason
    }

    /// What is retained for an object.
    func retained(for object: any Restorable) -> [Retained] {
        retainedCount == 0
            ? [] : retained(.object(ObjectIdentifier(object))).filter { $0.object === object }
    }

    /// Whether a record is still kept, for an object or for itself.
    package func keeps(_ kept: UnavailableObject) -> Bool {
        kept.home.flatMap { states.value[$0].retained }?.kept === kept
    }

    /// What became of an object whose state cannot be applied, during the restore and ever after.
    func outcome(isThere: Bool) -> RestorationReport.Outcome {
        if keepsUnavailable { return .retained }
        return isThere ? .created : .missing
    }

    /// A reason that promises nothing which is not kept.
    func asItIs(_ reason: Diagnosis) -> Diagnosis { keepsUnavailable ? reason : reason.ofGivenUp }

    // MARK: The end

    /// Lets go of everything. Records that refer to each other would keep each other alive.
    package func removeAll() {
        let alone = [application.retained].compactMap(\.self) + absent.map(\.kept) + givenUp
        // Ends last: what the states hold may ask for them when it ends.
        let former = retained
        for kept in former.map(\.kept) + alone { kept.references = [] }
        for kept in (passedOver + application.passedOver).compactMap({
            $0.object as? UnavailableObject
        }) {
            kept.references = []
        }
        for fields in carried { fields.removeAll() }
        passedOver = KeyedList()
        application = ApplicationRecord()
        carried = []
        absent = KeyedList()
        arrangements = KeyedList()
        givenUp = []
        roots = [:]
        takenOff = []
        shownBy = [:]
        lateObjects = nil
        index = [:]
        retainedCount = 0
        states.value.fill(with: .pending)
        withExtendedLifetime(former) {}
    }

    /// Tells everybody who gets data that nobody waits for it.
    package func cancelAllTickets() {
        for retained in retained { (retained as? Deferred)?.ticket?.cancel() }
    }
}

extension RecordState {
    /// An object that was found has its state. Returns whether it was waiting for that.
    fileprivate mutating func takeState() -> Bool {
        switch self {
        // Nearly all of them, and nothing is copied.
        case .found(nil): self = .live(nil)
        case .found(let remark): self = .live(remark)
        case .pending, .live, .created, .withheld, .deferred, .unavailable, .ended: return false
        }
        return true
    }

    /// What saves write back; `nil` where the object speaks for itself, or nothing is written.
    var retained: Retained? {
        switch self {
        case .withheld(let withheld): withheld
        case .deferred(let deferred): deferred
        case .unavailable(let retained): retained
        case .pending, .found, .live, .created, .ended: nil
        }
    }

    func outcome(keepsUnavailable: Bool) -> RestorationReport.Outcome {
        switch self {
        case .pending: .missing
        case .found(let remark), .live(let remark):
            remark?.isMigrated == true ? .migrated : .restored
        case .created(let explanation), .ended(let explanation): explanation.outcome
        case .withheld(let withheld): withheld.isOfOtherType ? .created : .retained
        case .deferred(let deferred): deferred.isMissingElement ? .missing : .awaited
        case .unavailable: .retained
        }
    }

    /// What there is to say of an object that is there.
    var remark: Remark? {
        switch self {
        case .found(let remark), .live(let remark): remark
        case .pending, .created, .withheld, .deferred, .unavailable, .ended: nil
        }
    }

    var reason: Diagnosis? {
        switch self {
        case .pending: nil
        case .found(let remark), .live(let remark): remark?.diagnosis
        case .created(let explanation), .ended(let explanation): explanation.diagnosis
        case .withheld(let withheld): withheld.kept.reason
        case .deferred(let deferred): deferred.kept.reason
        case .unavailable(let retained): retained.kept.reason
        }
    }
}

extension Remark {
    /// The later one is told; that the state was rewritten stays true.
    fileprivate func joined(to earlier: Remark?) -> Remark {
        guard earlier?.isMigrated == true, !isMigrated else { return self }
        return Remark(diagnosis, isMigrated: true, isFailure: isFailure)
    }
}

extension Deferred {
    /// How the object is given its state, if that is what waits.
    var decoding: DeferredDecoding? {
        if case .state(let decoding) = wait { decoding } else { nil }
    }

    /// Tells when the object or its state can come.
    var ticket: RestorationTicket? {
        switch wait {
        case .object(let awaited): awaited.ticket
        case .state(let decoding): decoding.ticket
        case .following, .element: nil
        }
    }

    /// Whether its owner has loaded its elements, and lacks this one.
    var isMissingElement: Bool {
        if case .element(isMissing: true) = wait { true } else { false }
    }

    /// Whether it is the object that is not there yet, rather than its state.
    var isOfAbsentObject: Bool {
        switch wait {
        case .object, .following: true
        case .state, .element: false
        }
    }
}

import RestorationCore

/// Finds or creates the object of each record, parents first.
///
/// | step | asked when | `nil` or none means |
/// |---|---|---|
/// | 1 restoration class | the record names one | left out with all below, or retained |
/// | 2 delegate | it names none, and the object was not registered | go on |
/// | 3 live graph or registry | | go on |
/// | 4 delegate's template | | go on |
/// | 5 route | | missing |
///
/// What the first step leaves out is retained if the code of the object is unavailable.
///
/// Where a step fails and the program has built the object all the same, the record is kept for
/// that.
///
/// Semantic source: UIKit's look-up; rules REST-9 to REST-18 and OBJ-7.
final class Lookup: RestorePass {
    let keeper: RecordKeeper
    let archive: ArchiveReader
    let table: RecordTable
    let objects: RestoredObjects
    let late: LateRestore?
    let registry: ObjectRegistry
    let classes: ClassLookup
    let live: LiveNodes
    private let delegate: (any RestorationDelegate)?
    /// By record: why the plan has no class asked for its object.
    let obstacles: [Int: Diagnosis]
    let reason: RestorationReason
    /// The objects that are more than restorable, parents first.
    var special: [(number: Int, traits: ClassTraits)] = []
    /// Records whose object is of another type than the one that was saved.
    var ofOtherType: Set<Int> = []
    /// Records of roots that the program has built, and that their class has made a second time.
    private(set) var secondRoots: Set<Int> = []
    private var hasSecondRoots = false
    /// By path node: not looked for, since the recorder has something against it.
    let notLookedUp = Sparse<Bool>()
    /// Whether owners had elements when one was first looked for in vain, by address.
    var hasElements: [ObjectIdentifier: Bool] = [:]

    init(
        _ keeper: RecordKeeper,
        classes: ClassLookup,
        registry: ObjectRegistry,
        live: LiveNodes,
        delegate: (any RestorationDelegate)?,
        obstacles: [Int: Diagnosis],
        reason: RestorationReason
    ) {
        self.keeper = keeper
        (archive, table, objects) = (keeper.archive, keeper.table, keeper.objects)
        late = keeper.late
        self.classes = classes
        self.registry = registry
        self.live = live
        self.delegate = delegate
        self.obstacles = obstacles
        self.reason = reason
    }

    /// The objects as they are at this moment.
    var graph: LiveGraph { LiveGraph(registry: registry, roots: live.roots) }

    /// Finds or creates the object of a node's record, if it has one.
    func create(_ node: UInt32) {
        let parent = archive.paths[Int(node)].parent
        if notLookedUp[Int(parent)] != nil { notLookedUp[Int(node)] = true }
        guard let record = archive.record(ofNode: node) else { return }
        if let waiting = late?.waiting[record] { return takeUp(waiting, record) }
        switch table.hasExceptions ? fate(below: parent) : nil {
        case nil: resolve(record, node: node)
        case .abandoned: keeper.end(record, .skipped, Self.parentDeclined, below: .leavesThemOut)
        case .retained(let reason): retain(record, Self.parentUnavailable(reason))
        case .awaited(let reason):
            retain(record, Self.parentAwaited(reason), isAwaited: true)
        }
    }

    /// What the nearest record from a node up means for the nodes below that.
    private func fate(below node: UInt32) -> Fate? {
        var next = node
        while next != ArchiveRecord.none {
            if let record = archive.record(ofNode: next) {
                return table.isPlain(record) ? nil : fate(of: table[record])
            }
            next = archive.paths[Int(next)].parent
        }
        return nil
    }

    private func fate(of state: RecordState) -> Fate? {
        switch state {
        case .unavailable(let retained): .retained(retained.kept.reason)
        case .deferred(let deferred):
            deferred.isOfAbsentObject ? .awaited(deferred.kept.reason) : nil
        case .ended(let explanation):
            switch explanation.below {
            case .looksForThem: nil
            case .leavesThemOut: .abandoned
            case .retainsThem: .retained(explanation.diagnosis)
            }
        case .pending, .found, .live, .created, .withheld: nil
        }
    }

    private static let parentDeclined = Diagnosis(
        problem: "An object above it was left out by its restoration class",
        remedy: "Nothing needs to be done if that was intended."
    )

    static func parentUnavailable(_ reason: Diagnosis) -> Diagnosis {
        let problem =
            reason.problem.hasPrefix("An object above it")
            ? reason.problem
            : "An object above it could not be restored: \(reason.problem)"
        return Diagnosis(problem: problem, place: reason.place, remedyOf: reason)
    }

    private static func parentAwaited(_ reason: Diagnosis) -> Diagnosis {
        Diagnosis(problem: "Deferred with an object above it", remedyOf: reason)
    }

    func resolve(_ number: Int, node: UInt32) {
        let record = archive.records[number]
        late?.noteAsked(number)
        if let object = late?.spared[number] { return bindAgain(object, number) }
        do {
            try keeper.run(.create, number) { try findOrCreate(number, record) }
        } catch is ObjectNotYetAvailable {
            // What is there already is not waited for.
            guard builtRoot(of: record) == nil else { return keep(number, Self.rootAwaited) }
            wait(for: number)
        } catch is CreationDeclined {
            keeper.end(number, .skipped, Self.declined, below: .leavesThemOut)
        } catch let error as KeptOut {
            // The object may well be there, in the program's own graph.
            notLookedUp[Int(node)] = true
            retain(number, Diagnosis(error))
        } catch {
            keep(number, Diagnosis(error))
        }
    }

    private func findOrCreate(_ number: Int, _ record: ArchiveRecord) throws {
        do {
            if record.className != ArchiveRecord.none {
                try resolveByClass(number, record)
            } else if record.isElement {
                resolveElement(number, node: record.path)
            } else if record.isRegistered {
                let found = live.registeredObject(at: record.path)
                // What was asked on the way may have registered it.
                if objects[number] == nil { bind(found, number) }
            } else {
                try resolveWithoutClass(number, record)
            }
        } catch let error where !(error is ObjectNotYetAvailable || error is CreationDeclined) {
            // Here, since the program's own graph is asked once more: that is a part of the step.
            keep(number, Diagnosis(error))
        }
    }

    private static let declined = Diagnosis(
        problem: "The object's restoration class declined to create it",
        remedy: "Nothing needs to be done if that was intended."
    )

    // MARK: Steps 2 to 5

    private func resolveWithoutClass(_ number: Int, _ record: ArchiveRecord) throws {
        if try provide(number, record, { try delegate?.object(at: $0, coder: $1) }) { return }
        if let found = live.object(at: record.path, known: known) { return bind(found, number) }
        if try provide(number, record, { try delegate?.objectFromTemplate(at: $0, coder: $1) }) {
            return
        }
        guard let routed = try classes.routedClass(for: archive.path(of: record.path)) else {
            return bind(nil, number)
        }
        try create(number, record, routed)
    }

    /// - Returns: Whether the delegate has provided an object.
    private func provide(
        _ number: Int,
        _ record: ArchiveRecord,
        _ ask: (_ path: [String], _ coder: RestorationCoder) throws -> (any Restorable)?
    ) throws -> Bool {
        guard delegate != nil else { return false }
        let path = archive.path(of: record.path)
        let object = try ask(path.identifiers.map(\.rawValue), keeper.coder(for: number))
        guard let object else { return false }
        guard bind(object, number) else { return true }
        if object.restorationIdentifier?.isEmpty ?? true {
            registry.record(
                object,
                as: ObjectRegistry.Identity(identifier: path.last, parent: parent(of: record))
            )
        }
        return true
    }

    // MARK: The object

    func bind(_ found: LiveNodes.Found?, _ number: Int) {
        switch found {
        case nil:
            keeper.end(number, .missing, Self.absent)
        case .ambiguous:
            keeper.end(number, .missing, Self.ambiguous)
        case .object(let object): _ = bind(object, number)
        }
    }

    /// Returns whether the object is this record's, rather than another's already.
    func bind(
        _ object: any Restorable,
        _ number: Int,
        isKnownKind: Bool = false
    ) -> Bool {
        if let other = objects.bind(object, to: number) {
            let path = archive.path(of: archive.records[other].path)
            keeper.end(number, .skipped, Self.alreadyRestored(path))
            return false
        }
        let record = archive.records[number]
        table.set(.found(keeper.migrated[number]?.remark), of: number)
        if record.isEmpty {
            table.set(.created(Explanation(.created, Self.withoutState)), of: number)
        } else if !isKnownKind, !classes.isKind(object, of: record) {
            let plugin = archive.string(record.plugin).map { " of \($0)" } ?? ""
            let saved = (archive.string(record.typeName) ?? "") + plugin
            ofOtherType.insert(number)
            keepAside(object, number, Self.isAnother(TypeName.qualified(object), saved: saved))
        } else if isElementOfOtherType(record) {
            keepAside(object, number, Self.ownerIsAnother)
        }
        let traits = classes.traits.traits(of: object)
        if !traits.isEmpty { special.append((number, traits)) }
        return true
    }

    private static let absent = Diagnosis(
        problem: "No object of the program has this path",
        remedy: "Build the object before restoring, or give it a restoration class."
    )

    private static let ambiguous = Diagnosis(
        problem: "Several objects of the program have this path",
        remedy: "Give siblings different identifiers, or let their container tell them apart"
            + " by restorationDiscriminator(of:)."
    )

    private static let withoutState = Diagnosis(
        problem: "It had no state: preserving it failed",
        remedy: "See the report of the save: restorectl report --save."
    )

    private static func isAnother(_ kind: String, saved: String) -> Diagnosis {
        Diagnosis(
            problem: "Its state was saved by a \(saved), and it is a \(kind)",
            advice:
                "Let the path lead to an object of the saved type or a subclass of it, or"
                + " declare the"
                + " former name of a type that was renamed by the session's alias(_:for:)",
            outlook: "; the saved state is retained until the object changes."
        )
    }

    static let ownerIsAnother = Diagnosis(
        problem: "Its owner is of another type than the saved one",
        advice: "See what the report says of the owner",
        outlook: "; the saved state is retained until the element changes."
    )

    private static func alreadyRestored(_ path: RestorationPath) -> Diagnosis {
        Diagnosis(
            problem: "Its object has been given the state of another path, \(path)",
            remedy: "Let a restoration class return each object for one path only."
        )
    }

    // MARK: Keeping

    func retain(_ number: Int, _ reason: Diagnosis, isAwaited: Bool = false) {
        let record = archive.records[number]
        let wasNotLookedUp =
            notLookedUp[Int(record.path)] != nil
            && (record.className == ArchiveRecord.none || builtRoot(of: record) != nil)
        keeper.retain(number, reason, isAwaited: isAwaited, wasNotLookedUp: wasNotLookedUp)
    }

    /// Whether an object is the program's own, whatever class its record names.
    func isOwn(_ number: Int) -> Bool {
        archive.records[number].className == ArchiveRecord.none
            || hasSecondRoots && secondRoots.contains(number)
    }

    /// The program has built a root that its class has made, too.
    func noteSecondRoot(_ number: Int) {
        hasSecondRoots = true
        secondRoots.insert(number)
    }

    /// An object that is registered while the restore runs may be the one that a record waits for:
    /// later references lead to it (OBJ-15).
    ///
    /// - Returns: The record.
    func bindRegistered(_ object: any Restorable) -> Int? {
        guard let node = live.node(ofRegistered: object), let number = archive.record(ofNode: node),
            archive.records[number].isRegistered, objects[number] == nil,
            table.outcome(of: number) == .missing,
            archive.records[number].className == ArchiveRecord.none
        else { return nil }
        bind(.object(object), number)
        return number
    }
}

import RestorationCore

/// Finding or creating the object of one record.
///
/// | step | asked when | `nil` or none means |
/// |---|---|---|
/// | 1 restoration class | the record names one | left out with all below, or retained |
/// | 2 delegate | it names none, and the object was not registered | go on |
/// | 3 live graph or registry | | go on |
/// | 4 route | | missing |
///
/// What the first step leaves out is retained if it is the code that is not to be had.
///
/// Where a step fails and the program has built the object all the same, the record is kept for
/// that.
///
/// Semantic source: UIKit's look-up; rules REST-9 to REST-18 and OBJ-7.
extension Restoration {
    func resolve(_ number: Int, node: UInt32) {
        let record = archive.records[number]
        if plan != nil { askedAgain.insert(number) }
        if let object = spared[number] { return bindAgain(object, number) }
        do {
            try run(.create, number) { try findOrCreate(number, record) }
        } catch is ObjectNotYetAvailable {
            // What is there already is not waited for.
            guard builtRoot(of: record) == nil else { return keep(number, Self.rootAwaited) }
            wait(for: number)
        } catch is CreationDeclined {
            end(number, .skipped, Self.declined, below: .leavesThemOut)
        } catch let error as KeptOut {
            // The object may well be there, in the program's own graph.
            unsought[Int(node)] = true
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
                bind(live.registeredObject(at: record.path), number)
            } else {
                try resolveWithoutClass(number, record)
            }
        } catch let error where !(error is ObjectNotYetAvailable || error is CreationDeclined) {
            // Here, since the program's own graph is asked once more: that is a part of the step.
            keep(number, Diagnosis(error))
        }
    }

    private static let declined = Diagnosis(
        problem: "Its restoration class declined to create it",
        remedy: "Nothing needs to be done if that was intended."
    )

    // MARK: Step 1

    private func resolveByClass(_ number: Int, _ record: ArchiveRecord) throws {
        if let obstacle = planned?.obstacle(to: number) { return keep(number, obstacle) }
        switch try loadedClass(of: record, number) {
        case .unavailable(let obstacle): keep(number, obstacle.reason)
        case .found(let known):
            guard Int(record.schemaVersion) <= known.schemaVersion else {
                // A class that was registered after the plan was made.
                let name = known.restorationClass.name
                return keep(number, .newerSchema(of: record, name, known.schemaVersion))
            }
            try create(number, record, known, isRecorded: true)
        }
    }

    private func loadedClass(of record: ArchiveRecord, _ number: Int) throws -> ClassAnswer {
        let key = ClassKey(name: record.className, plugin: record.plugin)
        if let known = classAnswers[key] { return known }
        guard record.plugin != ArchiveRecord.none else { return restorationClass(of: record) }
        return try run(.load, number) { restorationClass(of: record) }
    }

    func restorationClass(of record: ArchiveRecord) -> ClassAnswer {
        let key = ClassKey(name: record.className, plugin: record.plugin)
        if let known = classAnswers[key] { return known }
        let answer: ClassAnswer
        do {
            answer = .found(
                known(
                    try classes.restorationClass(
                        named: archive.string(record.className) ?? "",
                        plugin: archive.string(record.plugin)
                    )
                )
            )
        } catch {
            answer = .unavailable(Obstacle(Diagnosis(error)))
        }
        classAnswers[key] = answer
        return answer
    }

    /// - Parameter isRecorded: Whether the class, in whatever version, wrote the record.
    private func create(
        _ number: Int,
        _ record: ArchiveRecord,
        _ known: KnownClass,
        isRecorded: Bool = false
    ) throws {
        let object: any Restorable
        if known.isForeign {
            let start = ContinuousClock.now
            object = try makeObject(number, record, known, isRecorded)
            table.durations[number] = ContinuousClock.now - start
        } else {
            object = try makeObject(number, record, known, isRecorded)
        }
        if let root = builtRoot(of: record), root !== object {
            secondRoots.insert(number)
            // What the other one has asked for may be nothing to the root.
            askedAtCreation[number] = nil
            if bind(root, number) { table.remark(Remark(Self.secondRoot), on: number) }
            return
        }
        // An object that another record has been bound to keeps the identity that it got there.
        // A class that is found by the recorded name stands for the type: types may be renamed.
        guard bind(object, number, isKnownKind: isRecorded) else { return }
        let identity = IdentityTable.Identity(
            identifier: archive.identifier(of: record.path),
            classNumber: known.number,
            isRegistered: record.isRegistered
        )
        remember(object, of: record, as: identity, isForeign: known.isForeign)
    }

    /// Has the registry know an object of this restore.
    private func remember(
        _ object: any Restorable,
        of record: ArchiveRecord,
        as identity: IdentityTable.Identity,
        isForeign: Bool
    ) {
        let likelyParent = likelyParent(of: record)
        registry.record(
            restored: object,
            as: identity,
            place: restoredPlace(of: record, hasParent: likelyParent != nil),
            isForeign: isForeign,
            likelyParent: likelyParent,
            parent: { parent(of: record) }
        )
    }

    /// Gives an object its record that existed when it was left out. What was above it may have
    /// ended since, and has been made anew.
    private func bindAgain(_ object: any Restorable, _ number: Int) {
        guard bind(object, number, isKnownKind: true),
            let known = registry.position(of: object), paths.parent(of: object) == nil
        else { return }
        remember(
            object,
            of: archive.records[number],
            as: registry.identity(at: known),
            isForeign: registry.isHeld(at: known)
        )
    }

    private func known(_ restorationClass: any RestorationClass) -> KnownClass {
        let key = ObjectIdentifier(restorationClass)
        if let known = knownClasses[key] { return known }
        let known = KnownClass(restorationClass, number: registry.number(of: restorationClass))
        knownClasses[key] = known
        return known
    }

    private func makeObject(
        _ number: Int,
        _ record: ArchiveRecord,
        _ known: KnownClass,
        _ isRecorded: Bool
    ) throws -> any Restorable {
        if isRecorded, Int(record.schemaVersion) < known.schemaVersion, !record.isEmpty {
            try migrate(number, to: known.restorationClass)
        }
        return try makeObject(number, record, known)
    }

    /// Asks a class for the object of a record.
    func makeObject(
        _ number: Int,
        _ record: ArchiveRecord,
        _ known: KnownClass
    ) throws -> any Restorable {
        // Bytes that are not at hand may be damaged: then there is another coder, or no object.
        let isAtHand = record.isEmpty || archive.hasAtHand(number) && migrated[number] == nil
        let coder = isAtHand ? nil : try self.coder(for: number)
        let captures =
            known.hasCaptures
            ? known.restorationClass.captures(in: archive.path(of: record.path)) : [:]
        let object = try known.restorationClass.createObject(
            CreationRequest(
                restoring: record.path,
                from: coders,
                reason: reason,
                coder: coder,
                captures: captures
            )
        )
        let asked = coder?.askedKeys ?? coders.keysAsked(ofRecord: number)
        if !asked.isEmpty { askedAtCreation[number] = asked }
        return object
    }

    private func parent(of record: ArchiveRecord) -> (any Restorable)? {
        var node = archive.paths[Int(record.path)].parent
        while node != ArchiveRecord.none {
            if let object = known(node) { return object }
            if case .object(let object) = live.object(at: node, known: known) { return object }
            node = archive.paths[Int(node)].parent
        }
        return nil
    }

    /// What the name and the parent of an object do not say of its path; `nil` if they say all.
    private func restoredPlace(of record: ArchiveRecord, hasParent: Bool) -> RestoredPlace? {
        var place = RestoredPlace(discriminator: archive.discriminator(of: record.path))
        var node = hasParent ? ArchiveRecord.none : archive.paths[Int(record.path)].parent
        while node != ArchiveRecord.none, known(node) == nil {
            if case .object = live.object(at: node, known: known) { break }
            place.above.insert(archive.component(of: node), at: 0)
            node = archive.paths[Int(node)].parent
        }
        return place.discriminator == nil && place.above.isEmpty ? nil : place
    }

    /// The parent, where it is the object of the record one step up; without retaining it.
    private func likelyParent(of record: ArchiveRecord) -> ObjectIdentifier? {
        let node = archive.paths[Int(record.path)].parent
        guard node != ArchiveRecord.none, let number = archive.record(ofNode: node) else {
            return nil
        }
        return objects.identity(ofObject: number)
    }

    func known(_ node: UInt32) -> (any Restorable)? {
        archive.record(ofNode: node).flatMap { objects[$0] }
    }

    // MARK: Steps 2 to 4

    private func resolveWithoutClass(_ number: Int, _ record: ArchiveRecord) throws {
        if let delegate {
            let path = archive.path(of: record.path)
            let object = try delegate.object(
                at: path.identifiers.map(\.rawValue),
                coder: coder(for: number)
            )
            if let object {
                guard bind(object, number) else { return }
                if object.restorationIdentifier?.isEmpty ?? true {
                    registry.record(
                        object,
                        as: ObjectRegistry.Identity(
                            identifier: path.last,
                            parent: parent(of: record)
                        )
                    )
                }
                return
            }
        }
        if let found = live.object(at: record.path, known: known) { return bind(found, number) }
        guard let routed = try classes.restorationClass(for: archive.path(of: record.path)) else {
            return bind(nil, number)
        }
        try create(number, record, known(routed))
    }

    // MARK: The object

    func bind(_ found: LiveGraph.Found?, _ number: Int) {
        switch found {
        case nil:
            end(number, .missing, Self.absent)
        case .ambiguous:
            end(number, .missing, Self.ambiguous)
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
            end(number, .skipped, Self.alreadyRestored(path))
            return false
        }
        let record = archive.records[number]
        table.set(.found(migrated[number]?.remark), of: number)
        if record.isEmpty {
            table.set(.created(Explanation(.created, Self.withoutState)), of: number)
        } else if !isKnownKind, !isKind(object, of: record) {
            let plugin = archive.string(record.plugin).map { " of \($0)" } ?? ""
            let saved = (archive.string(record.typeName) ?? "") + plugin
            ofOtherType.insert(number)
            keepAside(object, number, Self.isAnother(TypeName.qualified(object), saved: saved))
        } else if isElementOfOtherType(record) {
            keepAside(object, number, Self.ownerIsAnother)
        }
        let traits = traits.traits(of: object)
        if !traits.isEmpty { noteSpecial(number, traits) }
        return true
    }

    private func noteSpecial(_ number: Int, _ traits: ClassTraits) {
        special.append((number, traits))
        // One that comes while others decode belongs to a group like the others.
        if hasGroups, traits.contains(.transactional) { joinGroup(number) }
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
        remedy: "See the report of the save."
    )

    private static func isAnother(_ kind: String, saved: String) -> Diagnosis {
        Diagnosis(
            problem: "Its state was saved by a \(saved), and it is a \(kind)",
            advice:
                "Let the path lead to an object of the saved type or a subclass of it, or declare the"
                + " former name of a type that was renamed by the session's alias(_:for:)",
            outlook: "; the saved state is kept until the object changes."
        )
    }

    static let ownerIsAnother = Diagnosis(
        problem: "Its owner is of another type than the saved one",
        advice: "See what the report says of the owner",
        outlook: "; the saved state is kept until the element changes."
    )

    private static func alreadyRestored(_ path: RestorationPath) -> Diagnosis {
        Diagnosis(
            problem: "Its object has been given the state of another path, \(path)",
            remedy: "Let a restoration class return each object for one path only."
        )
    }

    /// The kind-of rule: the object is of the type that saved, or of a descendant (REST-19), by the
    /// type's name now or a former one (REST-20). Not for objects that the recorded restoration
    /// class made: that decides, by its name.
    private func isKind(_ object: any Restorable, of record: ArchiveRecord) -> Bool {
        // What a plugin holds is of its kinds, of which it knows how they go together. Older
        // archives have the name of one Swift type for all of them.
        if traits.traits(of: object).contains(.pluginHeld), let held = object as? any PluginHeld {
            return archive.string(record.plugin) == held.holdingPlugin
        }
        guard record.plugin == ArchiveRecord.none else { return false }
        guard record.typeName != ArchiveRecord.none else { return true }
        let type: AnyClass = type(of: object)
        let key = KindKey(saved: record.typeName, type: ObjectIdentifier(type))
        if let known = kindAnswers[key] { return known }
        let saved = archive.string(record.typeName) ?? ""
        var candidate: AnyClass? = type
        var answer = false
        while let current = candidate, !answer {
            answer = TypeName.of(current) == saved || classes.isFormerName(saved, of: current)
            candidate = _getSuperclass(current)
        }
        kindAnswers[key] = answer
        return answer
    }
}

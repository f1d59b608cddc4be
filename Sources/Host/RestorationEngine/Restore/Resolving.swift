import RestorationCore

/// Finds or creates the object of each record, parents first.
///
/// | step | asked when | `nil` or none means |
/// |---|---|---|
/// | 1 restoration class | the record names one | left out with all below, or retained |
/// | 2 delegate | it names none, and the object was not registered | go on |
/// | 3 live graph or registered objects | | go on |
/// | 4 delegate's template | | go on |
/// | 5 route | | missing |
///
/// Semantic source: UIKit's look-up; rules REST-9 to REST-18 and OBJ-7.
extension Restoration {
    func resolve(_ row: Int) {
        if set.rows[row].fate != .ended, let object = set.object(row) {
            // State may wait for it.
            return hold(object, row)
        }
        if set.rows[row].flags.contains(.isBare) { return resolveBare(row) }
        if let parent = set.parentOfRecord(row), leaveOut(row, below: parent) { return }
        do {
            try run(.create, row) { try findOrCreate(row) }
        } catch is ObjectNotYetAvailable {
            // A root that exists is not waited for.
            guard builtRoot(row) == nil else { return keep(row, Self.rootAwaited) }
            wait(for: row)
        } catch is CreationDeclined {
            mark(row, .isDeclined)
            end(row, .skipped, Self.declinedReason)
        } catch let error as SkippedCall where !set.hasClass(row) {
            // The program's graph may not be searched, either.
            retain(row, Diagnosis(error))
        } catch {
            keep(row, Diagnosis(error))
        }
    }

    /// Finds an object that the program built at a bare place.
    private func resolveBare(_ row: Int) {
        let place = set.rows[row].place
        guard let name = set.names[place.name] else { return }
        var object = set.candidates(name, below: place.parent).first { other in
            set.rows[other].flags.contains(.isNew)
                && set.rows[other].place.mark == place.mark
        }.flatMap { set.object($0) }
        if object == nil { tell(.create, row) { object = live.object(at: row)?.own } }
        guard let object, set.isFree(object) else { return }
        set.give(row, to: object)
        mark(row, .isMetBare)
    }

    /// Whether the record is left out because of its parent's outcome.
    private func leaveOut(_ row: Int, below parent: Int) -> Bool {
        if has(.isDeclined, parent) {
            mark(row, .isDeclined)
            end(row, .skipped, Self.parentDeclined)
            return true
        }
        if let reason = givenUp[parent] {
            retain(row, Self.parentUnavailable(reason))
            return true
        }
        if isLeftBelowClosed(row, parent) {
            if set.rows[row].outcome == .awaited { set.endAwaiting(row) }
            return true
        }
        guard set.rows[parent].fate == .retained, !set.isLive(parent),
            !set.rows[row].flags.contains(.isElement)
                || set.details(parent)?.isDetached != true
        else { return false }
        let reason = set.details(parent)?.reason ?? Self.notYet
        let isAwaited = set.isAwaited(parent)
        let told = isAwaited ? Self.parentAwaited(reason) : Self.parentUnavailable(reason)
        retain(row, told, isAwaited: isAwaited)
        return true
    }

    /// Whether a late record stays as it is, because its parent was closed and no object refers to
    /// it. The next save ends it, unless a record refers to it.
    private func isLeftBelowClosed(_ row: Int, _ parent: Int) -> Bool {
        !isLaunch && !has(.isIncluded, parent) && set.rows[parent].fate != .retained
            && !set.isLive(parent) && set.details(row)?.standIn == nil
    }

    private func findOrCreate(_ row: Int) throws {
        do {
            let flags = set.rows[row].flags
            if set.hasClass(row) {
                try create(row, loadedClass(of: row), isRecorded: true)
            } else if flags.contains(.isElement) {
                resolveElement(row)
            } else if flags.contains(.isRegistered) {
                let found = registeredObject(row)
                // Code that ran meanwhile may have registered it.
                if !set.isLive(row) { bind(found, row) }
            } else {
                try resolveWithoutClass(row)
            }
        } catch let error where !(error is ObjectNotYetAvailable || error is CreationDeclined) {
            // Inside the step, since this searches the program's graph again.
            keep(row, Diagnosis(error))
        }
    }

    // MARK: Steps 2 to 5

    private func resolveWithoutClass(_ row: Int) throws {
        if try provide(row, { try delegate?.object(at: $0, coder: $1) }) { return }
        if let found = live.object(at: row) { return bind(found, row) }
        if try provide(row, { try delegate?.objectFromTemplate(at: $0, coder: $1) }) { return }
        guard let path = set.path(of: row), let routed = try classes.restorationClass(for: path)
        else { return bind(nil, row) }
        try create(row, KnownClass(routed))
    }

    private func provide(
        _ row: Int,
        _ ask: (_ path: [String], _ coder: RestorationCoder) throws -> (any Restorable)?
    ) throws -> Bool {
        guard delegate != nil, let path = set.path(of: row) else { return false }
        let object = try ask(path.identifiers.map(\.rawValue), values.coder(for: row))
        guard let object else { return false }
        guard bind(object, row) else { return true }
        if object.restorationIdentifier?.isEmpty ?? true {
            set.rows[row].flags.insert(.isNamed)
        }
        return true
    }

    /// The object registered under a record's name and parent (OBJ-7). Of two, the later one counts
    /// only after the earlier one was deallocated (OBJ-12).
    private func registeredObject(_ row: Int) -> LiveObjects.Found? {
        let found = set.registeredObjects(at: row)
        if found.count > 1, let path = set.path(of: row) {
            notes.append(
                Diagnosis(
                    problem: "Two objects are registered under one path, a"
                        + " \(TypeName.inMessages(found[0])) and then a"
                        + " \(TypeName.inMessages(found[1])); the first one is used as long as it"
                        + " exists",
                    place: path.description,
                    remedy: "Register each object once, under an identifier or parent of its own."
                )
            )
        }
        let place = set.rows[row].place
        guard let name = set.names[place.name] else { return nil }
        let rows = set.candidates(name, below: place.parent).filter {
            set.rows[$0].flags.contains(.isRegistered) && set.rows[$0].number >= 0
                && !set.isLive($0)
        }
        guard let object = found.first else {
            // It belongs to another record of the name, or there is none.
            return set.registered(name, below: place.parent).first.map { .anothers($0.object) }
        }
        return live.record(of: object, among: rows) == row ? .object(object) : .anothers(object)
    }

    /// Binds an object that was registered during the restore to the missing record of its name.
    /// Later references lead to it (OBJ-15).
    func bindRegistered(_ object: any Restorable) {
        guard let own = set.row(of: object), let name = set.identifier(own) else { return }
        let parent = set.rows[own].place.parent
        let missing = set.candidates(name, below: parent).filter { row in
            let record = set.rows[row]
            return record.number >= 0 && record.flags.contains(.isRegistered)
                && !set.hasClass(row) && record.outcome == .missing
                && (row == own || !set.isLive(row))
        }
        guard let found = live.record(of: object, among: missing) else { return }
        bind(.object(object), found)
        if has(.hadTurn, found) { decode(found) }
    }

    // MARK: The object

    func bind(_ found: LiveObjects.Found?, _ row: Int) {
        switch found {
        case nil:
            end(row, .missing, Self.absent)
            // Records retained below it keep their places.
            set.rows[row].flags.insert(.isBare)
        case .ambiguous: end(row, .missing, Self.ambiguous)
        case .object(let object): bind(object, row)
        case .anothers(let object): retain(row, isAnother(object, row))
        }
    }

    /// Returns whether the object belongs to this record, rather than to another one.
    @discardableResult
    func bind(_ object: any Restorable, _ row: Int, isKnownKind: Bool = false) -> Bool {
        let isChanged = !isLaunch && set.isInvalidated(object)
        if let other = set.row(ofLive: object), other != row {
            guard set.rows[other].number < 0 else {
                let path = set.path(of: other)
                end(row, .skipped, Self.alreadyRestored(path))
                return false
            }
            set.replace(other, by: row, object)
        } else {
            set.setObject(object, of: row)
        }
        hold(object, row)
        mark(row, .isBound)
        recordRestored(row, values.known(row)?.migrated)
        if values.isEmpty(row) {
            set.setFate(.bound, of: row, outcome: .created, because: Self.withoutState)
        } else if !isKnownKind, !set.isKind(object, of: set.rows[row].kind) {
            withhold(row, from: object, because: isAnother(object, row), outcome: .created)
        } else if isChanged {
            mark(row, .isDone)
            giveUpDeferred(row)
        }
        return true
    }

    /// Keeps an object until the release, and notes containers and presenters.
    private func hold(_ object: any Restorable, _ row: Int) {
        if !values.setObject(object, of: row) { held.append(object) }
        let traits = set.kinds.traits(of: object)
        if !traits.isDisjoint(with: [.container, .presenter]) { holders.append(row) }
    }

    func recordRestored(_ row: Int, _ migrated: Migrated?) {
        // The object exists, so its ticket is removed without being cancelled.
        if let details = set.details(row), details.wait != nil { set.setWait(nil, of: row) }
        if let migrated {
            set.setFate(.bound, of: row, outcome: .migrated, because: migrated.remark)
        } else {
            set.setFate(.bound, of: row, outcome: .restored)
        }
    }

    /// Retains a record whose object could not be found or created. If the program built an object
    /// at the path, the record is retained for that object, as after a failed decode.
    func keep(_ row: Int, _ reason: Diagnosis) {
        guard let object = builtObject(row), bind(object, row, isKnownKind: set.hasClass(row))
        else {
            return retain(row, reason)
        }
        // An object without saved state is already reported.
        guard set.rows[row].outcome.isSuccess, let path = set.path(of: row) else { return }
        withhold(row, from: object, because: reason.notApplied(at: path))
    }

    /// The program's object at a record's path. For a record with a class, only roots are searched.
    private func builtObject(_ row: Int) -> (any Restorable)? {
        guard !set.hasClass(row) else { return builtRoot(row) }
        let isRegistered = set.rows[row].flags.contains(.isRegistered)
        return (isRegistered ? registeredObject(row) : live.object(at: row))?.own
    }

    /// The program's root at a record's path. If the root's class makes another object (REST-11),
    /// the root is restored, since it was saved, and the other object is released. Only roots are
    /// searched: they are few, and this is a common mistake there.
    func builtRoot(_ row: Int) -> (any Restorable)? {
        set.rows[row].place.parent < 0 ? live.object(at: row)?.own : nil
    }

    /// Retains an object whose class said "not yet", with all below it, until it arrives.
    private func wait(for row: Int) {
        retain(row, Self.notYet, isAwaited: true)
        guard set.rows[row].fate == .retained, set.details(row)?.wait?.ticket == nil,
            let ticket = values.ticket(of: row)
        else { return }
        set.setWait(Wait(ticket: ticket), of: row)
    }
}

// MARK: - Wording

extension Restoration {
    static let notYet = Diagnosis(
        problem: "Its data is not available yet",
        advice: "No action is needed: its restoration class says when it comes",
        outlook: ", and its state is retained until then."
    )

    private static let parentDeclined = Diagnosis(
        problem: "An ancestor's restoration class declined to create the ancestor",
        remedy: "No action is needed if that was intended."
    )

    static func parentUnavailable(_ reason: Diagnosis) -> Diagnosis {
        reason.problem.hasPrefix("An ancestor")
            ? reason : reason.introduced(by: "An ancestor could not be restored")
    }

    private static func parentAwaited(_ reason: Diagnosis) -> Diagnosis {
        Diagnosis(problem: "Deferred with an ancestor", remedyOf: reason)
    }

    private static let declinedReason = Diagnosis(
        problem: "Its restoration class declined to create it",
        remedy: "No action is needed if that was intended."
    )

    private static let absent = Diagnosis(
        problem: "No object of the program has this path",
        remedy: "Build the object before restoring: list it in its parent's restorationChildren, or"
            + " register it. Or give it a restoration class."
    )

    private static let ambiguous = Diagnosis(
        problem: "Several objects of the program have this path",
        remedy: Diagnosis.remedyForEqualPaths
    )

    private static let withoutState = Diagnosis(
        problem: "It had no state: preserving it failed",
        remedy: "See the report of the save: restorectl report --save."
    )

    private func isAnother(_ object: any Restorable, _ row: Int) -> Diagnosis {
        let kind = set.kinds[set.rows[row].kind]
        let saved = (kind.typeName ?? "") + (kind.plugin.map { " of \($0)" } ?? "")
        return Diagnosis(
            problem: "Its state was saved by a \(saved), but the object is a"
                + " \(TypeName.qualified(object))",
            advice:
                "Let the path lead to an object of the saved type or a subclass of it, or declare"
                + " the former name of a type that was renamed by the session's alias(_:for:)",
            outlook: "; the saved state is retained."
        )
    }

    private static func alreadyRestored(_ path: RestorationPath?) -> Diagnosis {
        Diagnosis(
            problem: "Its object already has the state of another path"
                + (path.map { ", \($0)" } ?? ""),
            remedy: "Return each object for one path only from a restoration class."
        )
    }

    private static let rootAwaited = Diagnosis(
        problem: "The root's restoration class waits for data, but the program has built the root"
            + " itself",
        advice: "Give the root no restoration class, and apply its state when it is ready",
        outlook: "; the state is retained until the root is changed."
    )

    static let secondRoot = Diagnosis(
        problem: "The root's restoration class made a second object beside the root at this path",
        remedy: "Give the root no restoration class, or return the root from the class. The"
            + " root has been given the state, and the second object is not used."
    )
}

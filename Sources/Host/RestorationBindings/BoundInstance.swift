internal import RestorationCore
internal import RestorationDiscovery
internal import RestorationEngine
internal import RestorationInvocation
internal import RestorationPlugins

/// The session's side of a library object: an object or an element. Belongs to the session's
/// thread.
class BoundInstance: PluginHeld, HandledObject {
    let life: BoundLife
    /// From the library or the host; `nil` for an object that is not preserved by itself.
    final var identifier: String?
    /// Values that properties refused, by property number.
    final var unapplied: [Int: UnappliedValue] = [:]
    /// A person's values that wait or were put back, by property number, oldest first.
    final var personal: [Int: [PersonalValue]] = [:]
    /// The connections that trigger the next look at ``personal``, by property number.
    final var looks: [Int: Int] = [:]
    final var lookDeadline: ContinuousClock.Instant?
    /// Property values of the new object, by property number.
    private var firstValues: [Int: BoundValue] = [:]
    private var isRetrying = false
    /// Unreadable properties, each of which is reported once.
    private var complaints: Set<Int> = []
    /// The properties unreadable in the last save.
    private var unread: [UnreadValue] = []

    init(_ life: BoundLife, identifier: String?) {
        self.life = life
        self.identifier = identifier
        bound.add(self)
        context.register(self, as: handle)
    }

    deinit {
        let mailbox = life.common.context.mailbox
        if mailbox.isOnThread { life.end() } else { mailbox.adopt(life) }
    }

    final var handle: UInt64 { life.handle }
    final var context: PluginContext { life.common.context }
    final var common: BindingCommon { life.common }
    final var boundClass: BindingClass { life.boundClass }
    final var bound: BoundTable { life.common.bound }

    /// `nil` after the object's destruction.
    final var address: UInt? { life.isAlive ? life.address : nil }

    var restorationIdentifier: String? { identifier }
    final var holdingPlugin: String { life.common.identifier }
    final var kindName: String { boundClass.name }
    var restorationParent: (any Restorable)? { context.session?.records.knownParent(of: self) }

    /// The current path for messages, from the parents' identifiers. Reads no list of the program,
    /// because libraries call in the middle of changes.
    final var path: String {
        guard let session = context.session else { return life.path }
        if let path = RestorationPath(session.records.componentsAsNamed(of: self)) {
            life.path = path.description
        }
        return life.path
    }

    func handleArrivals() { retry() }

    // MARK: Notifications

    /// Connects to the library's notifications of changes and destruction.
    func connect() {
        life.connect(life.calls.destroyed, .destruction)
        life.connect(life.calls.changes, .change)
        for property in life.calls.properties {
            life.connect(property.changes, .change, key: property.key)
        }
    }

    /// Called when the library destroys its object.
    final func recordDestruction() {
        life.recordDestruction()
        unapplied = [:]
        personal = [:]
        unread = []
    }

    final func end() {
        unapplied = [:]
        life.end()
    }

    // MARK: State

    /// Stores the new object's values that saves omit.
    final func rememberDefaults() {
        for (number, property) in life.calls.properties.enumerated()
        where property.omitsDefault && property.declaredDefault == nil {
            firstValues[number] = try? property.read(life)
        }
    }

    /// Stores the readable properties. ``takeUnreadValues()`` returns the others.
    final func encodeRestorableState(with coder: RestorationCoder) throws {
        unread = []
        for (number, property) in life.calls.properties.enumerated() {
            try checkLife()
            do throws(CallRunner.Failure) {
                if property.hasBase {
                    encode(try personalValues(number, property), property, coder)
                    continue
                }
                let value = try property.read(life)
                if let kept = keptValue(number, now: value) {
                    encode(kept, property, coder)
                } else if !omits(value, number, property) {
                    encode(value, property, coder)
                }
            } catch {
                if let kept = unapplied[number] { encode(kept.stored, property, coder) }
                encode(personal[number] ?? [], property, coder)
                keepUnreadValue(number, property, error)
            }
        }
    }

    private func keepUnreadValue(
        _ number: Int,
        _ property: BoundProperty,
        _ error: CallRunner.Failure
    ) {
        let failure = life.common.failure(
            error,
            .get,
            className: boundClass.name,
            path: path,
            key: property.key,
            about: address
        )
        if complaints.insert(number).inserted { life.common.report(failure) }
        guard unapplied[number] == nil, personal[number]?.isEmpty ?? true else { return }
        unread.append(
            UnreadValue(
                key: property.key,
                isSensitive: property.isSensitive,
                omitsDefault: property.omitsDefault,
                reason: failure.diagnosis
            )
        )
    }

    final func takeUnreadValues() -> [UnreadValue] {
        defer { unread = [] }
        return unread
    }

    private func omits(_ value: BoundValue, _ number: Int, _ property: BoundProperty) -> Bool {
        guard property.omitsDefault else { return false }
        return (property.declaredDefault ?? firstValues[number]).map { value.says($0) } ?? false
    }

    private func encode(_ value: BoundValue, _ property: BoundProperty, _ coder: RestorationCoder) {
        // A reference to an object without a record cannot be restored.
        guard let stored = value.stored(finding: bound) else { return }
        encode(stored, property, coder)
    }

    private func encode(
        _ values: [PersonalValue],
        _ property: BoundProperty,
        _ coder: RestorationCoder
    ) {
        guard !values.isEmpty else { return }
        encode(.list(values.map(\.stored)), property, coder)
    }

    private func encode(_ value: StoredValue, _ property: BoundProperty, _ coder: RestorationCoder)
    {
        coder.encode(value, forKey: property.key)
        if property.isSensitive { coder.markSensitive(property.key) }
    }

    /// Sets the properties from their stored values. Saves retain a refused value until the
    /// property changes.
    final func decodeRestorableState(with coder: RestorationCoder) throws {
        try checkLife()
        try context.mailbox.ignoringChanges(of: handle) {
            for (number, property) in life.calls.properties.enumerated() where property.canBeSet {
                // An earlier setter may have ended the object.
                guard life.isAlive else { return }
                endWaiting(number)
                let stored = try coder.storedValue(forKey: property.key)
                guard !property.hasBase else {
                    takePersonalValues(stored, number, property, coder)
                    continue
                }
                guard let stored else {
                    if let value = property.declaredDefault {
                        set(value, number, property, coder)
                    }
                    continue
                }
                // A value that a restore has set is written again.
                if life.beginning == .adopted { firstValues[number] = nil }
                if stored == .null, !property.shape.acceptsNull { continue }
                let value = BoundValue(
                    stored,
                    property.shape,
                    isList: property.isList,
                    from: coder
                )
                if let value {
                    set(value, number, property, coder)
                } else {
                    let references = StoredReferences(in: stored, from: coder)
                    fail(obstacle(property, stored, references), coder)
                    guard let again = StoredValue(stored, references) else { continue }
                    let seen = try? property.read(life)
                    keep(nil, again, number, property, seen: seen)
                    if let references { wait(for: references, stored, number) }
                }
            }
        }
    }

    private func set(
        _ value: BoundValue,
        _ number: Int,
        _ property: BoundProperty,
        _ coder: RestorationCoder
    ) {
        func keep(seen: BoundValue?) {
            let stored = value.stored(finding: bound) ?? .plain(.null)
            self.keep(value, stored, number, property, seen: seen)
        }
        if waitsForBase(property) { return keep(seen: try? property.read(life)) }
        do throws(CallRunner.Failure) {
            try property.write(value, to: life)
        } catch {
            // The destruction is the cause.
            guard life.isAlive else { return fail(ending(by: property), coder) }
            let failure = life.common.failure(
                error,
                .set,
                className: boundClass.name,
                path: path,
                key: property.key,
                about: self.address
            )
            fail(failure, coder)
            return keep(seen: try? property.read(life))
        }
        guard life.isAlive else { return fail(ending(by: property), coder) }
        // Some setters silently clamp or ignore a value. An unreadable value counts as accepted.
        guard let seen = try? property.read(life), !seen.says(value) else {
            return
        }
        keep(seen: seen)
    }

    /// Reports a refused value, and logs it.
    private func fail(_ error: BindingError, _ coder: RestorationCoder) {
        life.common.report(error)
        coder.recordRefusal(error.diagnosis)
    }

    /// The error of a setter that ended the object.
    fileprivate func ending(by property: BoundProperty) -> BindingError {
        .bindingCallFailed(
            BindingCallFailure(
                binding: life.common.identifier,
                className: boundClass.name,
                path: path,
                key: property.key,
                action: .set,
                function: nil,
                reason: "the library destroyed the object meanwhile",
                message: nil
            )
        )
    }

    /// The reason why a stored value does not suit the library.
    private func obstacle(
        _ property: BoundProperty,
        _ stored: RestorationValue,
        _ references: StoredReferences?
    ) -> BindingError {
        let awaited = references?.awaited.first
        let isAbsent = awaited != nil || references?.isBroken == true
        let absence = "\(awaited?.path.description ?? "the object") is not there"
        return .bindingCallFailed(
            BindingCallFailure(
                binding: life.common.identifier,
                className: boundClass.name,
                path: path,
                key: property.key,
                action: isAbsent ? .refer : .convert,
                function: nil,
                reason: isAbsent
                    ? absence : "it is of kind \(stored.kind), not \(property.shape.words)",
                message: nil
            )
        )
    }

    final func restorationDidFinish() {
        if let identifier { bound.retryReferences(to: identifier) }
        context.mailbox.ignoringChanges(of: handle) { restorePersonalValues() }
        guard let finished = life.calls.finished, life.isAlive else { return }
        var values = finished.values(of: life)
        do throws(CallRunner.Failure) {
            try finished.run(&values)
        } catch {
            life.path = path
            life.report(error, .finish)
        }
    }

    /// Throws if the object has ended, or on another thread.
    private func checkLife() throws {
        guard context.mailbox.isOnThread else {
            throw PluginError.wrongThread(plugin: life.common.identifier)
        }
        guard life.isAlive else {
            throw BindingError.objectDestroyed(binding: life.common.identifier, path: path)
        }
    }
}

/// A refused value of a property.
struct UnappliedValue {
    /// `nil` for a value of another type, or with an unresolved reference.
    fileprivate(set) var value: BoundValue?
    let stored: StoredValue
    /// The library's value after the last try. Any other value counts as a change (REST-40).
    fileprivate(set) var seen: BoundValue?
    /// The connection that triggers the next try.
    fileprivate(set) var waiting: Int?
    /// The stored value and its references, until all are resolved.
    fileprivate var unresolved: (value: RestorationValue, references: StoredReferences)?
}

extension BoundInstance {
    fileprivate func keep(
        _ value: BoundValue?,
        _ stored: StoredValue,
        _ number: Int,
        _ property: BoundProperty,
        seen: BoundValue?
    ) {
        guard life.isAlive else { return }
        let waiting =
            value == nil ? nil : life.connect(property.ready, .readiness, key: property.key)
        unapplied[number] = UnappliedValue(
            value: value,
            stored: stored,
            seen: seen,
            waiting: waiting
        )
    }

    fileprivate func wait(
        for references: StoredReferences,
        _ stored: RestorationValue,
        _ number: Int
    ) {
        guard unapplied[number] != nil, !references.awaited.isEmpty else { return }
        unapplied[number]?.unresolved = (stored, references)
        for kept in references.awaited { bound.wait(self, for: kept.identifier.rawValue) }
    }

    /// Whether a value has an unresolved reference.
    final var awaitsObjects: Bool { unapplied.values.contains { $0.unresolved != nil } }

    /// Converts a value once all references are resolved.
    private func resolve(_ number: Int) {
        guard let (stored, references) = unapplied[number]?.unresolved else { return }
        let property = life.calls.properties[number]
        let value = BoundValue(
            stored,
            property.shape,
            isList: property.isList,
            from: references
        )
        guard let value else { return }
        unapplied[number]?.unresolved = nil
        unapplied[number]?.value = value
        unapplied[number]?.waiting = life.connect(property.ready, .readiness, key: property.key)
    }

    fileprivate func endWaiting(_ number: Int) {
        guard let ended = unapplied.removeValue(forKey: number) else { return }
        if let waiting = ended.waiting { life.endConnection(waiting) }
    }

    /// The value to save in place of the library's, unless the property has changed.
    fileprivate func keptValue(_ number: Int, now: BoundValue) -> StoredValue? {
        guard let kept = unapplied[number] else { return nil }
        if !hasChanged(life.calls.properties[number], since: kept, now: now) { return kept.stored }
        endWaiting(number)
        return nil
    }

    /// Whether a refused value is not wanted any more: the user has used the object or, if the
    /// library does not report that, the property has changed.
    private func hasChanged(
        _ property: BoundProperty,
        since kept: UnappliedValue,
        now: BoundValue
    ) -> Bool {
        property.tellsUse ? !property.isUnused(life) : now != kept.seen
    }

    /// Retries refused values (REST-39).
    final func retry() {
        guard !isRetrying else { return }
        isRetrying = true
        defer { isRetrying = false }
        context.mailbox.ignoringChanges(of: handle) {
            restorePersonalValues()
            for number in unapplied.keys.sorted() {
                let isAwaited = unapplied[number]?.unresolved != nil
                resolve(number)
                let property = life.calls.properties[number]
                guard life.isAlive, let kept = unapplied[number], !waitsForBase(property),
                    isAwaited || kept.waiting != nil || property.tellsUse, let value = kept.value
                else { continue }
                do throws(CallRunner.Failure) {
                    let isTaken = try retry(value, kept, number)
                    if isTaken { endWaiting(number) }
                } catch {
                    life.path = path
                    life.report(error, .set, key: life.calls.properties[number].key)
                }
            }
        }
    }

    /// - Returns: Whether the value was accepted, or the property has changed.
    private func retry(
        _ value: BoundValue,
        _ kept: UnappliedValue,
        _ number: Int
    ) throws(CallRunner.Failure) -> Bool {
        let property = life.calls.properties[number]
        let now = try property.read(life)
        if now.says(value) || hasChanged(property, since: kept, now: now) { return true }
        try property.write(value, to: life)
        guard life.isAlive else {
            life.common.report(ending(by: property))
            return true
        }
        let seen = try property.read(life)
        unapplied[number]?.seen = seen
        return seen.says(value)
    }
}

extension BindingDocument.Shape {
    fileprivate var words: String {
        switch self {
        case .single(let type): "\(type)"
        case .named(let types): "a dictionary of \(types.keys.sorted().joined(separator: ", "))"
        }
    }
}

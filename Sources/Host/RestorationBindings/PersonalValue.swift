internal import RestorationCore
internal import RestorationDiscovery
internal import RestorationEngine
internal import RestorationInvocation
internal import RestorationPlugins

/// A value that a person has changed, with a digest of the program's value before the change.
struct PersonalValue {
    let value: RestorationValue
    /// The digest of the program's value that the person changed.
    let base: String
    /// Whether the value was put back and has not been replaced since.
    var isInPlace = false
    var attempts = 0

    /// The number of attempts after which the program has refused the value.
    static let attemptLimit = 8
    /// The number of values that wait beside the present one.
    static let waitingLimit = 8

    init(_ value: RestorationValue, on base: String) {
        self.value = value
        self.base = base
    }

    /// Reads a stored value. One without a base matches nothing.
    init(_ stored: RestorationValue) {
        if case .dictionary(let parts) = stored, parts.count == 2, let value = parts["value"],
            case .string(let base)? = parts["base"]
        {
            self.init(value, on: base)
        } else {
            self.init(stored, on: "")
        }
    }

    var stored: StoredValue {
        .plain(.dictionary(["value": value, "base": .string(base)]))
    }

    static func list(_ stored: RestorationValue) -> [PersonalValue] {
        guard case .array(let values) = stored else {
            return stored == .null ? [] : [PersonalValue(stored)]
        }
        return values.map { PersonalValue($0) }
    }
}

extension StringProtocol {
    /// A digest without its part after "@", which stands for the place of the value.
    fileprivate var withoutPlace: SubSequence { prefix { $0 != "@" } }
    fileprivate var place: SubSequence { self[withoutPlace.endIndex...] }
}

/// Restores a person's values, each only over the program's value that the person had changed.
extension BoundInstance {
    private func salt(_ number: Int) -> String {
        personal[number]?.first { !$0.base.isEmpty }?.base ?? common.salt
    }

    // MARK: Saving

    /// The values to save: those that wait, and the person's present value as the last one.
    final func personalValues(
        _ number: Int,
        _ property: BoundProperty
    ) throws(CallRunner.Failure) -> [PersonalValue] {
        let base = try property.base(of: life, salt: salt(number))
        try settle(number, property, base)
        guard let base else { return personal[number] ?? [] }
        // The present value takes over from one on the same base.
        personal[number]?.removeAll { $0.base == base && !$0.isInPlace }
        let waiting = (personal[number] ?? []).filter { !$0.isInPlace }
        guard let value = try property.read(life).plain else { return waiting }
        return waiting.suffix(PersonalValue.waitingLimit) + [PersonalValue(value, on: base)]
    }

    /// Ends the records of values that the program has taken over.
    private func settle(
        _ number: Int,
        _ property: BoundProperty,
        _ base: String?
    ) throws(CallRunner.Failure) {
        guard let kept = personal[number], !kept.isEmpty else { return }
        let shown = try property.shown(by: life, salt: salt(number))
        if let index = kept.firstIndex(where: \.isInPlace),
            base?.withoutPlace != kept[index].base.withoutPlace
        {
            if shown == nil {
                // The program has answered to a person's input.
                personal[number]?.remove(at: index)
            } else {
                personal[number]?[index].isInPlace = false
            }
        }
        guard base == nil, let place = shown?.place, !place.isEmpty else { return }
        let now = try property.read(life)
        personal[number]?.removeAll { kept in
            guard !kept.isInPlace, kept.base.place == place else { return false }
            return BoundValue(kept.value, property.shape, from: nil).map { now.says($0) } ?? false
        }
    }

    // MARK: Restoring

    /// Takes a property's stored values, and puts back the one that the program asks for.
    final func takePersonalValues(
        _ stored: RestorationValue?,
        _ number: Int,
        _ property: BoundProperty,
        _ coder: RestorationCoder
    ) {
        endLooking(number)
        personal[number] = stored.map { PersonalValue.list($0) }
        guard personal[number]?.isEmpty == false else { return }
        lookDeadline = context.session?.arrivalDeadline
        let isTaken = restorePersonalValue(number, property)
        guard life.isAlive, let kept = personal[number], !kept.isEmpty else { return }
        looks[number] = life.connect(property.ready, .readiness, key: property.key)
        if !isTaken { coder.recordRefusal(waiting(property)) }
    }

    /// Puts back values for which the program now gives the base.
    final func restorePersonalValues() {
        for number in personal.keys.sorted() where life.isAlive {
            restorePersonalValue(number, life.calls.properties[number])
        }
    }

    /// - Returns: Whether the library has taken a value, now or for a later turn of its loop.
    @discardableResult
    private func restorePersonalValue(_ number: Int, _ property: BoundProperty) -> Bool {
        guard personal[number]?.isEmpty == false else { return false }
        if let lookDeadline, context.session.map({ $0.now > lookDeadline }) ?? true {
            endLooking(number)
            return false
        }
        do throws(CallRunner.Failure) {
            try settle(number, property, try property.base(of: life, salt: salt(number)))
            guard let shown = try property.shown(by: life, salt: salt(number)) else {
                endLooking(number)
                return false
            }
            let index = personal[number]?.lastIndex {
                $0.base == shown && $0.attempts < PersonalValue.attemptLimit
            }
            guard let index, let kept = personal[number]?[index],
                let value = BoundValue(kept.value, property.shape, from: nil)
            else { return false }
            try property.write(value, to: life)
            guard life.isAlive else { return false }
            let now = try property.shown(by: life, salt: kept.base)
            // The library sets the value at the end of its turn, and then calls `ready`.
            if now == "" { return true }
            let isRefused = now == kept.base
            personal[number]?[index].attempts += isRefused ? PersonalValue.attemptLimit : 1
            personal[number]?[index].isInPlace = !isRefused
            return !isRefused
        } catch {
            // The value waits, for example for its range.
            return false
        }
    }

    /// Whether a property must be set after one whose value waits for its base: a cursor has no
    /// place in another text.
    final func waitsForBase(_ property: BoundProperty) -> Bool {
        property.predecessors.contains { key in
            personal.contains { number, kept in
                life.calls.properties[number].key == key && !kept.isEmpty
                    && !kept.contains(where: \.isInPlace)
            }
        }
    }

    private func endLooking(_ number: Int) {
        if let look = looks.removeValue(forKey: number) { life.endConnection(look) }
    }

    private func waiting(_ property: BoundProperty) -> Diagnosis {
        Diagnosis(
            problem: "\"\(property.key)\" of \(boundClass.name) does not have the value that the"
                + " user had changed",
            place: path,
            remedy: "No action is needed if the program shows it later: the changed value is"
                + " retained. restorectl archive show --full --reveal prints it."
        )
    }
}

extension BoundValue {
    /// The value without references; `nil` for one that cannot be stored.
    fileprivate var plain: RestorationValue? {
        switch self {
        case .single(let value): RestorationValue(value)
        case .named(let values): .dictionary(values.mapValues { RestorationValue($0) })
        case .list: nil
        }
    }
}

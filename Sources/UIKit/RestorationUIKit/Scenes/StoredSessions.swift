import Foundation
import RestorationKit

/// Encodes sessions and activities in the application's record.
///
/// Values outside a property list are omitted, with a log message (SCN-9).
@MainActor struct StoredSessions {
    private let application: UIApplication

    init(_ application: UIApplication) { self.application = application }

    private enum Key {
        static let identifier = "identifier"
        static let role = "role"
        static let configuration = "configuration"
        static let isKey = "isKey"
        static let userInfo = "userInfo"
        static let activity = "activity"
        static let type = "type"
        static let title = "title"
        static let target = "target"
    }

    // MARK: Writing

    /// - Parameter state: Whether to include the activity and `userInfo`.
    func values(of session: UISceneSession, withState state: Bool = true) -> [String: Any] {
        var values: [String: Any] = [
            Key.identifier: session.persistentIdentifier,
            Key.role: session.role.rawValue,
        ]
        values[Key.configuration] = session.configuration.name
        if InterfaceMetrics.current.isDrawn,
            application.keyWindow?.windowScene?.session === session
        {
            values[Key.isKey] = true
        }
        guard state else { return values }
        values[Key.userInfo] = session.userInfo.map {
            storable($0, of: "the scene session \(session.persistentIdentifier)")
        }
        values[Key.activity] = session.stateRestorationActivity.map { self.values(of: $0) }
        return values
    }

    private func values(of activity: NSUserActivity) -> [String: Any] {
        var values: [String: Any] = [Key.type: activity.activityType]
        values[Key.title] = activity.title
        values[Key.target] = activity.targetContentIdentifier
        values[Key.userInfo] = activity.userInfo.map {
            storable($0, of: "the activity \(activity.activityType)")
        }
        return values
    }

    private func storable(_ values: [AnyHashable: Any], of owner: String) -> [String: Any] {
        var storable: [String: Any] = [:]
        for (key, value) in values {
            guard let key = key.base as? String else {
                logRefusal("A value of \(owner) has a key that is not text")
                continue
            }
            guard let value = stored(value) else {
                logRefusal("The value for \"\(key)\" of \(owner) is a \(type(of: value))")
                continue
            }
            storable[key] = value
        }
        return storable
    }

    /// The value as a save would restore it, or `nil` if it does not belong in a property list.
    private func stored(_ value: Any) -> Any? {
        if StoredValue.isNone(value) { return NSNull() }
        if let collection = HashedCollection(value) { return stored(collection) }
        switch value {
        case is String, is Data, is Date, is URL, is UUID, is NSNull: return value
        case let number as NSNumber: return number
        case let values as [Any]:
            let stored = values.compactMap { self.stored($0) }
            return stored.count == values.count ? stored : nil
        default: return nil
        }
    }

    private func stored(_ collection: HashedCollection) -> Any? {
        switch collection {
        case .countedSet: return nil
        case .set(let values):
            guard !values.contains(where: { $0.base is Decimal }) else { return nil }
            let stored = values.compactMap { self.stored($0.base).flatMap(StoredValue.hashable) }
            return stored.count == values.count ? Set(stored) : nil
        case .dictionary(let values):
            let pairs = values.compactMap { key, value in
                (key.base as? String).flatMap { key in stored(value).map { (key, $0) } }
            }
            guard pairs.count == values.count else { return nil }
            return Dictionary(uniqueKeysWithValues: pairs)
        }
    }

    private func logRefusal(_ problem: String) {
        application.log(
            Diagnosis(
                problem: "\(problem), and is not saved",
                remedy: "Keep values of a property list there, such as a text that names an object."
            )
        )
    }

    // MARK: Reading

    func session(_ values: [String: Any]) -> UISceneSession? {
        guard let identifier = values[Key.identifier] as? String,
            let role = values[Key.role] as? String
        else { return nil }
        let session = UISceneSession(
            persistentIdentifier: identifier,
            role: UISceneSession.Role(rawValue: role),
            configurationName: values[Key.configuration] as? String
        )
        session.wasKey = values[Key.isKey] as? Bool ?? false
        session.userInfo = values[Key.userInfo] as? [String: Any]
        let activity = values[Key.activity] as? [String: Any]
        session.stateRestorationActivity = activity.flatMap { self.activity($0) }
        return session
    }

    private func activity(_ values: [String: Any]) -> NSUserActivity? {
        guard let type = values[Key.type] as? String else { return nil }
        let activity = NSUserActivity(activityType: type)
        activity.title = values[Key.title] as? String
        activity.targetContentIdentifier = values[Key.target] as? String
        activity.userInfo = values[Key.userInfo] as? [String: Any]
        return activity
    }

    /// A copy, as a save would restore it.
    func copy(_ activity: NSUserActivity) -> NSUserActivity? { self.activity(values(of: activity)) }
}

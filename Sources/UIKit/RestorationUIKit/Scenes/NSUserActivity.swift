public import Foundation

/// What a person is doing, as values of a property list: text, numbers, dates, bytes, URLs, unique
/// identifiers, and arrays, sets and dictionaries of those (SCN-9).
public final class NSUserActivity: NSObject {
    /// What kind of activity it is, in reverse DNS. Any kind is saved; no list declares them.
    public let activityType: String
    /// What is shown as its name.
    public var title: String?
    /// What continues it.
    public var userInfo: [AnyHashable: Any]?
    /// Names what it is about, so that a scene can be found that shows that.
    public var targetContentIdentifier: String?
    /// Whether something has changed that the activity has to be given. A save gives it, and sets
    /// this to `false`.
    public var needsSave = false
    /// Gets a last chance to add values before the activity is saved (SCN-2).
    public weak var delegate: (any NSUserActivityDelegate)?

    /// Creates an activity.
    public init(activityType: String) {
        self.activityType = activityType
        super.init()
    }

    /// Adds values, in place of others under equal keys.
    public func addUserInfoEntries(from other: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(other) { $1 }
    }

    /// Does nothing: no other device is offered the activity.
    public func becomeCurrent() {}
    /// Does nothing: no other device is offered the activity.
    public func resignCurrent() {}
    /// Does nothing: no other device is offered the activity.
    public func invalidate() {}
}

/// Hears of an activity.
@MainActor public protocol NSUserActivityDelegate: NSObjectProtocol {
    /// The activity is about to be saved. Add to its `userInfo` what continues it; the responders
    /// that have the activity are asked afterwards.
    func userActivityWillSave(_ userActivity: NSUserActivity)
}

extension NSUserActivityDelegate {
    /// Adds nothing.
    public func userActivityWillSave(_ userActivity: NSUserActivity) {}
}

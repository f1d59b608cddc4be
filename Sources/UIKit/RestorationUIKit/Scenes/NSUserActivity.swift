public import Foundation

/// A user's activity, as values of a property list: text, numbers, dates, bytes, URLs, unique
/// identifiers, and arrays, sets and dictionaries of those (SCN-9).
public final class NSUserActivity: NSObject {
    /// The activity's type in reverse DNS. Types need no declaration.
    public let activityType: String
    /// The activity's title.
    public var title: String?
    /// The values from which the activity continues.
    public var userInfo: [AnyHashable: Any]?
    /// An identifier of the content, by which a matching scene can be found.
    public var targetContentIdentifier: String?
    /// Whether the activity needs an update. A save updates it and sets this to `false`.
    public var needsSave = false
    /// Updates the activity before it is saved (SCN-2).
    public weak var delegate: (any NSUserActivityDelegate)?

    /// Creates an activity.
    public init(activityType: String) {
        self.activityType = activityType
        super.init()
    }

    /// Adds values, replacing those under equal keys.
    public func addUserInfoEntries(from other: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(other) { $1 }
    }

    /// Does nothing: the activity is not offered to other devices.
    public func becomeCurrent() {}
    /// Does nothing: the activity is not offered to other devices.
    public func resignCurrent() {}
    /// Does nothing: the activity is not offered to other devices.
    public func invalidate() {}
}

/// The delegate of an activity.
@MainActor public protocol NSUserActivityDelegate: NSObjectProtocol {
    /// The activity is about to be saved. Update its `userInfo` here. The activity's responders
    /// update it afterwards.
    func userActivityWillSave(_ userActivity: NSUserActivity)
}

extension NSUserActivityDelegate {
    /// Adds nothing.
    public func userActivityWillSave(_ userActivity: NSUserActivity) {}
}

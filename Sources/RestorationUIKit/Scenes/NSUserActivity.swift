public import Foundation

/// What a person is doing, as values of a property list.
public final class NSUserActivity: NSObject {
    /// What kind of activity it is, in reverse DNS.
    public let activityType: String
    /// What is shown as its name.
    public var title: String?
    /// What continues it.
    public var userInfo: [AnyHashable: Any]?

    /// Creates an activity.
    public init(activityType: String) {
        self.activityType = activityType
        super.init()
    }

    /// Adds values, in place of others under equal keys.
    public func addUserInfoEntries(from other: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(other) { $1 }
    }
}

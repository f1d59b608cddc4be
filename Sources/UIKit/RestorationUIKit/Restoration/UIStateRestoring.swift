public import Foundation

/// An object that takes part in state restoration: a controller, a view, or an object registered by
/// `UIApplication.registerObject(forStateRestoration:restorationIdentifier:)`.
///
/// All members have defaults, as they are optional in UIKit.
@MainActor public protocol UIStateRestoring: NSObjectProtocol {
    /// The object whose path is the prefix of this one's (PATH-13). Read at registration (PATH-14).
    var restorationParent: (any UIStateRestoring)? { get }
    /// The class that makes the object at a restore. `nil` for an object that the program registers
    /// at each launch.
    var objectRestorationClass: (any UIObjectRestoration.Type)? { get }
    /// Stores the object's state.
    func encodeRestorableState(with coder: NSCoder)
    /// Applies the object's state.
    func decodeRestorableState(with coder: NSCoder)
    /// All restored objects and the delegate have decoded (REST-29).
    func applicationFinishedRestoringState()
}

extension UIStateRestoring {
    /// `nil`.
    public var restorationParent: (any UIStateRestoring)? { nil }
    /// `nil`: a restore looks for the object among the registered ones.
    public var objectRestorationClass: (any UIObjectRestoration.Type)? { nil }
    /// Stores nothing. References to the object are restored nevertheless (OBJ-10).
    public func encodeRestorableState(with coder: NSCoder) {}
    /// Reads nothing.
    public func decodeRestorableState(with coder: NSCoder) {}
    /// Does nothing.
    public func applicationFinishedRestoringState() {}
}

/// Makes registered objects at a restore.
@MainActor public protocol UIObjectRestoration {
    /// Makes and registers the object, or returns an existing one (OBJ-8). `nil` declines it, and
    /// references to it become `nil`.
    ///
    /// - Parameters:
    ///   - identifierComponents: The identifiers from the topmost parent to the object.
    ///   - coder: The object's own state.
    static func object(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> (any UIStateRestoring)?
}

/// Makes controllers at a restore.
@MainActor public protocol UIViewControllerRestoration {
    /// Makes the controller, or returns an existing one. `nil` declines it, with its subtree
    /// (REST-9).
    ///
    /// - Parameters:
    ///   - identifierComponents: The identifiers from the root controller to this one.
    ///   - coder: The controller's own state, which its `decodeRestorableState(with:)` receives
    ///     later.
    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController?
}

public import Foundation

/// An object that takes part in state restoration: a controller, a view, or one that the program
/// registers by `UIApplication.registerObject(forStateRestoration:restorationIdentifier:)`.
///
/// Every member has a default, as every one is optional in UIKit.
@MainActor public protocol UIStateRestoring: NSObjectProtocol {
    /// The object whose path is the prefix of this one's (PATH-13); read when it is registered
    /// (PATH-14).
    var restorationParent: (any UIStateRestoring)? { get }
    /// What makes the object at a restore; `nil` for one that the program registers at each launch.
    var objectRestorationClass: (any UIObjectRestoration.Type)? { get }
    /// Stores the object's state.
    func encodeRestorableState(with coder: NSCoder)
    /// Takes the object's state.
    func decodeRestorableState(with coder: NSCoder)
    /// Every restored object has decoded, and so has the delegate (REST-29).
    func applicationFinishedRestoringState()
}

extension UIStateRestoring {
    /// None.
    public var restorationParent: (any UIStateRestoring)? { nil }
    /// None: the object is looked for among those that are registered.
    public var objectRestorationClass: (any UIObjectRestoration.Type)? { nil }
    /// Stores nothing; references to the object are restored all the same (OBJ-10).
    public func encodeRestorableState(with coder: NSCoder) {}
    /// Reads nothing.
    public func decodeRestorableState(with coder: NSCoder) {}
    /// Does nothing.
    public func applicationFinishedRestoringState() {}
}

/// Makes registered objects at a restore.
@MainActor public protocol UIObjectRestoration {
    /// Makes the object, or returns one that exists already, and registers it (OBJ-8); `nil` to
    /// leave it out, so that references to it are `nil`.
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
    /// Makes the controller, or returns one that exists already; `nil` to leave it out, with all
    /// that is below it (REST-9).
    ///
    /// - Parameters:
    ///   - identifierComponents: The identifiers from the root controller to this one.
    ///   - coder: The controller's own state, which its `decodeRestorableState(with:)` is given.
    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController?
}

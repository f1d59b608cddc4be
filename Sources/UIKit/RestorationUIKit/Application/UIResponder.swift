public import Foundation

/// An object that receives events: a controller, a view, the application, its delegate.
@MainActor open class UIResponder: NSObject {
    /// Creates a responder.
    public override init() { super.init() }

    /// Creates a responder, as `@main` and storyboards do. `coder` has no values.
    public required init?(coder: NSCoder) { super.init() }

    /// The responder that receives unhandled events, or `nil` for the last one.
    open var next: UIResponder? { nil }

    /// The activity to which the responder contributes.
    open var userActivity: NSUserActivity?

    /// Adds the responder's state to an activity. Adds nothing by default.
    open func updateUserActivityState(_ activity: NSUserActivity) {}

    /// Applies the state from ``updateUserActivityState(_:)``. Does nothing by default.
    open func restoreUserActivityState(_ activity: NSUserActivity) {}

    /// Keyboard shortcuts while the responder or a descendant has the focus. None by default.
    open var keyCommands: [UIKeyCommand]? { nil }

    /// Whether this plain controller or view replaces one whose class is unavailable. It has no
    /// state of its own, so its changes never replace the state of the missing object.
    var isStandIn = false

    // MARK: First responder

    /// The window whose first responder this one can be, or `nil` outside any window.
    var windowOfResponder: UIWindow? { nil }

    /// Whether the responder accepts keyboard input. `false` by default.
    open var canBecomeFirstResponder: Bool { false }

    /// Whether the responder yields to another one. `true` by default.
    open var canResignFirstResponder: Bool { true }

    /// Whether the responder receives keyboard input.
    open var isFirstResponder: Bool { windowOfResponder?.firstResponder === self }

    /// The nearest controller: this responder, or the one whose view contains it.
    var controllerOfResponder: UIViewController? {
        sequence(first: self) { $0.next }.lazy.compactMap { $0 as? UIViewController }.first
    }

    /// Becomes the first responder, which receives keyboard input.
    ///
    /// If the controller is not in a window yet, the responder becomes the first one when the
    /// controller's view is shown.
    ///
    /// - Returns: Whether the responder is the first one now. `false` outside any window.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard canBecomeFirstResponder else { return false }
        guard let window = windowOfResponder else {
            controllerOfResponder?.awaitedFirstResponder = self
            return false
        }
        // The latest request counts.
        controllerOfResponder?.awaitedFirstResponder = nil
        if isFirstResponder { return true }
        if let other = window.firstResponder, !other.resignFirstResponder() { return false }
        window.firstResponder = self
        recordChange()
        return true
    }

    /// Resigns as the first responder.
    ///
    /// - Returns: Whether it resigned.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        if let controller = controllerOfResponder, controller.awaitedFirstResponder === self {
            controller.awaitedFirstResponder = nil
        }
        guard isFirstResponder else { return true }
        guard canResignFirstResponder else { return false }
        windowOfResponder?.firstResponder = nil
        recordChange()
        return true
    }

    /// Schedules a save within a second, after the program has changed state of the controller or
    /// view. Changes by the user schedule a save automatically. Other changes wait for the next
    /// save.
    ///
    /// No counterpart in UIKit; the name is AppKit's.
    public func invalidateRestorableState() { recordChange() }

    func recordChange() { UIApplication.current?.recordChange(of: self) }
}

extension UIResponder {
    /// The next responder for keys: ``next``, but never one behind a presented controller.
    package var nextForKeys: UIResponder? {
        guard let controller = self as? UIViewController, controller.presenter != nil else {
            return next
        }
        return controller.windowOfResponder
    }
}

public import Foundation

/// An object that events come to: a controller, a view, the application, its delegate.
@MainActor open class UIResponder: NSObject {
    /// Creates a responder.
    public override init() { super.init() }

    /// Creates a responder, as `@main` and storyboards do. `coder` has nothing to say.
    public required init?(coder: NSCoder) { super.init() }

    /// Who gets what this one does not handle; `nil` for the last one.
    open var next: UIResponder? { nil }

    /// What the responder adds to, so that it is continued later or elsewhere.
    open var userActivity: NSUserActivity?

    /// Writes what the responder knows into an activity. Adds nothing by default.
    open func updateUserActivityState(_ activity: NSUserActivity) {}

    /// Takes what ``updateUserActivityState(_:)`` has written. Does nothing by default.
    open func restoreUserActivityState(_ activity: NSUserActivity) {}

    /// The keys that do something while the responder, or one below it, has the keys; none by
    /// default.
    open var keyCommands: [UIKeyCommand]? { nil }

    /// Whether this is a plain controller or view in the place of one whose class the program
    /// lacks. It has no state of its own, so that nothing that happens to it or its views gives up
    /// the state of the one that it stands in for.
    var isStandIn = false

    // MARK: First responder

    /// The window whose first responder this one can be; `nil` outside any window.
    var windowOfResponder: UIWindow? { nil }

    /// Whether the responder can get what is typed. No by default.
    open var canBecomeFirstResponder: Bool { false }

    /// Whether the responder gives that up when another one asks. Yes by default.
    open var canResignFirstResponder: Bool { true }

    /// Whether the responder gets what is typed now.
    open var isFirstResponder: Bool { windowOfResponder?.firstResponder === self }

    /// The nearest controller: this responder, or the one whose view it lies in.
    var controllerOfResponder: UIViewController? {
        sequence(first: self) { $0.next }.lazy.compactMap { $0 as? UIViewController }.first
    }

    /// Becomes the first responder, which gets what is typed.
    ///
    /// A responder whose controller is in no window yet, because that controller is still to be
    /// pushed, presented or selected, becomes the first responder once the controller's view is
    /// shown.
    ///
    /// - Returns: Whether it does now. A responder outside any window does not.
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
        noteChange()
        return true
    }

    /// Resigns as the first responder.
    ///
    /// - Returns: Whether it is given up.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        if let controller = controllerOfResponder, controller.awaitedFirstResponder === self {
            controller.awaitedFirstResponder = nil
        }
        guard isFirstResponder else { return true }
        guard canResignFirstResponder else { return false }
        windowOfResponder?.firstResponder = nil
        noteChange()
        return true
    }

    /// Says that the program has changed something that the controller or view stores: it is saved
    /// within a second, as what the person changes is. What is not told is saved at the next save.
    ///
    /// No counterpart in UIKit; the name is AppKit's.
    public func invalidateRestorableState() { noteChange() }

    /// Says that something has changed that is saved.
    func noteChange() { UIApplication.current?.noteChange(of: self) }
}

extension UIResponder {
    /// Who hears of a key after this one: ``next``, but nobody behind what is presented.
    package var nextForKeys: UIResponder? {
        guard let controller = self as? UIViewController, controller.presenter != nil else {
            return next
        }
        return controller.windowOfResponder
    }
}

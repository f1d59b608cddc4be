public import Foundation
import RestorationStoryboards

/// A transition from one controller to another.
@MainActor open class UIStoryboardSegue: NSObject {
    /// The segue's name in the storyboard.
    public let identifier: String?
    /// The controller before the transition.
    public let source: UIViewController
    /// The controller after the transition.
    public let destination: UIViewController
    private let kind: StoryboardDocument.Segue.Kind

    init(
        identifier: String,
        source: UIViewController,
        destination: UIViewController,
        kind: StoryboardDocument.Segue.Kind
    ) {
        self.identifier = identifier
        self.source = source
        self.destination = destination
        self.kind = kind
        super.init()
    }

    /// Shows the destination.
    open func perform() {
        switch kind {
        case .show:
            let stack = source as? UINavigationController ?? source.navigationController
            guard let stack else { return source.present(destination, animated: true) }
            stack.pushViewController(destination, animated: true)
        case .present: source.present(destination, animated: true)
        case .showDetail:
            guard let split = source as? UISplitViewController ?? source.splitViewController
            else {
                return source.present(destination, animated: true)
            }
            split.showDetailViewController(destination, sender: source)
        }
    }
}

/// A named connection from a controller to a view of its storyboard. Linux has no `@IBOutlet`, so
/// controllers list their outlets.
///
/// ```swift
/// override class var outlets: [UIOutlet] { [UIOutlet("name", \EditController.nameField)] }
/// ```
@MainActor public struct UIOutlet {
    let name: String
    let connect: (UIViewController, UIView) -> Bool

    /// Creates an outlet.
    ///
    /// - Parameters:
    ///   - name: The outlet's name in the storyboard.
    ///   - path: The controller's property.
    public init<Controller: UIViewController, View: UIView>(
        _ name: String,
        _ path: ReferenceWritableKeyPath<Controller, View?>
    ) {
        self.name = name
        connect = { controller, view in
            guard let controller = controller as? Controller, let view = view as? View else {
                return false
            }
            controller[keyPath: path] = view
            return true
        }
    }
}

/// A controller's reaction to an event of a storyboard's view. Linux has no `@IBAction`, so
/// controllers list their actions.
///
/// ```swift
/// override class var actions: [UIStoryboardAction] {
///     [UIStoryboardAction("save") { (controller: EditController, _) in controller.save() }]
/// }
/// ```
@MainActor public struct UIStoryboardAction {
    let name: String
    let perform: (UIViewController, UIControl) -> Void

    /// Creates an action.
    ///
    /// - Parameters:
    ///   - name: The action's name in the storyboard.
    ///   - perform: Called with the controller and the control.
    public init<Controller: UIViewController>(
        _ name: String,
        _ perform: @escaping (_ controller: Controller, _ sender: UIControl) -> Void
    ) {
        self.name = name
        self.perform = { controller, sender in
            if let controller = controller as? Controller { perform(controller, sender) }
        }
    }
}

extension UIViewController {
    func connect(_ outlet: String, to view: UIView) {
        let known = type(of: self).outlets.last { $0.name == outlet }
        guard known?.connect(self, view) ?? false else {
            UIApplication.current?.logUnconnected("outlet", outlet, of: self)
            return
        }
    }

    func connect(_ action: String, to view: UIView, on event: String) {
        let events: [String: UIControl.Event] = [
            "touchDown": .touchDown, "touchUpInside": .touchUpInside,
            "editingDidBegin": .editingDidBegin, "editingDidEndOnExit": .editingDidEndOnExit,
            "valueChanged": .valueChanged,
            "editingChanged": .editingChanged, "editingDidEnd": .editingDidEnd,
            "primaryActionTriggered": .primaryActionTriggered,
        ]
        guard let known = type(of: self).actions.last(where: { $0.name == action }),
            let control = view as? UIControl, let event = events[event]
        else {
            UIApplication.current?.logUnconnected("action", action, of: self)
            return
        }
        control.addAction(
            UIAction { [weak self, weak control] _ in
                if let self, let control { known.perform(self, control) }
            },
            for: event
        )
    }
}

public import Foundation
import RestorationStoryboards

/// A way from one controller to another.
@MainActor open class UIStoryboardSegue: NSObject {
    /// Its name in the storyboard.
    public let identifier: String?
    /// Where it begins.
    public let source: UIViewController
    /// Where it leads.
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

/// A view that a storyboard gives a controller by a name. Linux has no `@IBOutlet`: a controller
/// lists its outlets.
///
/// ```swift
/// override class var outlets: [UIOutlet] { [UIOutlet("name", \EditController.nameField)] }
/// ```
@MainActor public struct UIOutlet {
    let name: String
    let connect: (UIViewController, UIView) -> Bool

    /// An outlet of a controller.
    ///
    /// - Parameters:
    ///   - name: What the storyboard calls it.
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

/// What a controller does when something happens to a view of its storyboard. Linux has no
/// `@IBAction`: a controller lists its actions.
///
/// ```swift
/// override class var actions: [UIStoryboardAction] {
///     [UIStoryboardAction("save") { (controller: EditController, _) in controller.save() }]
/// }
/// ```
@MainActor public struct UIStoryboardAction {
    let name: String
    let perform: (UIViewController, UIControl) -> Void

    /// An action of a controller.
    ///
    /// - Parameters:
    ///   - name: What the storyboard calls it.
    ///   - perform: What it does, with the controller and with the control that was used.
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
    /// Gives the controller a view of its storyboard.
    func connect(_ outlet: String, to view: UIView) {
        let known = type(of: self).outlets.last { $0.name == outlet }
        guard known?.connect(self, view) ?? false else {
            UIApplication.current?.logUnconnected("outlet", outlet, of: self)
            return
        }
    }

    /// Has the controller do something when that happens to a view.
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

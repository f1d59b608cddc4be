public import Foundation

/// An alert with actions for the user to choose from.
///
/// As in UIKit, alerts are not restored. The program presents the alert again if needed.
@MainActor open class UIAlertController: UIViewController {
    /// The position of the alert.
    public enum Style: Int, Sendable {
        /// At the bottom of the window.
        case actionSheet
        /// In the middle of the window.
        case alert
    }

    /// The position of the alert.
    public let preferredStyle: Style
    /// The text below the title.
    open var message: String?
    /// The actions, in the order in which they were added.
    open private(set) var actions: [UIAlertAction] = []
    /// The action of the return key; one of ``actions``.
    open var preferredAction: UIAlertAction?
    /// The text fields from the top, or `nil` if there are none.
    open private(set) var textFields: [UITextField]?

    /// Creates an alert.
    public init(title: String?, message: String?, preferredStyle: Style) {
        self.preferredStyle = preferredStyle
        self.message = message
        super.init(nibName: nil, bundle: nil)
        self.title = title
    }

    /// Returns `nil`: alerts are created in code.
    public required init?(coder: NSCoder) { return nil }

    /// Adds an action.
    open func addAction(_ action: UIAlertAction) {
        actions.append(action)
        (view as? AlertView)?.add(action)
    }

    open override func loadView() { view = AlertView(self) }

    /// Adds a text field to an alert. Does nothing for an action sheet.
    open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
        guard preferredStyle == .alert else { return }
        let field = UITextField(frame: .zero)
        configurationHandler?(field)
        textFields = (textFields ?? []) + [field]
        (view as? AlertView)?.add(field)
    }
}

/// An action of an alert.
@MainActor open class UIAlertAction: NSObject {
    /// The meaning of an action.
    public enum Style: Int, Sendable {
        case `default`
        /// Changes nothing.
        case cancel
        /// Loses data.
        case destructive
    }

    /// The action's title.
    public let title: String?
    /// The action's meaning.
    public let style: Style
    /// Whether the user can choose the action.
    open var isEnabled = true
    private let handler: ((UIAlertAction) -> Void)?

    /// Creates an action.
    ///
    /// - Parameters:
    ///   - title: The action's title.
    ///   - style: The action's meaning.
    ///   - handler: Called after the user has chosen the action and the alert was dismissed.
    public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
        self.title = title
        self.style = style
        self.handler = handler
        super.init()
    }

    func perform() { handler?(self) }
}

public import Foundation

/// A question to the person, with the answers that they may choose.
///
/// UIKit does not restore alerts, and neither does this: the program asks again if it still has to
/// know.
@MainActor open class UIAlertController: UIViewController {
    /// Where the question is shown.
    public enum Style: Int, Sendable {
        /// From the place that it concerns.
        case actionSheet
        /// In the middle of the screen.
        case alert
    }

    /// Where the question is shown.
    public let preferredStyle: Style
    /// What is asked, below the title.
    open var message: String?
    /// The answers, in the order in which they were added.
    open private(set) var actions: [UIAlertAction] = []
    /// The answer that the return key gives; one of ``actions``.
    open var preferredAction: UIAlertAction?
    /// What the person can type, from the top; `nil` for nothing.
    open private(set) var textFields: [UITextField]?

    /// Creates a question.
    public init(title: String?, message: String?, preferredStyle: Style) {
        self.preferredStyle = preferredStyle
        self.message = message
        super.init(nibName: nil, bundle: nil)
        self.title = title
    }

    /// An alert is made in code alone.
    public required init?(coder: NSCoder) { return nil }

    /// Adds an answer.
    open func addAction(_ action: UIAlertAction) {
        actions.append(action)
        (view as? AlertView)?.add(action)
    }

    open override func loadView() { view = AlertView(self) }

    /// Adds a field to an alert. An action sheet has none.
    open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
        guard preferredStyle == .alert else { return }
        let field = UITextField(frame: .zero)
        configurationHandler?(field)
        textFields = (textFields ?? []) + [field]
        (view as? AlertView)?.add(field)
    }
}

/// An answer to an alert.
@MainActor open class UIAlertAction: NSObject {
    /// What an answer means.
    public enum Style: Int, Sendable {
        case `default`
        /// Nothing is done.
        case cancel
        /// Something is lost by it.
        case destructive
    }

    /// What the answer says.
    public let title: String?
    /// What it means.
    public let style: Style
    /// Whether it can be chosen.
    open var isEnabled = true
    private let handler: ((UIAlertAction) -> Void)?

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - title: What the answer says.
    ///   - style: What it means.
    ///   - handler: Called when the person has chosen it, and the alert is gone.
    public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
        self.title = title
        self.style = style
        self.handler = handler
        super.init()
    }

    func perform() { handler?(self) }
}

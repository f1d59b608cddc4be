import Foundation

/// What an alert shows: its texts, its fields and its answers, in a panel in the middle of the
/// window, or at its bottom for an action sheet.
@MainActor package final class AlertView: UIView {
    private weak var alert: UIAlertController?
    /// What the person looks at. The rest of the view hides what is behind.
    package let panel = UIView()
    private let stack = UIStackView()
    private let message = UILabel()
    private let answers = UIStackView()

    /// The title, which stands in the panel's upper edge.
    package var title: String? { alert?.title }

    init(_ alert: UIAlertController) {
        self.alert = alert
        super.init(frame: UIScreen.main.bounds)
        stack.axis = .vertical
        message.numberOfLines = 0
        answers.axis = alert.preferredStyle == .alert ? .horizontal : .vertical
        answers.spacing = InterfaceMetrics.current.controlPadding / 2
        for view in [message, answers] { stack.addArrangedSubview(view) }
        panel.addSubview(stack)
        addSubview(panel)
    }

    package required init?(coder: NSCoder) { return nil }

    func add(_ field: UITextField) {
        stack.insertArrangedSubview(field, at: stack.arrangedSubviews.count - 1)
    }

    func add(_ action: UIAlertAction) {
        let button = UIButton()
        button.setTitle(action.title, for: .normal)
        button.addAction(
            UIAction { [weak alert] _ in
                guard let alert, let application = UIApplication.current else { return }
                UISystem(application).choose(action, of: alert)
            },
            for: .primaryActionTriggered
        )
        answers.addArrangedSubview(button)
    }

    package override func layoutSubviews() {
        super.layoutSubviews()
        guard let alert else { return }
        message.text = alert.message
        message.isHidden = alert.message?.isEmpty ?? true
        for (view, action) in zip(answers.arrangedSubviews, alert.actions) {
            (view as? UIButton)?.isEnabled = action.isEnabled
        }
        let edge = InterfaceMetrics.current.controlPadding / 4
        let room = CGSize(width: max(0, min(bounds.width, edge * 60) - 4 * edge), height: .infinity)
        let content = stack.contentSize(in: room)
        let width = min(max(content.width, room.width / 2), room.width) + 4 * edge
        let height = min(content.height + 2 * edge, bounds.height)
        let isSheet = alert.preferredStyle == .actionSheet
        panel.frame = CGRect(
            x: ((bounds.width - width) / 2).rounded(.down),
            y: isSheet ? bounds.height - height : ((bounds.height - height) / 2).rounded(.down),
            width: width,
            height: height
        )
        stack.frame = CGRect(origin: .zero, size: panel.frame.size)
            .insetBy(dx: 2 * edge, dy: edge)
    }

    /// The panel depends on what is in it, which changes without a word.
    package override func layoutIfNeeded() {
        setNeedsLayout()
        super.layoutIfNeeded()
    }
}

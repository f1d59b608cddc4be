import Foundation

/// The texts, fields and buttons of an alert, in a panel in the middle of the window. An action
/// sheet's panel is at the bottom.
@MainActor package final class AlertView: UIView {
    private weak var alert: UIAlertController?
    /// The visible panel. The rest of the view covers the background.
    package let panel = UIView()
    private let stack = UIStackView()
    private let heading = UILabel()
    private let message = UILabel()
    private let answers = UIStackView()
    private let scroll = AnswerScroll()

    /// The initial focus: a field, the preferred button, or a button that is not destructive.
    package var firstFocus: UIView? {
        if let field = alert?.textFields?.first { return field }
        let actions = alert?.actions ?? []
        let index =
            actions.firstIndex { $0 === alert?.preferredAction }
            ?? actions.firstIndex { $0.style == .cancel }
            ?? actions.firstIndex { $0.style != .destructive } ?? 0
        let buttons = answers.arrangedSubviews
        return buttons.indices.contains(index) ? buttons[index] : nil
    }

    init(_ alert: UIAlertController) {
        self.alert = alert
        super.init(frame: UIScreen.main.bounds)
        stack.axis = .vertical
        message.numberOfLines = 0
        heading.numberOfLines = 0
        heading.font = .boldSystemFont(ofSize: UIFont.systemFontSize)
        scroll.answers = answers
        scroll.addSubview(answers)
        for view in [heading, message, scroll] { stack.addArrangedSubview(view) }
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
        heading.text = alert.title
        heading.isHidden = alert.title?.isEmpty ?? true
        let padding = InterfaceMetrics.current.controlPadding
        let edge = padding / 4
        let room = CGSize(
            width: max(0, min(bounds.width, edge * 60) - 4 * edge),
            height: max(0, bounds.height - 2 * edge)
        )
        // Side by side if all titles fit, else one below the other.
        let widths = answers.arrangedSubviews.map { $0.intrinsicContentSize.width + padding / 2 }
        let fits = widths.reduce(-padding / 2, +) <= room.width
        answers.axis = alert.preferredStyle == .alert && fits ? .horizontal : .vertical
        answers.spacing = answers.axis == .horizontal ? padding / 2 : 0
        let content = stack.contentSize(in: room)
        let width = min(max(content.width, room.width / 2), room.width) + 4 * edge
        let height = min(content.height, room.height) + 2 * edge
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

    /// The contents change without notice, so layout always runs.
    package override func layoutIfNeeded() {
        setNeedsLayout()
        super.layoutIfNeeded()
    }
}

/// Buttons at their full height, if there is room.
private final class AnswerScroll: UIScrollView {
    weak var answers: UIStackView?

    override func contentSize(in room: CGSize) -> CGSize {
        guard let answers else { return super.contentSize(in: room) }
        let size = answers.contentSize(in: room)
        return CGSize(width: size.width + barWidth, height: size.height)
    }

    /// Buttons side by side are never scrolled.
    private var barWidth: CGFloat {
        answers?.axis == .vertical ? InterfaceMetrics.current.scrollBarWidth : 0
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        guard let answers else { return }
        let wanted = answers.contentSize(in: bounds.size)
        answers.frame = CGRect(
            x: 0,
            y: 0,
            width: max(0, bounds.width - barWidth),
            height: max(wanted.height, bounds.height)
        )
        contentSize = answers.frame.size
    }
}

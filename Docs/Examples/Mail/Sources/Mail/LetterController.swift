import RestorationTerminal

final class LetterController: UIViewController {
    private var letter: String?
    private var subject: UILabel?
    private var sender: UILabel?
    private var text: UITextView?

    override class var outlets: [UIOutlet] {
        [
            UIOutlet("subject", \LetterController.subject),
            UIOutlet("sender", \LetterController.sender), UIOutlet("text", \LetterController.text),
        ]
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        sender?.textColor = .secondaryLabel
        show(nil)
    }

    func show(_ id: String?) {
        letter = id
        let found = Letter.all.first { $0.id == id }
        subject?.text = found?.subject ?? "No letter"
        sender?.text = found.map { "From \($0.sender)" } ?? "Choose one."
        text?.text = found?.text ?? ""
        text?.contentOffset = .zero
        invalidateRestorableState()
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(letter, forKey: "letter")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        show(coder.decodeObject(of: NSString.self, forKey: "letter").map { "\($0)" })
    }
}

import RestorationTerminal

/// A letter that is being written.
final class ComposeController: UIViewController {
    private var to: UITextField?
    private var subject: UITextField?
    private var text: UITextView?

    override class var outlets: [UIOutlet] {
        [
            UIOutlet("to", \ComposeController.to),
            UIOutlet("subject", \ComposeController.subject),
            UIOutlet("text", \ComposeController.text),
        ]
    }

    override class var actions: [UIStoryboardAction] {
        [
            UIStoryboardAction("throwAway") { (controller: ComposeController, _) in
                controller.dismiss(animated: true)
            }
        ]
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        modalPresentationStyle = .formSheet
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(to?.text, forKey: "to")
        coder.encode(subject?.text, forKey: "subject")
        coder.encode(text?.text, forKey: "text")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        func saved(_ key: String) -> String? {
            coder.decodeObject(of: NSString.self, forKey: key).map { "\($0)" }
        }
        to?.text = saved("to")
        subject?.text = saved("subject")
        text?.text = saved("text")
    }
}

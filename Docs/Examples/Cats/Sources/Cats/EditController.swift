import UIKit

class EditController: UIViewController {
    var name = ""
    let field = UITextField(frame: CGRect(x: 0, y: 0, width: 200, height: 20))

    override func viewDidLoad() {
        super.viewDidLoad()
        restorationIdentifier = "EditController"
        restorationClass = EditController.self
        field.text = name
        view.addSubview(field)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(field.text, forKey: "text")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        field.text = coder.decodeObject(of: NSString.self, forKey: "text") as String?
    }
}

extension EditController: UIViewControllerRestoration {
    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? { EditController() }
}

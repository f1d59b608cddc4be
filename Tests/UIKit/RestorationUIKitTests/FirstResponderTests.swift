import Foundation
import RestorationKit
import RestorationUIKit
import Testing
import UIKitTestSupport

/// A field that becomes the first responder before it is in a window.
@MainActor @Suite(.serialized) struct `A field that is made the first responder` {
    private let device = Device()

    /// Saves a program that shows a form, and returns the form after the next launch.
    ///
    /// - Parameter show: Shows a form above the root.
    private func form<Root: UIViewController>(
        asking moment: Form.Moment,
        in root: () -> Root,
        show: (Root, Form) -> Void
    ) throws -> Form {
        let before = root()
        try device.launch(SecureProgram(before))
        let form = Form()
        form.restorationIdentifier = "Form"
        form.restorationClass = Form.self
        show(before, form)
        try device.leave()
        Form.moment = moment
        Form.made = []
        defer { Form.moment = nil }
        try device.launch(SecureProgram(root()))
        return try #require(Form.made.last)
    }

    private func stack() -> UINavigationController {
        let list = UIViewController()
        list.restorationIdentifier = "List"
        return UINavigationController(rootViewController: list)
    }

    @Test(arguments: Form.Moment.allCases)
    func `has the keyboard once its controller is pushed`(moment: Form.Moment) throws {
        let form = try form(asking: moment, in: stack) {
            $0.pushViewController($1, animated: false)
        }

        #expect(form.field.isFirstResponder)
        #expect(form.countOfEditingBegins == 1)
    }

    @Test(arguments: Form.Moment.allCases)
    func `has the keyboard once its controller is presented`(moment: Form.Moment) throws {
        let form = try form(asking: moment, in: UIViewController.init) {
            $0.present($1, animated: false)
        }

        #expect(form.field.isFirstResponder)
    }

    @Test(arguments: Form.Moment.allCases)
    func `has the keyboard when its tab is chosen`(moment: Form.Moment) throws {
        func tabs() -> UITabBarController {
            let tabs = UITabBarController()
            let other = stack()
            other.restorationIdentifier = "Other"
            tabs.viewControllers = [UIViewController(), other]
            return tabs
        }
        let form = try form(asking: moment, in: tabs) { tabs, form in
            (tabs.viewControllers?[1] as? UINavigationController)?.pushViewController(
                form,
                animated: false
            )
        }
        #expect(!form.field.isFirstResponder)

        form.tabBarController?.selectedIndex = 1

        #expect(form.field.isFirstResponder)
    }

    @Test func `does not get the keyboard if it resigns, or another one asks later`() throws {
        let root = stack()
        try device.launch(SecureProgram(root))
        let (first, second) = (Form(), Form())
        for form in [first, second] { form.loadViewIfNeeded() }

        first.field.becomeFirstResponder()
        first.field.resignFirstResponder()
        root.pushViewController(first, animated: false)
        #expect(!first.field.isFirstResponder)
        second.field.becomeFirstResponder()
        second.otherField.becomeFirstResponder()
        root.pushViewController(second, animated: false)

        #expect(second.otherField.isFirstResponder && !second.field.isFirstResponder)
    }
}

/// A form that makes its field the first responder at the usual moments of iOS programs.
final class Form: UIViewController, UIViewControllerRestoration, UITextFieldDelegate {
    enum Moment: CaseIterable { case viewDidLoad, decoding, finished }

    static var moment: Moment?
    static var made: [Form] = []
    let field = UITextField(frame: CGRect(x: 0, y: 0, width: 80, height: 20))
    let otherField = UITextField(frame: CGRect(x: 0, y: 20, width: 80, height: 20))
    private(set) var countOfEditingBegins = 0

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? {
        let form = Form()
        made.append(form)
        return form
    }

    private func ask(_ moment: Moment) {
        if Self.moment == moment { field.becomeFirstResponder() }
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        field.delegate = self
        view.addSubview(field)
        view.addSubview(otherField)
        ask(.viewDidLoad)
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        ask(.decoding)
    }

    override func applicationFinishedRestoringState() { ask(.finished) }

    func textFieldDidBeginEditing(_ textField: UITextField) { countOfEditingBegins += 1 }
}

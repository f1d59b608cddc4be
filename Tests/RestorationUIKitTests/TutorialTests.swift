import Foundation
import RestorationKit
import RestorationUIKit
import Testing

/// The story of a first restoration: what comes back, step by step.
@MainActor @Suite(.serialized) struct `A program that learns to restore` {
    private let device = Device()

    private func launch(_ steps: Set<Step>) throws -> TutorialProgram {
        let program = TutorialProgram(steps)
        try device.launch(program)
        return program
    }

    @Test func `brings back the form with its text, when all is done`() throws {
        let before = try launch(Set(Step.allCases))
        before.showForm(of: "Milo").field.text = "Milo the Great"
        try device.leave()

        let after = try launch(Set(Step.allCases))

        let details = try #require(after.stack.viewControllers.last as? DetailsController)
        #expect(details.cat == "Milo")
        let form = try #require(details.presentedViewController as? FormController)
        #expect(form.field.text == "Milo the Great")
    }

    @Test func `starts anew before it has said anything`() throws {
        let before = try launch([])
        before.showForm(of: "Milo")
        try device.leave()

        #expect(try launch([]).stack.viewControllers.count == 1)
    }
}

/// What the program does about its restoration.
enum Step: CaseIterable { case optsIn, hasIdentifiers, hasCoding, hasClass }

private final class TutorialProgram: NSObject, UIApplicationDelegate {
    private static var steps: Set<Step> = []
    let stack = UINavigationController(rootViewController: ListController())
    var window: UIWindow?

    init(_ steps: Set<Step>) { Self.steps = steps }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if Self.steps.contains(.hasIdentifiers) {
            stack.restorationIdentifier = "Stack"
            stack.viewControllers[0].restorationIdentifier = "List"
        }
        let window = UIWindow()
        self.window = window
        window.rootViewController = stack
        window.makeKeyAndVisible()
        return true
    }

    func application(
        _ application: UIApplication,
        shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { Self.steps.contains(.optsIn) }

    func application(
        _ application: UIApplication,
        shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { Self.steps.contains(.optsIn) }

    @discardableResult
    func showForm(of cat: String) -> FormController {
        let details = DetailsController()
        details.cat = cat
        stack.pushViewController(details, animated: true)
        let form = FormController()
        form.restorationIdentifier = "Form"
        form.restorationClass = FormController.self
        details.present(form, animated: true)
        form.loadViewIfNeeded()
        return form
    }
}

final class ListController: UIViewController {}

final class DetailsController: UIViewController, UIViewControllerRestoration {
    var cat: String?

    override func viewDidLoad() {
        super.viewDidLoad()
        restorationIdentifier = "Details"
        restorationClass = DetailsController.self
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(cat, forKey: "cat")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        cat = coder.decodeObject(forKey: "cat") as? String
    }

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? { DetailsController() }
}

final class FormController: UIViewController, UIViewControllerRestoration {
    let field = UITextField()

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(field)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(field.text, forKey: "text")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        field.text = coder.decodeObject(forKey: "text") as! String?
    }

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? { FormController() }
}

import Foundation
import RestorationUIKit

/// A controller that logs its callbacks. It has a text and references.
@MainActor class LoggingController: UIViewController {
    var text = ""
    /// The values to encode, by key. Restorable objects become references.
    var stored: [String: Any] = [:]
    /// The values decoded for ``keys``.
    private(set) var read: [String: Any] = [:]
    var keys: [String] = []
    var onEncode: (NSCoder) -> Void = { _ in }
    var onDecode: (NSCoder) -> Void = { _ in }
    var onFinish: () -> Void = {}
    var onLoad: () -> Void = {}
    private(set) var countOfDecodes = 0

    init(_ identifier: String?, text: String = "") {
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = identifier
        self.text = text
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    /// A controller that ``PageMaker`` recreates in a restore.
    static func made(_ identifier: String, text: String = "") -> LoggingController {
        let controller = LoggingController(identifier, text: text)
        controller.restorationClass = PageMaker.self
        return controller
    }

    var name: String { restorationIdentifier ?? "?" }

    override func viewDidLoad() {
        super.viewDidLoad()
        Log.note("load \(name)")
        onLoad()
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        Log.note("encode \(name)")
        coder.encode(text, forKey: "text")
        for (key, value) in stored { coder.encode(value, forKey: key) }
        onEncode(coder)
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        Log.note("decode \(name)")
        countOfDecodes += 1
        text = coder.decodeObject(forKey: "text") as? String ?? "?"
        for key in keys { read[key] = coder.decodeObject(forKey: key) }
        onDecode(coder)
    }

    override func applicationFinishedRestoringState() {
        super.applicationFinishedRestoringState()
        Log.note("finish \(name)")
        onFinish()
    }
}

/// A restoration class with a closure of the test.
final class PageMaker: UIViewControllerRestoration {
    static var make: ([String], NSCoder) -> UIViewController? = { _, _ in nil }

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? {
        Log.note("make \(identifierComponents.joined(separator: "/"))")
        return make(identifierComponents, coder)
    }
}

/// A custom container, which encodes references to its children and shows all of them.
final class PagesController: UIViewController {
    var encodesChildren = true
    /// The children that it decoded.
    private(set) var read: [UIViewController] = []

    init(_ identifier: String?, _ children: [UIViewController]) {
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = identifier
        for child in children { add(child) }
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    func add(_ child: UIViewController) {
        addChild(child)
        view.addSubview(child.view)
        child.didMove(toParent: self)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        if encodesChildren { coder.encode(children, forKey: "children") }
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        let values = coder.decodeObject(forKey: "children") as? [Any] ?? []
        read = values.compactMap { $0 as? UIViewController }
        for child in read where child.parent !== self { add(child) }
    }
}

extension UINavigationController {
    static func stack(
        _ identifier: String?,
        _ controllers: UIViewController...
    ) -> UINavigationController {
        let stack = UINavigationController()
        stack.restorationIdentifier = identifier
        stack.viewControllers = controllers
        return stack
    }

    /// The identifiers of the stack's controllers.
    var names: [String] { viewControllers.map { $0.restorationIdentifier ?? "?" } }
    var texts: [String] { viewControllers.map { ($0 as? LoggingController)?.text ?? "-" } }
}

extension UITabBarController {
    static func tabs(
        _ identifier: String?,
        _ controllers: UIViewController...
    ) -> UITabBarController {
        let tabs = UITabBarController()
        tabs.restorationIdentifier = identifier
        tabs.viewControllers = controllers
        return tabs
    }
}

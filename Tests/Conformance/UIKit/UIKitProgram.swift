import Foundation
import RestorationTesting
import RestorationUIKit

/// A device with one program of UIKit's classes; its state stays when the program is killed.
@MainActor final class UIKitDevice {
    private let disk = MemoryDisk(application: ApplicationIdentifier("org.example.program")!)
    private(set) var application: UIApplication?

    /// Launches a program around a root, under the preset at hand.
    @discardableResult
    func launch(
        _ root: UIViewController,
        _ prepare: (UIKitProgram) -> Void = { _ in }
    ) throws -> UIKitProgram {
        let program = UIKitProgram(root)
        prepare(program)
        try launch(program)
        return program
    }

    /// Launches a program; one that runs is killed before that.
    @discardableResult
    func launch(_ delegate: any UIApplicationDelegate) throws -> UIApplication {
        kill()
        var configuration = UIApplicationConfiguration(
            identifier: "org.example.program",
            preset: .tested
        )
        configuration.options.store = disk.store()
        let application = try UISystem.launch(delegate, configuration: configuration)
        self.application = application
        return application
    }

    /// Sends the program to the background, where it is saved, and kills it.
    func leave() throws {
        guard let application else { return }
        try UISystem(application).enterBackground()
        kill()
    }

    func kill() {
        application.map { UISystem($0).kill() }
        application = nil
    }

    /// The paths that the last restore met.
    var paths: [String] {
        application?.restorationSession.report?.entries.map { "\($0.path)" } ?? []
    }

    func outcome(of path: String) -> RestorationReport.Outcome? {
        application?.restorationSession.report?.entries.first { "\($0.path)" == path }?.outcome
    }
}

/// A program of one window. What happens is a line of its log.
@MainActor final class UIKitProgram: NSObject, UIApplicationDelegate {
    let root: UIViewController
    var window: UIWindow?
    var saves = true
    var restores = true
    var encodes: (NSCoder) -> Void = { _ in }
    var provides: ([String]) -> UIViewController? = { _ in nil }
    static var log: [String] = []

    init(_ root: UIViewController) { self.root = root }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Self.log.append("will finish")
        let window = UIWindow()
        self.window = window
        window.rootViewController = root
        window.makeKeyAndVisible()
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Self.log.append("did finish")
        return true
    }

    func application(
        _ application: UIApplication,
        shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool {
        Self.log.append("should save")
        return saves
    }

    func application(
        _ application: UIApplication,
        shouldSaveApplicationState coder: NSCoder
    ) -> Bool {
        Self.log.append("older should save")
        return true
    }

    func application(
        _ application: UIApplication,
        shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool {
        Self.log.append("should restore")
        return restores
    }

    func application(
        _ application: UIApplication,
        willEncodeRestorableStateWith coder: NSCoder
    ) {
        Self.log.append("will encode")
        encodes(coder)
    }

    func application(
        _ application: UIApplication,
        didDecodeRestorableStateWith coder: NSCoder
    ) { Self.log.append("did decode") }

    func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? { provides(identifierComponents) }
}

/// A controller that logs what happens to it, and stores a note.
@MainActor class NoteController: UIViewController {
    var note = ""
    /// What it refers to besides.
    weak var other: UIViewController?

    convenience init(_ identifier: String?, note: String = "") {
        self.init(nibName: nil, bundle: nil)
        restorationIdentifier = identifier
        self.note = note
    }

    private var name: String { restorationIdentifier ?? "-" }

    override func viewDidLoad() {
        super.viewDidLoad()
        UIKitProgram.log.append("load \(name)")
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        UIKitProgram.log.append("encode \(name)")
        coder.encode(note, forKey: "note")
        coder.encode(other, forKey: "other")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        UIKitProgram.log.append("decode \(name)")
        note = coder.decodeObject(of: NSString.self, forKey: "note").map { "\($0)" } ?? ""
        other = coder.decodeObject(forKey: "other") as? UIViewController
    }

    override func applicationFinishedRestoringState() {
        super.applicationFinishedRestoringState()
        UIKitProgram.log.append("finished \(name)")
    }
}

/// One that is its own restoration class.
final class MadeController: NoteController, UIViewControllerRestoration {
    static var declines: (String) -> Bool = { _ in false }
    static var paths: [[String]] = []

    static func made(_ identifier: String, note: String = "") -> MadeController {
        let controller = MadeController(identifier, note: note)
        controller.restorationClass = MadeController.self
        return controller
    }

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? {
        let name = identifierComponents.last ?? ""
        paths.append(identifierComponents)
        let note = coder.decodeObject(of: NSString.self, forKey: "note").map { "\($0)" } ?? ""
        UIKitProgram.log.append("make \(name) \(note)")
        return declines(name) ? nil : MadeController(nibName: nil, bundle: nil)
    }
}

import BenchmarkReport
import Foundation
import Measuring
import RestorationKit
import RestorationUIKit

/// Measures a program with 10,000 UIKit controllers, and an equal tree of objects that use the
/// engine alone. With `--check`, exits with status 1 if a goal is missed.
@main
@MainActor
struct ControllerBenchmark {
    static let stacks = 100
    static let screens = 99
    static let rounds = 15

    static func main() throws {
        let directory =
            FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "restoration-controllers-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let goals = try ControllerBenchmark(directory: directory).run()
        print("\ngoals")
        for goal in goals { print("  \(goal)") }
        if CommandLine.arguments.contains("--check"), !goals.allSatisfy(\.isMet) { exit(1) }
    }

    let directory: String

    private func run() throws -> [Goal] {
        var samples: [String: [Double]] = [:]
        for round in 0...Self.rounds {
            let controllers = try controllerTimes(isFirst: round == 0)
            let nodes = try nodeTimes(isFirst: round == 0)
            guard round > 0 else { continue }
            samples["save controllers", default: []].append(controllers.save)
            samples["restore controllers", default: []].append(controllers.restore)
            samples["save nodes", default: []].append(nodes.save)
            samples["restore nodes", default: []].append(nodes.restore)
        }
        let medians = samples.mapValues { $0.median / 1e6 }
        print("\(Self.stacks) stacks of \(Self.screens); medians of \(Self.rounds)\n")
        for name in medians.keys.sorted() { show(name, medians[name]!, "ms") }
        return ["save", "restore"].map { what in
            Goal(
                name: "\(what): UIKit's controllers against the engine's own objects",
                ratio: medians["\(what) controllers"]! / medians["\(what) nodes"]!,
                bound: .atMost(2)
            )
        }
    }

    private func options(_ name: String) -> RestorationOptions {
        var options = RestorationOptions()
        options.stateDirectory = "\(directory)/\(name)"
        options.keyProvider = FileKeyProvider(directory: directory + "/keys")
        options.savesAutomatically = false
        return options
    }

    // MARK: UIKit

    private func controllerTimes(isFirst: Bool) throws -> (save: Double, restore: Double) {
        let program = Program()
        var configuration = UIApplicationConfiguration(identifier: "org.example.bench")
        configuration.options = options("controllers")
        var application: UIApplication?
        let restore = try nanoseconds {
            application = try UISystem.launch(program, configuration: configuration)
        }
        if isFirst { program.fill() }
        precondition(program.count == Self.stacks * Self.screens, "Not all controllers are back.")
        let save = try nanoseconds { try UISystem(application!).enterBackground() }
        UISystem(application!).kill()
        return (save, restore)
    }

    // MARK: The engine

    private func nodeTimes(isFirst: Bool) throws -> (save: Double, restore: Double) {
        var session: RestorationSession?
        var root: Stack?
        let restore = try nanoseconds {
            let made = Stack("Tabs", arrangement: .places)
            made.children = (0..<Self.stacks).map { Stack("Stack\($0)", arrangement: .stack) }
            let opened = try RestorationSession(
                application: "org.example.bench",
                options: options("nodes")
            )
            opened.register(Node.self, as: "Node")
            opened.addRoot(made)
            try opened.restore()
            (session, root) = (opened, made)
        }
        if isFirst {
            for case let stack as Stack in root!.children {
                stack.children = try (0..<Self.screens).map { number in
                    let node = try session!.make("Screen", under: stack, className: "Node")
                    (node as? Node)?.text = "text \(number)"
                    return node
                }
            }
        }
        let count = root!.children.reduce(0) { $0 + ($1 as! Stack).children.count }
        precondition(count == Self.stacks * Self.screens, "Not all objects are back.")
        let save = try nanoseconds { try session!.preserveNow() }
        session!.close()
        return (save, restore)
    }
}

/// A program of tabs, each with a stack of screens.
@MainActor private final class Program: NSObject, UIApplicationDelegate {
    var window: UIWindow?
    private let tabs = UITabBarController()

    private var stacks: [UINavigationController] {
        tabs.viewControllers?.compactMap { $0 as? UINavigationController } ?? []
    }
    var count: Int { stacks.reduce(0) { $0 + $1.viewControllers.count } }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        tabs.restorationIdentifier = "Tabs"
        tabs.viewControllers = (0..<ControllerBenchmark.stacks).map { number in
            let stack = UINavigationController()
            stack.restorationIdentifier = "Stack\(number)"
            return stack
        }
        let window = UIWindow()
        window.rootViewController = tabs
        self.window = window
        window.makeKeyAndVisible()
        return true
    }

    func fill() {
        for stack in stacks {
            stack.viewControllers = (0..<ControllerBenchmark.screens).map { number in
                let screen = Screen()
                screen.restorationIdentifier = "Screen"
                screen.restorationClass = Screen.self
                screen.text = "text \(number)"
                return screen
            }
        }
    }

    func application(
        _ application: UIApplication,
        shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { true }

    func application(
        _ application: UIApplication,
        shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { true }
}

/// A screen with a text and a number.
final class Screen: UIViewController, UIViewControllerRestoration {
    var text = ""
    private var number = 7

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(text, forKey: "text")
        coder.encode(number, forKey: "number")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        text = coder.decodeObject(forKey: "text") as? String ?? ""
        number = coder.decodeInteger(forKey: "number")
    }

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? { Screen() }
}

/// The engine's counterpart of a screen, which can present another object and has elements.
private final class Node: RestorableObject, RestorablePresenter, RestorableElementOwner {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    var text = ""
    private var number = 7

    private var presented: (any Restorable)?
    var restorationPresented: (any Restorable)? { presented }
    var restorationElements: [any RestorableElement]? { [] }

    init(_ request: CreationRequest) { restorationIdentifier = request.identifier }

    func presentRestored(_ object: any Restorable) { presented = object }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(text, forKey: "text")
        coder.encode(number, forKey: "number")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        text = try coder.decode(String.self, forKey: "text") ?? ""
        number = try coder.decode(Int.self, forKey: "number") ?? 0
    }
}

/// The engine's counterpart of a container controller.
private final class Stack: RestorableContainer, RestorablePresenter, RestorableElementOwner {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    let restorationArrangement: RestorationArrangement
    var distinguishesChildrenByPosition: Bool { restorationArrangement == .stack }
    var children: [any Restorable] = [] {
        didSet {
            for child in children {
                (child as? Node)?.restorationParent = self
                (child as? Stack)?.restorationParent = self
            }
        }
    }
    var restorationSlots: [RestorationSlot] { children.map { RestorationSlot($0) } }

    var restorationPresented: (any Restorable)? { nil }
    var restorationElements: [any RestorableElement]? { [] }
    func presentRestored(_ object: any Restorable) {}

    init(_ identifier: String, arrangement: RestorationArrangement) {
        restorationIdentifier = identifier
        restorationArrangement = arrangement
    }

    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        children = slots.map(\.child)
    }
}

import PetFinderModel
import RestorationCore

/// A stack of screens, of which the top one is shown: the content of one tab.
///
/// The screens of the stack are siblings under it: `Tabs/Matches/List`, `Tabs/Matches/Details`.
///
/// Semantic source: `UINavigationController` (UIKit); rules CONT-2, CONT-3 and PATH-3.
final class NavigationController: Restorable {
    let restorationIdentifier: String?
    weak var tabs: TabController?
    var restorationParent: (any Restorable)? { tabs }
    var restorationChildren: [any Restorable] { stack }

    /// What the tab is called.
    let name: String
    private let services: Services
    /// From the root, which is always there, to the screen that is shown.
    private(set) var stack: [any Screen]

    init(name: String, root: any Screen, services: Services) {
        self.name = name
        restorationIdentifier = name
        self.services = services
        stack = [root]
    }

    /// The screen that is shown.
    var top: any Screen { stack[stack.count - 1] }

    /// Shows a screen over the others.
    func push(_ screen: any Screen) {
        stack.append(screen)
        services.session.invalidate(self)
    }

    /// Goes back to the screen below, if there is one.
    func pop() {
        guard stack.count > 1 else { return }
        stack.removeLast()
        services.session.invalidate(self)
    }

    /// Lets the screen that is shown handle a key.
    func handle(_ key: Key) -> KeyOutcome {
        switch top.handle(key) {
        case .handled: return .handled
        case .leave:
            pop()
            return .handled
        case .ignored:
            guard key == .escape, stack.count > 1 else { return .ignored }
            pop()
            return .handled
        }
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(stack.map { $0 as any Restorable }, forKey: "stack")
    }

    /// The root is built on every launch. What does not come back ends the stack: a screen above it
    /// would have nothing to go back to.
    func decodeRestorableState(with coder: RestorationCoder) throws {
        let restored = try coder.decodeReferences(forKey: "stack").dropFirst()
        stack =
            [stack[0]] + restored.map { $0 as? any Screen }.prefix { $0 != nil }.compactMap(\.self)
    }
}

import PetFinderModel
import RestorationCore
import TerminalScreen

/// A stack of screens, of which the top one is shown: the content of one tab.
///
/// The screens of the stack are siblings under it: `Tabs/Matches/List`, `Tabs/Matches/Details`.
/// Those of equal identifiers are told apart by their cat, which stays the same whatever is above
/// or below.
///
/// Semantic source: `UINavigationController` (UIKit); rules CONT-2, CONT-3, PATH-3 and PATH-8.
final class NavigationController: Restorable {
    let restorationIdentifier: String?
    weak var tabs: TabController?
    var restorationParent: (any Restorable)? { tabs }
    var restorationChildren: [any Restorable] { stack + parked }

    /// What the tab is called.
    let name: String
    private let services: Services
    /// From the root, which is always there, to the screen that is shown.
    private(set) var stack: [any Screen]
    /// Details that were left while something of them waits for a plugin that is gone.
    private var parked: [DetailsController] = []

    init(name: String, root: any Screen, services: Services) {
        self.name = name
        restorationIdentifier = name
        self.services = services
        stack = [root]
    }

    /// The screen that is shown.
    var top: any Screen { stack[stack.count - 1] }

    /// Shows the details of a cat over the others: those that wait for it, or else new ones.
    func showDetails(of cat: Cat.ID) {
        if let index = parked.firstIndex(where: { $0.cat == cat }) {
            stack.append(parked.remove(at: index))
        } else {
            let details = DetailsController(cat: cat, navigation: self, services: services)
            stack.append(details)
            details.makeNotes()
        }
        services.session.invalidate(self)
    }

    /// Goes back to the screen below, if there is one.
    private func pop() {
        guard stack.count > 1 else { return }
        if let details = stack.removeLast() as? DetailsController, details.isWaiting {
            parked.append(details)
        }
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

    func restorationDiscriminator(of child: any Restorable) -> String? {
        (child as? DetailsController)?.cat
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(stack.map { $0 as any Restorable }, forKey: "stack")
        coder.encode(parked.map { $0 as any Restorable }, forKey: "parked")
    }

    /// The root is built on every launch. What does not come back ends the stack: a screen above it
    /// would have nothing to go back to.
    func decodeRestorableState(with coder: RestorationCoder) throws {
        let restored = try coder.decodeReferences(forKey: "stack").dropFirst()
        let screens = restored.map { $0 as? any Screen }.prefix { $0 != nil }
        stack = [stack[0]] + screens.compactMap(\.self)
        parked = try coder.decodeReferences(forKey: "parked").compactMap {
            $0 as? DetailsController
        }
    }
}

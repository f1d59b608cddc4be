import PetFinderModel
import RestorationCore
import TerminalScreen

/// The root: two tabs, of which one is shown, and what lies over them.
///
/// Semantic source: `UITabBarController` (UIKit); rules CONT-5 and CONT-6.
final class TabController: Restorable {
    /// What lies over the tabs and has the keys.
    enum Overlay: String, RestorationCodable {
        case none, help, confirmation
    }

    let restorationIdentifier: String? = "Tabs"
    var restorationChildren: [any Restorable] { tabs }

    let services: Services
    let tabs: [NavigationController]
    private(set) var selected: NavigationController
    private(set) var overlay = Overlay.none
    /// What went wrong, until the person has read it. Not part of the state: it is about now.
    private(set) var notices: [Diagnosis] = []
    /// Why the last save failed, until one succeeds.
    var saveProblem: Diagnosis?
    /// Called when the person wants to leave.
    var onLeave: (Departure) -> Void = { _ in }

    /// How the person leaves.
    enum Departure: Hashable {
        /// To come back to where they were.
        case keepingState
        /// To begin anew the next time.
        case discardingState
    }

    init(services: Services) {
        self.services = services
        let find = FindController(services: services)
        let matches = MatchesController(services: services)
        tabs = [
            NavigationController(name: "Find", root: find, services: services),
            NavigationController(name: "Matches", root: matches, services: services),
        ]
        selected = tabs[0]
        find.navigation = tabs[0]
        matches.navigation = tabs[1]
        for tab in tabs { tab.tabs = self }
    }

    /// Shows what went wrong over everything else.
    func show(_ notice: Diagnosis) { notices.append(notice) }

    /// Tells all screens that the records have changed.
    func recordsDidChange() {
        for screen in tabs.flatMap(\.stack) { screen.recordsDidChange() }
    }

    // MARK: Keys

    /// Handles a key. One that nobody has a use for does nothing.
    func handle(_ key: Key) {
        guard notices.isEmpty else {
            if key == .enter || key == .escape { notices.removeFirst() }
            return
        }
        switch overlay {
        case .none:
            if selected.handle(key) == .ignored { handleGlobally(key) }
        case .help:
            show(.none)
        case .confirmation:
            if key == .character("y") { onLeave(.discardingState) }
            if [.character("n"), .escape].contains(key) { show(.none) }
        }
    }

    private func handleGlobally(_ key: Key) {
        switch key {
        case .character("1"): select(tabs[0])
        case .character("2"): select(tabs[1])
        case .left, .right, .tab, .backTab: select(selected === tabs[0] ? tabs[1] : tabs[0])
        case .character("?"): show(.help)
        case .character("q"): onLeave(.keepingState)
        case .character("Q"): show(.confirmation)
        default: break
        }
    }

    private func select(_ tab: NavigationController) {
        selected = tab
        services.session.invalidate(self)
    }

    private func show(_ overlay: Overlay) {
        self.overlay = overlay
        services.session.invalidate(self)
    }

    // MARK: Restoration

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(tabs.map { $0 as any Restorable }, forKey: "tabs")
        coder.encode(selected, forKey: "selected")
        coder.encode(overlay, forKey: "overlay")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        let restored = try coder.decode(NavigationController.self, forKey: "selected")
        selected = tabs.first { $0 === restored } ?? selected
        overlay = try coder.decode(Overlay.self, forKey: "overlay") ?? .none
    }
}

import RestorationKit

/// Makes the screens that come and go, when the archive says that they were there.
final class ScreenProvider: RestorationDelegate {
    private let tabs: TabController
    private let services: Services

    init(tabs: TabController, services: Services) {
        self.tabs = tabs
        self.services = services
    }

    /// Details lie on the stack of a tab: `Tabs/Matches/Details`. Everything else of the program's
    /// own is built on every launch.
    func object(at path: [String], coder: RestorationCoder) throws -> (any Restorable)? {
        guard path.count == 3, path[2] == "Details",
            let navigation = tabs.tabs.first(where: { $0.name == path[1] }),
            let cat = try coder.decode(String.self, forKey: DetailsController.catKey)
        else { return nil }
        return DetailsController(cat: cat, navigation: navigation, services: services)
    }
}

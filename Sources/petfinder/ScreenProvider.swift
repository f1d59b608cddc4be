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
        guard path.count == 3, path[2] == "Details" else { return nil }
        return tabs.tabs.first { $0.restorationIdentifier == path[1] }.map {
            DetailsController(navigation: $0, services: services)
        }
    }
}

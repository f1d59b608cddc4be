/// What a program of its own is started for.
package enum LaunchKind: String, CaseIterable {
    /// A search, and ten plugins loaded for paths.
    case few
    /// A search, after which every plugin found is checked and loaded, and its classes registered.
    case all
    /// Every library opened by the dynamic loader alone, and its entry point looked up: nothing is
    /// searched for, checked or registered.
    case allOpened
    /// Plugins loaded by us and by dlopen in turn, the medians of each.
    case turns
    /// The first search, and the routes made ready after it.
    case scan
}

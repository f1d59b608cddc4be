/// What a program of its own is started for.
package enum LaunchKind: String, CaseIterable {
    /// A search with the index, each file compared, and ten plugins loaded for paths.
    case few
    /// The same, with directories compared.
    case fewByDirectories
    /// What a program does that has no index and loads nothing later: a search, and then every
    /// plugin found is checked and loaded, and its classes registered.
    case all
    /// Every library opened by the dynamic loader alone, and its entry point looked up: nothing is
    /// searched for, checked or registered.
    case allOpened
    /// Plugins loaded by us and by dlopen in turn, the medians of each.
    case turns
    /// The first search without an index, and the routes made ready after it.
    case scan
}

/// What a program of its own is started for.
package enum LaunchKind: String, CaseIterable {
    /// A search with the index, each file compared, and ten plugins loaded for paths.
    case few
    /// The same, with directories compared.
    case fewByDirectories
    /// Every library opened, and its entry point looked up.
    case all
    /// Plugins loaded by us and by dlopen in turn, the medians of each.
    case turns
    /// The first search without an index, and the routes made ready after it.
    case scan
}

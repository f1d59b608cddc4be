/// The task of a separate program.
package enum LaunchKind: String, CaseIterable {
    /// A search, and ten plugins loaded for paths.
    case few
    /// A search, then checking and loading every plugin found, and registering its classes.
    case all
    /// Every library opened by the dynamic loader alone, and its entry point looked up, without
    /// search, checks or registration.
    case allOpened
    /// Plugins loaded by RestorationKit and by dlopen in turn; the median of each.
    case alternating
    /// The fastest of several searches, and the preparation of its routes.
    case scan
}

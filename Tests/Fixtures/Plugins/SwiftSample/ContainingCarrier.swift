import RestorationPluginKit

/// A carrier that retains its children, because references in a plugin do not.
final class ContainingCarrier: Carrier {
    override func keep(_ object: any Restorable) {
        guard PluginHost.parent(of: object) === self else { return }
        do {
            try addRestorationChild(object)
        } catch {
            PluginHost.log("A child could not be kept: \(error)", level: .error)
        }
    }
}

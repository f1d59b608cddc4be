import RestorationCore

/// What a container holds: listed once for all its children, if anything asks.
final class HeldChildren {
    /// Whether it shows what stands for children that are not there.
    let areShown: Bool
    private(set) lazy var members = Set(
        container.restorationSlots.map { ObjectIdentifier($0.child) }
    )
    private let container: any RestorableContainer

    init(of container: any RestorableContainer) {
        self.container = container
        areShown = container.showsUnavailableChildren
    }
}

import RestorationCore

/// What a container holds: listed once for all its children, if anything asks.
final class HeldChildren {
    private(set) lazy var members = Set(
        container.restorationSlots.map { ObjectIdentifier($0.child) }
    )
    private let container: any RestorableContainer

    init(of container: any RestorableContainer) { self.container = container }
}

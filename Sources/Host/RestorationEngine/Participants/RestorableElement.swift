public import RestorationCore

/// Leaf state of one owner: a scroll position, a selection, a divider.
///
/// An element is preserved if it has an identifier and its owner is preserved and loaded. Its path
/// is the owner's path and its own identifier (PATH-12). It decodes after all owners have decoded
/// and been attached (REST-38). An element that cannot take its state yet throws
/// `StateNotYetApplicable`, and decodes again when the program calls the session's
/// `applyAwaitedState(to:)` (REST-39).
///
/// Semantic source: `UIView.restorationIdentifier` and the restoration members of `UIView` (UIKit).
public protocol RestorableElement: Restorable {
    /// Whether the element holds a secret that must not be written to disk, such as a password. A
    /// secret element is not preserved, even if referenced (VIEW-11).
    var isSecret: Bool { get }
}

extension RestorableElement {
    /// No.
    public var isSecret: Bool { false }
}

/// An object with elements of its own.
///
/// Semantic source: `UIViewController` and the views in its tree (UIKit); rules VIEW-1 to VIEW-4.
public protocol RestorableElementOwner: Restorable {
    /// The elements whose nearest owner is this object, at any depth; `nil` while they are not
    /// loaded. The getter must not load them (VIEW-4). Their earlier state is retained until then.
    /// Save before you unload elements: those loaded again get the state of the last save.
    ///
    /// An element whose ``/RestorationCore/Restorable/restorationParent`` is another owner is
    /// passed over (VIEW-3).
    var restorationElements: [any RestorableElement]? { get }
    /// Whether more elements may be loaded later, such as those made when first shown. Their state
    /// is then retained until the program calls the session's `applyAwaitedState(to:)` with the
    /// owner and they exist, even if a save meets an element earlier.
    var awaitsElements: Bool { get }
}

extension RestorableElementOwner {
    /// No.
    public var awaitsElements: Bool { false }
}

public import RestorationCore

/// Leaf state inside one owner: a scroll position, a selection, a divider.
///
/// An element is preserved if it has an identifier and its owner is preserved and loaded. Its path
/// is the owner's and its own identifier (PATH-12), and it decodes after all owners have decoded
/// and been attached (REST-38). One that cannot take its state yet throws `StateNotYetApplicable`,
/// and gets it once more when the program calls the session's `applyAwaitedState(to:)` (REST-39).
///
/// Semantic source: `UIView.restorationIdentifier` and the restoration members of `UIView` (UIKit).
public protocol RestorableElement: Restorable {
    /// Whether the element holds a secret that must not be written to disk, such as a password.
    /// Then nothing of it is preserved, even if something refers to it (VIEW-11).
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
    /// The elements whose nearest owner this object is, however deep they lie; `nil` while they are
    /// not loaded. Asking must not load them (VIEW-4): state from before is kept until they are.
    ///
    /// An element that names another owner, by
    /// ``/RestorationCore/Restorable/restorationParent``, is passed over (VIEW-3).
    var restorationElements: [any RestorableElement]? { get }
    /// Whether elements may come that are not loaded yet, since they are made when they are first
    /// shown, say. Then their state is retained, too, until the session's `applyAwaitedState(to:)`
    /// is called with the owner and finds them. It stays retained if a save meets the element
    /// before.
    var awaitsElements: Bool { get }
}

extension RestorableElementOwner {
    /// No.
    public var awaitsElements: Bool { false }
}

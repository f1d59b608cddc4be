public import RestorationCore

/// An object that holds others, such as a navigation stack, tabs or a split view.
///
/// The session preserves the references to the children and their arrangement. It encodes them
/// apart from the values of the container's own
/// ``/RestorationCore/Restorable/encodeRestorableState(with:)``, and attaches them after all
/// objects have decoded. So a subclass that overrides encode or decode cannot lose them (PRES-29).
///
/// ```swift
/// final class Stack: RestorableContainer {
///     let restorationIdentifier: String? = "Stack"
///     let restorationArrangement = RestorationArrangement.stack
///     private(set) var screens: [any Restorable] = []
///     var restorationSlots: [RestorationSlot] { screens.map { RestorationSlot($0) } }
///     func attachRestored(_ slots: [RestorationSlot], selecting: (any Restorable)?) {
///         screens = slots.map(\.child)
///     }
/// }
/// ```
///
/// Children name the container as their ``/RestorationCore/Restorable/restorationParent``. A child
/// that names no parent is still preserved below the container. Children without an identifier are
/// ignored (CONT-4).
///
/// Semantic source: UIKit's container controllers; rules CONT-2 to CONT-8 and CONT-12.
public protocol RestorableContainer: Restorable {
    /// The children in order, each with its slot key, if any. The list is the same in every layout.
    /// It includes collapsed and hidden children. These name this container as their parent even
    /// while another container shows them without listing them (CONT-8).
    var restorationSlots: [RestorationSlot] { get }

    /// The selected child; `nil` if there is none, or the selection does not matter (CONT-5).
    var restorationSelection: (any Restorable)? { get }

    /// Whether the order of the children is state.
    var restorationArrangement: RestorationArrangement { get }

    /// Whether order distinguishes children with equal identifiers and no slot keys. Otherwise the
    /// second of them is reported and not preserved (PATH-5, PATH-8).
    var distinguishesChildrenByPosition: Bool { get }

    /// Replaces the children by the restored ones and those that only the program attached. Not
    /// called if they are arranged so already, so nothing is attached twice (REST-31).
    ///
    /// - Parameters:
    ///   - slots: All children, in order.
    ///   - selection: The child to select; `nil` leaves the selection to the container.
    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?)
}

extension RestorableContainer {
    /// None.
    public var restorationSelection: (any Restorable)? { nil }
    /// Children stay where the program attached them.
    public var restorationArrangement: RestorationArrangement { .places }
    /// No: siblings have identifiers or slots of their own.
    public var distinguishesChildrenByPosition: Bool { false }
    /// The children of the slots.
    public var restorationChildren: [any Restorable] { restorationSlots.map(\.child) }
    /// The slot's key, else the child's position if ``distinguishesChildrenByPosition``.
    public func restorationDiscriminator(of child: any Restorable) -> String? {
        ContainerSlots(of: self)[child]?.mark.text?.rawValue
    }
}

/// A place in a container, with its child.
public struct RestorationSlot {
    /// The object in the slot.
    public let child: any Restorable
    /// The slot's name in its container, stable across launches, such as "primary" or an item's
    /// identity. `nil` if the child's identifier suffices. A valid key has 1 to 255 bytes of UTF-8
    /// without NUL. Other keys are ignored, and a save reports them.
    public let key: String?

    /// Creates a slot for a child.
    public init(_ child: any Restorable, key: String? = nil) {
        self.child = child
        self.key = key
    }
}

/// How a restore arranges a container's children.
public enum RestorationArrangement: Hashable, Sendable {
    /// Children are stacked, and are restored in the saved order. A retained child is passed over.
    /// The stack ends at a child that its class declined or that the program did not build. The
    /// children above that child end too (CONT-3).
    case stack
    /// The program arranges the children. Attached children stay in place. A restored child goes
    /// into its slot, or after the sibling that it followed. An unavailable child is passed over
    /// (CONT-6, REST-30).
    case places
}

/// An object that can present another one outside any container, such as a dialog or a sheet.
///
/// The session preserves the reference, and presents the object again if it was restored.
///
/// Semantic source: `UIViewController.presentedViewController` (UIKit); rules PRES-9 and CONT-1.
public protocol RestorablePresenter: Restorable {
    /// The object that is presented now, if any.
    var restorationPresented: (any Restorable)? { get }
    /// Presents a restored object without animation. Not called if it is presented already.
    func presentRestored(_ object: any Restorable)
}

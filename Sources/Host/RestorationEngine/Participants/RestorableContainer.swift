public import RestorationCore

/// An object that holds others, of which the session preserves the references and the arrangement:
/// a navigation stack, tabs, a split view.
///
/// The session encodes the children itself, beside the values of the container's own
/// ``/RestorationCore/Restorable/encodeRestorableState(with:)``, and hands them back when
/// everything has decoded. So a subclass that overrides encode or decode cannot lose them
/// (PRES-29).
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
/// Children name the container as their ``/RestorationCore/Restorable/restorationParent``; one that
/// names nobody is preserved below the container all the same. Children without an identifier are
/// neither preserved nor in the way (CONT-4).
///
/// Semantic source: UIKit's container controllers; rules CONT-2 to CONT-8 and CONT-12.
public protocol RestorableContainer: Restorable {
    /// The children in their order, each with the key of its slot if it has one. The same in every
    /// layout: a child that is collapsed or hidden is a child all the same, and names this
    /// container as its parent even while another one shows it, which does not list it then
    /// (CONT-8).
    var restorationSlots: [RestorationSlot] { get }

    /// The child that is selected; `nil` if there is none, or it makes no difference (CONT-5).
    var restorationSelection: (any Restorable)? { get }

    /// Whether the order of the children is state.
    var restorationArrangement: RestorationArrangement { get }

    /// Whether children of equal identifiers without slot keys are told apart by their order.
    /// Otherwise the second of them is reported and not preserved (PATH-5, PATH-8).
    var distinguishesChildrenByPosition: Bool { get }

    /// Takes the children as they are to be from now on: those that were restored, and those that
    /// the program attached and no archive knows. Not called if that is how they are already; so
    /// nothing is attached twice (REST-31).
    ///
    /// - Parameters:
    ///   - slots: All children, in order.
    ///   - selection: One of them; `nil` leaves the selection to the container.
    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?)
}

extension RestorableContainer {
    /// None.
    public var restorationSelection: (any Restorable)? { nil }
    /// The program's: children stay where it attached them.
    public var restorationArrangement: RestorationArrangement { .places }
    /// No: siblings have identifiers or slots of their own.
    public var distinguishesChildrenByPosition: Bool { false }
    /// The children of the slots.
    public var restorationChildren: [any Restorable] { restorationSlots.map(\.child) }
    /// The slot's key or, where the container wants it, the position among children of one name.
    public func restorationDiscriminator(of child: any Restorable) -> String? {
        ContainerSlots(of: self)[child].mark.text?.rawValue
    }
}

/// A place in a container, and the child in it.
public struct RestorationSlot {
    /// The object in the slot.
    public let child: any Restorable
    /// The slot's name among the container's slots, stable across launches: "primary", "sidebar",
    /// an item's identity; `nil` where the child's identifier says it all. 1 to 255 bytes of UTF-8
    /// without NUL tell children apart; other keys do not, and a save reports them.
    public let key: String?

    /// A child in a slot.
    public init(_ child: any Restorable, key: String? = nil) {
        self.child = child
        self.key = key
    }
}

/// Whether two arrangements are one.
func isSame(_ first: [RestorationSlot], _ second: [RestorationSlot]) -> Bool {
    first.count == second.count
        && zip(first, second).allSatisfy { $0.child === $1.child && $0.key == $1.key }
}

/// How a restore arranges a container's children.
public enum RestorationArrangement: Hashable, Sendable {
    /// Members lie upon each other, and come back in the saved order. A retained member is passed
    /// over. At a member that its class declined, or that the program did not build, the stack
    /// ends: the members above it end, too (CONT-3).
    case stack
    /// The program arranges the children: those that it attached stay where they are, a restored
    /// one is added after the sibling that it followed or in its slot, and one that does not come
    /// back is passed over (CONT-6, REST-30).
    case places
}

/// An object that can show another one above itself, outside any container: a dialog, a sheet.
///
/// The session preserves the reference, and lets the object be presented again if it came back.
///
/// Semantic source: `UIViewController.presentedViewController` (UIKit); rules PRES-9 and CONT-1.
public protocol RestorablePresenter: Restorable {
    /// The object that is presented now.
    var restorationPresented: (any Restorable)? { get }
    /// Presents an object that was restored, without animation. Not called if it is presented
    /// already.
    func presentRestored(_ object: any Restorable)
}

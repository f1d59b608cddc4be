/// An object with abilities that the host and its plugins agreed on: tables of C functions, asked
/// for by versioned id.
///
/// ```swift
/// extension PetEditor: InterfaceProviding {
///     func interface(_ id: String) -> UnsafeRawPointer? {
///         id == "org.restorationkit.petfinder.screen/1" ? PetScreen.table : nil
///     }
/// }
/// ```
///
/// An object of a plugin adopts it in the plugin; the object that stands for it in the host adopts
/// it too and passes the question on. What is in a table says the header of whoever defined the id.
///
/// Semantic source: `restoration_class.interface` (`restoration/plugin.h`).
public protocol InterfaceProviding: AnyObject {
    /// The table of the ability `id`, or `nil` if the object does not have it.
    ///
    /// The table must live as long as the object, unchanged; whoever asks keeps it no longer. One
    /// table for all objects of a class, allocated once and never freed, is the simplest that
    /// holds.
    func interface(_ id: String) -> UnsafeRawPointer?
}

/// An object that offers interfaces: tables of C functions with a versioned ID.
///
/// ```swift
/// extension PetEditor: InterfaceProviding {
///     func interface(_ id: String) -> UnsafeRawPointer? {
///         id == "org.restorationkit.petfinder.screen/1" ? PetScreen.table : nil
///     }
/// }
/// ```
///
/// An object of a plugin adopts the protocol in the plugin. Its counterpart in the host also adopts
/// it and forwards the call. The header that defines an ID documents its table.
///
/// Semantic source: `restoration_class.interface` (`restoration/plugin.h`).
public protocol InterfaceProviding: AnyObject {
    /// The table of the interface `id`, or `nil` if the object does not offer it.
    ///
    /// The table must live, unchanged, as long as the object; callers use it no longer than that.
    /// The simplest valid choice is one table for all objects of a class, allocated once and never
    /// freed.
    func interface(_ id: String) -> UnsafeRawPointer?
}

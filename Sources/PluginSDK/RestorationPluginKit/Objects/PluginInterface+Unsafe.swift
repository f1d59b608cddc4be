import CRestorationPlugin
public import RestorationCore

/// An interface of another object: the table of C functions, and their object argument.
///
/// Valid as long as the object lives: look it up again rather than store it.
@safe public struct PluginInterface<Table> {
    /// The functions, as documented in the header that defines the interface.
    public let table: UnsafePointer<Table>
    /// The object argument of the functions, unless the table contains it.
    public let object: UnsafeMutableRawPointer?
}

extension PluginHost {
    /// The table of an interface that this host defines for its plugins.
    ///
    /// ```swift
    /// let pets = PluginHost.interface(PETFINDER_PETS_INTERFACE, as: petfinder_pets.self)
    /// ```
    ///
    /// - Returns: The table, which lives as long as the process; `nil` as for ``interface(_:)``.
    @safe public static func interface<Table>(
        _ id: String,
        as type: Table.Type
    ) -> UnsafePointer<Table>? {
        // Invariant: the header that defines the id also defines the table's type.
        unsafe interface(id)?.assumingMemoryBound(to: type)
    }

    /// The table of an object's interface, by versioned id. The object may belong to any plugin or
    /// the host.
    ///
    /// - Returns: `nil` if the object does not have the interface, is deallocated, or is unknown to
    ///   the host.
    public static func interface<Table>(
        _ id: String,
        of object: any Restorable,
        as type: Table.Type
    ) -> PluginInterface<Table>? {
        guard let (plugin, handle) = known(object, "PluginHost.interface") else { return nil }
        if let own = object as? any RestorableObject {
            guard let table = unsafe (own as? any InterfaceProviding)?.interface(id) else {
                return nil
            }
            return unsafe PluginInterface(
                table: table.assumingMemoryBound(to: type),
                object: own.interfacePointer
            )
        }
        guard let (table, pointer) = plugin.host.interface(id, of: handle) else {
            return nil
        }
        // Invariant (restoration/host.h): the table is that of this id.
        return unsafe PluginInterface(
            table: table.assumingMemoryBound(to: type),
            object: pointer
        )
    }
}

extension ForeignObject: InterfaceProviding {
    /// Only the table, for interfaces whose tables contain their object.
    public func interface(_ id: String) -> UnsafeRawPointer? {
        unsafe PluginHost.interface(id, of: self, as: UInt8.self)
            .map { unsafe UnsafeRawPointer($0.table) }
    }
}

extension RestorableObject {
    /// The pointer that names this object in an interface table, and that the table's functions
    /// receive. ``object(at:)`` converts it back.
    @safe public var interfacePointer: UnsafeMutableRawPointer {
        unsafe Unmanaged.passUnretained(self as AnyObject).toOpaque()
    }
}

/// A table of C functions that an object provides for an interface. The table stays at one address,
/// unchanged, as long as this value exists.
///
/// ```swift
/// final class Sticker: RestorableObject, InterfaceProviding {
///     private lazy var screen = InterfaceTable(petfinder_screen(…))
///
///     func interface(_ id: String) -> UnsafeRawPointer? {
///         id == PETFINDER_SCREEN_INTERFACE ? screen.pointer : nil
///     }
/// }
/// ```
@safe public struct InterfaceTable: Sendable {
    @safe private final class Memory: Sendable {
        // Invariant: allocated and filled by the initialiser below, freed by `deinit`, and never
        // written in between.
        nonisolated(unsafe) let start: UnsafeMutableRawPointer
        init(_ start: UnsafeMutableRawPointer) { unsafe self.start = start }
        deinit { unsafe start.deallocate() }
    }

    private let memory: Memory

    /// The table's address.
    public var pointer: UnsafeRawPointer { unsafe UnsafeRawPointer(memory.start) }

    @usableFromInline init(owning start: UnsafeMutableRawPointer) {
        memory = unsafe Memory(start)
    }

    // Generic code could use the type's size from another version of the header: see ClassTable. A
    // transparent function is inlined into its caller, which knows the type, in every build.
    /// Copies a table to a fixed address.
    @_transparent
    public init<Table>(_ table: Table) {
        let start = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<Table>.size,
            alignment: MemoryLayout<Table>.alignment
        )
        // Invariant: the memory is as large as the table, which is a C struct and needs no
        // destruction.
        unsafe start.assumingMemoryBound(to: Table.self).pointee = table
        unsafe self.init(owning: start)
    }
}

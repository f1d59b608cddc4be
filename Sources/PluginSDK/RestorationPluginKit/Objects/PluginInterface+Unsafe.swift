import CRestorationPlugin
public import RestorationCore

/// An ability of another object: its table of C functions, and what they take for their object.
///
/// Good as long as the object lives: ask again rather than keep it.
@safe public struct PluginInterface<Table> {
    /// The functions, as the header of whoever defined the interface describes them.
    public let table: UnsafePointer<Table>
    /// What the functions expect as their object, unless the table names it itself.
    public let object: UnsafeMutableRawPointer?
}

extension PluginHost {
    /// Asks for an ability that this host defines for its plugins, as a table of that type.
    ///
    /// ```swift
    /// let pets = PluginHost.interface(PETFINDER_PETS_INTERFACE, as: petfinder_pets.self)
    /// ```
    ///
    /// - Returns: The table, which lives as long as the process; `nil` as
    ///   ``interface(_:)``.
    @safe public static func interface<Table>(
        _ id: String,
        as type: Table.Type
    ) -> UnsafePointer<Table>? {
        // Invariant: what is in the table of an id says the header that defines both.
        unsafe interface(id)?.assumingMemoryBound(to: type)
    }

    /// Asks an object, of this plugin or of anybody else, for an ability by its versioned id.
    ///
    /// - Returns: `nil` if the object does not have it, has ended, or is not known to the host.
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
        // Invariant (restoration/host.h): the table is the one of this id.
        return unsafe PluginInterface(
            table: table.assumingMemoryBound(to: type),
            object: pointer
        )
    }
}

extension ForeignObject: InterfaceProviding {
    /// The table alone, for interfaces whose tables name their object themselves.
    public func interface(_ id: String) -> UnsafeRawPointer? {
        unsafe PluginHost.interface(id, of: self, as: UInt8.self)
            .map { unsafe UnsafeRawPointer($0.table) }
    }
}

extension RestorableObject {
    /// What names this object in an interface table, and what functions of a table are given for
    /// it: ``object(at:)`` turns it back.
    @safe public var interfacePointer: UnsafeMutableRawPointer {
        unsafe Unmanaged.passUnretained(self as AnyObject).toOpaque()
    }
}

/// A table of C functions that an object gives to whoever asks for an interface: it stays where it
/// is, unchanged, as long as this is kept.
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
        // Invariant: allocated and filled by the initialiser below, freed by `deinit`, and written
        // by nobody in between.
        nonisolated(unsafe) let start: UnsafeMutableRawPointer
        init(_ start: UnsafeMutableRawPointer) { unsafe self.start = start }
        deinit { unsafe start.deallocate() }
    }

    private let memory: Memory

    /// Where the table is.
    public var pointer: UnsafeRawPointer { unsafe UnsafeRawPointer(memory.start) }

    @usableFromInline init(owning start: UnsafeMutableRawPointer) {
        memory = unsafe Memory(start)
    }

    // Swift keeps one description of a C type for the whole process, the first that it meets, which
    // may come from a program that was built against another version of the header. So a table must
    // not pass through generic code, which would take its size from there. A transparent function
    // becomes part of its caller, which knows the type, in every kind of build.
    /// Copies a table to where it stays.
    @_transparent
    public init<Table>(_ table: Table) {
        let start = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<Table>.size,
            alignment: MemoryLayout<Table>.alignment
        )
        // Invariant: the memory is as large as the table, which C made and nobody destroys.
        unsafe start.assumingMemoryBound(to: Table.self).pointee = table
        unsafe self.init(owning: start)
    }
}

import CRestorationPlugin
import RestorationCore

/// Builds the C tables that describe a plugin, and never frees them, since a plugin is never
/// unloaded.
///
/// Swift caches one description of a C type per process. It may come from a plugin with older
/// headers, and generic code would use its size. So tables are stored by direct assignment, which
/// uses the size known at compile time.
enum ClassTable {
    /// The ABI version of the headers that the plugin was built with.
    static let abi = ABIVersion(
        major: UInt16(RESTORATION_ABI_MAJOR),
        minor: UInt16(RESTORATION_ABI_MINOR)
    )

    /// A class's table. All classes share the functions, and the table's address distinguishes
    /// them.
    static func make(
        _ name: String,
        _ schemaVersion: UInt32
    ) -> UnsafePointer<restoration_class> {
        let memory = unsafe UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<restoration_class>.size,
            alignment: 8
        )
        let table = unsafe memory.bindMemory(to: restoration_class.self, capacity: 1)
        unsafe table.pointee = restoration_class(
            struct_size: UInt32(MemoryLayout<restoration_class>.size),
            schema_version: schemaVersion,
            id: name.immortal(),
            create: { request, result in unsafe createObject(request, result) },
            encode: { object, coder in unsafe encodeObject(object, coder) },
            decode: { object, coder in unsafe decodeObject(object, coder) },
            finished: { object in unsafe finishObject(object) },
            destroy: { object in unsafe destroyObject(object) },
            interface: { object, id in unsafe interfaceOfObject(object, id) },
            migrate: schemaVersion > 1
                ? { unsafe migrateState($0, $1, $2, $3) } : nil,
            properties: nil,
            property_count: 0,
            cancelled: { table, handle in unsafe cancelCreation(table, handle) },
            methods: nil,
            method_count: 0,
            made: { object in unsafe objectMade(object) },
            shape: nil,
            user_data: nil,
            flags: 0,
            reserved: 0
        )
        return unsafe UnsafePointer(table)
    }

    /// A converter's table. All converters share one function, and the table's address
    /// distinguishes them.
    static func makeConverter(_ name: String) -> UnsafePointer<restoration_converter> {
        let memory = unsafe UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<restoration_converter>.size,
            alignment: 8
        )
        let table = unsafe memory.bindMemory(to: restoration_converter.self, capacity: 1)
        unsafe table.pointee = restoration_converter(
            struct_size: UInt32(MemoryLayout<restoration_converter>.size),
            reserved: 0,
            id: name.immortal(),
            convert: { table, old, new in unsafe convertState(table, old, new) }
        )
        return unsafe UnsafePointer(table)
    }

    static func descriptor(
        identifier: String,
        version: String,
        classes: [UnsafePointer<restoration_class>],
        converters: [UnsafePointer<restoration_converter>]
    ) -> UnsafePointer<restoration_plugin> {
        let list = unsafe UnsafeMutablePointer<UnsafePointer<restoration_class>?>
            .allocate(capacity: max(classes.count, 1))
        for index in unsafe classes.indices {
            // Invariant: `list` has room for every class, and is uninitialised.
            unsafe (list + index).initialize(to: classes[index])
        }
        let converterList = unsafe UnsafeMutablePointer<UnsafePointer<restoration_converter>?>
            .allocate(capacity: max(converters.count, 1))
        for index in unsafe converters.indices {
            // Invariant: as above.
            unsafe (converterList + index).initialize(to: converters[index])
        }
        let memory = unsafe UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<restoration_plugin>.size,
            alignment: 8
        )
        let descriptor = unsafe memory.bindMemory(to: restoration_plugin.self, capacity: 1)
        unsafe descriptor.pointee = restoration_plugin(
            struct_size: UInt32(MemoryLayout<restoration_plugin>.size),
            abi_version: abi.packed,
            id: identifier.immortal(),
            version: version.immortal(),
            classes: UnsafePointer(list),
            class_count: UInt64(classes.count),
            converters: UnsafePointer(converterList),
            converter_count: UInt64(converters.count)
        )
        return unsafe UnsafePointer(descriptor)
    }
}

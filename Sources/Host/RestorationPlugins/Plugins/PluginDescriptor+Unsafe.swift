internal import CRestorationPlugin
internal import RestorationCore
internal import RestorationDiscovery

/// A plugin's descriptor, checked against the manifest and copied.
@safe struct PluginDescriptor {
    /// The manifest's classes, in order.
    let classes: [Class]
    /// The names of other classes.
    let unlisted: [String]
    /// The manifest's converters, in order.
    let converters: [Converter]

    /// The plugin's converter, and a copy.
    @safe final class Converter {
        let name: String
        let original: UnsafePointer<restoration_converter>
        let copy: restoration_converter

        init(
            _ name: String,
            original: UnsafePointer<restoration_converter>,
            copy: restoration_converter
        ) {
            self.name = name
            unsafe self.original = original
            unsafe self.copy = copy
        }
    }

    /// The plugin's class, and a copy. A class type for the same reason as ``WeakMailbox``.
    @safe final class Class {
        let name: String
        let original: UnsafePointer<restoration_class>
        let copy: restoration_class
        /// The shape of the objects, if any.
        let shape: restoration_shape?
        let properties: PluginProperty.Table
        let methods: [PluginMethod]

        init(
            _ name: String,
            original: UnsafePointer<restoration_class>,
            copy: restoration_class
        ) throws(DescriptorFault) {
            self.name = name
            unsafe self.original = original
            unsafe self.copy = copy
            unsafe shape = try PluginDescriptor.shape(of: copy, className: name)
            properties = unsafe try PluginProperty.table(of: copy, className: name)
            methods = unsafe try PluginMethod.table(of: copy, className: name)
        }

        /// Copies a class.
        ///
        /// - Parameter title: The class in errors.
        convenience init(
            copying original: UnsafePointer<restoration_class>,
            title: @autoclosure () -> String
        ) throws(DescriptorFault) {
            let copied = unsafe try PluginDescriptor.copy(
                UnsafeRawPointer(original),
                into: restoration_class(),
                minimum: MemoryLayout<restoration_class>.offset(of: \.destroy)! + 8,
                structure: title()
            )
            let name = unsafe try PluginDescriptor.text(copied.id, field: "class id")
            unsafe try self.init(name, original: original, copy: copied)
        }
    }

    /// Copies the descriptor.
    ///
    /// Invariant (restoration/plugin.h): the descriptor and all that it points to live until the
    /// process ends, and each structure has as many bytes as it says. Only the minimum size can be
    /// checked.
    init(
        checking descriptor: UnsafePointer<restoration_plugin>,
        against manifest: borrowing PluginManifest
    ) throws(DescriptorFault) {
        let plugin = unsafe try Self.copy(
            UnsafeRawPointer(descriptor),
            into: restoration_plugin(),
            minimum: MemoryLayout<restoration_plugin>.offset(of: \.class_count)! + 8,
            structure: "descriptor"
        )
        try unsafe Self.compare(plugin, with: manifest)

        let found = unsafe try Self.classes(of: plugin)
        let declarations = manifest.classes
        // Loops by number: an iterator would make Swift's runtime instantiate the array's type.
        let isInOrder =
            found.count == declarations.count
            && found.indices.allSatisfy { found[$0].name == declarations[$0].name }
        var classes = isInOrder ? found : []
        for number in declarations.indices {
            let declared = declarations[number]
            if !isInOrder {
                // Linear, because a dictionary does not pay for a few classes. The last class of a
                // name counts.
                guard let copied = found.last(where: { $0.name == declared.name }) else {
                    throw .missingClass(declared.name)
                }
                classes.append(copied)
            }
            unsafe try Self.check(classes[number].copy, against: declared)
        }
        self.classes = classes
        converters = unsafe try Self.converters(of: plugin, against: manifest.converters)
        unlisted =
            isInOrder
            ? []
            : found.map(\.name).filter { name in !declarations.contains { $0.name == name } }
    }

    /// Copies a structure with fewer or more fields than this host knows. Missing fields are zero.
    static func copy<Structure>(
        _ source: UnsafeRawPointer,
        into zero: Structure,
        minimum: Int,
        structure: @autoclosure () -> String
    ) throws(DescriptorFault) -> Structure {
        // Every structure of the interface starts with its size.
        let size = Int(unsafe source.loadUnaligned(as: UInt32.self))
        guard size >= minimum else {
            throw .tooSmall(structure: structure(), sizeInBytes: size, needed: minimum)
        }
        var copy = zero
        unsafe withUnsafeMutableBytes(of: &copy) { bytes in
            let known = unsafe UnsafeRawBufferPointer(start: source, count: min(size, bytes.count))
            unsafe bytes.copyMemory(from: known)
        }
        return copy
    }

    private static func compare(
        _ plugin: restoration_plugin,
        with manifest: borrowing PluginManifest
    ) throws(DescriptorFault) {
        let compiled = unsafe ABIVersion(packed: plugin.abi_version)
        guard ABIRange(compiled).newest(sharedWith: .supportedByHost) != nil else {
            throw .compiledAgainst(compiled)
        }
        guard unsafe plugin.id.isEqual(to: manifest.identifier.rawValue) else {
            throw .differs(
                field: "id",
                found: unsafe try text(plugin.id, field: "id"),
                manifest: manifest.identifier.rawValue
            )
        }
        let version = unsafe try text(plugin.version, field: "version")
        guard let found = PluginVersion(version), found == manifest.version else {
            throw .differs(
                field: "version",
                found: version,
                manifest: manifest.version.description
            )
        }
    }

    fileprivate static func text(
        _ lent: restoration_string,
        field: String
    ) throws(DescriptorFault) -> String {
        guard let text = unsafe lent.copied(limit: PluginText.limit) else {
            throw .malformedText(field: field)
        }
        return text
    }

    fileprivate static func shape(
        of copied: restoration_class,
        className: String
    ) throws(DescriptorFault) -> restoration_shape? {
        guard let shape = unsafe copied.shape else { return nil }
        return unsafe try copy(
            UnsafeRawPointer(shape),
            into: restoration_shape(),
            minimum: MemoryLayout<restoration_shape>.offset(of: \.attach)! + 8,
            structure: "shape of the class \(className)"
        )
    }

    private static func classes(
        of plugin: restoration_plugin
    ) throws(DescriptorFault) -> [Class] {
        let count = unsafe plugin.class_count
        guard count <= 4096 else { throw .tooManyClasses(count) }
        var classes: [Class] = []
        classes.reserveCapacity(Int(count))
        for index in 0..<Int(count) {
            guard let pointer = unsafe plugin.classes?[index] else { throw .nullClass }
            classes.append(unsafe try Class(copying: pointer, title: "class number \(index + 1)"))
        }
        return classes
    }

    private static func converters(
        of plugin: restoration_plugin,
        against declarations: [PluginManifest.Converter]
    ) throws(DescriptorFault) -> [Converter] {
        // Few plugins have converters.
        guard !declarations.isEmpty else { return [] }
        let count = unsafe plugin.converter_count
        guard count <= 4096 else { throw .tooManyConverters(count) }
        var found: [Converter] = []
        for index in 0..<Int(count) {
            guard let pointer = unsafe plugin.converters?[index] else { throw .nullConverter }
            let copied = unsafe try copy(
                UnsafeRawPointer(pointer),
                into: restoration_converter(),
                minimum: MemoryLayout<restoration_converter>.offset(of: \.convert)! + 8,
                structure: "converter number \(index + 1)"
            )
            let name = unsafe try text(copied.id, field: "converter id")
            guard unsafe copied.convert != nil else {
                throw .missingFunction("convert", className: name)
            }
            found.append(unsafe Converter(name, original: pointer, copy: copied))
        }
        var listed: [Converter] = []
        for declared in declarations {
            guard let converter = found.last(where: { $0.name == declared.name }) else {
                throw .missingConverter(declared.name)
            }
            listed.append(converter)
        }
        return listed
    }

    private static func check(
        _ copied: restoration_class,
        against declared: PluginManifest.Class
    ) throws(DescriptorFault) {
        guard unsafe copied.create != nil else {
            throw .missingFunction("create", className: declared.name)
        }
        guard unsafe copied.destroy != nil else {
            throw .missingFunction("destroy", className: declared.name)
        }
        let version = unsafe copied.schema_version
        guard version == declared.schemaVersion else {
            throw .differs(
                field: "schema version of \(declared.name)",
                found: "\(version)",
                manifest: "\(declared.schemaVersion)"
            )
        }
    }
}

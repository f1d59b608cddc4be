internal import CRestorationPlugin

extension PluginProperty {
    /// The properties that a class declares, checked and copied.
    ///
    /// Invariant (restoration/plugin.h): the table lives as long as the plugin, which is for ever,
    /// and has `property_count` entries.
    static func table(
        of declared: restoration_class,
        className: String
    ) throws(DescriptorFault) -> [PluginProperty] {
        let count = unsafe declared.property_count
        guard count <= 4096 else { throw .tooManyProperties(count, className: className) }
        var properties: [PluginProperty] = []
        var keys: Set<String> = []
        for index in 0..<Int(count) {
            var name = "number \(index + 1) of \(className)"
            do throws(PropertyFault) {
                guard let entry = unsafe declared.properties?[index] else { throw .null }
                let copy = unsafe try copy(entry)
                let key = unsafe try key(copy.key)
                name = "\"\(key)\" of \(className)"
                guard keys.insert(key).inserted else { throw .repeatedKey }
                properties.append(unsafe try PluginProperty(copy, key: key))
            } catch {
                throw .property(name, error)
            }
        }
        return properties
    }

    /// Copies a property, whose size is checked like that of every structure.
    private static func copy(
        _ entry: UnsafePointer<restoration_property>
    ) throws(PropertyFault) -> restoration_property {
        do throws(DescriptorFault) {
            return unsafe try PluginDescriptor.copy(
                UnsafeRawPointer(entry),
                into: restoration_property(),
                minimum: MemoryLayout<restoration_property>.offset(of: \.setter)! + 8,
                structure: "property"
            )
        } catch {
            guard case .tooSmall(_, let size, let needed) = error else { throw .null }
            throw .tooSmall(sizeInBytes: size, needed: needed)
        }
    }

    private static func key(_ lent: restoration_string) throws(PropertyFault) -> String {
        guard let key = unsafe lent.copied(limit: PluginText.limit), !key.isEmpty else {
            throw .malformedKey
        }
        return key
    }
}

internal import CRestorationPlugin
internal import RestorationCore

extension PluginProperty {
    struct Table {
        /// In the order of declaration and storing.
        var declared: [PluginProperty] = []
        /// In restoration order.
        var restored: [PluginProperty] = []
    }

    /// The properties that a class declares, validated and copied.
    ///
    /// Invariant (restoration/plugin.h): the table has `property_count` entries, and is never
    /// freed.
    static func table(
        of declared: restoration_class,
        className: String
    ) throws(DescriptorFault) -> Table {
        let count = unsafe declared.property_count
        guard count <= 4096 else { throw .tooManyProperties(count, className: className) }
        guard count > 0 else { return Table() }
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
        return Table(
            declared: properties,
            restored: try restorationOrder(of: properties, className: className)
        )
    }

    /// Declaration order, except that a property directly follows its predecessor.
    private static func restorationOrder(
        of properties: [PluginProperty],
        className: String
    ) throws(DescriptorFault) -> [PluginProperty] {
        guard properties.contains(where: { $0.predecessor != nil }) else { return properties }
        var followers: [String: [PluginProperty]] = [:]
        for property in properties {
            guard let key = property.predecessor else { continue }
            guard properties.contains(where: { $0.key == key }) else {
                let keys = properties.map(\.key).filter { $0 != property.key }
                let nearest = Spelling.nearest(to: key, among: keys)
                throw .property(
                    "\"\(property.key)\" of \(className)",
                    .unknownPredecessor(key, nearest: nearest)
                )
            }
            followers[key, default: []].append(property)
        }
        // Depth first, from each property without a predecessor.
        var order: [PluginProperty] = []
        var rest = Array(properties.filter { $0.predecessor == nil }.reversed())
        while let next = rest.popLast() {
            order.append(next)
            rest += (followers[next.key] ?? []).reversed()
        }
        // Unreached properties are in a cycle, or follow one.
        let reached = Set(order.map(\.key))
        guard let lost = properties.first(where: { !reached.contains($0.key) }) else {
            return order
        }
        throw cycle(from: lost, properties, className)
    }

    private static func cycle(
        from start: PluginProperty,
        _ properties: [PluginProperty],
        _ className: String
    ) -> DescriptorFault {
        // A property that only follows a cycle leads into it.
        var keys: [String] = []
        var current = start
        while !keys.contains(current.key) {
            keys.append(current.key)
            guard let next = properties.first(where: { $0.key == current.predecessor }) else {
                break
            }
            current = next
        }
        let first = keys.firstIndex(of: current.key) ?? 0
        return .property(
            "\"\(current.key)\" of \(className)",
            .circularOrder(keys[first...] + [current.key])
        )
    }

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

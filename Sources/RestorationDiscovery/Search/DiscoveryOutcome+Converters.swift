package import RestorationCore

extension DiscoveryOutcome {
    /// The way by which converters bring state to a class that is there: to its present version if
    /// there is one, else as near to it as can be; of several the shortest, and of equally short
    /// ones that of the plugin whose identifier comes first. `nil` if there is none.
    ///
    /// A class that rewrites older state itself does the rest. O(converters²); the manifests of the
    /// plugins at the ends are read.
    ///
    /// - Throws: ``DiscoveryError`` if the manifest of a plugin to which a way leads has changed
    ///   since the search, and cannot be used any more.
    package func conversion(from source: ClassVersion) throws(DiscoveryError) -> Conversion? {
        guard converters.contains(where: { $0.converter.source == source }) else { return nil }
        var ways: [(end: ClassVersion, steps: [Conversion.Step])] = [(source, [])]
        var best: (distance: UInt32, steps: [Conversion.Step])?
        var next = 0
        while next < ways.count {
            let (end, steps) = ways[next]
            next += 1
            if !steps.isEmpty, let distance = try distance(from: end),
                distance < best?.distance ?? .max
            {
                best = (distance, steps)
            }
            for (plugin, converter) in converters
            where converter.source == end && !ways.contains(where: { $0.end == converter.target }) {
                let step = Conversion.Step(
                    plugin: plugin,
                    converter: converter.name,
                    target: converter.target
                )
                ways.append((converter.target, steps + [step]))
            }
        }
        return best.map { Conversion(from: source, $0.steps) }
    }

    /// How many versions the class that is there is newer; `nil` if it is not there, or older.
    private func distance(from end: ClassVersion) throws(DiscoveryError) -> UInt32? {
        guard let declared = try plugin(named: end.plugin)?.declaration(of: end.className),
            declared.schemaVersion >= end.schemaVersion
        else { return nil }
        return declared.schemaVersion - end.schemaVersion
    }
}

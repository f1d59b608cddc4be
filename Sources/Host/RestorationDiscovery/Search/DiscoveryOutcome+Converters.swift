package import RestorationCore

extension DiscoveryOutcome {
    /// The sequence of converters from a class version to an installed class, if there is one. It
    /// leads to the present version, or as near to it as possible. The shortest sequence wins, then
    /// the plugin whose identifier sorts first.
    ///
    /// The class itself migrates the rest. O(converters²).
    package func conversion(from source: ClassVersion) -> Conversion? {
        var best: (distance: UInt32, steps: [Conversion.Step])?
        for (end, steps) in conversions(from: source) {
            if let distance = distance(from: end), distance < best?.distance ?? .max {
                best = (distance, steps)
            }
        }
        return best.map { Conversion(from: source, $0.steps) }
    }

    /// Why the class's converters do not help, if ``conversion(from:)`` finds none; `nil` if it has
    /// no converters.
    package func obstacle(toConversionOf source: ClassVersion) -> String? {
        let ends = conversions(from: source).map { "\($0.end), \(absence(of: $0.end))" }
        if !ends.isEmpty { return "Converters lead from it to \(ends.joined(separator: "; to "))." }
        let others = Set(converters.map(\.converter.source))
        let ofClass = others.filter {
            $0.plugin == source.plugin && $0.className == source.className
        }
        if let other = ofClass.min(by: { $0.schemaVersion < $1.schemaVersion }) {
            return "There are converters of \(other), and its state is of \(source)."
        }
        let near = Spelling.nearest(to: "\(source)", among: others.map { "\($0)" })
        return near.map { "There are converters of \($0), and its state is of \(source)." }
    }

    /// Why the class version is unavailable, as a clause.
    private func absence(of end: ClassVersion) -> String {
        guard let plugin = plugin(named: end.plugin) else {
            return "which is not installed"
        }
        guard let declared = plugin.declaration(of: end.className) else {
            return "and the plugin has no such class"
        }
        return "and version \(declared.schemaVersion) of the class is installed"
    }

    /// All class versions that converters can reach, each with a shortest sequence, shorter ones
    /// first.
    private func conversions(
        from source: ClassVersion
    ) -> [(end: ClassVersion, steps: [Conversion.Step])] {
        guard converters.contains(where: { $0.converter.source == source }) else { return [] }
        var conversions: [(end: ClassVersion, steps: [Conversion.Step])] = [(source, [])]
        var next = 0
        while next < conversions.count {
            let (end, steps) = conversions[next]
            next += 1
            for (plugin, converter) in converters
            where converter.source == end
                && !conversions.contains(where: { $0.end == converter.target })
            {
                let step = Conversion.Step(
                    plugin: plugin,
                    converter: converter.name,
                    target: converter.target
                )
                conversions.append((converter.target, steps + [step]))
            }
        }
        return Array(conversions.dropFirst())
    }

    /// The number of versions by which the installed class is newer; `nil` if it is not installed
    /// or is older.
    private func distance(from end: ClassVersion) -> UInt32? {
        guard let declared = plugin(named: end.plugin)?.declaration(of: end.className),
            declared.schemaVersion >= end.schemaVersion
        else { return nil }
        return declared.schemaVersion - end.schemaVersion
    }
}

/// A chain of converters from one class and version to another.
///
/// A restore's plan finds it in manifests, without running code. If a converter fails or is
/// unavailable, the host retains the original record.
public struct Conversion: Hashable, Sendable {
    /// The use of one converter.
    public struct Step: Hashable, Sendable {
        /// The converter's plugin.
        public let plugin: String
        /// The converter's name within the plugin.
        public let converter: String
        /// The class and version of the converted state.
        public let target: ClassVersion

        package init(plugin: String, converter: String, target: ClassVersion) {
            self.plugin = plugin
            self.converter = converter
            self.target = target
        }
    }

    /// The class and version of the original state.
    public let source: ClassVersion
    /// The steps in order; at least one.
    public let steps: [Step]

    package init(from source: ClassVersion, _ steps: [Step]) {
        self.source = source
        self.steps = steps
    }

    /// The class and version of the final state.
    public var target: ClassVersion { source(ofStep: steps.count) }

    /// The class and version before a step, counted from 0; with the number of steps, the final
    /// one.
    package func source(ofStep number: Int) -> ClassVersion {
        number == 0 ? source : steps[number - 1].target
    }
}

extension Conversion: CustomStringConvertible {
    /// A clause such as "from A 1 (org.example.a) to A 2 (org.example.a), to B 1 (org.example.b),
    /// by org.example.converters".
    public var description: String {
        var plugins: [String] = []
        for step in steps where !plugins.contains(step.plugin) { plugins.append(step.plugin) }
        let way = steps.map { "to \($0.target)" }.joined(separator: ", ")
        return "from \(source) \(way), by \(plugins.joined(separator: " and "))"
    }
}

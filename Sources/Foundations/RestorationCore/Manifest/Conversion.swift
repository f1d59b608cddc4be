/// A way from state of one class and version to that of another, by converters of plugins.
///
/// The plan of a restore finds it in the manifests; no code runs for that. A step whose converter
/// fails or is unavailable ends the whole, and the host retains the record as it was.
public struct Conversion: Hashable, Sendable {
    /// One converter.
    public struct Step: Hashable, Sendable {
        /// The plugin that has the converter.
        public let plugin: String
        /// The converter's name within the plugin.
        public let converter: String
        /// What the state is of afterwards.
        public let target: ClassVersion

        package init(plugin: String, converter: String, target: ClassVersion) {
            self.plugin = plugin
            self.converter = converter
            self.target = target
        }
    }

    /// What the state is of.
    public let source: ClassVersion
    /// In their order; at least one.
    public let steps: [Step]

    package init(from source: ClassVersion, _ steps: [Step]) {
        self.source = source
        self.steps = steps
    }

    /// What the state is of at the end.
    public var target: ClassVersion { source(ofStep: steps.count) }

    /// What the state is of before a step, by its number from 0 up; after the last one for their
    /// count.
    package func source(ofStep number: Int) -> ClassVersion {
        number == 0 ? source : steps[number - 1].target
    }
}

extension Conversion: CustomStringConvertible {
    /// A clause: "from A 1 (org.example.a) to A 2 (org.example.a), to B 1 (org.example.b), by
    /// org.example.converters".
    public var description: String {
        var plugins: [String] = []
        for step in steps where !plugins.contains(step.plugin) { plugins.append(step.plugin) }
        let way = steps.map { "to \($0.target)" }.joined(separator: ", ")
        return "from \(source) \(way), by \(plugins.joined(separator: " and "))"
    }
}

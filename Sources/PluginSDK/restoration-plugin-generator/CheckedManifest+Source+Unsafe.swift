extension CheckedManifest {
    /// Swift source that makes the module a plugin with this manifest. It compiles in both language
    /// modes and with every check enabled.
    var source: String {
        let words = ManifestNote(bytes).words
        let types = Array(repeating: "UInt64", count: words.count)
        return """
            // Made from restoration-plugin.json at every build. Changes here are lost.
            public import CRestorationPlugin
            import RestorationPluginKit

            // The manifest, which hosts read without running any code.
            @section(".note.restoration") @used
            private let restorationManifestNote:
                (
                    \(Self.rows(types, of: 12))
                ) = (
                    \(Self.rows(words.map(Self.literal), of: 4))
                )

            // If `restorationPlugin` is unknown here, declare it in a source file of your own:
            //     let restorationPlugin = RestorationPlugin(YourClass.self)
            @c @implementation
            public func restoration_plugin_entry(
                _ host: UnsafePointer<restoration_host>?
            ) -> UnsafePointer<restoration_plugin>? {
                unsafe restorationPlugin.enter(
                    host,
                    identifier: \(identifier.debugDescription),
                    version: \(version.debugDescription),
                    classes: [\(classList)]\(converterList)
                )
            }

            """
    }

    private var classList: String {
        guard !classes.isEmpty else { return ":" }
        return classes.map { "\($0.name.debugDescription): \($0.schemaVersion)" }
            .joined(separator: ", ")
    }

    private var converterList: String {
        guard !converters.isEmpty else { return "" }
        let names = converters.map(\.debugDescription).joined(separator: ", ")
        return ",\n            converters: [\(names)]"
    }

    private static func literal(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func rows(_ items: [String], of width: Int) -> String {
        stride(from: 0, to: items.count, by: width)
            .map { items[$0..<min($0 + width, items.count)].joined(separator: ", ") }
            .joined(separator: ",\n        ")
    }
}

public import RestorationEngine

/// The restoration classes of a loaded plugin, by name.
///
/// Belongs to the thread of the loader.
public struct PluginClasses {
    private let loaded: LoadedClasses

    init(_ loaded: LoadedClasses) { self.loaded = loaded }

    /// The class of that name; `nil` if the plugin has none. O(classes of the plugin).
    public subscript(name: String) -> (any RestorationClass)? {
        loaded.restorationClass(named: name)
    }

    /// The names of all classes, in the order of the manifest.
    public var names: [String] { loaded.names }
}

/// The restoration classes of a loaded plugin, in the order of the manifest.
package struct LoadedClasses {
    private var classes: [(name: String, restorationClass: any RestorationClass)] = []
    /// The plugin's converters, which may serve classes of any plugin.
    package var converters: [PluginConverter] = []

    package init() {}

    package mutating func add(_ restorationClass: any RestorationClass, named name: String) {
        classes.append((name, restorationClass))
    }

    /// Linear, because a dictionary does not pay for a few classes.
    func restorationClass(named name: String) -> (any RestorationClass)? {
        classes.first { $0.name == name }?.restorationClass
    }

    func converter(named name: String) -> PluginConverter? {
        converters.first { $0.name == name }
    }

    /// `nil` for a binding.
    var image: PluginImage? {
        classes.lazy.compactMap { ($0.restorationClass as? PluginClass)?.image }.first
            ?? converters.first?.image
    }

    var names: [String] { classes.map(\.name) }
}

public import RestorationEngine

/// The restoration classes of a plugin that has been loaded, by their names within it.
///
/// Belongs to the thread of the loader.
public struct PluginClasses {
    private let loaded: LoadedClasses

    init(_ loaded: LoadedClasses) { self.loaded = loaded }

    /// The class of that name; `nil` if the plugin has none. O(classes of the plugin).
    public subscript(name: String) -> (any RestorationClass)? {
        loaded.restorationClass(named: name)
    }

    /// The names of all of them, in the order of the manifest.
    public var names: [String] { loaded.names }
}

/// The restoration classes of a plugin that has been loaded, in the order of the manifest.
package struct LoadedClasses {
    private var classes: [(name: String, restorationClass: any RestorationClass)] = []
    /// What it has besides: rewrites state for classes of whatever plugin.
    package var converters: [PluginConverter] = []

    package init() {}

    /// Adds a class. Its name is no other one's.
    package mutating func add(_ restorationClass: any RestorationClass, named name: String) {
        classes.append((name, restorationClass))
    }

    /// The class of that name. There are a few: a dictionary costs more than it spares.
    func restorationClass(named name: String) -> (any RestorationClass)? {
        classes.first { $0.name == name }?.restorationClass
    }

    /// The converter of that name.
    func converter(named name: String) -> PluginConverter? {
        converters.first { $0.name == name }
    }

    /// The library that they are of; `nil` for those of a binding.
    var image: PluginImage? {
        classes.lazy.compactMap { ($0.restorationClass as? PluginClass)?.image }.first
            ?? converters.first?.image
    }

    /// In the order in which they were added.
    var names: [String] { classes.map(\.name) }
}

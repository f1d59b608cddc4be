package import RestorationCore

/// The class whose code runs for a record: the one that has saved it, or the one that has its state
/// by now, since its plugin was called so formerly or converters lead to it.
package struct ActingClass: Hashable, Sendable {
    /// `nil` for the program's own.
    package let plugin: String?
    /// `nil` or empty for an object that no class makes.
    package let className: String?
    /// The plugins whose converters bring the state to it, in the order of their steps.
    package let converters: [String]

    package init(plugin: String?, className: String?, converters: [String] = []) {
        self.plugin = plugin
        self.className = className
        self.converters = converters
    }

    /// The class that has saved the record.
    package init(of saved: ClassVersion) {
        self.init(plugin: saved.plugin, className: saved.className)
    }
}

package import RestorationCore

/// The class whose code runs for a record: the one that saved it, its successor, or the target of
/// converters.
package struct ActingClass: Hashable, Sendable {
    /// `nil` for a class of the program.
    package let plugin: String?
    /// `nil` or empty for an object without a class.
    package let className: String?
    /// The plugins of the converters that apply, in order.
    package let converters: [String]

    package init(plugin: String?, className: String?, converters: [String] = []) {
        self.plugin = plugin
        self.className = className
        self.converters = converters
    }

    package init(of saved: ClassVersion) {
        self.init(plugin: saved.plugin, className: saved.className)
    }
}

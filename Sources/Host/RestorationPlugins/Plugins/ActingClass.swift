package import RestorationCore

/// The class whose code runs for a record. Usually the class that saved it; another one after a
/// plugin was renamed, or if converters apply.
package struct ActingClass: Hashable, Sendable {
    /// The class's plugin; `nil` for a class of the program.
    package let plugin: String?
    /// `nil` or empty for an object without a class.
    package let className: String?
    /// The plugins whose converters apply to the state, in order.
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

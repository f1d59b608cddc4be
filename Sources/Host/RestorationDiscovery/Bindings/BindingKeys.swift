/// The valid keys of each object in a binding. A test compares them with
/// `restoration-binding.schema.json`.
enum BindingKeys {
    static let document = [
        "$schema", "binding", "id", "version", "applications", "name", "summary", "authors",
        "license", "library", "requires", "types", "constants", "kind", "failureMessage", "classes",
    ]
    static let requires = ["version", "get", "symbols"]
    /// The keys that derived classes inherit.
    static let inherited = [
        "version", "priority", "create", "destroy", "adopt", "release", "identifier", "children",
        "state", "changed", "unchanged", "destroyed", "undestroyed", "appeared",
        "unappeared", "finished", "failureMessage",
    ]
    static let classes =
        ["id", "aliases", "routes", "extends", "abstract", "is", "summary"] + inherited
    static let `is` = ["calls"]
    static let identifier = ["get", "unless"]
    static let children = ["first", "next", "count", "at"]
    static let property = [
        "key", "get", "set", "after", "base", "shows", "default", "omitDefault", "sensitive",
        "changed", "unchanged", "ready", "unready", "list",
    ]
    static let list = ["from", "count", "clear"]
    static let sequence = ["do", "finally"]
}

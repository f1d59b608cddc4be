/// Retained state to be given up.
public enum RetainedState: Hashable, Sendable, CustomStringConvertible {
    /// The state of the object at a path, and of all objects below it.
    case path(RestorationPath)
    /// The state of all objects of a plugin's classes, and of all below them, by the plugin's
    /// identifier.
    case plugin(String)

    /// "at Desk/Chart", "of the plugin org.example.charts".
    public var description: String {
        switch self {
        case .path(let path): "at \(path)"
        case .plugin(let identifier): "of the plugin \(identifier)"
        }
    }
}

/// State that was given up: its place and size, never its values.
public struct GivenUpState: Hashable, Sendable {
    /// The path of its object.
    public let path: RestorationPath
    /// The name of the object's restoration class, if any.
    public let className: String?
    /// The plugin of the class; `nil` for the program's own.
    public let plugin: String?
    /// The size of its record.
    public let sizeInBytes: Int
    /// Why it was retained.
    public let reason: Diagnosis
}

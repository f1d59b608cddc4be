/// State that saves write back for objects that are not there, or are there without it.
public enum RetainedState: Hashable, Sendable, CustomStringConvertible {
    /// That of the object at a path, and of all objects below it.
    case path(RestorationPath)
    /// That of all objects whose classes a plugin has, by its identifier, and of all below them.
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
    /// Of the object that it was for.
    public let path: RestorationPath
    /// The name of the object's restoration class; `nil` if it had none.
    public let className: String?
    /// The plugin that the class comes from; `nil` for the program's own.
    public let plugin: String?
    /// Of its record.
    public let sizeInBytes: Int
    /// Why it was retained.
    public let reason: Diagnosis
}

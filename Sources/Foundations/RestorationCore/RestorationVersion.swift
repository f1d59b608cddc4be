/// The version of the framework, its programs and its tools: one for all, by semantic versioning.
///
/// The plugin interface and the archive format have versions of their own.
public let restorationVersion = "0.1.0"

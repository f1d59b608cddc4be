/// The semantic version of the framework, its programs and its tools.
///
/// The plugin interface and the archive format have versions of their own.
public let restorationVersion = "0.1.0"

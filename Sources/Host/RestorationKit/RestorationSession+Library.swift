package import RestorationPlugins

/// The parts of a session that `librestoration.so` uses beside the public API.
extension RestorationSession {
    /// Loads plugins, and knows the handles of objects.
    package var pluginLoader: PluginLoader { classes.loader }

    /// Declares a former name of a class in another language, whether the program builds its
    /// objects or the class makes them.
    package func alias(_ formerName: String, forKind kind: String) {
        guard enterIfOpen() else { return }
        classes.host.alias(formerName, forKind: kind)
    }

    /// Whether the session is closed, as by a callback.
    package var isClosed: Bool { gate.phase == .closed }

    package func isRoot(_ object: any Restorable) -> Bool {
        records.roots.contains { $0.object === object }
    }

    /// Whether an object, or its state, is expected in this launch.
    package func isAwaited(_ object: any Restorable) -> Bool {
        (object as? UnavailableObject)?.isAwaited ?? records.hasDeferredState(object)
    }

    /// The file whose lock the session holds; `nil` without one.
    package var lockFile: String? {
        saved.files.map { "\($0.directory)/\(FileName.lock)" }
    }
}

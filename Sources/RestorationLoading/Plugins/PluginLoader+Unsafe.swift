public import RestorationCore

/// Loads the plugins of one session, each when it is first needed.
///
/// A loader belongs to the thread on which it was made. Libraries stay in memory until the process
/// ends; a plugin that failed fails once and is remembered with its reason.
public final class PluginLoader {
    private let application: ApplicationIdentifier
    private let context: PluginContext
    private var loaded: [PluginIdentifier: Result<[String: PluginClass], LoadingError>] = [:]

    /// Makes a loader for a session on this thread.
    ///
    /// - Parameters:
    ///   - application: What plugins are told is running.
    ///   - services: What the host does for its plugins.
    public init(application: ApplicationIdentifier, services: PluginServices) {
        self.application = application
        context = PluginContext(services: services)
    }

    /// Answers what plugins ask of their session. Held weakly.
    package var session: (any PluginSession)? {
        get { context.session }
        set { context.session = newValue }
    }

    /// The restoration classes of a plugin by name, its code loaded now if it is not yet.
    ///
    /// - Throws: ``LoadingError`` telling why it cannot be used, the same every time.
    public func classes(of plugin: DiscoveredPlugin) throws(LoadingError) -> [String: PluginClass] {
        guard context.mailbox.isOnThread else {
            throw .wrongThread(plugin: plugin.manifest.identifier.rawValue)
        }
        let identifier = plugin.manifest.identifier
        let result = loaded[identifier] ?? Result { () throws(LoadingError) in try load(plugin) }
        loaded[identifier] = result
        return try result.get()
    }

    private func load(_ plugin: DiscoveredPlugin) throws(LoadingError) -> [String: PluginClass] {
        let image = try PluginImage.open(plugin, application: application)
        try image.claim(for: context.mailbox)
        let descriptor = try image.descriptor(of: plugin)
        return PluginClass.classes(of: plugin.manifest, descriptor, image: image, context: context)
    }

    /// Offers an ability of the host to its plugins, by versioned identifier.
    ///
    /// - Parameter table: what the host's own header says; lives until the process ends, since
    ///   plugins keep it.
    public func offer(interface identifier: String, table: UnsafeRawPointer) {
        unsafe context.mailbox.offer(table, as: identifier)
    }

    /// Does what plugins asked for since the last time, from whatever thread: ends objects that
    /// were let go of elsewhere, and returns those that have changed, each once.
    ///
    /// Called on the session's thread, after ``PluginServices/wakeUp``.
    public func runPending() -> [PluginObject] {
        guard context.mailbox.isOnThread else { return [] }
        let pending = context.mailbox.take()
        for orphan in pending.orphans {
            orphan.destroy()
            context.forget(orphan.handle)
        }
        return context.takeInvalidated(pending.invalidated)
    }
}

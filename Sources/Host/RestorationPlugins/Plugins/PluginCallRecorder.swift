/// Hears which code of plugins is about to run between restores and saves, before it does.
package protocol PluginCallRecorder: AnyObject {
    /// By which the present build of a plugin is known; `nil` stands for the program.
    func identity(ofPlugin plugin: String?) -> UInt64

    /// Code of a plugin is about to run.
    ///
    /// - Returns: Whether ``didCall()`` is to be called when it has returned. Where a restore or a
    ///   save has asked somebody for something, that is noted already.
    func willCall(_ stage: PluginCallStage, _ plugin: UInt64) -> Bool

    /// It has returned.
    func didCall()

    /// What is running, whoever has noted it, gets on: it has not hung.
    func noteProgress()
}

/// What code of a plugin is called for.
package enum PluginCallStage {
    case load, make, property, method, interface, cancel, destroy
    /// A converter rewrites state, or its plugin is loaded for that: within a step of a restore,
    /// which names another plugin, if any.
    case convert
    /// A call of a binding.
    case binding
}

/// Notes the calls of a plugin, or of one class of it.
package final class NotedCalls {
    private let plugin: String
    /// Unowned: what has calls noted belongs to the session that has the context.
    private unowned let context: PluginContext
    /// Of the recorder that was there last.
    private var known: (recorder: any PluginCallRecorder, identity: UInt64)?

    package init(of plugin: String, _ context: PluginContext) {
        self.plugin = plugin
        self.context = context
    }

    func run<Result, Failure: Error>(
        _ stage: PluginCallStage,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let isNoted = begin(stage)
        defer { if isNoted { end() } }
        return try body()
    }

    /// - Returns: Whether to call ``end()`` afterwards.
    package func begin(_ stage: PluginCallStage = .binding) -> Bool {
        guard let recorder = context.recorder else { return false }
        return recorder.willCall(stage, identity(recorder))
    }

    package func end() { context.recorder?.didCall() }

    private func identity(_ recorder: any PluginCallRecorder) -> UInt64 {
        if let known, known.recorder === recorder { return known.identity }
        let identity = recorder.identity(ofPlugin: plugin)
        known = (recorder, identity)
        return identity
    }
}

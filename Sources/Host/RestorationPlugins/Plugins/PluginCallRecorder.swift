/// Records plugin code that is about to run between restores and saves.
package protocol PluginCallRecorder: AnyObject {
    /// Identifies the current build of a plugin; `nil` stands for the program.
    func identity(ofPlugin plugin: String?) -> UInt64

    /// Called before code of a plugin runs.
    ///
    /// - Returns: Whether to call ``didCall()`` afterwards. False in a step of a restore or save,
    ///   which is already recorded.
    func willCall(_ stage: PluginCallStage, _ plugin: UInt64) -> Bool

    func didCall()

    /// Restarts the hang timer of the running call or step.
    func recordProgress()
}

/// The purpose of a call into a plugin.
package enum PluginCallStage {
    case load, make, property, method, interface, cancel, destroy
    /// A converter rewrites state, or its plugin is loaded for that, in a step of a restore that
    /// may name another plugin.
    case convert
    case binding
}

/// Records the calls of a plugin, or of one of its classes.
package final class RecordedCalls {
    private let plugin: String
    /// Unowned, because this object belongs to the context's session.
    private unowned let context: PluginContext
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

/// Hears which code of plugins is about to run between restores and saves, before it does.
package protocol PluginCallRecorder: AnyObject {
    /// By which the code of a class is known.
    ///
    /// - Parameter name: `nil` for the plugin as a whole.
    func callee(ofClass name: String?, plugin: String) -> PluginCallee

    /// Code of a class is about to run.
    ///
    /// - Returns: Whether ``didCall()`` is to be called when it has returned. Where a restore or a
    ///   save has asked somebody for something, that is noted already.
    func willCall(_ stage: PluginCallStage, _ callee: PluginCallee) -> Bool

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

/// A class of a plugin, as a recorder knows it.
package struct PluginCallee {
    package let object: UInt64
    package let identity: UInt64

    package init(object: UInt64, identity: UInt64) {
        self.object = object
        self.identity = identity
    }
}

/// Notes the calls of one class, or of a plugin as a whole.
package final class NotedCalls {
    private let className: String?
    private let plugin: String
    /// Unowned: what has calls noted belongs to the session that has the context.
    private unowned let context: PluginContext
    /// Of the recorder that was there last.
    private var known: (recorder: any PluginCallRecorder, callee: PluginCallee)?

    package init(ofClass className: String?, plugin: String, _ context: PluginContext) {
        self.className = className
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
        return recorder.willCall(stage, callee(recorder))
    }

    package func end() { context.recorder?.didCall() }

    private func callee(_ recorder: any PluginCallRecorder) -> PluginCallee {
        if let known, known.recorder === recorder { return known.callee }
        let callee = recorder.callee(ofClass: className, plugin: plugin)
        known = (recorder, callee)
        return callee
    }
}

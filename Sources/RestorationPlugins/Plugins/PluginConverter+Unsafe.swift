internal import CRestorationPlugin
internal import RestorationCore
internal import RestorationEngine

/// A converter of a plugin that has been loaded.
///
/// Belongs to the thread of its session.
@safe package final class PluginConverter {
    private let descriptor: PluginDescriptor.Converter
    private let image: PluginImage
    private let context: PluginContext

    init(_ descriptor: PluginDescriptor.Converter, image: PluginImage, context: PluginContext) {
        self.descriptor = descriptor
        self.image = image
        self.context = context
    }

    var name: String { descriptor.name }

    /// Lets the plugin rewrite state.
    ///
    /// - Parameter version: The schema version of what is written.
    /// - Throws: ``PluginError/callFailed(_:)`` if the converter fails.
    func convert(
        _ reading: RestorationCoder,
        _ writing: RestorationCoder,
        from source: UInt32,
        to target: UInt32
    ) throws {
        guard context.mailbox.isOnThread else {
            throw PluginError.wrongThread(plugin: image.plugin)
        }
        try context.withCoder(for: image) { state in
            try context.withCoder(for: image) { converted in
                unsafe try state.lend(reading, for: .migration, version: Int(source)) { from in
                    unsafe try converted.lend(writing, for: .migration, version: Int(target)) {
                        into in
                        let (status, message) = image.during(context.mailbox) {
                            // Invariant (restoration/plugin.h): the converter lives, and stays
                            // callable, until the process ends. It was checked to have a function.
                            unsafe descriptor.copy.convert(descriptor.original, from, into)
                        }
                        try check(status, message, state, converted)
                    }
                }
            }
        }
    }

    private func check(
        _ status: restoration_status,
        _ message: String?,
        _ state: PluginCoder,
        _ converted: PluginCoder
    ) throws {
        guard status == Status.ok else {
            throw failure(status, converted.lastFault ?? state.lastFault, message)
        }
        for coder in [state, converted] {
            if let damage = coder.damage { throw damage }
            if let fault = coder.fatalFault { throw failure(status, fault, nil) }
            guard coder.written.isEmpty else {
                throw failure(status, nil, "it left an array or dictionary open")
            }
        }
    }

    private func failure(
        _ status: restoration_status,
        _ fault: CoderError?,
        _ message: String?
    ) -> PluginError {
        .callFailed(
            PluginCallFailure(
                plugin: image.plugin,
                className: name,
                path: "",
                function: .convert,
                status: status,
                message: fault.map { $0.clause(after: message) } ?? message
            )
        )
    }
}

internal import CRestorationPlugin
internal import RestorationCore
internal import RestorationEngine

/// A converter of a loaded plugin.
///
/// Belongs to the thread of its session.
@safe package final class PluginConverter {
    private let descriptor: PluginDescriptor.Converter
    let image: PluginImage
    private let context: PluginContext

    init(_ descriptor: PluginDescriptor.Converter, image: PluginImage, context: PluginContext) {
        self.descriptor = descriptor
        self.image = image
        self.context = context
    }

    var name: String { descriptor.name }

    /// Converts state by the plugin's function.
    ///
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
        unsafe try image.rewrite(
            reading,
            from: Int(source),
            writing,
            to: Int(target),
            in: context,
            failure: failure,
            { from, into in
                // Invariant (restoration/plugin.h): the converter stays callable until the process
                // ends. Its function was checked.
                unsafe descriptor.copy.convert(descriptor.original, from, into)
            }
        )
    }

    private func failure(
        _ status: restoration_status,
        _ message: String?,
        _ fault: CoderError?
    ) -> any Error {
        PluginError.callFailed(
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

internal import CRestorationPlugin
internal import CRestorationSession
internal import RestorationCore
internal import RestorationEngine
internal import RestorationPlugins

/// The program's functions of `restoration_callbacks`.
@safe struct Callbacks {
    // Invariant (restoration/session.h): live until the session is closed.
    private let table: restoration_callbacks

    /// - Parameter table: `nil` for none.
    init(_ table: UnsafePointer<restoration_callbacks>?) {
        unsafe self.table = table.map { unsafe $0.pointee } ?? restoration_callbacks()
    }

    var definesSaved: Bool { unsafe table.saved != nil }
    var definesSettled: Bool { unsafe table.settled != nil }
    var definesReloaded: Bool { unsafe table.plugin_reloaded != nil }
    var definesSignalled: Bool { unsafe table.signalled != nil }
    var definesNewerElsewhere: Bool { unsafe table.newer_elsewhere != nil }
    var definesDelegate: Bool {
        unsafe table.should_preserve != nil || table.encode != nil || table.should_restore != nil
            || table.decode != nil || table.restored_awaited != nil
    }

    func log(_ level: UInt32, _ message: String) {
        var message = message
        message.withUTF8 { text in
            let lent = unsafe restoration_string(
                bytes: text.baseAddress.map { unsafe UnsafeRawPointer($0) }?
                    .assumingMemoryBound(to: CChar.self),
                count: UInt64(text.count)
            )
            unsafe table.log?(table.user_data, level, lent)
        }
    }

    func saved(_ save: UnsafeMutablePointer<restoration_save>) {
        unsafe table.saved?(table.user_data, save)
    }

    func settled() { unsafe table.settled?(table.user_data) }

    func reloaded(_ plugin: String) { unsafe table.plugin_reloaded?(table.user_data, plugin) }

    func signalled(_ signal: Int32) { unsafe table.signalled?(table.user_data, signal) }

    func newerElsewhere(_ saves: UnsafeMutablePointer<restoration_saves_elsewhere>) {
        unsafe table.newer_elsewhere?(table.user_data, saves)
    }

    func restoredAwaited(_ handles: [UInt64]) {
        unsafe handles.withUnsafeBufferPointer { handles in
            unsafe table.restored_awaited?(
                table.user_data,
                handles.baseAddress,
                UInt64(handles.count)
            )
        }
    }

    typealias RecordFunction =
        @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<restoration_coder>?) ->
        restoration_status

    /// The functions of the application's own record.
    enum Record: String {
        case shouldPreserve = "should_preserve"
        case encode
        case shouldRestore = "should_restore"
        case decode
    }

    func function(_ record: Record) -> RecordFunction? {
        switch record {
        case .shouldPreserve: unsafe table.should_preserve
        case .encode: unsafe table.encode
        case .shouldRestore: unsafe table.should_restore
        case .decode: unsafe table.decode
        }
    }

    var userData: UnsafeMutableRawPointer? { unsafe table.user_data }
}

/// The delegate of a session in C, which calls the program's callbacks.
final class ProgramDelegate: RestorationDelegate {
    private unowned let host: HostSession
    /// Why the program could not read its values, which are then retained.
    private var decodingFailure: Diagnosis?

    init(_ host: HostSession) { self.host = host }

    /// - Returns: No status without such a function, or after its failure, which is logged.
    private func call(
        _ record: Callbacks.Record,
        _ coder: RestorationCoder
    ) -> (status: Int32?, failure: Diagnosis?) {
        guard let function = unsafe host.callbacks.function(record) else { return (nil, nil) }
        do {
            let status = unsafe try host.program.call(
                record.rawValue,
                with: coder,
                isWriting: record == .encode || record == .shouldPreserve
            ) { coder in unsafe function(host.callbacks.userData, coder) }
            return (status, nil)
        } catch {
            let failure = Diagnosis(error)
            host.program.log(failure)
            return (nil, failure)
        }
    }

    func shouldPreserveState(to coder: RestorationCoder) -> Bool {
        call(.shouldPreserve, coder).status != Status.declined
    }

    func willEncodeState(to coder: RestorationCoder) {
        if let failure = decodingFailure ?? call(.encode, coder).failure {
            coder.fail(.refused(failure))
        }
    }

    func shouldRestoreState(from coder: RestorationCoder) -> Bool {
        call(.shouldRestore, coder).status != Status.declined
    }

    func didDecodeState(from coder: RestorationCoder) {
        decodingFailure = call(.decode, coder).failure
    }

    func didRestoreAwaited(_ objects: [any Restorable]) {
        let handles = objects.map { host.handle(of: $0) }
        host.program.call("restored_awaited") { host.callbacks.restoredAwaited(handles) }
    }
}

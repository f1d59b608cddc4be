internal import CRestorationSession
import Glibc
internal import RestorationCore
internal import RestorationKit
internal import RestorationPlugins
internal import RestorationTesting

/// A program in C under test: `restoration/session_testing.h`.
@safe final class TestedProgram {
    // Invariant (restoration/session_testing.h): lives until the end of the test.
    private let functions: restoration_test_program
    private let callbacks: Callbacks
    private var program: TestProgram<HostSession>?
    private var launch: TestLaunch<HostSession>?
    /// The number of the session; `nil` without a launch.
    private(set) var number: OpaquePointer?

    init(
        _ application: String,
        _ options: UnsafePointer<restoration_options>?,
        _ functions: restoration_test_program
    ) throws {
        unsafe self.functions = functions
        callbacks = unsafe Callbacks(options?.pointee.callbacks)
        guard ApplicationIdentifier(application) != nil else {
            throw SessionError.invalidApplication(application)
        }
        let log = ProgramLog()
        let given = unsafe try RestorationOptions(options, log)
        program = TestProgram(
            application: application,
            preset: given.preset,
            configure: { options in
                let audits = options.auditsSaves
                options = given
                options.auditsSaves = audits
            },
            build: { [unowned self] session in try self.build(session, log) }
        )
    }

    private func build(_ session: RestorationSession, _ log: ProgramLog) throws -> HostSession {
        guard let slot = unsafe restoration_slot_make() else {
            throw Refusal(Status.limit, "No further session can be opened", remedy: "Close some.")
        }
        let host = unsafe try HostSession(session, in: slot, callbacks, log)
        unsafe restoration_slot_open(
            slot,
            Unmanaged.passRetained(host).toOpaque(),
            host.program.host,
            nil
        )
        unsafe number = restoration_slot_session(slot)
        let status = unsafe functions.build(
            functions.user_data,
            number
        )
        guard status == Status.ok else {
            throw Refusal(
                status,
                "The function build of the test failed",
                remedy: "See the last problem of the call in it that failed."
            )
        }
        return host
    }

    /// - Returns: The session of the new launch.
    func start() throws -> OpaquePointer? {
        guard launch == nil else {
            throw Refusal(
                Status.invalid,
                "The program under test is running",
                remedy: "End the launch first, or call restoration_test_relaunch."
            )
        }
        do {
            launch = try program?.launch()
            _ = launch?.graph.perform {}
        } catch {
            finish()
            throw error
        }
        return unsafe number
    }

    func terminate(_ ending: UInt32) throws {
        guard let launch else { throw Self.notRunning }
        let meant: Ending =
            switch Int(ending) {
            case RESTORATION_TEST_CLEAN: .clean
            case RESTORATION_TEST_KILLED: .killed
            case RESTORATION_TEST_POWER_LOSS: .powerLoss(.writing)
            case RESTORATION_TEST_FORCE_QUIT: .forceQuit
            default:
                throw Refusal(
                    Status.invalid,
                    "\(ending) is not an ending of a launch",
                    remedy: "Pass one of RESTORATION_TEST_."
                )
            }
        try launch.terminate(meant)
        finish()
    }

    private static var notRunning: Refusal {
        Refusal(
            Status.invalid,
            "The program under test is not running",
            remedy: "Call restoration_test_launch."
        )
    }

    /// Closes the session of a launch that has ended, and frees the program's objects.
    private func finish() {
        launch = nil
        if let number = unsafe number {
            // Does nothing if the program has closed it.
            _ = unsafe restoration_session_close(number)
            unsafe self.number = nil
        }
        unsafe functions.dispose?(functions.user_data)
    }

    func advance(_ milliseconds: UInt64) throws {
        guard let launch else { throw Self.notRunning }
        launch.advance(by: .milliseconds(Int64(clamping: milliseconds)))
        _ = launch.graph.perform {}
    }

    func savedState() throws -> String? { try program?.savedState()?.description }

    func end() {
        guard launch != nil else { return }
        try? terminate(UInt32(RESTORATION_TEST_KILLED))
    }
}

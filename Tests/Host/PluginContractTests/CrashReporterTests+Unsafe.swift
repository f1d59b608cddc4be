import Foundation
import RestorationKit
import TestSupport
import Testing

/// Other crash reporters in a program, beside the session's handlers. Each launch is a separate
/// process.
@Suite struct `A crash reporter of the program's` {
    private let program: ContractProgram

    init() throws { program = try .withFragileObjects() }

    private func launch(
        _ stage: String,
        _ way: CrashLaunch.Way,
        _ handler: CrashLaunch.HostHandler
    ) -> CrashLaunch {
        var launch = CrashLaunch(
            directory: program.directory,
            stage: stage,
            way: way,
            handler: handler
        )
        launch.saves = launch.isOfSave
        return launch
    }

    /// Whether the reporter has run exactly once.
    private func hasReported(_ launch: CrashLaunch) -> Bool {
        FileManager.default.contents(atPath: launch.mark) == Data("x".utf8)
    }

    /// A stack overflow is reported, too, since the session gives its thread an alternate stack.
    @Test(arguments: [CrashLaunch.Way.address, .segv, .overflow])
    func `that was installed before the session reports the stamped signal`(
        way: CrashLaunch.Way
    ) async throws {
        let launch = launch("decode", way, .reports)
        await launch.end()

        #expect(hasReported(launch))
        #expect(try await launch.comeUp().restored == ["Frame", "Frame/A", "Frame/C"])
    }

    @Test(arguments: [CrashLaunch.Way.address, .segv])
    func `that is installed after the session's and forwards signals reports the stamped signal`(
        way: CrashLaunch.Way
    ) async throws {
        var launch = launch("encode", way, .reports)
        launch.installsLate = true
        await launch.end()

        #expect(hasReported(launch))
        #expect(try await launch.comeUp().issues.count == 1)
    }

    @Test func `that is installed after the session's and forwards no signals prevents the stamp`()
        async throws
    {
        var launch = launch("encode", .address, .reportsInVain)
        launch.installsLate = true
        await launch.end()

        #expect(hasReported(launch))
        launch.stage = "none"
        let next = try await launch.comeUp()
        #expect(next.notes.map { $0.hasSuffix("for an unknown reason") } == [true])
        #expect(next.issues.isEmpty)
    }

    /// The note names the code that was running, but the code is not blamed.
    @Test(arguments: [CrashLaunch.Way.thread, .threadWithStack])
    func `reports a crash on another thread, with a stack for its handlers and without`(
        way: CrashLaunch.Way
    ) async throws {
        var launch = launch("decode", way, .reports)
        await launch.end()

        #expect(hasReported(launch))
        launch.stage = "none"
        let next = try await launch.comeUp()
        #expect(next.restored.count == 4)
        #expect(
            next.notes == [
                "Frame/B, \(program.plugins)/libcrashing.so: The program ended while the object"
                    + " decoded its state, for an unknown reason"
            ]
        )
    }
}

/// Reporters that need no code in the program. `PluginTestHelper` is started with them.
@Suite struct `A crash reporter that comes with the program` {
    private let program: ContractProgram

    init() throws { program = try .withFragileObjects() }

    /// Runs a launch that crashes. Returns its error output and how it ended.
    private func crash(
        by way: String = "address",
        environment: [String: String]
    ) throws -> (output: String, reason: Process.TerminationReason, status: Int32) {
        let run = try ProgramRun(
            "PluginTestHelper",
            [program.directory, "reported"],
            reading: .errors,
            environment: environment.merging(
                [
                    "HOME": program.directory, "PATH": "/usr/bin:/bin",
                    "RESTORATION_CRASH_AT": "decode", "RESTORATION_CRASH_BY": way,
                    "RESTORATION_CRASH_IDENTIFIER": "B",
                ]
            ) { $1 }
        )
        return (run.output, run.reason, run.status)
    }

    /// The problem that the next session finds.
    private func ending() throws -> String? {
        let session = try program.session()
        defer { session.close() }
        return session.previousLaunch.problem
    }

    private static let crash = "The program crashed while the object decoded its state (SIGSEGV)"

    /// Disabled under AddressSanitizer, which forbids the backtracer's reads.
    @Test(.disabled(if: AddressSanitizer.isInTests))
    func `is Swift's backtracer, which reports the stamped signal`() throws {
        let (output, reason, status) = try crash(environment: [
            "SWIFT_BACKTRACE":
                "enable=yes,interactive=no,color=no,symbolicate=off,threads=crashed,images=none"
        ])

        #expect(output.contains("Program crashed"), "\(output)")
        #expect(reason == .uncaughtSignal)
        #expect(status == SIGSEGV)
        #expect(try ending() == Self.crash)
    }

    @Test(.enabled(if: AddressSanitizer.library != nil))
    func `is AddressSanitizer, which reports the stamped signal`() throws {
        let (output, reason, status) = try crash(environment: [
            "LD_PRELOAD": AddressSanitizer.library ?? "",
            "ASAN_OPTIONS": "detect_leaks=0:symbolize=0", "SWIFT_BACKTRACE": "enable=no",
        ])

        #expect(output.contains("AddressSanitizer: SEGV"), "\(output)")
        #expect(reason == .exit)
        #expect(status == 1)
        #expect(try ending() == Self.crash)
    }

    /// AddressSanitizer's own findings raise no signal unless it is told to abort.
    @Test(
        .enabled(if: AddressSanitizer.library != nil),
        arguments: [
            (
                "abort_on_error=1",
                "The program crashed while the object decoded its state (SIGABRT)"
            ),
            (
                "abort_on_error=0",
                "The program ended while the object decoded its state, for an unknown reason"
            ),
        ]
    )
    func `is AddressSanitizer, which leaves a stamp of its own findings if it aborts`(
        option: String,
        problem: String
    ) throws {
        try FileManager.default.removeItem(atPath: program.plugins + "/libcrashing.so")
        try ContractPlugin.compile(
            "crashing",
            into: program.plugins,
            options: ["-fsanitize=address", "-shared-libasan"]
        )

        let (output, _, _) = try crash(
            by: "overrun",
            environment: [
                "LD_PRELOAD": AddressSanitizer.library ?? "",
                "ASAN_OPTIONS": "detect_leaks=0:symbolize=0:\(option)",
                "SWIFT_BACKTRACE": "enable=no",
            ]
        )

        #expect(output.contains("AddressSanitizer: heap-buffer-overflow"), "\(output)")
        #expect(try ending() == problem)
    }
}

private enum AddressSanitizer {
    static var isInTests: Bool { unsafe dlsym(nil, "__asan_init") != nil }

    /// The compiler's AddressSanitizer as a library for `LD_PRELOAD`; `nil` if the compiler has
    /// none or the tests are already built with it.
    static let library: String? = {
        if isInTests { return nil }
        #if arch(x86_64)
        let name = "libclang_rt.asan-x86_64.so"
        #else
        let name = "libclang_rt.asan-aarch64.so"
        #endif
        let arguments = ["clang", "-print-file-name=\(name)"]
        let output = try? FinishedProgram("/usr/bin/env", arguments).output
        let path = output?.trimmingCharacters(in: .newlines) ?? ""
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }()
}

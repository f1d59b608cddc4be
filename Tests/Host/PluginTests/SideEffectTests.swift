import Foundation
import RestorationCore
import RestorationDiscovery
import RestorationPlugins
import Testing

/// Each load happens in a separate process, since it changes all threads and other tests run at the
/// same time.
@Suite struct `A plugin that changes the process while it is loaded` {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Compiles the fixture. Called in the parent process, since running a compiler starts threads.
    private func compile(_ options: [String]) throws -> String {
        try CompiledPlugin("side-effects", in: directory, options: options).file
    }

    /// Loads the fixture and returns the log and the side effects.
    static func load(_ file: String) throws -> (log: [String], effects: [PluginSideEffect]) {
        let host = PluginHost()
        let plugin = try DiscoveredPlugin(inspecting: file)
        _ = try host.loader.classes(of: plugin)
        return (host.takeLog(includingOthers: true), host.loader.sideEffects)
    }

    @Test(arguments: [[], ["-DIN_ENTRY_POINT"]])
    func `has the floating-point mode restored`(options: [String]) async throws {
        let file = try compile(options + ["-DROUNDING", "-lm"])
        await #expect(processExitsWith: .success) { [file = file as String] in
            let (log, effects) = try Self.load(file)

            #expect(effects.map(\.change) == [.floatingPointMode])
            #expect(
                log == [
                    "org.example.effects warning: changed the floating-point mode while it was"
                        + " loaded, which was undone"
                ]
            )
            #expect(fegetround() == FE_TONEAREST)
        }
    }

    @Test func `has the handling of subnormal numbers restored`() async throws {
        let file = try compile(["-DFLUSHING"])
        await #expect(processExitsWith: .success) { [file = file as String] in
            let (_, effects) = try Self.load(file)

            #expect(effects.map(\.change) == [.floatingPointMode])
            #expect((Double.leastNormalMagnitude / 2).isSubnormal)
        }
    }

    @Test(arguments: [[], ["-DIN_ENTRY_POINT"]])
    func `has the signal handlers restored`(options: [String]) async throws {
        let file = try compile(options + ["-DHANDLERS"])
        await #expect(processExitsWith: .success) { [file = file as String] in
            signal(SIGUSR2, SIG_IGN)

            let (log, _) = try Self.load(file)

            #expect(
                log == [
                    "org.example.effects warning: took over SIGUSR2, SIGPIPE while it was loaded,"
                        + " which was undone"
                ]
            )
            var action = sigaction()
            unsafe sigaction(SIGUSR2, nil, &action)
            #expect(unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1)
            unsafe sigaction(SIGPIPE, nil, &action)
            #expect(unsafe action.__sigaction_handler.sa_handler == nil)
        }
    }

    @Test func `has the signal mask restored`() async throws {
        let file = try compile(["-DMASK"])
        await #expect(processExitsWith: .success) { [file = file as String] in
            var mask = sigset_t()
            unsafe sigemptyset(&mask)
            unsafe sigaddset(&mask, SIGUSR2)
            unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)

            let (_, effects) = try Self.load(file)

            unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
            #expect(effects.map(\.change) == [.signalMask])
            #expect(unsafe sigismember(&mask, SIGUSR2) == 0)
        }
    }

    @Test(arguments: ["LOCALE", "THREAD_LOCALE"])
    func `has the locale restored`(option: String) async throws {
        let file = try compile(["-D\(option)"])
        await #expect(processExitsWith: .success) { [file = file as String] in
            unsafe setlocale(LC_ALL, "C")

            let (_, effects) = try Self.load(file)

            #expect(effects.map(\.change) == [.locale])
            #expect(unsafe String(cString: setlocale(LC_ALL, nil)) == "C")
        }
    }

    /// With the host's descriptor of the directory open, and closed by the plugin.
    @Test(arguments: [["-DDIRECTORY"], ["-DDIRECTORY", "-DCLOSING"]])
    func `has the current directory restored`(options: [String]) async throws {
        let file = try compile(options)
        await #expect(processExitsWith: .success) { [file = file as String] in
            let directory = try TemporaryDirectory()
            _ = FileManager.default.changeCurrentDirectoryPath(directory.path)

            let (_, effects) = try Self.load(file)

            #expect(effects.map(\.change) == [.currentDirectory])
            #expect(FileManager.default.currentDirectoryPath == directory.path)
        }
    }

    @Test func `is reported for changing the environment, which is not undone`() async throws {
        let file = try compile(["-DENVIRONMENT"])
        await #expect(processExitsWith: .success) { [file = file as String] in
            unsafe setenv("EFFECTS_OLD", "1", 1)
            unsafe setenv("EFFECTS_GONE", "1", 1)

            let (_, effects) = try Self.load(file)

            let file = try #require(effects.first?.file)
            #expect(
                effects.map(\.diagnosis.description) == [
                    """
                    error: org.example.effects changed the environment (EFFECTS_OLD, EFFECTS_NEW, \
                    EFFECTS_GONE) while it was loaded
                       at: \(file)
                      fix: Call setenv neither in initialisers nor in the entry point.
                    """
                ]
            )
        }
    }

    @Test func `has the former fault handler restored`() async throws {
        let file = try compile(["-DFAULTS"])
        await #expect(processExitsWith: .success) { [file = file as String] in
            var before = sigaction()
            unsafe sigaction(SIGSEGV, nil, &before)

            let (_, effects) = try Self.load(file)

            var now = sigaction()
            unsafe sigaction(SIGSEGV, nil, &now)
            #expect(effects.map(\.change) == [.signalHandlers(["SIGSEGV"])])
            let handlers = [before, now].map {
                unsafe unsafeBitCast($0.__sigaction_handler.sa_handler, to: Int.self)
            }
            #expect(handlers[0] == handlers[1])
        }
    }

    @Test func `is not reported if it changed nothing`() async throws {
        let file = try compile([])
        await #expect(processExitsWith: .success) { [file = file as String] in
            let (log, effects) = try Self.load(file)

            #expect(log.isEmpty)
            #expect(effects.isEmpty)
        }
    }

    @Test func `has its changes undone in a program with other running threads`() async throws {
        let file = try compile(["-DHANDLERS", "-DLOCALE", "-DDIRECTORY"])
        await #expect(processExitsWith: .success) { [file = file as String] in
            unsafe setlocale(LC_ALL, "C")
            let directory = try TemporaryDirectory()
            _ = FileManager.default.changeCurrentDirectoryPath(directory.path)
            let runs = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                runs.signal()
                while true { sched_yield() }
            }
            runs.wait()

            let (_, effects) = try Self.load(file)

            #expect(
                effects.map(\.change) == [
                    .signalHandlers(["SIGUSR2", "SIGPIPE"]), .locale, .currentDirectory,
                ]
            )
            #expect(effects.map(\.isUndone) == [true, true, true])
            #expect(unsafe String(cString: setlocale(LC_ALL, nil)) == "C")
            #expect(FileManager.default.currentDirectoryPath == directory.path)
        }
    }

    @Test func `is not blamed for a one-shot handler that its own signal has reset`() async throws {
        let file = try compile(["-DRAISING"])
        await #expect(processExitsWith: .success) { [file = file as String] in
            var action = sigaction()
            unsafe action.__sigaction_handler.sa_handler = { _ in }
            action.sa_flags = CInt(truncatingIfNeeded: SA_RESETHAND)
            unsafe sigaction(SIGUSR2, &action, nil)

            let (_, effects) = try Self.load(file)

            #expect(effects.isEmpty)
        }
    }

    @Test func `is not blamed for variables beside one without a name`() async throws {
        let file = try compile(["-DENVIRONMENT"])
        await #expect(processExitsWith: .success) { [file = file as String] in
            unsafe setenv("EFFECTS_OLD", "1", 1)
            unsafe setenv("EFFECTS_GONE", "1", 1)
            // execve(2) accepts such an entry, but setenv(3) does not.
            let empty = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
            unsafe empty.initialize(to: 0)
            unsafe environ[0] = empty

            let (_, effects) = try Self.load(file)

            let names = "EFFECTS_OLD, EFFECTS_NEW, EFFECTS_GONE"
            #expect(effects.map(\.change) == [.environment(names)])
        }
    }
}

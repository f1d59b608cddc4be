import Foundation
import RestorationCore
import RestorationLoading
import Testing

/// Each in a process of its own: what is changed here belongs to all threads, and other tests run
/// beside these.
@Suite struct `A plugin that changes the process while it is loaded` {
    /// Loads the fixture, and returns what was said about it.
    static func load(_ options: [String]) throws -> (log: [String], effects: [PluginSideEffect]) {
        let directory = try TemporaryDirectory()
        let plugin = try CompiledPlugin("side-effects", in: directory, options: options)
        let host = PluginHost()
        _ = try host.loader.classes(of: plugin.discovered())
        return (host.takeLog(), host.loader.sideEffects)
    }

    @Test(arguments: [[], ["-DIN_ENTRY_POINT"]])
    func `has the way of calculating put back`(options: [String]) async {
        await #expect(processExitsWith: .success) { [options] in
            let (log, effects) = try Self.load(options + ["-DROUNDING", "-lm"])

            #expect(effects.map(\.change) == [.floatingPointMode])
            #expect(
                log == [
                    "org.example.effects warning: changed how the program calculates while it was"
                        + " loaded, which was undone"
                ]
            )
            #expect(fegetround() == FE_TONEAREST)
        }
    }

    @Test func `has tiny numbers put back that it flushes to zero`() async {
        await #expect(processExitsWith: .success) {
            let (_, effects) = try Self.load(["-DFLUSHING"])

            #expect(effects.map(\.change) == [.floatingPointMode])
            #expect((Double.leastNormalMagnitude / 2).isSubnormal)
        }
    }

    @Test(arguments: [[], ["-DIN_ENTRY_POINT"]])
    func `has the signal handlers put back`(options: [String]) async {
        await #expect(processExitsWith: .success) { [options] in
            signal(SIGUSR2, SIG_IGN)

            let (log, _) = try Self.load(options + ["-DHANDLERS"])

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

    @Test func `has blocked signals let through again`() async {
        await #expect(processExitsWith: .success) {
            var mask = sigset_t()
            unsafe sigemptyset(&mask)
            unsafe sigaddset(&mask, SIGUSR2)
            unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)

            let (_, effects) = try Self.load(["-DMASK"])

            unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
            #expect(effects.map(\.change) == [.signalMask])
            #expect(unsafe sigismember(&mask, SIGUSR2) == 0)
        }
    }

    @Test(arguments: ["LOCALE", "THREAD_LOCALE"])
    func `has the locale put back`(option: String) async {
        await #expect(processExitsWith: .success) { [option] in
            unsafe setlocale(LC_ALL, "C")

            let (_, effects) = try Self.load(["-D\(option)"])

            #expect(effects.map(\.change) == [.locale])
            #expect(unsafe String(cString: setlocale(LC_ALL, nil)) == "C")
        }
    }

    @Test func `has the current directory put back`() async {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            _ = FileManager.default.changeCurrentDirectoryPath(directory.path)

            let (_, effects) = try Self.load(["-DDIRECTORY"])

            #expect(effects.map(\.change) == [.currentDirectory])
            #expect(FileManager.default.currentDirectoryPath == directory.path)
        }
    }

    @Test func `is told on for changing the environment, which stays`() async {
        await #expect(processExitsWith: .success) {
            unsafe setenv("EFFECTS_OLD", "1", 1)
            unsafe setenv("EFFECTS_GONE", "1", 1)

            let (_, effects) = try Self.load(["-DENVIRONMENT"])

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

    @Test func `is not blamed where it left everything as it was`() async {
        await #expect(processExitsWith: .success) {
            let (log, effects) = try Self.load([])

            #expect(log.isEmpty)
            #expect(effects.isEmpty)
        }
    }
}

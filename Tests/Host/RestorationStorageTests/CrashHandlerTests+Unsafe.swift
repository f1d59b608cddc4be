import Glibc
import RestorationStorage
import Testing

@Suite struct `The handler of fatal signals` {
    @Test func `ends the program although a handler that it calls calls it`() async {
        await #expect(processExitsWith: .signal(SIGSEGV)) {
            // Swift's own comes between otherwise.
            signal(SIGSEGV, SIG_DFL)
            let page = LedgerPage()
            var watch = page.watch()
            ChainedHandler.install()
            // The program's own stays where it is, and ours is put in front of it once more.
            withExtendedLifetime(watch) {}
            watch = nil
            watch = page.watch()
            // Invariant: nothing is there, so that the access fails.
            unsafe UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
            withExtendedLifetime(watch) {}
        }
    }
}

/// A program's handler that hands the signal on to what was there before it.
private enum ChainedHandler {
    // Invariant: written before the signal comes, in a process that has one thread.
    nonisolated(unsafe) static var earlier = sigaction()

    static func install() {
        var action = sigaction()
        // Invariant: the handler uses nothing but what was written before.
        unsafe action.__sigaction_handler.sa_sigaction = { number, info, context in
            unsafe ChainedHandler.earlier.__sigaction_handler.sa_sigaction?(number, info, context)
        }
        action.sa_flags = SA_SIGINFO
        unsafe sigaction(SIGSEGV, &action, &earlier)
    }
}

import Glibc
import RestorationStorage
import Testing

@Suite struct `The handler of fatal signals` {
    @Test func `ends the program even if it and another handler call each other`() async {
        await #expect(processExitsWith: .signal(SIGSEGV)) {
            // Removes Swift's own handler, which would be in between.
            signal(SIGSEGV, SIG_DFL)
            let page = LedgerPage()
            var watch = page.watch()
            ChainedHandler.install()
            // The program's handler stays installed, and ours is installed in front of it again.
            withExtendedLifetime(watch) {}
            watch = nil
            watch = page.watch()
            // Invariant: nothing is mapped at the address, so the access fails.
            unsafe UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
            withExtendedLifetime(watch) {}
        }
    }
}

/// A program's handler that passes the signal to the earlier handler.
private enum ChainedHandler {
    // Invariant: written before the signal, in a process with one thread.
    nonisolated(unsafe) static var earlier = sigaction()

    static func install() {
        var action = sigaction()
        // Invariant: the handler uses only values written before.
        unsafe action.__sigaction_handler.sa_sigaction = { number, info, context in
            unsafe ChainedHandler.earlier.__sigaction_handler.sa_sigaction?(number, info, context)
        }
        action.sa_flags = SA_SIGINFO
        unsafe sigaction(SIGSEGV, &action, &earlier)
    }
}

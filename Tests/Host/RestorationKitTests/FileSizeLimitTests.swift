import Foundation
import RestorationKit
import TestSupport
import Testing

@Suite struct `A session under a limit on the size of files` {
    @Test func `throws the same error from each call that writes, and no signal ends the program`()
        async
    {
        await #expect(processExitsWith: .success) {
            let sandbox = Sandbox()
            let session = try sandbox.session()
            let root = Screen("Tabs")
            session.addRoot(root)
            try session.restore()
            root.title = String(repeating: "typed ", count: 1000)
            var limit = rlimit(rlim_cur: 64, rlim_max: 64)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)

            lettingThrough(SIGXFSZ) {
                do {
                    try session.preserveNow()
                    preconditionFailure("The session has saved")
                } catch {
                    precondition("\(error)".contains("Raise the limit on file sizes"), "\(error)")
                }
                session.runPending()
                session.close()
                _ = try? sandbox.session().restore()
            }

            var action = sigaction()
            unsafe sigaction(SIGXFSZ, nil, &action)
            precondition(unsafe action.__sigaction_handler.sa_handler == nil, "A handler is left")
        }
    }
}

import Foundation
import RestorationKit
import TestSupport
import Testing

/// Sessions in a child forked from their process. Each test forks an otherwise idle process.
@Suite struct `A session in a forked child` {
    @Test func `throws from every throwing call, and names the process that opened the session`()
        async
    {
        await #expect(processExitsWith: .success) {
            let (session, root) = try openSession(in: Sandbox())
            let opener = Int(getpid())

            let failures = inForkedChild {
                let calls: [() throws -> Void] = [
                    { try session.preserveNow() }, { try session.restore() },
                    { _ = try session.make("Edit", under: root, className: "Screen") },
                    { try session.handleSignals([.hangUp]) }, { try session.discard() },
                    { try session.registerObject(root, identifier: "filter") },
                ]
                return Int32(
                    calls.count { call in
                        do { try call() } catch SessionError.otherProcess(opener: opener) {
                            return true
                        } catch {}
                        return false
                    }
                )
            }

            precondition(failures == 6, "\(failures ?? -1) of 6 calls failed")
            session.close()
        }
    }

    @Test func `does not touch its parent's descriptors`() async {
        await #expect(processExitsWith: .success) {
            let sandbox = Sandbox()
            var (session, root): (RestorationSession?, Screen) = try openSession(in: sandbox)
            try session?.handleSignals([.terminate])
            let ledger = try sandbox.ledger()

            let status = inForkedChild {
                root.title = "of the child"
                session?.invalidate(root)
                session?.invalidator.invalidate()
                session?.runPending()
                session?.retryObjectsSetAside()
                session?.reportProgress()
                session?.close()
                session = nil
                return 0
            }

            precondition(status == 0, "The child ended with \(status ?? -1)")
            let now = try sandbox.ledger()
            precondition(now == ledger, "The child wrote to the ledger")
            do {
                _ = try sandbox.session()
                preconditionFailure("The child has given the lock back")
            } catch StorageError.inUse(_, process: Int(getpid())) {}
            root.title = "of the parent"
            try session?.preserveNow()
            session?.close()
            let (next, restored) = try openSession(in: sandbox)
            precondition(restored.title == "of the parent", restored.title)
            next.close()
        }
    }

    @Test func `does not prevent a signal from ending the child`() async {
        await #expect(processExitsWith: .success) {
            let (session, _) = try openSession(in: Sandbox())
            try session.handleSignals([.terminate])

            let status = inForkedChild {
                raiseHere(SIGTERM)
                return 0
            }

            precondition(status == nil, "SIGTERM did nothing in the child")
            session.close()
        }
    }

    @Test func `does not prevent the child from opening sessions of its own`() async {
        await #expect(processExitsWith: .success) {
            let sandbox = Sandbox()
            let (session, root) = try openSession(in: sandbox)
            root.title = "typed"
            try session.preserveNow()

            let status = inForkedChild {
                for _ in 0..<20 {
                    guard let (own, root) = try? openSession(in: Sandbox()) else { return 1 }
                    root.title = "of the child"
                    guard (try? own.preserveNow()) != nil else { return 2 }
                    own.close()
                }
                return 0
            }

            precondition(status == 0, "The child ended with \(status ?? -1)")
            session.close()
        }
    }

    @Test func `can be replaced by a new session in a daemon, once the parent has exited`() throws {
        let sandbox = Sandbox()

        let lines = try SessionHelper.run(sandbox.root, "typed", "then", "daemon")

        #expect(lines.prefix(2) == ["restored ", "saved"])
        #expect(lines.dropFirst(2).first?.contains("this process was forked from it") == true)
        #expect(lines.suffix(2) == ["restored typed", "saved"])
    }
}

/// A session after its restore, with its root.
private func openSession(in sandbox: Sandbox) throws -> (RestorationSession, Screen) {
    let root = Screen("Tabs")
    let session = try sandbox.session()
    session.register(Screen.self, as: "Screen")
    session.addRoot(root)
    try session.restore()
    return (session, root)
}

extension Sandbox {
    fileprivate func ledger() throws -> Data {
        try Data(contentsOf: URL(filePath: root + "/state/ledger"))
    }
}

import Foundation
import RestorationKit
import Testing

@Suite struct `A session's descriptors` {
    /// A separate process, so that no other test opens files meanwhile.
    @Test func `are all closed with it`() async {
        await #expect(processExitsWith: .success) {
            let sandbox = Sandbox()
            func life() throws {
                let root = Screen("Tabs")
                let session = try sandbox.session()
                session.addRoot(root)
                try session.handleSignals([.terminate])
                try session.restore()
                root.title += "typed "
                try session.preserveNow()
                session.close()
            }
            func openDescriptors() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").sorted()
            }
            // The first launch opens descriptors for the whole process, such as a source of
            // randomness.
            try life()
            let before = try openDescriptors()

            for _ in 0..<50 { try life() }

            let after = try openDescriptors()
            precondition(after == before, "\(before) became \(after)")
        }
    }
}

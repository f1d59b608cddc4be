import Foundation
import RestorationKit
import TestSupport
import Testing

@Suite struct `A descriptor of the session that other code has closed` {
    @Test func `is reported with the last call of a plugin`() async {
        await #expect(processExitsWith: .success) {
            let program = try ContractProgram()
            try ContractPlugin.compile("reloaded", into: program.plugins)
            let log = CollectedLog()
            let (session, tray) = try program.restoredSession { $0.logger = log.logger }
            let object = try session.make("A", under: tray)
            tray.restorationChildren = [object]
            _ = try object.call("build")

            close(session.fileDescriptor)
            session.runPending()
            session.runPending()

            let told = log.messages.filter { $0.contains("has closed a descriptor of the session") }
            precondition(told.count == 1, "\(told)")
            precondition(told[0].contains("of the plugin org.example.reloaded, in a call"), told[0])
            session.close()
        }
    }
}

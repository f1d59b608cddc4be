import Foundation
import PetFinderDriver
import Testing

extension PetFinderHome {
    /// What `restorectl` prints about these directories.
    func restorectl(_ arguments: String...) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "\(products)/restorectl")
        process.arguments = arguments
        process.environment = environment
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: text, as: UTF8.self)
    }
}

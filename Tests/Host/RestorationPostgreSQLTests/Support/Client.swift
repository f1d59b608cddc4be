import Foundation
import RestorationTesting
import TestSupport
import Testing

/// A process that races.
final class Client: @unchecked Sendable {
    // Unchecked: one thread at a time uses it.
    private let program: SpokenProgram
    private var isKilled = false

    /// - Parameter wrapper: A program that runs the process, with arguments.
    init(_ connection: String, by wrapper: [String] = []) throws {
        let command = wrapper + [Program.path(of: "RemoteTestHelper"), connection]
        program = try SpokenProgram(
            URL(filePath: command[0]),
            arguments: Array(command.dropFirst()),
            environment: [:]
        )
    }

    deinit { kill() }

    private func kill() {
        if !isKilled { program.kill() }
        isKilled = true
    }

    /// Races until the end, or until the process is killed after a number of entries.
    func race(
        for key: RemoteKey,
        killingAfter limit: Int?,
        _ record: (RemoteRace.Entry) -> Void
    ) throws {
        try program.hears("\(key.application) \(key.device) 10")
        var count = 0
        while case let line = try program.line(), line != "done", !line.isEmpty {
            // The last line of a killed process may be incomplete.
            if let entry = RemoteRace.Entry(line) { record(entry) }
            count += 1
            if count == limit { kill() }
        }
    }
}

extension [Client] {
    func race(
        for key: RemoteKey,
        killingAfter limits: [Int?],
        _ records: Records
    ) throws {
        let group = DispatchGroup()
        for (index, client) in enumerated() {
            group.enter()
            Thread.detachNewThread {
                do {
                    try client.race(for: key, killingAfter: limits[index]) {
                        records.add($0, of: index)
                    }
                } catch { Issue.record(error) }
                group.leave()
            }
        }
        group.wait()
    }
}

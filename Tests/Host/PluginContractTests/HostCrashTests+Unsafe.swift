import Foundation
import RestorationKit
import Testing

@Suite struct `A crash outside any object's code` {
    private let directory = NSTemporaryDirectory() + "restoration-crash-\(UUID().uuidString)"

    @Test func `in another thread leaves no object out the first time`() async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var life = HostCrash(directory: directory)
        _ = try life.run()
        life.place = .otherThread
        await #expect(processExitsWith: .signal(SIGABRT)) { [life = life as HostCrash] in
            _ = try life.run()
        }
        life.place = .none
        let second = try life.run()
        #expect(second.restored.map(\.description) == ["Root"])
        #expect(second.notes.count == 1)

        life.place = .otherThread
        for _ in 0..<2 {
            await #expect(processExitsWith: .signal(SIGABRT)) { [life = life as HostCrash] in
                _ = try life.run()
            }
        }
        life.place = .none
        let last = try life.run()

        #expect(last.notRestored.map(\.outcome) == [.retained])
    }
}

/// A launch of a program without plugins, in a separate process or in this one.
private struct HostCrash: Codable {
    enum Place: String, Codable {
        case none, otherThread
    }

    let directory: String
    var place = Place.none

    /// Restores, saves and ends, unless it crashes.
    func run() throws -> RestorationReport {
        if place != .none { letFatalSignalsEndTheProcess() }
        let session = try RestorationSession(
            application: "org.example.test",
            options: .within(directory)
        )
        session.addRoot(Root(place))
        let report = try session.restore()
        try session.preserveNow()
        session.close()
        return report
    }

    private final class Root: Restorable {
        let place: Place
        let restorationIdentifier: String? = "Root"
        init(_ place: Place) { self.place = place }

        func encodeRestorableState(with coder: RestorationCoder) { coder.encode(1, forKey: "one") }

        func decodeRestorableState(with coder: RestorationCoder) {
            guard place == .otherThread else { return }
            var thread = pthread_t()
            // Invariant: the thread shares no data, and ends the process before it returns.
            unsafe pthread_create(&thread, nil, { _ in abort() }, nil)
            pthread_join(thread, nil)
        }
    }
}

import Foundation
import RestorationKit
import Synchronization
import Testing

/// Each crash happens in a separate process, and most launches after it in this one.
@Suite(.serialized) struct `A program that would crash at every launch` {
    private let directory = NSTemporaryDirectory() + "restoration-loop-\(UUID().uuidString)"

    private func crash(at place: LoopLaunch.Place) async throws {
        let life = LoopLaunch(directory: directory, place: place)
        await #expect(processExitsWith: .signal(SIGSEGV)) { [life = life as LoopLaunch] in
            _ = try life.run()
        }
    }

    /// Launches after several crashes and checks that nothing is restored, so that the program does
    /// not crash.
    private func checkThatNothingIsRestored(
        at place: LoopLaunch.Place,
        notes: [String]? = nil
    ) async {
        let life = LoopLaunch(directory: directory, place: place)
        await #expect(processExitsWith: .success) {
            [life = life as LoopLaunch, notes = notes as [String]?] in
            let result = try life.run()
            #expect(result.restored.isEmpty)
            if let notes { #expect(result.notes.map(\.problem) == notes) }
        }
    }

    private func launch(retrying: Bool = false) throws -> LoopLaunch.Result {
        try LoopLaunch(directory: directory, retries: retrying).run()
    }

    @Test(arguments: [LoopLaunch.Place.account, .attach, .present])
    func `crashes once, and leaves the object out from then on`(
        place: LoopLaunch.Place
    ) async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        _ = try launch()
        try await crash(at: place)

        for _ in 0..<2 {
            let result = try launch()

            #expect(result.restored.contains("A"))
            #expect(
                result.notRestored[place.path]?.hasSuffix(
                    "The program crashed \(place.clause) (SIGSEGV)"
                ) == true
            )
        }
        let last = try launch(retrying: true)
        #expect(last.notRestored[place.path] != nil)
        #expect(try launch().notRestored.isEmpty)
    }

    @Test(arguments: [LoopLaunch.Place.shouldRestore, .didDecode])
    func `withholds the state from its delegate after a crash there, and retains it`(
        place: LoopLaunch.Place
    ) async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        _ = try launch()
        #expect(try launch().mode == "night")
        try await crash(at: place)

        for _ in 0..<2 {
            let result = try launch()

            #expect(result.mode == nil)
            #expect(result.restored.contains("Account"))
            #expect(
                result.notes.map(\.problem)
                    == ["The program crashed in the program's delegate (SIGSEGV)"]
            )
        }
        #expect(try launch(retrying: true).mode == nil)
        #expect(try launch().mode == "night")
    }

    @Test func `restores nothing after three crashes in its delegate, and retains everything`()
        async throws
    {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        _ = try launch()
        for _ in 0..<3 { try await crash(at: .didDecode) }

        await checkThatNothingIsRestored(
            at: .didDecode,
            notes: [
                "Several launches in a row ended during a restore, or in code that it called"
            ]
        )
        #expect(try launch().restored.contains("A"))
    }

    @Test func `crashes twice if the crash is outside any object's code`() async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        _ = try launch()
        for _ in 0..<2 { try await crash(at: .window) }

        await checkThatNothingIsRestored(at: .window)
        #expect(try launch().restored.contains("A"))
    }

    @Test func `crashes three times if one object after the other crashes`() async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        _ = try launch()
        for _ in 0..<3 { try await crash(at: .decode) }

        await checkThatNothingIsRestored(at: .decode)
    }
}

/// A launch that crashes at `place`, in code called by the restore; with `.none`, it does not
/// crash.
struct LoopLaunch: Codable, Sendable {
    enum Place: String, Codable, CaseIterable {
        case none, account, attach, present, shouldRestore, didDecode, window, decode

        /// The object that is blamed.
        var path: String { self == .account ? "Account" : "Box" }
        var clause: String {
            self == .account
                ? "while the object decoded its state" : "while the object was given its children"
        }
    }

    struct Result {
        let restored: [String]
        let notRestored: [String: String]
        let notes: [Diagnosis]
        /// The value that the delegate decoded.
        let mode: String?
    }

    let directory: String
    var place = Place.none
    var retries = false

    /// Restores, delivers deferred data, saves and ends, unless it crashes.
    func run() throws -> Result {
        if place != .none { letFatalSignalsEndTheProcess() }
        Late.beLate()
        let delegate = Desk(place)
        let session = try RestorationSession(
            application: "org.example.test",
            delegate: delegate,
            options: .within(directory)
        )
        delegate.window = session.restorationWindow
        session.register(Late.self, as: "Late")
        let box = Box(place)
        session.addRoot(Account(place))
        session.addRoot(box)
        for name in ["A", "B", "C", "D"] { session.addRoot(Drawer(name, place)) }
        let report = try session.restore()
        if place == .window, session.restorationWindow.isOpen { raise(SIGSEGV) }
        if report.entries.isEmpty {
            let child = try session.make("child", under: box, className: "Late")
            box.restorationSlots = [RestorationSlot(child)]
            box.restorationPresented = try session.make("dialog", under: box, className: "Late")
        }
        Late.arrive()
        session.runPending()
        if retries { session.retryObjectsSetAside() }
        try session.preserveNow()
        let last = session.report ?? report
        session.close()
        return Result(
            restored: last.restored.map(\.description),
            notRestored: Dictionary(
                uniqueKeysWithValues: last.notRestored.map {
                    ($0.path.description, $0.reason?.problem ?? "")
                }
            ),
            notes: last.notes,
            mode: delegate.mode
        )
    }

    private final class Desk: RestorationDelegate {
        let place: Place
        var mode: String?
        var window: RestorationWindow?
        init(_ place: Place) { self.place = place }

        func willEncodeState(to coder: RestorationCoder) { coder.encode("night", forKey: "mode") }

        func shouldRestoreState(from coder: RestorationCoder) -> Bool {
            if place == .shouldRestore { raise(SIGSEGV) }
            return true
        }

        func didDecodeState(from coder: RestorationCoder) {
            if place == .didDecode { raise(SIGSEGV) }
            if place == .window { window?.extend() }
            mode = (try? coder.decode(String.self, forKey: "mode")) ?? nil
        }
    }

    private final class Account: Restorable {
        let place: Place
        let restorationIdentifier: String? = "Account"
        init(_ place: Place) { self.place = place }

        func encodeRestorableState(with coder: RestorationCoder) { coder.encode(1, forKey: "one") }

        func decodeRestorableState(with coder: RestorationCoder) {
            if place == .account { raise(SIGSEGV) }
        }
    }

    private final class Box: RestorableContainer, RestorablePresenter {
        let place: Place
        let restorationIdentifier: String? = "Box"
        var restorationSlots: [RestorationSlot] = []
        var restorationPresented: (any Restorable)?
        init(_ place: Place) { self.place = place }

        func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
            if place == .attach { raise(SIGSEGV) }
            restorationSlots = slots
        }

        func presentRestored(_ object: any Restorable) {
            if place == .present { raise(SIGSEGV) }
            restorationPresented = object
        }
    }

    /// Arrives after the restore has returned.
    private final class Late: RestorableObject {
        private static let waiting = Mutex<[RestorationTicket]?>([])
        private let name: String
        var restorationIdentifier: String? { name }

        init(_ request: CreationRequest) throws {
            name = request.identifier
            guard request.reason != .make else { return }
            let ticket = request.ticket
            let isHere = Self.waiting.withLock { waiting in
                waiting?.append(ticket)
                return waiting == nil
            }
            if !isHere { throw ObjectNotYetAvailable() }
        }

        static func arrive() {
            let tickets = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting ?? []
            }
            tickets.forEach { $0.arrive() }
        }

        static func beLate() { waiting.withLock { $0 = [] } }
    }

    private final class Drawer: Restorable {
        let place: Place
        let restorationIdentifier: String?
        init(_ name: String, _ place: Place) {
            restorationIdentifier = name
            self.place = place
        }

        func encodeRestorableState(with coder: RestorationCoder) { coder.encode(1, forKey: "one") }
        func decodeRestorableState(with coder: RestorationCoder) {
            if place == .decode { raise(SIGSEGV) }
        }
    }
}

import Foundation
import RestorationKit
import Synchronization
import Testing

/// A clock whose time of day tests set.
private final class SetClock: RestorationClock {
    /// Guards the seconds since 1970.
    private let time = Mutex<Int64>(100)

    var now: ContinuousClock.Instant { .now }
    var timeOfDay: Timestamp { Timestamp(seconds: time.withLock { $0 })! }

    func set(to seconds: Int64) { time.withLock { $0 = seconds } }
}

/// Creates the containers that the program does not build.
private final class BoxClass: RestorationClass {
    let name = "Box"
    let plugin: String? = nil
    let schemaVersion = 1
    var onDecode: () -> Void = {}

    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        let box = try Container(request)
        box.onDecode = onDecode
        return box
    }
}

private final class Desk: RestorationDelegate {
    var mode = ""
    var onDecode: () -> Void = {}

    func willEncodeState(to coder: RestorationCoder) { coder.encode(mode, forKey: "mode") }

    func didDecodeState(from coder: RestorationCoder) {
        mode = (try? coder.decode(String.self, forKey: "mode")) ?? ""
        onDecode()
    }
}

/// A killed process leaves its ledger as it was at that moment. These tests write back the bytes of
/// that moment after the session has closed.
@Suite struct `A set-aside object after a crash with an unreported save` {
    private let sandbox = Sandbox()
    private let clock = SetClock()
    private let boxes = BoxClass()

    private var ledger: URL { URL(filePath: sandbox.root + "/state/ledger") }

    private enum CrashSite: CaseIterable { case own, made, delegate }

    /// One launch of a program that builds a root, which presents a box created by a class.
    private func launch(
        _ body: (RestorationSession, Container, Desk) throws -> Void
    ) throws {
        let desk = Desk()
        let session = try sandbox.session(delegate: desk) { options in
            options.clock = clock
            options.savesAutomatically = false
        }
        defer { session.close() }
        session.register(boxes)
        let root = Container("Root")
        session.addRoot(root)
        try body(session, root, desk)
    }

    /// Saves, and then crashes in the code of an object or the delegate.
    private func crash(in site: CrashSite) throws {
        try launch { session, root, desk in
            try session.restore()
            root.restorationPresented = try session.make("Box", under: root, className: "Box")
            root.title = "typed"
            desk.mode = "night"
            try session.preserveNow()
        }
        var page: Data?
        try launch { session, root, desk in
            let crash = {
                session.ledger?.page.stamp(signal: SIGSEGV)
                page = try? Data(contentsOf: ledger)
            }
            switch site {
            case .own: root.onDecode = crash
            case .made: boxes.onDecode = crash
            case .delegate: desk.onDecode = crash
            }
            try session.restore()
            boxes.onDecode = {}
        }
        try #require(page).write(to: ledger)
    }

    /// A launch killed after a save, before its session learns of it.
    ///
    /// - Parameter change: Called before the save.
    private func killAfterSaving(
        _ change: (RestorationSession, Container, Desk) throws -> Void
    ) throws {
        var page = Data()
        try launch { session, root, desk in
            try session.restore()
            session.runPending()
            clock.set(to: 200)
            try change(session, root, desk)
            page = try Data(contentsOf: ledger)
            try session.preserveNow()
        }
        try page.write(to: ledger)
    }

    @Test func `is restored if it is an object that the program has changed`() throws {
        try crash(in: .own)
        try killAfterSaving { session, root, _ in
            #expect(root.title == "")
            root.title = "new"
            session.invalidate(root)
        }

        try launch { session, root, _ in
            let report = try session.restore()

            #expect(root.title == "new")
            #expect(report.notRestored.isEmpty)
        }
    }

    @Test func `is restored if it is an object that the program has made again`() throws {
        try crash(in: .made)
        try killAfterSaving { session, root, _ in
            let box = try session.make("Box", under: root, className: "Box")
            (box as? Container)?.title = "new"
            root.restorationPresented = box
        }

        try launch { session, root, _ in
            let report = try session.restore()

            #expect((root.restorationPresented as? Container)?.title == "new")
            // A discriminator distinguishes the new box from this one.
            #expect(report.notRestored.map(\.path.description) == ["Root/Box"])
        }
    }

    @Test func `is left out again if it was only retained, with its children`() throws {
        try crash(in: .own)
        try killAfterSaving { session, root, _ in
            root.add(try session.make("Beside", under: root, className: "Box"))
        }

        try launch { session, root, _ in
            let report = try session.restore()

            #expect(root.title == "")
            // A root that is left out attaches nothing, so its contents are left out, too.
            let paths = report.notRestored.map(\.path.description)
            #expect(paths == ["Root", "Root/Beside", "Root/Box"])
        }
    }

    @Test func `is left out again if it was only retained for a missing object`() throws {
        try crash(in: .made)
        try killAfterSaving { _, root, _ in root.title = "new" }

        try launch { session, root, _ in
            let report = try session.restore()

            #expect(root.title == "new")
            #expect(report.notRestored.map(\.path.description) == ["Root/Box"])
        }
    }

    @Test func `is withheld from the delegate again, whatever the delegate stored`() throws {
        try crash(in: .delegate)
        try killAfterSaving { _, _, desk in desk.mode = "day" }

        try launch { session, _, desk in
            try session.restore()

            #expect(desk.mode == "")
        }
    }

    @Test(arguments: [50, 100, 150] as [Int64])
    func `is left out again if nothing was saved, at any clock time`(
        seconds: Int64
    ) throws {
        try crash(in: .own)
        clock.set(to: seconds)
        try launch { session, _, _ in try session.restore() }

        try launch { session, root, _ in
            try session.restore()

            #expect(root.title == "")
        }
    }
}

import RestorationTesting
import Synchronization
import Testing

@Suite struct `The checks of a restoration class` {
    @Test func `pass for a correct one`() {
        let report = RestorationClassConformance.check(Draft.self) { $0.text = "Half a sentence" }

        #expect(report.hasPassed, "\(report)")
        #expect(report.results.count == 10)
    }

    @Test func `show state that is not restored`() {
        let report = RestorationClassConformance.check(Forgetful.self) { $0.text = "Half" }

        #expect(
            report.failures.first?.description == """
                REST-26 restores its own state: after a relaunch it differs:
                  Root/Object: class Object
                -   text: "Half"
                +   text: ""
                """
        )
    }

    @Test func `show state that changes from save to save`() {
        let report = RestorationClassConformance.check(Counting.self)

        #expect(report.failures.first?.name == "encodes the same state twice")
    }

    @Test func `find a key that must not be absent`() {
        let report = RestorationClassConformance.check(Demanding.self)

        #expect(
            report.failures.map(\.name) == [
                "decodes an empty record", "decodes a record that lacks one of its keys",
            ]
        )
    }

    @Test func `find a reference that keeps an object alive`() {
        let report = RestorationClassConformance.check(Immortal.self)

        #expect(report.failures.map(\.name) == ["is deallocated with its program"])
    }

    @Test func `give a remedy for an object that is not restored`() {
        let forgotten = RestorationClassConformance.check(Fetched.self)

        #expect(
            forgotten.failures.first?.description == """
                REST-26 restores its own state: its own state is still awaited: the class \
                answered "not yet", and its ticket has not arrived; make its data arrive in deliver
                """
        )
    }

    @Test func `let the data of a new object arrive, too`() {
        let report = RestorationClassConformance.check(
            Inbox.self,
            prepare: { inbox in
                inbox.text = inbox.messages[1]
                MailAccount.forget()
            },
            deliver: { MailAccount.deliver(["a", "b"]) }
        )

        #expect(report.hasPassed, "\(report)")
        #expect(MailAccount.lateRestores > 0)
    }

    @Test func `give a remedy for a new object that does not arrive`() {
        let report = RestorationClassConformance.check(Never.self)

        #expect(
            report.failures.first?.description == """
                PRES-20 encodes the same state twice: there is no new object: the class \
                answered "not yet", and again after deliver; make its data arrive there
                """
        )
    }
}

/// Returns "not yet" as the guide shows, for any reason of a request.
private final class Inbox: Draft {
    let messages: [String]

    required init(_ request: CreationRequest) throws {
        guard let messages = MailAccount.messages else {
            let ticket = request.ticket
            MailAccount.load { ticket.arrive() }
            if request.reason != .make { MailAccount.recordLateRestore() }
            throw ObjectNotYetAvailable()
        }
        self.messages = messages
        try super.init(request)
    }
}

private enum MailAccount {
    private struct State {
        var messages: [String]?
        var waiting: [@Sendable () -> Void] = []
        var lateRestores = 0
    }
    /// Guarded, since data arrives on any thread.
    private static let state = Mutex(State())

    static var messages: [String]? { state.withLock { $0.messages } }
    static var lateRestores: Int { state.withLock { $0.lateRestores } }
    static func load(then done: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting.append(done) }
    }
    static func forget() { state.withLock { $0.messages = nil } }
    static func recordLateRestore() { state.withLock { $0.lateRestores += 1 } }
    static func deliver(_ messages: [String]) {
        let waiting = state.withLock { state in
            state.messages = messages
            defer { state.waiting = [] }
            return state.waiting
        }
        for done in waiting { done() }
    }
}

/// Its data never arrives.
private final class Never: Draft {
    required init(_ request: CreationRequest) throws { throw ObjectNotYetAvailable() }
}

/// Cannot be restored, only made.
private final class Fetched: Draft {
    required init(_ request: CreationRequest) throws {
        try super.init(request)
        if request.reason != .make { throw ObjectNotYetAvailable() }
    }
}

class Draft: RestorableObject {
    var text = ""
    required init(_ request: CreationRequest) throws {}
    func encodeRestorableState(with coder: RestorationCoder) { coder.encode(text, forKey: "text") }
    func decodeRestorableState(with coder: RestorationCoder) throws {
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }
}

final class Forgetful: Draft {
    override func decodeRestorableState(with coder: RestorationCoder) {}
}

private final class Counting: Draft {
    private var count = 0
    override func encodeRestorableState(with coder: RestorationCoder) {
        count += 1
        coder.encode(count, forKey: "count")
    }
}

private final class Demanding: Draft {
    private struct Missing: Error {}
    override func decodeRestorableState(with coder: RestorationCoder) throws {
        guard let text = try coder.decode(String.self, forKey: "text") else { throw Missing() }
        self.text = text
    }
}

private final class Immortal: Draft {
    private var myself: Immortal?
    required init(_ request: CreationRequest) throws {
        try super.init(request)
        myself = self
    }
}

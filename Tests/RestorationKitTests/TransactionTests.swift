import RestorationKit
import Testing

@Suite struct `An object that takes its state as a whole` {
    private let sandbox = Sandbox()

    @discardableResult
    private func life(
        _ roots: [any Restorable],
        _ change: () -> Void = {}
    ) throws -> RestorationReport {
        let session = try sandbox.session()
        for root in roots { session.addRoot(root) }
        let report = try session.restore()
        change()
        try session.preserveNow()
        session.close()
        return report
    }

    @Test func `is what it was before if its decoding fails half-way`() throws {
        let before = Account("Account")
        try life([before]) { (before.name, before.limit) = ("Ada", 10) }

        let failing = Account("Account")
        (failing.name, failing.limit) = ("default", 1)
        failing.failsAfterName = true
        let report = try life([failing])

        #expect(report.notRestored.map(\.outcome) == [.retained])
        #expect(failing.name == "default")
        #expect(failing.limit == 1)
        let healed = Account("Account")
        try life([healed])
        #expect(healed.name == "Ada")
        #expect(healed.limit == 10)
    }

    @Test func `gets back what it referred to`() throws {
        let before = Account("Account")
        before.friend = Account("Friend")
        try life([before])

        let failing = Account("Account")
        let friend = Account("Other")
        failing.friend = friend
        failing.failsAfterName = true
        try life([failing])

        #expect(failing.friend === friend)
    }

    @Test func `changes nothing before all of it was read`() throws {
        let before = Prepared("Prepared")
        try life([before]) { before.limit = 10 }

        let failing = Prepared("Prepared")
        failing.fails = true
        let report = try life([failing])
        #expect(report.notRestored.map(\.outcome) == [.retained])
        #expect(failing.log == ["prepare"])

        let after = Prepared("Prepared")
        try life([after])
        #expect(after.log == ["prepare", "apply"])
        #expect(after.limit == 10)
    }

    @Test func `fails together with its group, and nobody else`() throws {
        func graph() -> (first: Account, second: Account, alone: Account) {
            let graph = (Account("First"), Account("Second"), Account("Alone"))
            graph.0.restorationGroup = "transfer"
            graph.1.restorationGroup = "transfer"
            return graph
        }
        let before = graph()
        try life([before.first, before.second, before.alone]) {
            for account in [before.first, before.second, before.alone] { account.limit = 10 }
        }

        let failing = graph()
        failing.second.failsAfterName = true
        let report = try life([failing.first, failing.second, failing.alone])

        #expect([failing.first, failing.second, failing.alone].map(\.limit) == [0, 0, 10])
        #expect(
            report.notRestored.map { "\($0.path): \($0.reason?.problem ?? "")" } == [
                """
                First: Its state could not be applied: Another object of its group could not be restored: The screen is not ready
                """,
                "Second: Its state could not be applied: The screen is not ready",
            ]
        )
        #expect(report.notRestored.first?.reason?.place == "First, Second")
    }

    @Test func `decodes after what is above it, whatever its group`() throws {
        func graph(_ log: Journal) -> Account {
            let root = Account("Root", log)
            root.restorationGroup = "group"
            let middle = Account("Middle", log)
            let below = Account("Below", log)
            below.restorationGroup = "group"
            root.adopt(middle)
            middle.adopt(below)
            return root
        }
        try life([graph(Journal())])

        let log = Journal()
        try life([graph(log)])

        #expect(log.lines == ["Root", "Middle", "Below"])
    }
}

private final class Journal {
    var lines: [String] = []
}

private final class Account: TransactionalRestorable {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    var restorationGroup: String?
    var restorationChildren: [any Restorable] { child.map { [$0] } ?? [] }
    var name = ""
    var limit = 0
    var friend: Account?
    var failsAfterName = false
    private var child: Account?
    private let log: Journal?

    init(_ identifier: String, _ log: Journal? = nil) {
        restorationIdentifier = identifier
        self.log = log
    }

    func adopt(_ child: Account) {
        child.restorationParent = self
        self.child = child
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(name, forKey: "name")
        coder.encode(limit, forKey: "limit")
        coder.encode(friend, forKey: "friend")
        coder.encode(child, forKey: "child")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        log?.lines.append(restorationIdentifier ?? "-")
        name = try coder.decode(String.self, forKey: "name") ?? ""
        friend = try coder.decode(Account.self, forKey: "friend")
        // Only the first time: what it had before it takes back.
        if failsAfterName {
            failsAfterName = false
            throw Failure()
        }
        limit = try coder.decode(Int.self, forKey: "limit") ?? 0
    }
}

private final class Prepared: TransactionalRestorable {
    let restorationIdentifier: String?
    var limit = 0
    var fails = false
    private(set) var log: [String] = []

    init(_ identifier: String) { restorationIdentifier = identifier }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(limit, forKey: "limit")
    }

    func preparedState(from coder: RestorationCoder) throws -> (() -> Void)? {
        log.append("prepare")
        let limit = try coder.decode(Int.self, forKey: "limit") ?? 0
        if fails { throw Failure() }
        return { [self] in
            log.append("apply")
            self.limit = limit
        }
    }
}

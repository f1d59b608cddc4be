import RestorationTesting
import Synchronization
import Testing

/// What a class says of an object in later launches. Its objects know of nothing else, so it is
/// that of the task.
private final class Answer: Sendable {
    enum Value: Sendable {
        case object, notYet, failed, declined
    }

    @TaskLocal static var current = Answer()
    let value = Mutex(Value.object)
    let ticket = Mutex<RestorationTicket?>(nil)

    func deliver(_ value: Value) {
        self.value.withLock { $0 = value }
        ticket.withLock { $0 }?.arrive()
    }
}

/// Takes part in a transfer, which is whole or not at all.
private final class Account: RestorableObject, RestorableElement, TransactionalRestorable {
    let restorationIdentifier: String?
    var restorationGroup: String? = "transfer"
    var amount = 0

    init(_ identifier: String) { restorationIdentifier = identifier }

    init(_ request: CreationRequest) throws {
        restorationIdentifier = request.identifier
        guard request.reason != .make else { return }
        let ticket = request.ticket
        Answer.current.ticket.withLock { $0 = ticket }
        switch Answer.current.value.withLock({ $0 }) {
        case .object: break
        case .notYet: throw ObjectNotYetAvailable()
        case .failed: throw Failing.Failure()
        case .declined: throw CreationDeclined()
        }
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(amount, forKey: "amount")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        amount = try coder.decode(Int.self, forKey: "amount") ?? 0
    }
}

/// A bank whose second account is in its vault, or one of its elements.
private final class Bank {
    let first = Account("First")
    let vault = Vault("Vault")
    var second: Account? {
        vault.restorationChildren.first as? Account ?? vault.elements?.first
    }
}

private final class Vault: Node, RestorableElementOwner {
    var elements: [Account]?
    var restorationElements: [any RestorableElement]? { elements }
}

/// A program whose accounts have 7 each.
///
/// - Parameters:
///   - build: Adds the second account where no class makes it.
///   - isLater: Whether it is a launch after the first.
private func savedBank(
    made: Bool = false,
    arrivalLimit: Duration = .seconds(30),
    _ build: @escaping (Bank, RestorationSession, _ isLater: Bool) -> Void = { _, _, _ in }
) throws -> TestProgram<Bank> {
    var isLater = false
    let program = TestProgram(
        preset: .tested,
        configure: { $0.arrivalLimit = arrivalLimit }
    ) { session in
        session.register(Account.self, as: "Account")
        let bank = Bank()
        build(bank, session, isLater)
        session.addRoot(bank.first)
        session.addRoot(bank.vault)
        return bank
    }
    let first = try program.launch()
    if made {
        let account = try first.session.make(
            "Second",
            under: first.graph.vault,
            className: "Account"
        )
        first.graph.vault.add(account)
    }
    first.graph.first.amount = 7
    try #require(first.graph.second).amount = 7
    isLater = true
    return try first.terminate()
}

extension TestLaunch<Bank> {
    fileprivate var amounts: [Int?] { [graph.first.amount, graph.second?.amount] }
    fileprivate var firstProblem: String? { entry("First")?.reason?.problem }
}

@Suite struct `A group of objects of which one does not come back` {
    @Test(
        .rule("FAIL-19", under: .granular),
        arguments: [Fault.classMissing("Account"), .creationFails(at: "Vault/Second")]
    )
    func `is not restored before that one is`(fault: Fault) throws {
        let program = try savedBank(made: true)

        program.faults = [fault]
        let second = try program.launch()
        #expect(second.amounts == [0, nil])
        #expect(second.outcomes == ["First": .retained, "Vault/Second": .retained])
        #expect(second.firstProblem?.contains("An object of its group could not be") == true)
        program.faults = []

        #expect(try second.relaunch().amounts == [7, 7])
    }

    @Test(.rule("FAIL-19"), arguments: ["missing", "of another type"])
    func `fails with one that the program does not have as it was`(what: String) throws {
        let second = try savedBank { bank, session, isLater in
            let account = Account("Second")
            if isLater, what == "of another type" { bank.vault.add(Foreign("Second")) }
            if !isLater { bank.vault.add(account) }
        }.launch()

        #expect(second.graph.first.amount == 0)
        let isStrict = RestorationPreset.tested == .uikit
        #expect(second.outcomes["First"] == (isStrict ? .created : .retained))
        #expect(second.outcomes["Vault/Second"] == (what == "missing" ? .missing : .created))
    }

    @Test func `goes on without one that was left out on purpose`() throws {
        try Answer.$current.withValue(Answer()) {
            let program = try savedBank(made: true)

            Answer.current.deliver(.declined)

            #expect(try program.launch().amounts == [7, nil])
        }
    }

    @Test func `is of the objects that are there where the saved state tells of no other`() throws {
        let second = try savedBank { bank, session, isLater in
            let account = Account("Second")
            account.restorationGroup = nil
            if !isLater { bank.vault.add(account) }
        }.launch()

        #expect(second.graph.first.amount == 7)
    }
}

@Suite struct `A group of objects of which one comes late` {
    @Test(.rule("REST-39"), arguments: ["decode", "end"])
    func `takes its state when that one is loaded`(stage: String) throws {
        let program = try savedBank { bank, session, isLater in
            let load = { [unowned bank] in bank.vault.elements = [Account("Second")] }
            if !isLater { return load() }
            if stage == "decode" { bank.vault.onDecode = { _ in load() } }
        }

        let second = try program.launch()
        if stage == "end" {
            #expect(second.outcomes == ["First": .awaited, "Vault/Second": .awaited])
            second.session.applyAwaitedState(to: second.graph.first)
            #expect(second.graph.first.amount == 0)
            second.graph.vault.elements = [Account("Second")]
            second.session.applyAwaitedState(to: second.graph.vault)
        }

        #expect(second.amounts == [7, 7])
        #expect(second.session.report?.notRestored.isEmpty == true)
    }

    @Test(.rule("REST-37", "REST-39"))
    func `takes its state when the data of that one has come`() throws {
        try Answer.$current.withValue(Answer()) {
            let program = try savedBank(made: true)
            Answer.current.deliver(.notYet)
            let delegate = Delegate()
            let second = try program.launch()
            second.session.delegate = delegate
            delegate.onRestoreAwaited = { [unowned second] objects in
                for object in objects { second.graph.vault.hold([RestorationSlot(object)]) }
            }
            #expect(second.graph.first.amount == 0)
            #expect(second.outcomes == ["First": .awaited, "Vault/Second": .awaited])

            Answer.current.deliver(.object)
            second.settle()

            #expect(second.amounts == [7, 7])
            #expect(second.session.report?.notRestored.isEmpty == true)
        }
    }

    @Test(.rule("REST-37", "FAIL-19"), arguments: ["fails", "is late"])
    func `fails with one that does not come after all`(what: String) throws {
        try Answer.$current.withValue(Answer()) {
            let program = try savedBank(made: true, arrivalLimit: .seconds(1))
            Answer.current.deliver(.notYet)
            let second = try program.launch()

            if what == "fails" {
                Answer.current.deliver(.failed)
                second.settle()
            } else {
                second.advance(by: .seconds(2))
            }

            #expect(second.graph.first.amount == 0)
            let isStrict = RestorationPreset.tested == .uikit
            #expect(second.entry("First")?.outcome == (isStrict ? .created : .retained))
            #expect(second.firstProblem?.contains("An object of its group could not be") == true)
        }
    }
}

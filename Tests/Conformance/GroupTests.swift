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
    var isReady = true

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
        guard isReady else { throw StateNotYetApplicable() }
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

/// Builds an account for itself; or has it as an element, which later launches have not loaded.
private final class Safe: Node, RestorableElementOwner {
    /// Whether accounts that are built cannot take their state yet.
    @TaskLocal static var isBusy = false
    private(set) var account: Account?
    private let hasElement: Bool
    var restorationElements: [any RestorableElement]? { hasElement ? account.map { [$0] } : [] }

    required init(_ request: CreationRequest) throws {
        hasElement = request.identifier.hasSuffix("loading")
        try super.init(request)
        let isNew = request.reason == .make
        if !isNew, request.identifier.hasPrefix("late") {
            try Deliveries.current.answer(request.identifier, request)
        }
        if isNew || !hasElement { account = Account("Second") }
        account?.isReady = isNew || !Self.isBusy
        addAccount()
    }

    func load() { account = Account("Second") }

    private func addAccount() { if let account, !hasElement { add(account) } }

    override func decodeRestorableState(with coder: RestorationCoder) throws {
        try super.decodeRestorableState(with: coder)
        addAccount()
    }
}

/// A bank whose second account is in a safe that a class makes.
private final class Branch {
    let first = Account("First")
    let stack = Stack("Stack", .places)
    var second: Account? { (stack.members.first as? Safe)?.account }
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

/// A program whose accounts have 7 each.
///
/// - Parameter safe: What the safe is called.
private func savedBranch(_ safe: String) throws -> TestProgram<Branch> {
    let program = TestProgram(preset: .tested) { session in
        session.register(Safe.self, as: "Safe")
        let branch = Branch()
        session.addRoot(branch.first)
        session.addRoot(branch.stack)
        return branch
    }
    let first = try program.launch()
    let made = try first.session.make(safe, under: first.graph.stack, className: "Safe")
    first.graph.stack.add(try #require(made as? Safe))
    first.graph.first.amount = 7
    try #require(first.graph.second).amount = 7
    try first.terminate()
    return program
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
        #expect(second.firstProblem?.contains("Another object of its group could not be") == true)
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

    @Test(.rule("REST-37", "REST-39"))
    func `takes its state when that one has come, which nothing is above`() throws {
        try Answer.$current.withValue(Answer()) {
            let program = TestProgram(preset: .tested) { session in
                session.register(Account.self, as: "Account")
                let ledger = Ledger("Ledger")
                session.addRoot(ledger)
                return ledger
            }
            let first = try program.launch()
            let account = try first.session.make("Second", under: nil, className: "Account")
            first.graph.references = ["second": account]
            first.graph.text = "typed"
            try first.terminate()
            Answer.current.deliver(.notYet)
            let delegate = Delegate()
            let second = try program.launch()
            second.session.delegate = delegate
            var taken: [any Restorable] = []
            delegate.onRestoreAwaited = { taken += $0 }
            #expect(second.outcomes == ["Ledger": .awaited, "Second": .awaited])

            Answer.current.deliver(.object)
            second.settle()

            #expect(second.graph.text == "typed")
            #expect(taken.count == 1)
        }
    }

    @Test(.rule("REST-37", "REST-39"))
    func `takes its state when that one is loaded by an owner that came late`() throws {
        let program = try savedBranch("late loading")
        try Deliveries.run { deliveries in
            let second = try program.launch()
            deliveries.deliver("late loading")
            second.settle()
            let safe = try #require(second.graph.stack.members.first as? Safe)
            #expect(second.graph.first.amount == 0)

            safe.load()
            second.session.applyAwaitedState(to: safe)

            #expect(second.graph.second?.amount == 7)
            #expect(second.graph.first.amount == 7)
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
            #expect(
                second.firstProblem?.contains("Another object of its group could not be") == true
            )
        }
    }
}

@Suite struct `A group of objects of which one ends with what it is below` {
    private static let reason =
        "Its state could not be applied: Another object of its group could not be restored: An object"
        + " above it could not be restored: Its state could not be applied: The test lets its"
        + " decoding fail"

    @Test(
        .rule("FAIL-19", "REST-37"),
        arguments: ["waiting", "loading", "late waiting", "late loading"]
    )
    func `waits no longer, and is restored when that comes back`(_ safe: String) throws {
        let program = try savedBranch(safe)
        program.faults = [.decodingFails(at: "Stack/\(safe)")]

        try Deliveries.run { deliveries in
            let second = try Safe.$isBusy.withValue(true) {
                let second = try program.launch()
                deliveries.deliver(safe)
                second.settle()
                return second
            }
            #expect(second.entry("First")?.outcome == .notApplied)
            #expect(second.entry("First")?.reason?.problem == Self.reason)
            #expect(second.entry("Stack/\(safe)/Second")?.outcome == .notCreated)
            let isKept = RestorationPreset.tested == .granular
            let path = try RestorationPath(parsing: "First")
            let issues: [PreservationError] = [.retainedInstead(path, type: "Account")]
            #expect(try second.issues() == (isKept ? issues : []))
            guard isKept else { return }

            try second.terminate()
            program.faults = []
            let third = try program.launch()
            if safe.hasSuffix("loading") {
                let owner = try #require(third.graph.stack.members.first as? Safe)
                owner.load()
                third.session.applyAwaitedState(to: owner)
            }
            #expect(third.graph.first.amount == 7)
            #expect(third.graph.second?.amount == 7)
        }
    }
}

/// A member of a group above others.
private final class Ledger: Node, TransactionalRestorable {
    let restorationGroup: String? = "transfer"
}

@Suite struct `A group of objects of which one is above another` {
    /// The root is of the group, and so is what is below it, right there or deeper.
    @Test(
        .rule("FAIL-19", "REST-37"),
        arguments: [Answer.Value.object, .notYet, .failed],
        [false, true]
    )
    fileprivate func `is restored, or waits, or fails as a whole`(
        _ answer: Answer.Value,
        isDeep: Bool
    ) throws {
        try Answer.$current.withValue(Answer()) {
            let program = TestProgram(preset: .tested) { session in
                session.register(Account.self, as: "Account")
                let ledger = Ledger("Ledger", isDeep ? [Node("Box")] : [])
                session.addRoot(ledger)
                return ledger
            }
            let first = try program.launch()
            let holder: Node = isDeep ? first.graph.children[0] : first.graph
            let account = try first.session.make("Second", under: holder, className: "Account")
            holder.add(account)
            first.graph.text = "typed"
            try first.terminate()
            Answer.current.deliver(answer)

            let second = try program.launch()

            let path = isDeep ? "Ledger/Box/Second" : "Ledger/Second"
            switch answer {
            case .object:
                #expect(second.report.notRestored.isEmpty)
                #expect(second.graph.text == "typed")
            case .notYet:
                #expect(second.outcomes == ["Ledger": .awaited, path: .awaited])
            case .failed, .declined:
                #expect(second.outcomes == ["Ledger": .notApplied, path: .notCreated])
            }
        }
    }

    /// Each has one that is not there below a member of the other.
    @Test(.rule("FAIL-19"))
    func `does not wait for another that waits for it`() throws {
        try Answer.$current.withValue(Answer()) {
            let program = TestProgram(preset: .tested) { session in
                session.register(Account.self, as: "Account")
                let one = Ledger("One")
                let two = Account("Two")
                two.restorationGroup = "other"
                one.add(two)
                session.addRoot(one)
                return one
            }
            let first = try program.launch()
            let account = try first.session.make("Last", under: first.graph, className: "Account")
            (account as? Account)?.restorationGroup = "other"
            let below = try #require(first.graph.restorationChildren.first as? Account)
            let last = try first.session.make("Late", under: below, className: "Account")
            first.graph.references = ["last": account, "late": last]
            try first.terminate()
            Answer.current.deliver(.failed)

            let second = try program.launch()

            #expect(second.outcomes["One"] == .notApplied)
            #expect(second.outcomes["One/Two"] == .notApplied)
        }
    }
}

import RestorationTesting
import TestSupport

/// A program's life in memory: random launches, then two without faults.
final class Life {
    let script: Script
    let counters: Counters
    /// The objects that the user has made and not closed.
    var expected = ExpectedState()
    /// The expected state at the newest durable save.
    private(set) var durableState = ExpectedState()
    /// The values of each object at the last save of this launch that encoded it.
    private var encoded: [Int: ExpectedObject] = [:]
    /// Objects whose encoding fails now.
    var failingEncodes: Set<Int> = []
    /// The number of attempted commits when the newest save failed.
    var failedTry: Int?
    /// Objects that the user typed into before their state was applied, until a save makes that
    /// durable.
    var takenOver: Set<Int> = []
    /// Objects in whose code a save has crashed. The program does not change them, because later
    /// saves may skip them.
    var blamed: Set<Int> = []
    /// Whether a launch has crashed in an object's code.
    var mayBeSetAside = false

    let clock = TestClock()
    let disk: MemoryDisk
    var program: TestProgram<Void>!
    var launch: TestLaunch<Void>?
    var store: LifeStore!
    var launchFaults: LaunchFaults
    /// The number of this launch's durable images that the expected state has taken over.
    private var known = 0
    /// The number of these images that the checker has verified.
    private var checked = 0

    var windows: [Window] = []
    /// The page that was cut and may be pasted.
    var clipboard: Page?
    /// The tickets of deferred objects and state, by token.
    var tickets: [Int: RestorationTicket] = [:]
    var pages: [WeakPage] = []
    /// The objects that the user made in this launch.
    var newTokens: Set<Int> = []
    /// Deferred objects whose data has arrived or that can now decode.
    var arrived: Set<Int> = []
    /// The objects that a class may create now without violating a property.
    private(set) var open: Set<Int> = []
    /// A violation found in code that cannot throw.
    private var found: Violation?
    private(set) var log: [String] = []

    init(_ script: Script, counting counters: Counters) {
        self.script = script
        self.counters = counters
        disk = MemoryDisk(application: ApplicationIdentifier("org.example.lives")!, clock: clock)
        launchFaults = LaunchFaults(script, launch: 0)
    }

    var session: RestorationSession { launch!.session }

    /// Plays the life until it ends or violates a property.
    func play() -> Violation? {
        counters.beginLife()
        defer {
            launch = nil
            letGo()
            counters.endLife()
        }
        do {
            try live()
            return nil
        } catch let violation as Violation {
            return violation
        } catch {
            return Violation(.retention, "An error that no life has: \(error)")
        }
    }

    private func live() throws {
        try begin(0)
        for number in 0..<script.launchCount {
            if number > 0 { try end(number) }
            for index in 0..<script.eventCount(in: number) {
                try play(Step(subject: .event, launch: number, number: index))
            }
        }
        try finish()
    }

    private func play(_ step: Step) throws {
        guard var random = script.random(for: step) else { return }
        // Many events are rarely possible.
        for _ in 0..<4 {
            let event = Event.random(&random, inFirstLaunch: step.launch == 0)
            guard !LeftOut.contains(event), let tokens = try perform(event, step, &random) else {
                continue
            }
            script.note(step)
            note(event, tokens)
            return try check()
        }
    }

    // MARK: Logging

    func note(_ event: Event, _ tokens: [Int] = []) {
        tell("\(event) \(tokens.map { "\($0)" }.joined(separator: " "))")
        counters.note(event, tokens)
    }

    /// Compares the live objects with the script, and sometimes the archive.
    func check() throws {
        applyDurableSaves()
        try throwFound()
        try checker { try $0.checkTree() }
        for page in visible where page.kind != .list {
            expected.adoptOrder(of: page.members.map(\.token), in: page.token)
        }
        guard known > checked else { return }
        checked = known
        try checker { try $0.checkBytes() }
    }

    /// Throws a violation that the checker finds, unless the property is left out.
    func checker(_ body: (InvariantChecker) throws -> Void) throws {
        do {
            try body(InvariantChecker(self))
        } catch let violation as Violation {
            if !LeftOut.contains(violation.property) { throw violation }
        }
    }

    func tell(_ line: String) { log.append(line) }

    /// Records a violation where the code cannot throw.
    func note(_ property: Property, _ text: String) {
        if found == nil { found = Violation(property, text) }
    }

    func throwFound() throws {
        guard let violation = found else { return }
        found = nil
        if !LeftOut.contains(violation.property) { throw violation }
    }

    // MARK: Saving

    /// A save asks an object for its state.
    func willEncode(_ page: Page) throws {
        if failingEncodes.contains(page.token) { throw Broken() }
        guard page.hasState else { return }
        encoded[page.token] = expected.items[page.token]
    }

    /// Updates the expected state with the saves that have become durable since the last call.
    func applyDurableSaves() {
        guard store.durableCount > known else { return }
        known = store.durableCount
        // The session does not know that a save which failed late is durable.
        if failedTry != store.tried { takenOver = [] }
        durableState = snapshot()
        // An object that this save left out has no earlier values, even if it comes back.
        let saved = durableState.reachable
        encoded = encoded.filter { saved.contains($0.key) }
    }

    /// The expected state that a save at this moment would write.
    private func snapshot() -> ExpectedState {
        var saved = expected
        for token in failingEncodes {
            guard let values = encoded[token] else {
                // For a new object, the save writes nothing but its contents.
                saved.uncertain.insert(token)
                continue
            }
            saved.items[token]?.takeValues(of: values)
            // Classes may have declined some of them since.
            saved.items[token]?.children.removeAll { expected.items[$0] == nil }
        }
        // The earlier values may reference closed objects, and through them others.
        let open = expected.reachable
        var closed = Array(saved.reachable.subtracting(open))
        while let token = closed.popLast() {
            guard saved.uncertain.insert(token).inserted, let values = encoded[token] else {
                continue
            }
            closed += (values.contents + values.references).filter { !open.contains($0) }
        }
        return saved
    }

    // MARK: Launching

    /// Begins the next launch with the durable state.
    func reset(_ launchFaults: LaunchFaults) {
        self.launchFaults = launchFaults
        letGo()
        expected = durableState
        expected.forgetClosedWindows()
        encoded = expected.items
        (failingEncodes, takenOver, failedTry) = ([], [], nil)
        (tickets, newTokens, arrived) = ([:], [], [])
        (known, checked) = (0, 0)
        recordOpen()
    }

    func close(_ tokens: Set<Int>) { open.subtract(tokens) }

    func recordOpen() {
        open = expected.reachable.union(expected.excused)
        // A cut object may be pasted. An object that the program has invalidated is in limbo until
        // the next save.
        let living = pages.compactMap { $0.page?.token }
        open.formUnion(expected.reachable(from: living) { _ in true })
    }

    private func letGo() {
        clipboard = nil
        windows = []
        for page in pages { page.page?.letGo() }
        pages = []
    }
}

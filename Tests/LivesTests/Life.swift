import RestorationTesting
import TestSupport

/// A life of a program, from its first launch to two in which all is well, played in memory.
final class Life {
    let script: Script
    let counters: Counters
    /// What the person has made and not closed.
    var truth = Truth()
    /// The same as of the newest durable save.
    private(set) var durable = Truth()
    /// What each object's values were when a save encoded it last in this launch.
    private var encoded: [Int: Thing] = [:]
    /// Whose encoding fails now.
    var failingEncodes: Set<Int> = []
    /// Whether the last save has failed.
    var hasFailed = false
    /// Objects that the person typed into before they had their state, until that is durable.
    var takenOver: Set<Int> = []
    /// Objects in whose code a save has ended: the program leaves them alone, for they may not be
    /// asked any more.
    var accused: Set<Int> = []
    /// Whether a launch has ended in an object's code.
    var mayBeSetAside = false

    let clock = TestClock()
    let disk: MemoryDisk
    var program: TestProgram<Void>!
    var launch: TestLaunch<Void>?
    var store: LifeStore!
    var weather: Weather
    /// The durable images of this launch that the truth has been told of.
    private var known = 0
    /// How many of these the judge has looked at.
    private var checked = 0

    var windows: [Window] = []
    /// What was cut, and may be pasted.
    var clipboard: Page?
    /// The tickets of what was told "not yet", by token.
    var tickets: [Int: RestorationTicket] = [:]
    var pages: [WeakPage] = []
    /// The objects that are new in this launch.
    var newTokens: Set<Int> = []
    /// Those that were awaited, or not ready, and would come or take their state now.
    var arrived: Set<Int> = []
    /// What may be made now without violating anything.
    private(set) var open: Set<Int> = []
    /// A violation that was found in code that cannot throw.
    private var found: Violation?
    private(set) var log: [String] = []

    init(_ script: Script, counting counters: Counters) {
        self.script = script
        self.counters = counters
        disk = MemoryDisk(application: ApplicationIdentifier("org.example.lives")!, clock: clock)
        weather = Weather(script, launch: 0)
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
        // Many events are possible only now and then.
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

    // MARK: Telling

    func note(_ event: Event, _ tokens: [Int] = []) {
        tell("\(event) \(tokens.map { "\($0)" }.joined(separator: " "))")
        counters.note(event, tokens)
    }

    /// Compares what is there, and now and then what is saved.
    func check() throws {
        noticeDurable()
        try throwFound()
        try judge { try $0.checkTree() }
        for page in visible where page.kind != .list {
            truth.adoptOrder(of: page.members.map(\.token), in: page.token)
        }
        guard known > checked else { return }
        checked = known
        try judge { try $0.checkBytes() }
    }

    /// Throws what a judge finds, unless the property is left out.
    func judge(_ body: (Judge) throws -> Void) throws {
        do {
            try body(Judge(self))
        } catch let violation as Violation {
            if !LeftOut.contains(violation.property) { throw violation }
        }
    }

    func tell(_ line: String) { log.append(line) }

    /// Notes a violation where nothing can be thrown.
    func note(_ property: Property, _ text: String) {
        if found == nil { found = Violation(property, text) }
    }

    func throwFound() throws {
        guard let violation = found else { return }
        found = nil
        if !LeftOut.contains(violation.property) { throw violation }
    }

    // MARK: Saving

    /// An object is asked for its state.
    func willEncode(_ page: Page) throws {
        if failingEncodes.contains(page.token) { throw Broken() }
        guard page.hasState else { return }
        encoded[page.token] = truth.things[page.token]
    }

    /// Has the truth know what has become durable since it was asked last.
    func noticeDurable() {
        guard store.durable > known else { return }
        known = store.durable
        takenOver = []
        durable = snapshot()
    }

    /// The truth as a save writes it that happens now.
    private func snapshot() -> Truth {
        var saved = truth
        for token in failingEncodes {
            guard let values = encoded[token] else {
                // It is new, and nothing of it is saved but what it contains.
                saved.uncertain.insert(token)
                continue
            }
            saved.things[token]?.takeValues(of: values)
        }
        // The values of before may lead to what was closed since.
        saved.uncertain.formUnion(saved.reachable.subtracting(truth.reachable))
        return saved
    }

    // MARK: Launching

    /// Begins the next launch with what is durable.
    func reset(_ weather: Weather) {
        self.weather = weather
        letGo()
        truth = durable
        encoded = truth.things
        (failingEncodes, takenOver, hasFailed) = ([], [], false)
        (tickets, newTokens, arrived) = ([:], [], [])
        (known, checked) = (0, 0)
        noteOpen()
    }

    func close(_ tokens: Set<Int>) { open.subtract(tokens) }

    func noteOpen() {
        open = truth.reachable.union(truth.excused)
        // What was cut may be pasted.
        if let clipboard {
            open.formUnion(truth.reachable(from: [clipboard.token]) { _ in true })
        }
    }

    private func letGo() {
        clipboard = nil
        windows = []
        for page in pages { page.page?.letGo() }
        pages = []
    }
}

import RestorationKit
import RestorationTesting

/// Plays one life of a seed's program: it is launched, the person acts, and it ends.
final class Life {
    private let stage: Stage
    private let disk: SeedDisk
    private let delegate: Delegate
    private(set) var record = Record()
    var random: SeededGenerator
    private var issues: [[String]] = []
    private var seenGeneration: UInt64

    private var script: Script { stage.script }
    private var plan: LifePlan { stage.plan }

    init(_ script: Script, life: Int, on disk: SeedDisk) {
        stage = Stage(script, life: life)
        delegate = Delegate(stage)
        self.disk = disk
        random = stage.plan.acts
        seenGeneration = disk.generation
    }

    func play() {
        let program = program()
        do {
            try play(try program.launch(reason: plan.reason))
        } catch {
            record.add("threw: \(error)", to: .calls)
        }
        stage.letGo()
        record.add(stage.calls, to: .calls)
        record.add(["at the end:"] + stage.deallocated, to: .gone)
        stage.fallApart()
        stage.end()
    }

    private func program() -> TestProgram<Void> {
        TestProgram(
            preset: script.preset,
            store: { [disk] in SeedStore(disk) },
            configure: { [script] options in
                options.savesAutomatically = script.savesAutomatically
                if script.waitsWithoutLimit { options.arrivalLimit = nil }
            },
            build: { [unowned self] session in build(session) }
        )
    }

    // MARK: The base graph

    private func build(_ session: RestorationSession) {
        stage.session = session
        if script.hasDelegate { session.delegate = delegate }
        session.onSave = { [unowned self] outcome in
            let lines = outcome.report.issues.map { issue in
                let diagnosis = issue.diagnosis
                return Rewording.inPresentWords(
                    "\(diagnosis.problem) (\(diagnosis.place ?? "-"))"
                )
            }
            issues.append(
                ["\(outcome.report.objectCount) objects\(outcome.error.map { ", \($0)" } ?? "")"]
                    + lines.sorted()
            )
        }
        register(with: session)
        for number in script.nodes.indices
        where script.nodes[number].maker == .shelf && plan.number > 1 {
            guard !plan.isOmitted.contains(number) else { continue }
            let object = stage.make(number)
            stage.shelf[number] = object
            stage.furnish(object)
        }
        for number in script.roots where !plan.isOmitted.contains(number) {
            let root = stage.make(number)
            stage.roots.append(root)
            session.addRoot(root, scope: root.scope)
            stage.furnish(root)
        }
        if plan.number == 1 { stage.refer() }
    }

    private func register(with session: RestorationSession) {
        session.register(Shelf())
        alias(Part.self, FormerPart.self, session)
        alias(Box.self, FormerBox.self, session)
        alias(Desk.self, FormerDesk.self, session)
        register(Part.self, session)
        register(Box.self, session)
        register(Sheet.self, session)
        register(Page.self, session)
        register(Desk.self, session)
    }

    private func alias(_ type: Part.Type, _ other: Part.Type, _ session: RestorationSession) {
        guard plan.knowsFormerType else { return }
        let (former, present) = plan.hasRenamedType ? (type, other) : (other, type)
        session.alias(String(reflecting: former), for: present)
    }

    private func register<Object: Part>(_ type: Object.Type, _ session: RestorationSession) {
        let kind = Object.kind
        guard !plan.isGone.contains(kind) else { return }
        let former = plan.isRenamed.contains(kind) ? "\(kind)" : "\(kind)2"
        session.register(
            type,
            as: stage.className(of: kind),
            schemaVersion: plan.schemaVersions[kind.rawValue],
            aliases: plan.knowsFormerNames ? [former] : []
        )
    }

    // MARK: After the restore

    private func play(_ launch: TestLaunch<Void>) throws {
        note("restored", launch)
        for _ in 0..<Int.random(in: 3...12, using: &random) {
            try act(launch)
            noteSaves(launch)
        }
        launch.settle()
        noteSaves(launch)
        note("acted", launch)
        record.add(["having acted:"] + stage.deallocated, to: .gone)
        try launch.terminate(random.chance(80) ? .clean : .killed)
        noteSaves(launch)
    }

    private func note(_ when: String, _ launch: TestLaunch<Void>) {
        let session = launch.session
        let report = session.report ?? launch.report
        record.add(["\(when):"] + report.entries.map(Self.row), to: .rows)
        record.add(
            ["\(when):"] + report.notes.map { "note: \($0)" }
                + report.entries.compactMap { entry in
                    entry.reason.map { "\(entry.path): \($0)" }
                },
            to: .words
        )
        var graph = LiveGraphText(session)
        for root in stage.roots { graph.add(root) }
        for object in stage.held { graph.add(object) }
        for number in stage.shelf.keys.sorted() { graph.add(stage.shelf[number]!) }
        record.add(["\(when):"] + graph.lines, to: .graph)
        record.add(graph.failures, to: .words)
    }

    private static func row(_ entry: RestorationReport.Entry) -> String {
        "\(entry.path) \(entry.className ?? "-") \(entry.outcome.rawValue)"
    }

    private func noteSaves(_ launch: TestLaunch<Void>) {
        for (number, lines) in issues.enumerated() {
            record.add(["save \(number):"] + lines, to: .issues)
        }
        issues = []
        guard disk.generation != seenGeneration else { return }
        seenGeneration = disk.generation
        let state = try? launch.program.savedState()
        record.add("a save:", to: .state)
        record.add(
            state?.objects.flatMap { object in
                [object.lines[0]] + object.lines.dropFirst().map { "  \(object.path) \($0)" }
            } ?? ["nothing"],
            to: .state
        )
    }

    // MARK: The person

    func act(_ launch: TestLaunch<Void>) throws {
        let session = launch.session
        let parts = liveParts()
        guard let part = parts.isEmpty ? nil : random.pick(parts) else { return }
        let boxes = parts.compactMap { $0 as? Box }
        let act = random.pick(Act.all)
        stage.log("the person: \(act.rawValue) \(part.label)")
        switch act {
        case .moment: letTimePass(launch)
        case .change:
            part.value += 100
            tellChange(of: part, session)
        case .changeUntold: part.value += 1_000
        case .invalidate: tellChange(of: part, session)
        case .save: save(session)
        case .wait: launch.advance(by: .seconds(40))
        case .pop:
            guard let box = boxes.isEmpty ? nil : random.pick(boxes) else { return }
            guard let child = box.members.last else { return }
            box.remove(child)
            tellChange(of: box, session)
        case .remove:
            guard let child = part.members.isEmpty ? nil : random.pick(part.members) else { return }
            part.remove(child)
            tellChange(of: part, session)
        case .move: move(part, to: random.pick(parts), session)
        case .reverse:
            guard let box = boxes.isEmpty ? nil : random.pick(boxes) else { return }
            box.reverse()
            tellChange(of: box, session)
        case .select:
            guard let box = boxes.isEmpty ? nil : random.pick(boxes), !box.members.isEmpty
            else { return }
            box.selected = random.pick(box.members)
            tellChange(of: box, session)
        case .add: add(below: part, session)
        case .buildAnew: buildAnew(part, session)
        case .removeRoot:
            guard let root = stage.roots.isEmpty ? nil : random.pick(stage.roots) else { return }
            stage.roots.removeAll { $0 === root }
            session.removeRoot(root)
            // Some windows are only hidden.
            if random.chance(30) { stage.held.append(root) }
        case .addRoot:
            let hidden = stage.held.compactMap { $0 as? Part }.first { $0.node?.role == .root }
            guard let hidden else { return }
            stage.held.removeAll { $0 === hidden }
            stage.roots.append(hidden)
            session.addRoot(hidden, scope: hidden.scope)
        case .dismiss:
            part.presented = nil
            tellChange(of: part, session)
        case .refer:
            part.refer(to: part.referenced + [random.pick(parts)])
            tellChange(of: part, session)
        case .forgetReferences:
            part.refer(to: [])
            tellChange(of: part, session)
        case .loadElements:
            part.loadElements()
            tell(session.applyAwaitedState(to: part))
        case .applyAwaited: tell(session.applyAwaitedState(to: part))
        case .invalidateElement:
            guard let bit = part.bits?.first else { return }
            bit.value += 100
            tellChange(of: bit, session)
        case .failToEncode: part.failsToEncode.toggle()
        case .replaceArrived:
            for box in boxes { box.replaceArrived() }
        case .register:
            guard part.node?.role != .root else { return }
            let name = random.chance(50) ? part.name ?? "r" : "r\(part.number ?? 0)"
            do {
                try session.registerObject(part, identifier: name, parent: part.parent)
            } catch {
                stage.log("not registered: \(error)")
            }
        case .letGo: stage.held.removeAll { ($0 as? Part)?.node?.role != .root }
        }
    }

    private func tellChange(of object: any Restorable, _ session: RestorationSession) {
        if stage.isAwaiting(object) { stage.log("\(stage.name(object)) waits for its state") }
        session.invalidate(object)
    }

    private func tell(_ failures: [Diagnosis]) {
        for failure in failures { record.add("applying: \(failure)", to: .words) }
    }

    private func save(_ session: RestorationSession) {
        for number in plan.failsToEncode.sorted() {
            guard let part = stage.built[number]?.object as? Part else { continue }
            part.failsToEncode = true
        }
        do {
            if try session.preserveNow() == nil { stage.log("declined to be saved") }
        } catch {
            stage.log("not saved: \(error)")
        }
    }

    private func letTimePass(_ launch: TestLaunch<Void>) {
        stage.moment += 1
        for (number, ticket) in stage.tickets {
            guard case .late(let moment?) = plan.troubles[number], moment <= stage.moment
            else { continue }
            ticket.arrive()
            if random.chance(50) { launch.settle() }
        }
        launch.settle()
        for object in stage.takeReady() {
            tell(launch.session.applyAwaitedState(to: object))
        }
        note("at moment \(stage.moment)", launch)
    }

    private func move(_ part: Part, to target: Part, _ session: RestorationSession) {
        // Nothing goes below itself.
        var above: Part? = target
        var steps = 0
        while let next = above, steps < 100 {
            if next === part { return }
            above = next.parent
            steps += 1
        }
        guard steps < 100, part.node?.role != .root, let parent = part.parent else { return }
        stage.log("to \(target.label)")
        parent.remove(part)
        target.insert(part, atFront: random.chance(30))
        tellChange(of: parent, session)
        tellChange(of: target, session)
    }

    private func add(below part: Part, _ session: RestorationSession) {
        let number = random.pick(script.spares)
        let node = script.nodes[number]
        if stage.built[number]?.object != nil { return }
        stage.log("a new \(node.kind), \(node.name!)")
        let object: Part
        if random.chance(50) {
            do {
                let kind = stage.className(of: node.kind)
                let made = try session.make(node.name!, under: part, className: kind)
                object = made as! Part
            } catch {
                return stage.log("not made: \(type(of: error))")
            }
        } else {
            object = stage.make(number)
        }
        part.insert(object, atFront: random.chance(20))
        tellChange(of: part, session)
    }

    /// Another object of the same name in its place.
    private func buildAnew(_ part: Part, _ session: RestorationSession) {
        guard let number = part.number, part.node?.role == .child, let parent = part.parent
        else { return }
        let key = (parent as? Box)?.slots.first { $0.child === part }?.key
        parent.remove(part)
        let object = stage.make(number)
        parent.insert(object, key: key)
        stage.furnish(object)
        tellChange(of: parent, session)
    }

    /// Those that can be reached from the roots, each once.
    private func liveParts() -> [Part] {
        var found: [Part] = []
        var seen: Set<ObjectIdentifier> = []
        var next: [any Restorable] = stage.roots.reversed()
        while let object = next.popLast() {
            guard let part = object as? Part, seen.insert(ObjectIdentifier(part)).inserted
            else { continue }
            found.append(part)
            next += (part.members + [part.presented].compactMap(\.self)).reversed()
        }
        return found
    }
}

/// What a person, or the program, may do.
enum Act: String {
    case moment, change, changeUntold, invalidate, save, wait, pop, remove, move, reverse, select
    case add, buildAnew, removeRoot, addRoot, dismiss, refer, forgetReferences, loadElements
    case applyAwaited, invalidateElement, failToEncode, replaceArrived, register, letGo

    static let all: [(Act, weight: Int)] = [
        (.moment, 14), (.change, 6), (.changeUntold, 3), (.invalidate, 4), (.save, 10), (.wait, 2),
        (.pop, 3), (.remove, 3), (.move, 4), (.reverse, 2), (.select, 3), (.add, 6),
        (.buildAnew, 3), (.removeRoot, 2), (.addRoot, 2), (.dismiss, 2), (.refer, 3),
        (.forgetReferences, 2), (.loadElements, 4), (.applyAwaited, 3), (.invalidateElement, 2),
        (.failToEncode, 2), (.replaceArrived, 3), (.register, 2), (.letGo, 1),
    ]
}

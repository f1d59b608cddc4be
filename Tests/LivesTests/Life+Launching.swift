import RestorationTesting
import TestSupport

extension Life {
    static let windowName = "Window"

    func begin(_ number: Int) throws {
        let program = TestProgram<Void>(
            store: { [unowned self] in
                store = LifeStore(disk)
                return store
            },
            configure: {
                $0.auditsSaves = false
                $0.hangDeadline = nil
            },
            build: { [unowned self] session in try build(session) }
        )
        self.program = program
        try start(LaunchFaults(script, launch: number))
    }

    func start(_ launchFaults: LaunchFaults) throws {
        reset(launchFaults)
        tell("launch \(launchFaults.launch)")
        launch = try program.launch()
        counters.note(launch!.report, of: self)
        try throwFound()
        try check()
    }

    // MARK: The program at every launch

    private func build(_ session: RestorationSession) throws {
        for kind in Kind.allCases where kind != .model {
            for name in LifeClass.names(of: kind) { register(name, of: kind, session) }
        }
        if !launchFaults.knowsNotes { note(.unread) }
        if launchFaults.isCalm { session.retryObjectsSetAside() }
        let scopes = try session.preservedScopes(ofRoot: Self.windowName)
        let saved = scopes.compactMap { Int($0) }
        guard Set(saved) == Set(expected.windows) else {
            let isMissing = !Set(saved).isSuperset(of: expected.windows)
            let text = "The windows are \(saved), not \(expected.windows)"
            throw Violation(isMissing ? .retention : .closing, text)
        }
        if expected.windows.isEmpty {
            addWindow(launchFaults.launch * 1_000 + 900, to: session)
        } else {
            for token in expected.windows { restoreWindow(token, session) }
        }
    }

    private func register(_ name: String, of kind: Kind, _ session: RestorationSession) {
        let registration = launchFaults.registration(of: name)
        if registration == .missing { return counters.note(.missing) }
        if registration == .older, launchFaults.launch > 0 { counters.note(.downgrade) }
        session.register(LifeClass(kind, name, registration, self))
    }

    private func restoreWindow(_ token: Int, _ session: RestorationSession) {
        let item = expected.items[token]!
        let window = Window(self, token, item.kind, Self.windowName, className: nil, isNew: false)
        if let model = item.model {
            // The session does not look for an object that was set aside after a crash.
            let isOthers = expected.items.values.contains { $0.references.contains(model) }
            if !mayBeSetAside, !isOthers, launchFaults.isUnbuilt(token) {
                note(.unbuilt, [model])
                expected.forget([model])
            } else {
                addModel(model, to: window, isNew: false, session)
            }
        }
        show(window, session)
    }

    func addWindow(_ token: Int, to session: RestorationSession) {
        let kind: Kind = token.isMultiple(of: 4) ? .stack : .tabs
        let window = Window(self, token, kind, Self.windowName, className: nil, isNew: true)
        window.text = "t\(token)"
        var item = ExpectedObject(
            kind: kind,
            className: nil,
            name: Self.windowName,
            text: window.text
        )
        if token.isMultiple(of: 3) {
            let model = token + 1
            addModel(model, to: window, isNew: true, session)
            window.model!.text = "t\(model)"
            item.model = model
            expected.items[model] = ExpectedObject(
                kind: .model,
                className: nil,
                name: window.model!.name,
                text: "t\(model)"
            )
        }
        expected.items[token] = item
        expected.windows.append(token)
        show(window, session)
    }

    private func show(_ window: Window, _ session: RestorationSession) {
        windows.append(window)
        add(window)
        session.addRoot(window, scope: "\(window.token)")
    }

    private func addModel(
        _ token: Int,
        to window: Window,
        isNew: Bool,
        _ session: RestorationSession
    ) {
        let name = "model\(window.token)"
        let model = Page(self, token, .model, name, className: nil, isNew: isNew)
        window.model = model
        add(model)
        do {
            try session.registerObject(model, identifier: name)
        } catch {
            note(.identity, "A registered object is refused: \(error)")
        }
    }

    /// Launches without faults. All objects exist in the last one. After crashes, the first one may
    /// still leave objects out.
    func finish() throws {
        try launch!.terminate(.clean)
        applyDurableSaves()
        for number in (mayBeSetAside ? 0 : 1)..<2 {
            launch = nil
            try start(LaunchFaults(script, launch: 8 + number, isCalm: true))
            if number == 1 { try checker { try $0.checkWhole() } }
            try launch!.terminate(.clean)
            applyDurableSaves()
            try checker { try $0.checkBytes() }
        }
    }
}

extension RestorationSession {
    /// Gives up retained state for good, such as that of a plugin that the user no longer wants. No
    /// later save writes it back.
    ///
    /// ```swift
    /// let given = try session.giveUp(.plugin("org.example.charts"))
    /// ```
    ///
    /// The session saves before and after it, so the previous generation differs only in this
    /// state. Stand-ins for such objects become void, and references to them are saved as null. An
    /// existing object without its state is saved as it is from now on. The log names the given-up
    /// state.
    ///
    /// - Returns: The state that was given up, parents first.
    /// - Throws: ``SessionError/nothingRetained(_:retained:)``, before anything changes; as
    ///   ``preserveNow()``. If the second save fails, the state is still on the disk, but no later
    ///   save of this session writes it.
    @discardableResult
    public func giveUp(_ subject: RetainedState) throws -> [GivenUpState] {
        try checkIsOpen()
        let found = try retained(subject)
        try preserveNow()
        return try giveUp(found)
    }

    /// Gives up the retained state of one object, as ``giveUp(_:)-(RetainedState)`` does.
    ///
    /// - Parameter object: An `UnavailableObject`, or an existing object without its state.
    /// - Throws: as ``giveUp(_:)-(RetainedState)``; ``SessionError/nothingRetained(_:retained:)``
    ///   for an object that has its state.
    @discardableResult
    public func giveUp(_ object: any Restorable) throws -> [GivenUpState] {
        try checkIsOpen()
        let found = records.retained(for: object)
        guard !found.isEmpty else {
            guard let path = records.path(of: object) else { return [] }
            throw nothingRetained(.path(path))
        }
        try preserveNow()
        return try giveUp(found)
    }

    func giveUp(_ found: [UnavailableObject]) throws -> [GivenUpState] {
        let given = found.map(GivenUpState.init)
        records.giveUp(found)
        for state in given { options.logger(.restore).info(state.notice) }
        if reports.update() { reports.write() }
        changed()
        try preserveNow()
        return given
    }

    /// The state that ``giveUp(_:)-(RetainedState)`` would give up.
    ///
    /// - Throws: ``SessionError/nothingRetained(_:retained:)``.
    public func retainedState(_ subject: RetainedState) throws -> [GivenUpState] {
        try checkIsOpen()
        return try retained(subject).map(GivenUpState.init)
    }

    func retained(_ subject: RetainedState) throws -> [UnavailableObject] {
        let found = records.retained { object in
            switch subject {
            case .path(let path): object.path.components.starts(with: path.components)
            case .plugin(let identifier): object.pluginIdentifier == identifier
            }
        }
        guard found.isEmpty else { return found }
        throw nothingRetained(subject)
    }

    private func nothingRetained(_ subject: RetainedState) -> SessionError {
        let others = records.retained { _ in true }
        return .nothingRetained(subject, retained: others.map(GivenUpState.init))
    }
}

extension GivenUpState {
    fileprivate init(_ object: UnavailableObject) {
        path = object.path
        className = object.className
        plugin = object.pluginIdentifier
        sizeInBytes = object.sizeInBytes
        reason = object.reason
    }

    fileprivate var notice: Diagnosis {
        Diagnosis(
            problem: "Retained state was given up",
            place: "\(path)",
            remedy: "No action is needed; the previous generation has it."
        )
    }
}

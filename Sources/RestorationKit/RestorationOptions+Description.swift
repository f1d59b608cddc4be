extension RestorationOptions: CustomStringConvertible {
    /// The preset, and the settings that the program has changed. Key providers, stores and clocks
    /// appear by their types.
    public var description: String {
        let usual = RestorationOptions(preset: preset)
        var parts = ["preset: \(preset)"]
        func note(_ name: String, _ text: String?) {
            if let text { parts.append("\(name): \(text)") }
        }
        func note<Value: Equatable>(_ name: String, _ path: KeyPath<Self, Value>) {
            let value = self[keyPath: path]
            if value != usual[keyPath: path] { note(name, "\(value)") }
        }
        func note<Value: Equatable>(_ name: String, _ path: KeyPath<Self, Value?>) {
            let value = self[keyPath: path]
            if value != usual[keyPath: path] { note(name, value.map { "\($0)" } ?? "none") }
        }
        note("privateDirectory", \.privateDirectory)
        note("stateDirectory", \.stateDirectory)
        note("keyProvider", keyProvider.map { "\(type(of: $0))" })
        note("store", store.map { "\(type(of: $0))" })
        note("pluginDirectories", \.pluginDirectories)
        note("acceptsPluginsForAnyApplication", \.acceptsPluginsForAnyApplication)
        note("closurePolicy", \.closurePolicy)
        note("autosaveInterval", \.autosaveInterval)
        note("savesAutomatically", \.savesAutomatically)
        note("usesStoredState", \.usesStoredState)
        note("clock", clock is SystemClock ? nil : "\(type(of: clock))")
        note("applicationVersion", \.applicationVersion)
        note("maximumAge", \.maximumAge)
        note("expiresAtRestart", \.expiresAtRestart)
        note("keepsStateForDevelopment", \.keepsStateForDevelopment)
        note("acceptsReloads", \.acceptsReloads)
        note("auditsSaves", \.auditsSaves)
        note("sizeBudget", \.sizeBudget)
        note("objectSizeBudget", \.objectSizeBudget)
        note("notesFatalSignals", \.notesFatalSignals)
        note("hangDeadline", \.hangDeadline)
        note("extensionLimit", \.extensionLimit)
        note("arrivalLimit", \.arrivalLimit)
        return "RestorationOptions(\(parts.joined(separator: ", ")))"
    }
}

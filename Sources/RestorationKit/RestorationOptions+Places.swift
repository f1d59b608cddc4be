import RestorationStorage

/// Where the options put what a session writes; `nil` leaves it to the environment.
extension RestorationOptions {
    func chosenStateDirectory(of application: String) -> String? {
        stateDirectory ?? privateDirectory.map { "\($0)/state/\(application)" }
    }

    var chosenKeyProvider: (any KeyProvider)? {
        keyProvider ?? privateDirectory.map { FileKeyProvider(directory: "\($0)/keys") }
    }

    var pluginIndexDirectory: String? { privateDirectory.map { "\($0)/plugins" } }

    /// Whether the environment decides where something lies.
    var asksEnvironment: Bool {
        store == nil && privateDirectory == nil && (stateDirectory == nil || keyProvider == nil)
    }
}

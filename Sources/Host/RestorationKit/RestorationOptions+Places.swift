/// The options' places for a session's files; `nil` leaves them to the environment.
extension RestorationOptions {
    /// A copy with absolute directories, since the working directory may change.
    var withAbsoluteDirectories: RestorationOptions {
        var options = self
        options.stateDirectory = stateDirectory.map(absolutePath)
        options.privateDirectory = privateDirectory.map(absolutePath)
        return options
    }

    func chosenStateDirectory(of application: String) -> String? {
        stateDirectory ?? privateDirectory.map { "\($0)/state/\(application)" }
    }

    var chosenKeyProvider: (any KeyProvider)? {
        keyProvider ?? privateDirectory.map { FileKeyProvider(directory: "\($0)/keys") }
    }

    /// Notes about ignored variables, if any place comes from the environment.
    var ignoredVariables: [Diagnosis] {
        guard store == nil, privateDirectory == nil, stateDirectory == nil || keyProvider == nil
        else { return [] }
        return (try? BaseDirectories())?.ignored ?? []
    }
}

import Glibc

@testable import RestorationStorage

/// The ways of replacing generations on different file systems.
enum Way: String, CaseIterable {
    /// Exchanges the names.
    case exchanging = "none"
    /// Gives the current generation a second name, where names cannot be exchanged.
    case linking = "exchange"
    /// Renames the files, where names cannot be exchanged and files cannot have two names.
    case renaming = "exchangeAndLink"

    func hinder(_ steps: Steps) {
        if self != .exchanging { steps.fail(.exchange, with: EOPNOTSUPP) }
        if self == .renaming { steps.fail(.linkCurrent, with: EOPNOTSUPP) }
    }

    /// The steps of save `number`, with launches as in ``ArchiveStore/beginLaunch(beforeSave:)``.
    func steps(ofSave number: Int) throws -> [StorageStep] {
        let scratch = Scratch()
        let steps = Steps()
        hinder(steps)
        let store = scratch.store(conditions: steps.conditions)
        for save in 1...number {
            try store.beginLaunch(beforeSave: save)
            steps.forget()
            try store.commit(.state(save), as: store.nextGeneration())
        }
        return steps.seen
    }
}

extension ArchiveStore {
    /// Reopens the store before saves 1, 2 and 4, so that launches find nothing, one archive, or an
    /// archive with a spare.
    func beginLaunch(beforeSave number: Int) throws {
        guard [1, 2, 4].contains(number) else { return }
        close()
        _ = try open()
    }

    /// The number of the state found by the launch of a save; 0 if there was none.
    static func foundState(atSave number: Int) -> Int {
        number >= 4 ? 3 : number >= 2 ? 1 : 0
    }
}

extension Scratch {
    /// The number of the state in a file of the state directory; 0 without the file.
    func state(in name: String, keys: any KeyProvider = FixedKey()) throws -> Int {
        guard self["state/\(name)"] != nil else { return 0 }
        let archive = try OpenedArchive.open(path: "\(path)/state/\(name)", keys: keys)
        let bytes = try archive.readAll()
        return (1...9).first { bytes == .state($0) } ?? -1
    }
}

extension [UInt8] {
    /// The image saved as the generation with this number, in two small pieces.
    static func state(_ number: Int) -> [UInt8] {
        Array("generation \(number) of the state".utf8)
    }
}

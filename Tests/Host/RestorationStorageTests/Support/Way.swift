import Glibc

@testable import RestorationStorage

/// How generations are replaced, by what the file system can do.
enum Way: String, CaseIterable {
    /// Nothing hinders: names are exchanged.
    case exchanging = "none"
    /// Names cannot be exchanged; the current generation gets a second name.
    case linking = "exchange"
    /// Names cannot be exchanged and there are no second names either.
    case renaming = "exchangeAndLink"

    func hinder(_ steps: Steps) {
        if self != .exchanging { steps.fail(.exchange, with: EOPNOTSUPP) }
        if self == .renaming { steps.fail(.linkCurrent, with: EOPNOTSUPP) }
    }

    /// The steps of the last of so many saves, in launches as
    /// ``ArchiveStore/beginLaunch(beforeSave:)`` has them.
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
    /// Opens the store again before saves 1, 2 and 4. So there are launches that find nothing, an
    /// archive alone, and an archive with a spare.
    func beginLaunch(beforeSave number: Int) throws {
        guard [1, 2, 4].contains(number) else { return }
        close()
        _ = try open()
    }

    /// The number of the state that the launch of a save found; 0 if there was none.
    static func foundState(atSave number: Int) -> Int {
        number >= 4 ? 3 : number >= 2 ? 1 : 0
    }
}

extension Scratch {
    /// The number of the state in a file of the state directory; 0 if there is no such file.
    func state(in name: String, keys: any KeyProvider = FixedKey()) throws -> Int {
        guard self["state/\(name)"] != nil else { return 0 }
        let archive = try OpenedArchive.open(path: "\(path)/state/\(name)", keys: keys)
        let bytes = try archive.readAll()
        return (1...9).first { bytes == .state($0) } ?? -1
    }
}

extension [UInt8] {
    /// What is saved as the generation with this number; two small pieces.
    static func state(_ number: Int) -> [UInt8] {
        Array("generation \(number) of the state".utf8)
    }
}

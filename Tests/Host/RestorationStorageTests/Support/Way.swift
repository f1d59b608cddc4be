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

    /// The steps of the last of so many saves in a row.
    func steps(ofSave number: Int) throws -> [StorageStep] {
        let scratch = Scratch()
        let steps = Steps()
        hinder(steps)
        let store = try scratch.openStore(conditions: steps.conditions)
        for save in 1...number {
            steps.forget()
            try store.commit(.state(save), as: store.nextGeneration())
        }
        return steps.seen
    }
}

extension [UInt8] {
    /// What is saved as the generation with this number; two small pieces.
    static func state(_ number: Int) -> [UInt8] {
        Array("generation \(number) of the state".utf8)
    }
}

package import RestorationCore
import RestorationKit
import RestorationStorage
import RestorationTesting

/// What Notes has saved: its own answer to what a person did.
///
/// Looking takes no lock, so that the program may be running.
package struct NotesState {
    private let store: ArchiveStore

    /// - Parameter root: Where its directories are; see `Desktop/environment`.
    init(below root: String) throws {
        try self.init(
            of: "org.restorationkit.notes",
            in: "\(root)/state/org.restorationkit.notes/restoration",
            keys: "\(root)/data/restoration/keys"
        )
    }

    /// What another program has saved.
    package init(of application: String, in directory: String, keys: String) throws {
        store = try ArchiveStore(
            application: ApplicationIdentifier(application)!,
            directory: directory,
            keys: FileKeyProvider(directory: keys)
        )
    }

    /// What is saved of an object under a key; `nil` if nothing is.
    package func value(_ place: SavedPlace) throws -> RestorationValue? {
        let archive = try store.openForReading(.current)
        return try archive.map { try StateSnapshot(SealedImage($0)) }?[place.path]?
            .values[place.key]
    }
}

/// Where a value is among what is saved.
package struct SavedPlace: CustomStringConvertible {
    package let path: String
    package let key: String

    package init(_ path: String, _ key: String) {
        self.path = path
        self.key = key
    }

    package var description: String { "\"\(key)\" of \(path)" }
}

extension RestorationValue {
    /// A number of whatever type; `nil` for what is none.
    package var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    /// A text; empty for what is none.
    package var text: String { if case .string(let text) = self { text } else { "" } }

    /// A number that is one of several parts.
    package func part(_ name: String) -> Double? {
        guard case .dictionary(let parts) = self else { return nil }
        return parts[name]?.number
    }
}

package import RestorationCore
import RestorationKit
import RestorationStorage
import RestorationTesting

/// The state that Notes has saved, which shows the effect of each user action.
///
/// Reading takes no lock, so the program may be running.
package struct NotesState {
    private let store: ArchiveStore

    /// - Parameter root: The directory above its state and keys; see `Desktop/environment`.
    init(below root: String) throws {
        try self.init(
            of: "org.restorationkit.notes",
            in: "\(root)/state/org.restorationkit.notes/restoration",
            keys: "\(root)/data/restoration/keys"
        )
    }

    /// The saved state of another program.
    package init(of application: String, in directory: String, keys: String) throws {
        store = try ArchiveStore(
            application: ApplicationIdentifier(application)!,
            directory: directory,
            keys: FileKeyProvider(directory: keys)
        )
    }

    /// The saved value of an object under a key, if any; of values with a base, the newest.
    package func value(_ place: SavedPlace) throws -> RestorationValue? {
        guard let stored = try stored(place) else { return nil }
        return changes(stored)?.last ?? stored
    }

    /// The saved values that the user has changed, oldest first.
    package func changes(_ place: SavedPlace) throws -> [RestorationValue] {
        try stored(place).flatMap(changes) ?? []
    }

    /// The digests of the bases of these values.
    package func bases(_ place: SavedPlace) throws -> [String] {
        guard case .array(let values)? = try stored(place) else { return [] }
        return values.compactMap { value in
            if case .dictionary(let parts) = value { parts["base"]?.text } else { nil }
        }
    }

    private func changes(_ stored: RestorationValue) -> [RestorationValue]? {
        guard case .array(let values) = stored else { return nil }
        return values.compactMap { value in
            if case .dictionary(let parts) = value { parts["value"] } else { nil }
        }
    }

    private func stored(_ place: SavedPlace) throws -> RestorationValue? {
        let archive = try store.openForReading(.current)
        return try archive.map { try StateSnapshot(SealedImage($0)) }?[place.path]?
            .values[place.key]
    }
}

/// The place of a value in the saved state: path and key.
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
    /// The value as a number, if it is an integer or a double.
    package var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    /// The value as text; empty for other kinds.
    package var text: String { if case .string(let text) = self { text } else { "" } }

    /// A number in a dictionary, by its key.
    package func part(_ name: String) -> Double? {
        guard case .dictionary(let parts) = self else { return nil }
        return parts[name]?.number
    }
}

import RestorationPluginKit

/// Migrates state of version 3; migrates version 2 wrongly, and version 1 not at all.
final class Elder: RestorableObject {
    init(_ request: CreationRequest) throws {}

    static func migrateRestorableState(
        from version: Int,
        reading old: RestorationCoder,
        writing new: RestorationCoder
    ) throws {
        switch version {
        case 3:
            try new.encodeCopies(from: old, except: ["pet"])
            new.encode([try old.decode(String.self, forKey: "pet") ?? ""], forKey: "pets")
            new.encode(try old.decodeReference(forKey: "friend") == nil, forKey: "isEarly")
        case 2: new.encode(try old.decode(Int.self, forKey: "pet"), forKey: "pet")
        default: throw MigrationUnsupported()
        }
    }
}

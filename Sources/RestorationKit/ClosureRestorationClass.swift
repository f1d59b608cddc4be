import RestorationCore
import RestorationEngine

/// A restoration class of the host that a closure is.
final class ClosureRestorationClass: RestorationClass {
    let name: String
    let plugin: String? = nil
    let schemaVersion: Int
    let droppedKeys: Set<String>
    private let create: (CreationRequest) throws -> any Restorable

    init(
        name: String,
        schemaVersion: Int,
        droppedKeys: Set<String>,
        create: @escaping (CreationRequest) throws -> any Restorable
    ) {
        self.name = name
        self.schemaVersion = schemaVersion
        self.droppedKeys = droppedKeys
        self.create = create
    }

    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        try create(request)
    }
}

import ArgumentParser
import RestorationCore
import RestorationKit
import RestorationStorage

/// Shows the objects that are left out of restores since the program crashed in them.
struct ArchiveSuspects: Command {
    static let configuration = CommandConfiguration(
        commandName: "suspects",
        abstract: "Shows the objects that are set aside since the program crashed in them.",
        discussion: """
            Their state is kept, and saved again and again. They come back with another version of \
            their plugin or of the program, or by archive retry. What crashed in the launch that is \
            just over is there once the program has been started again.

            EXAMPLES:
              restorectl archive suspects org.restorationkit.petfinder
            """
    )

    @Argument(help: "The application's id; without it, the only one that has saved state.")
    var application: String?

    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let (store, objects) = try SetAsideObject.all(of: application)
        return Findings(SetAsideObjectList(application: store.application, objects: objects))
    }
}

/// Lets objects be restored again that the program crashed in.
struct ArchiveRetry: Command {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Lets objects be restored again that the program crashed in.",
        discussion: """
            Of all objects that are set aside, or of one. Should it crash in one of them again, that \
            is set aside again. The program must not be running.

            EXAMPLES:
              restorectl archive retry org.restorationkit.petfinder
              restorectl archive retry org.restorationkit.petfinder Window/Editor
            """
    )

    @Argument(help: "The application's id.")
    var application: String

    @Argument(help: "The object's path, as archive suspects shows it; all objects without it.")
    var path: String?

    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let wanted = try path.map { try RestorationPath(parsing: $0) }
        let (store, all) = try SetAsideObject.all(of: application)
        let objects = all.filter { wanted == nil || $0.path == wanted }
        if !objects.isEmpty {
            try store.changing { store in
                guard let page = try store.openLedger() else { return }
                SetAsideObject.release(objects, in: page)
            }
        }
        return Findings(
            SetAsideObjectList(
                application: store.application,
                objects: objects,
                areReleased: true
            )
        )
    }
}

extension SetAsideObject {
    /// The store of an application, and what is set aside there.
    fileprivate static func all(
        of application: String?
    ) throws -> (ArchiveStore, [SetAsideObject]) {
        guard case .application(let identifier) = try StateSubject(application) else {
            throw CommandError.notAnApplication(application ?? "")
        }
        let store = try Keys(file: nil).store(of: identifier)
        guard let page = try store.readLedger() else { return (store, []) }
        // Without the key there are no names; how many there are, and why, can be told all the same.
        let archive = try? store.openForReading(.current)
        return (store, all(in: page, archive: archive.flatMap { try? ArchiveReader($0) }))
    }
}

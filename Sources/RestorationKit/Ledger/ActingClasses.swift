import RestorationCore
import RestorationEngine
import RestorationPlugins

/// The classes whose code runs for the records of one archive. Each is looked up once.
final class ActingClasses {
    private let find: (ClassVersion) -> ActingClass
    private var known: [ClassKey: ActingClass] = [:]

    /// - Parameter find: Looks up the class that acts for what a class of a plugin has saved.
    init(_ find: @escaping (ClassVersion) -> ActingClass) { self.find = find }

    /// The class of a record of `archive`, which is the same each time.
    func acting(forRecord number: Int, in archive: ArchiveReader) -> ActingClass {
        let key = ClassKey(archive.records[number])
        if let known = known[key] { return known }
        let acting =
            archive.savedClass(of: number).map(find)
            ?? ActingClass(
                plugin: nil,
                className: archive.string(archive.records[number].className)
            )
        known[key] = acting
        return acting
    }
}

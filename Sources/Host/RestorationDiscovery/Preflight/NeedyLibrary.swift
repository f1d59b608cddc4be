/// A library, where the dynamic loader looks for what it needs, and all that it needs in turn.
///
/// Semantic source: ld.so(8). A RUNPATH holds for the needs of the library alone; an RPATH holds
/// for the needs of all libraries that are loaded on its account as well.
struct NeedyLibrary {
    let path: String
    /// The libraries that it needs, as it calls them.
    let needed: [String]
    /// Where these are looked for before the directories of the system.
    let runPath: [RunPathEntry]
    /// Where the needs of these are looked for, too.
    private let shared: [RunPathEntry]

    /// - Parameters:
    ///   - path: where the library was found, even if that is a link: its directory is `$ORIGIN`.
    ///   - dependent: the first library that needs this one; `nil` for the one to be loaded.
    init(
        _ library: borrowing ELFLibrary,
        at path: String,
        neededBy dependent: NeedyLibrary? = nil
    ) throws(DiscoveryError) {
        let linkage = try library.linkage()
        let origin = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        let own = linkage.runPath.map { RunPathEntry($0, origin: origin) }
        let inherited = dependent?.shared ?? []
        self.path = path
        needed = linkage.needed
        shared = linkage.sharesRunPath ? own + inherited : inherited
        runPath = linkage.sharesRunPath ? shared : own
    }

    /// Visits all that the library needs, each name once, in the order of the dynamic loader: of
    /// two libraries that need a third, the one that comes first decides where to look for it.
    ///
    /// - Parameter find: returns the files of a library, given its name and who needs it.
    func visitNeeds<Failure: Error>(
        _ find: (String, NeedyLibrary) throws(Failure) -> [NeedyLibrary]
    ) throws(Failure) {
        var dependents = [self]
        var next = 0
        // By their bytes, as they are in file systems.
        var visited: Set<[UInt8]> = []
        while next < dependents.count {
            let dependent = dependents[next]
            next += 1
            for name in dependent.needed where visited.insert(Array(name.utf8)).inserted {
                dependents += try find(name, dependent)
            }
        }
    }
}

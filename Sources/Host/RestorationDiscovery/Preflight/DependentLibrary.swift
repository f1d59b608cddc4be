/// A library and the search paths for its dependencies.
///
/// Semantic source: ld.so(8). A RUNPATH applies only to direct dependencies; an RPATH to indirect
/// ones, too.
struct DependentLibrary {
    let path: String
    let needed: [String]
    /// The directories to search before the system's.
    let runPath: [RunPathEntry]
    /// The part of the run path that its dependencies inherit.
    private let shared: [RunPathEntry]

    /// - Parameters:
    ///   - path: the path at which the library was found. Even for a link, its directory is
    ///     `$ORIGIN`.
    ///   - dependent: the first library that needs this one; `nil` for the root.
    init(
        _ library: borrowing ELFLibrary,
        at path: String,
        neededBy dependent: DependentLibrary? = nil
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

    /// Visits all dependencies once by name, in the order of the dynamic loader: the first
    /// dependent determines where to search for a dependency.
    ///
    /// - Parameter find: returns the files of a dependency, given its name and dependent.
    func visitNeeds<Failure: Error>(
        _ find: (String, DependentLibrary) throws(Failure) -> [DependentLibrary]
    ) throws(Failure) {
        var dependents = [self]
        var next = 0
        // Compared by bytes, as file systems do.
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

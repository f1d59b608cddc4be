/// What was found out about the needs of a library that were all in the process already.
///
/// Plugins that were built alike and lie in one directory, such as those in Swift, need the same
/// and look for it in the same places. As long as these stay as they are, and what is loaded under
/// each name, what holds for one of them holds for the next.
struct MetNeeds {
    private let linkage: ELFLibrary.Linkage
    private let origin: String
    private let places: Places
    /// The files that were loaded under the names of the needs, in their order.
    private let loaded: [String]
    /// As of the library that was examined.
    let needed: [String]
    let captured: [Preflight.CapturedLibrary]

    /// The directories in which a library looks for its needs.
    struct Places {
        private var directories: [(path: String, stamp: FileStamp?)] = []

        /// The directories as they are now; `nil` where it cannot be told later whether what a name
        /// leads to in them has changed.
        init?(of linkage: ELFLibrary.Linkage, _ origin: String, for file: String, at now: Int64) {
            // What has no RUNPATH looks in more places.
            guard !linkage.sharesRunPath else { return nil }
            do {
                for entry in linkage.runPath {
                    let entry = try RunPathEntry(entry, origin: origin, for: file)
                    let searched = try RunPathPlace.directories(of: entry.directory)
                    // One of those would show in it that are not there now.
                    let capabilities = RunPathPlace.capabilities(of: entry.directory)
                    for directory in searched + [capabilities] {
                        guard let stamp = Self.stamp(of: directory) else { return nil }
                        guard stamp.map({ $0.isSettled(at: now) }) ?? true else { return nil }
                        directories.append((directory, stamp))
                    }
                }
            } catch {
                // Whoever looks there finds the same, and says so.
                return nil
            }
            guard !hasLinks(named: linkage.needed) else { return nil }
        }

        /// What a link leads to may change where it does not show.
        private func hasLinks(named names: [String]) -> Bool {
            directories.contains { directory in
                names.contains { name in
                    (try? FileFacts.look(at: "\(directory.path)/\(name)"))?.0.kind == .link
                }
            }
        }

        /// The stamp of a directory, of which there is none if that is not there; `nil` if it is
        /// not known.
        private static func stamp(of directory: String) -> FileStamp?? {
            switch FileStamp.of(directory) {
            case .success(let stamp): .some(stamp)
            case .failure(let error): error.meansAbsence ? .some(nil) : nil
            }
        }

        fileprivate var areUnchanged: Bool {
            directories.allSatisfy { Self.stamp(of: $0.path) == .some($0.stamp) }
        }
    }

    /// `nil` unless all needs are in the process.
    init?(
        _ linkage: ELFLibrary.Linkage,
        origin: String,
        places: Places,
        of cleared: Preflight.Cleared
    ) {
        guard let loaded = Self.loaded(linkage.needed) else { return nil }
        self.loaded = loaded
        self.linkage = linkage
        self.origin = origin
        self.places = places
        needed = cleared.needed
        captured = cleared.captured
    }

    private static func loaded(_ names: [String]) -> [String]? {
        var files: [String] = []
        for name in names {
            guard let file = LoadedLibrary.file(named: name) else { return nil }
            files.append(file)
        }
        return files
    }

    /// Whether it goes for a library in the directory `origin`, too. A system call for each place.
    func holds(for linkage: ELFLibrary.Linkage, _ origin: String) -> Bool {
        self.linkage == linkage && self.origin == origin && places.areUnchanged
            && Self.loaded(linkage.needed) == loaded
    }
}

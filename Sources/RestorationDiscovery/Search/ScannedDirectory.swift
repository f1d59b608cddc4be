/// A directory of the search, and what is in it.
struct ScannedDirectory {
    enum State {
        /// There is no such directory.
        case absent
        /// It cannot be read, or must not be. An index does not say why.
        case refused(DiscoveryError?)
        /// The stamp was taken before the directory was read.
        case present(FileStamp)
    }

    let path: String
    let state: State
    /// Whether anything is in it, be it a plugin or not.
    var hasNames = false
    var files: [ScannedFile] = []

    /// What is not in order.
    var faults: [DiscoveryError] {
        if case .refused(let error) = state { return [error].compactMap(\.self) }
        return files.compactMap { file in
            switch file.content {
            case .faulty(let error): error
            case .sidecarAlone: .sidecarWithoutLibrary(file: path.path(of: file.name))
            case .misnamed: .invalidName(file: path.path(of: file.name))
            case .plugin, .otherName: nil
            }
        }
    }
}

/// A library, a binding or a sidecar in a directory of the search.
struct ScannedFile {
    enum Content {
        case plugin(FoundPlugin)
        /// A plugin that was found before, by another name. An index does not tell it apart.
        case otherName(FoundPlugin)
        /// An index does not say what the fault is.
        case faulty(DiscoveryError?)
        /// A sidecar without a library.
        case sidecarAlone
        /// A file whose name is not UTF-8. It is called as that is printed.
        case misnamed
    }

    let name: String
    let content: Content

    /// Whether a search looks at a file of that name.
    static func isLookedAt(_ name: String) -> Bool {
        [Sidecar.librarySuffix, Sidecar.suffix, BindingFile.suffix].contains(where: name.hasSuffix)
    }
}

extension ScannedDirectory.State {
    /// Whether a directory is as it was, as far as that says.
    func isUnchanged(since earlier: Self?) -> Bool {
        switch (self, earlier) {
        case (.absent, .absent?), (.refused, .refused?): true
        case (.present(let stamp), .present(let known)?): stamp == known
        default: false
        }
    }
}

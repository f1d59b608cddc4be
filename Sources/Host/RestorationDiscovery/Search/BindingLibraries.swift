extension [DiscoveryError] {
    /// Without those about libraries that carry no manifest and need none: a binding beside them
    /// names them by `./`. Bindings are read only if there are such libraries.
    ///
    /// - Parameter files: the paths of all bindings that were found, used or not.
    func leavingOutLibraries(ofBindings files: () -> [String]) -> [DiscoveryError] {
        if isEmpty { return self }
        let places = Set(
            compactMap { error -> Substring? in
                guard case .noManifest(let file) = error else { return nil }
                return file.directory
            }
        )
        guard !places.isEmpty else { return self }
        var libraries: Set<String> = []
        for file in files() where places.contains(file.directory) {
            do {
                libraries.formUnion(try BindingDocument(file: file).libraries)
            } catch {
                // What is wrong with the binding is among the errors itself.
            }
        }
        return filter { error in
            guard case .noManifest(let file) = error else { return true }
            return !libraries.contains(file)
        }
    }
}

extension String {
    fileprivate var directory: Substring { self[..<(lastIndex(of: "/") ?? startIndex)] }
}

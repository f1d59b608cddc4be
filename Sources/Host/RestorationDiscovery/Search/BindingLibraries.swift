extension [DiscoveryError] {
    /// Removes the errors about the missing manifests of libraries that a binding beside them names
    /// by `./`. Reads bindings only if there are errors about missing manifests.
    ///
    /// - Parameter files: the paths of all discovered bindings, used or not.
    func excludingLibraries(ofBindings files: () -> [String]) -> [DiscoveryError] {
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
                // The errors already contain the binding's own fault.
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

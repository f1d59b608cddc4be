/// A former path of an object, as older archives know it.
package struct PathAlias: Hashable, Sendable {
    package let formerPath: RestorationPath
    package let path: RestorationPath

    /// Creates an alias, or returns `nil` if one path is a prefix of the other: a record at the
    /// former path could then belong to a current object.
    package init?(_ formerPath: RestorationPath, for path: RestorationPath) {
        let shorter = min(formerPath.components.count, path.components.count)
        guard formerPath.components.prefix(shorter) != path.components.prefix(shorter) else {
            return nil
        }
        self.formerPath = formerPath
        self.path = path
    }

    /// The alias itself, and one for each scope of an archive's roots unless the alias names a
    /// scope.
    package func inScopes(of roots: [RestorationPath.Component]) -> [PathAlias] {
        let first = formerPath.components[0]
        guard first.discriminator == nil, path.components[0].discriminator == nil else {
            return [self]
        }
        let scopes = roots.filter { $0.identifier == first.identifier }.compactMap(\.discriminator)
        return [self]
            + scopes.compactMap { scope in
                PathAlias(formerPath.inScope(scope), for: path.inScope(scope))
            }
    }

    package var note: Diagnosis {
        Diagnosis(
            problem: "State saved at \(formerPath) is restored at \(path)",
            remedy: "No action is needed: the program lists the former path as an alias."
        )
    }
}

extension RestorationPath {
    fileprivate func inScope(_ scope: RestorationIdentifier) -> RestorationPath {
        let root = Component(components[0].identifier, discriminator: scope)
        return RestorationPath([root] + components.dropFirst())!
    }
}

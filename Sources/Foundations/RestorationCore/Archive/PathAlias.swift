/// A path under which older archives know what a program has at another path now.
package struct PathAlias: Hashable, Sendable {
    package let formerPath: RestorationPath
    package let path: RestorationPath

    /// Creates the alias, or returns `nil` where one of the paths is the other, or leads to it:
    /// what an archive has at the former path could then be of the program as it is now.
    package init?(_ formerPath: RestorationPath, for path: RestorationPath) {
        let shorter = min(formerPath.components.count, path.components.count)
        guard formerPath.components.prefix(shorter) != path.components.prefix(shorter) else {
            return nil
        }
        self.formerPath = formerPath
        self.path = path
    }

    /// The alias itself, and that of each scope that a root of an archive has, unless the alias
    /// names one.
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

    /// What is said where an archive had the former path.
    package var note: Diagnosis {
        Diagnosis(
            problem: "What was saved at \(formerPath) is restored at \(path)",
            remedy: "Nothing needs to be done: the program says that it was there formerly."
        )
    }
}

extension RestorationPath {
    fileprivate func inScope(_ scope: RestorationIdentifier) -> RestorationPath {
        let root = Component(components[0].identifier, discriminator: scope)
        return RestorationPath([root] + components.dropFirst())!
    }
}

internal import RestorationCore
package import RestorationInvocation

/// The facts about a binding that are known without loading its libraries.
package struct BindingExamination {
    package let document: BindingDocument
    /// Why the file is not trusted, or `nil`.
    package let trustFault: DiscoveryError?
    /// Each library with its file; `nil` if it is missing or cannot be loaded.
    package let libraries: [(name: String, file: String?)]
    /// The faults that would prevent loading, as far as they are detectable without loading.
    package let libraryFaults: [(name: String, fault: LibraryFault)]
    package let functions: [String]
    /// The required functions that no library exports, sorted. A missing library exports none.
    package let missing: [String]
    /// The called names that are data, not functions, sorted.
    package let data: [String]

    /// Reads a binding and locates its libraries.
    ///
    /// - Throws: ``DiscoveryError`` if the binding has a fault.
    package init(file: String, environment: [String: String]) throws(DiscoveryError) {
        document = try BindingDocument(file: file)
        var trustFault: DiscoveryError?
        do throws(DiscoveryError) {
            var directories = TrustedDirectories()
            _ = try directories.resolve(file: file)
        } catch {
            trustFault = error
        }
        self.trustFault = trustFault
        var finder = LibraryFinder(environment: environment)
        let directory = file.lastIndex(of: "/").map { file[...$0] } ?? ""
        var libraries: [(name: String, file: String?)] = []
        var faults: [(name: String, fault: LibraryFault)] = []
        for name in document.libraries {
            // As in a host, "./" is the binding's directory.
            let path = name.hasPrefix("./") ? "\(directory)\(name.dropFirst(2))" : name
            let isOwn = name.hasPrefix("./") && !path.contains("/")
            let place = isOwn ? name : path
            let file = finder.file(of: place)
            libraries.append((name, file))
            let found = file.map { finder.faults(inNeedsOf: $0) }
            faults += (found ?? [finder.fault(of: place)]).map { (name, $0) }
        }
        self.libraries = libraries
        libraryFaults = faults
        let called = document.sequences.reduce(into: Set<String>()) {
            $0.formUnion($1.functions)
        }
        var missing = called.union(document.requirement.symbols)
        var data: Set<String> = []
        functions = missing.sorted()
        for file in libraries.compactMap(\.file) {
            let found = finder.missing(missing, from: file)
            missing = found.missing
            data.formUnion(found.data)
        }
        self.missing = missing.sorted()
        self.data = data.intersection(called).sorted()
    }

    /// The exported name with the most similar spelling; `nil` if none is similar.
    package func nearest(to function: String) -> String? {
        let exports = libraries.compactMap(\.file).flatMap { file in
            (try? ELFLibrary(opening: file).exportedNames()) ?? []
        }
        return Spelling.nearest(to: function, among: exports)
    }

    /// Returns the sorted names that a library exports, and the library's file.
    ///
    /// - Parameter library: a soname or a path.
    /// - Throws: ``DiscoveryError`` if there is no such library.
    package static func exports(
        of library: String,
        environment: [String: String]
    ) throws(DiscoveryError) -> (names: [String], file: String) {
        var finder = LibraryFinder(environment: environment)
        guard let file = finder.file(of: library) else {
            guard case .unfit(let fault) = finder.fault(of: library) else {
                throw .unreadable(file: library, .notFound)
            }
            throw .notALibrary(file: library, fault)
        }
        return (try ELFLibrary(opening: file).exportedNames(), file)
    }

    /// The best name for a library in a binding: its soname, if that leads every program to the
    /// same file. Development names, such as `libz.so`, exist only on machines where programs are
    /// built.
    ///
    /// - Parameter library: a soname or a path.
    package static func name(of library: String, environment: [String: String]) -> String {
        var finder = LibraryFinder(environment: environment)
        guard let file = finder.file(of: library),
            let soname = (try? ELFLibrary(opening: file).soname()) ?? nil
        else { return library }
        if library.contains("/") { finder = LibraryFinder(environment: [:]) }
        guard let found = finder.file(of: soname),
            ReadOnlyFile.Identity(ofFile: found) == ReadOnlyFile.Identity(ofFile: file)
        else { return library }
        return soname
    }
}

extension BindingDocument {
    package var sequences: [CallSequence] {
        [requirement.version?.get, kind, failureMessage].compactMap(\.self)
            + classes.flatMap(\.sequences)
    }
}

extension BindingDocument.Class {
    package var sequences: [CallSequence] {
        var all = [
            create, destroy, adopt, release, identifier?.get, identifier?.unless, changed,
            unchanged, destroyed, undestroyed, appeared, unappeared, finished, failureMessage,
        ]
        if case .calls(let calls)? = match { all.append(calls) }
        switch children {
        case .linked(let first, let next)?: all += [first, next]
        case .counted(let count, let at)?: all += [count, at]
        case nil: break
        }
        for property in state {
            all += [
                property.get, property.set, property.changed, property.unchanged, property.ready,
                property.unready, property.list?.count, property.list?.clear, property.base,
                property.shows,
            ]
        }
        return all.compactMap(\.self)
    }
}

extension CallSequence {
    /// The functions that the calls need, with those that release results.
    package var functions: Set<String> {
        var functions: Set<String> = []
        for call in calls + cleanUp {
            functions.insert(call.function)
            for type in call.signature.parameters.map(\.type) + [call.signature.result] {
                if case .owned(_, let release) = type, release != "free" {
                    functions.insert(release)
                }
            }
        }
        return functions
    }
}

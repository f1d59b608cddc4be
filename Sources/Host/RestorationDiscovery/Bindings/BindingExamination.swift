internal import RestorationCore
package import RestorationInvocation

/// What of a binding can be found out without loading the library.
package struct BindingExamination {
    package let document: BindingDocument
    /// Why the file is not trusted, or `nil`.
    package let trustFault: DiscoveryError?
    /// Each library with its file; `nil` for one that is not there, or cannot be loaded.
    package let libraries: [(name: String, file: String?)]
    /// Why libraries cannot be loaded, as far as that can be known without trying.
    package let libraryFaults: [(name: String, fault: LibraryFault)]
    /// The functions that the binding needs, sorted.
    package let functions: [String]
    /// Those that no library has, sorted. A library that is not there has none.
    package let missing: [String]
    /// Those that calls name, and that are no functions but data, sorted.
    package let data: [String]

    /// Reads a binding and looks for its libraries.
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
            // As a host does: "./" means the binding's own directory.
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

    /// What the libraries export that is spelt most like a name; `nil` if nothing is near it.
    package func nearest(to function: String) -> String? {
        let exports = libraries.compactMap(\.file).flatMap { file in
            (try? ELFLibrary(opening: file).exportedNames()) ?? []
        }
        return Spelling.nearest(to: function, among: exports)
    }

    /// The names that a library exports, sorted, and its file.
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

    /// What a binding had best call a library: its soname, where every program finds that file by
    /// it. A name for developers, such as `libz.so`, is missing where nobody builds programs.
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
    /// All calls.
    package var sequences: [CallSequence] {
        [requirement.version?.get, kind, failureMessage].compactMap(\.self)
            + classes.flatMap(\.sequences)
    }
}

extension BindingDocument.Class {
    /// All calls of the class.
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
                property.unready, property.list?.count, property.list?.clear,
            ]
        }
        return all.compactMap(\.self)
    }
}

extension CallSequence {
    /// The functions that the calls need.
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

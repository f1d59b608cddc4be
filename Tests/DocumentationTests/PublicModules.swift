import TestSupport

/// The modules that a user of the package can import, from `Package.swift` and the sources.
enum PublicModules {
    /// The library products, and the modules that these re-export. Plugins are left out, because no
    /// program imports them.
    static func names() throws -> [String] {
        let products = try Repository.text(of: "Package.swift")
            .matches(of: /\.library\(\s*name: "(\w+)",\s*targets:/).map { String($0.1) }
        var names: Set<String> = []
        var rest = products
        while let module = rest.popLast() {
            guard names.insert(module).inserted else { continue }
            rest += try exports(of: module).matches(of: /@_exported public import (\w+)\n/)
                .map { String($0.1) }
                .filter { Repository.modules[$0] != nil }
        }
        return names.sorted()
    }

    /// The types that a module re-exports one by one from other modules.
    static func reexportedTypes() throws -> [String] {
        try names().flatMap { module in
            try exports(of: module).matches(of: /@_exported public import \w+ \w+\.(\w+)\n/)
                .map { String($0.1) }
        }
    }

    private static func exports(of module: String) throws -> String {
        try Repository.files(in: Repository.modules[module] ?? module, endingWith: ".swift")
            .map { try Repository.text(of: $0) }
            .filter { $0.contains("@_exported") }
            .joined(separator: "\n")
    }
}

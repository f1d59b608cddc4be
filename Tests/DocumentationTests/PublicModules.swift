import TestSupport

/// What a user of the package can import, by `Package.swift` and the sources.
enum PublicModules {
    /// The libraries, but for plugins, which nobody imports; and what these pass on as a whole.
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

    /// The types of other modules that a module passes on one by one.
    static func typesPassedOn() throws -> [String] {
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

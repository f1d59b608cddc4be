import TestSupport

/// The titles of all tests of the repository.
struct TestTitles {
    private let sources: [String]

    init() throws {
        sources = try Repository.files(in: "Tests", endingWith: ".swift")
            .filter { !$0.hasPrefix("Tests/Fixtures/") }
            .map { try Repository.text(of: $0) }
            .filter { $0.contains("@Test") }
    }

    /// Whether a test has exactly that title, apart from the rules that it names at the end:
    /// `@Test("keeps the order (PRES-7)")`.
    func contains(_ title: String) -> Bool {
        sources.contains { source in
            source.contains("func `\(title)`(") || source.contains("@Test(\"\(title)\"")
                || source.contains("@Test(\"\(title) (")
        }
    }
}

extension String {
    /// The texts between “ and ”, which are titles of tests in a document.
    var quotations: [String] {
        matches(of: /“([^”]+)”/).map { String($0.1) }
    }
}

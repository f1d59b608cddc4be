import TestSupport

/// The titles of all tests of the repository, as documents name them.
struct TestTitles {
    private let sources: [String]

    init() throws {
        sources = try Repository.files(in: "Tests", endingWith: ".swift")
            .filter { !$0.hasPrefix("Tests/Fixtures/") }
            .map { try Repository.text(of: $0) }
            .filter { $0.contains("@Test") }
    }

    /// Whether there is a test of exactly that title, but for the rules that it names behind it:
    /// `@Test("keeps the order (PRES-7)")`.
    func contains(_ title: String) -> Bool {
        sources.contains { source in
            source.contains("func `\(title)`(") || source.contains("@Test(\"\(title)\"")
                || source.contains("@Test(\"\(title) (")
        }
    }
}

extension String {
    /// What stands between “ and ”: in a document, the titles of tests.
    var quotations: [String] {
        matches(of: /“([^”]+)”/).map { String($0.1) }
    }
}

import Foundation
import TestSupport
import Testing

@Suite struct `The package for Python` {
    private static let files = Repository.files(in: "Tests/Languages/Python", endingWith: ".py")
        .filter { $0.contains("/test_") }

    @Test(arguments: files)
    func `passes its tests`(file: String) throws {
        let environment = try PythonEnvironment.shared.get()

        try environment.test(file)
    }

    @Test func `has a desk at most a third longer than the README's`() throws {
        let swift = try CodeLines(ofHostIn: "README.md")
        let python = try CodeLines(ofPython: "Tests/Fixtures/Examples/desk.py")

        #expect(python.count * 3 <= swift.count * 4, "\(python.count), \(swift.count) in Swift")
    }

    @Test func `is tested by files that exist`() {
        #expect(Self.files.contains("Tests/Languages/Python/test_values.py"))
    }
}

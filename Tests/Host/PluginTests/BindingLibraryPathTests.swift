import Foundation
import RestorationDiscovery
import RestorationPlugins
import Testing

@Suite struct `A library that a binding names` {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func read(_ library: String) throws -> [String] {
        let file = directory.path + "/a.restoration-binding.json"
        let text = """
            {"binding": 1, "id": "org.example.a", "library": ["libc.so.6", "\(library)"],
             "classes": [{"id": "A", "is": {"calls": "f(object) -> int32"}}]}
            """
        try Data(text.utf8).write(to: URL(filePath: file))
        return try BindingDocument(file: file).libraries
    }

    @Test func `is beside the binding if its name begins with ./`() throws {
        #expect(try read("./libb.so") == ["libc.so.6", directory.path + "/libb.so"])
        #expect(try read("/lib/libb.so") == ["libc.so.6", "/lib/libb.so"])
    }

    @Test(arguments: ["../libb.so", "./b/libb.so", "./../libb.so", "b/libb.so"])
    func `is searched nowhere else`(library: String) {
        diagnosedError { try read(library) }
    }
}

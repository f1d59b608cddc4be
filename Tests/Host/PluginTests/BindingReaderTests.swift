import RestorationCore
import RestorationInvocation
import RestorationPlugins
import TestSupport
import Testing

@testable import RestorationDiscovery

@Suite struct `Reading bindings` {
    @Test func `gives a manifest and calls`() throws {
        let binding = try SampleBinding.read(SampleBinding.text)

        #expect(binding.manifest.identifier.rawValue == "org.gtk.widgets")
        #expect(binding.manifest.version.description == "0.0.0")
        #expect(binding.manifest.applications.includesEveryApplication)
        #expect(binding.manifest.abi.newest(sharedWith: .supportedByHost) == .supportedByHost)
        #expect(binding.manifest.classes.map(\.name) == ["Window"])
        #expect(binding.manifest.classes[0].schemaVersion == 2)
        #expect(binding.manifest.classes[0].aliases == ["Frame"])
        #expect(binding.manifest.classes[0].routes.map(\.description) == ["**/window:*"])
        #expect(binding.libraries == ["libgtk-4.so.1", "/usr/lib/libgtk-4.so.1"])
        #expect(binding.requirement.symbols == ["gtk_test"])
        #expect(binding.requirement.version?.get.calls.count == 2)
        #expect(binding.kind?.calls[0].function == "g_type_name_from_instance")
    }

    @Test func `a class has its inherited members, and its properties in the order of restoring`()
        throws
    {
        let window = try #require(try SampleBinding.read(SampleBinding.text).classes.first)

        #expect(window.match == .kinds(["GtkWindow"]))
        #expect(window.adopt?.calls[0].function == "g_object_ref")
        #expect(window.identifier?.unless != nil)
        #expect(
            window.state.map(\.key)
                == ["visible", "title", "size", "columns", "focus", "serial", "note"]
        )
        guard case .linked(_, let next) = window.children else {
            Issue.record("The children are not walked from one to the next.")
            return
        }
        #expect(next.result == .optional(.object))
    }

    @Test func `a property is one value, several with names, or a list`() throws {
        let state = try #require(try SampleBinding.read(SampleBinding.text).classes.first).state
        func property(_ key: String) throws -> BindingDocument.Property {
            try #require(state.first { $0.key == key })
        }

        #expect(try property("visible").shape == .single(.bool))
        #expect(try property("visible").default == .bool(true))
        #expect(try property("visible").omitsDefault)
        #expect(try property("size").shape == .named(["width": .int32, "height": .int32]))
        #expect(
            try property("size").default
                == .dictionary(["width": .integer(10), "height": .integer(-1)])
        )
        #expect(try property("title").default == .null)
        #expect(try property("title").isSensitive)
        #expect(try property("title").unchanged?.calls[0].arguments == [.object, .named("result")])
        #expect(try property("columns").list?.from == 1)
        #expect(try property("columns").list?.clear != nil)
        #expect(try property("columns").default == .array([.string("ltr"), .string("rtl")]))
        #expect(try property("focus").shape == .single(.optional(.object)))
        #expect(try property("serial").set == nil)
        #expect(try property("serial").base == nil)
        #expect(try property("note").base?.usesValue == .string)
        #expect(try property("note").shows?.calls[0].function == "shows")
    }

    @Test(arguments: [
        ("4.8", "4.8.0", true), ("4.8", "4.10", true), ("4.8", "4.7.9", false),
        ("3.45.1", "3.45.1-beta", true), ("3.45.1", "3.45", false), ("0", "", true),
        ("2.4", "expat_2.5.0", true), ("2.6", "expat_2.5.0", false), ("6.0", "lib6b v9.1", true),
        ("3", "release 4", true), ("1", "unknown", false),
    ])
    func `compares versions number by number`(least: String, found: String, isMet: Bool) throws {
        let text = SampleBinding.text.replacing(
            #""version": "4.8""#,
            with: #""version": "\#(least)""#
        )

        let version = try #require(try SampleBinding.read(text).requirement.version)

        #expect(version.isMet(by: found) == isMet)
    }

    @Test func `order in the file is preserved, except for properties with "after"`() throws {
        let keys = (0..<30).map { "k\($0)" }
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20 {
            // Each property comes after some lower-numbered ones. The file lists them in random
            // order.
            let after = keys.indices.map { number in
                (0..<number).filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
            }
            let order = keys.indices.shuffled(using: &random)
            let state = order.map { number in
                let names = after[number].map { "\"k\($0)\"" }.joined(separator: ",")
                return """
                    {"key": "k\(number)", "get": "g(object) -> bool", "set": "s(object, bool)",
                     "after": [\(names)]}
                    """
            }
            let text = """
                {"binding": 1, "id": "org.example.a", "library": "liba.so",
                 "classes": [{"id": "A", "state": [\(state.joined(separator: ","))]}]}
                """

            let restored = try SampleBinding.read(text).classes[0].state.map(\.key)

            #expect(restored.sorted() == keys.sorted())
            let places = Dictionary(uniqueKeysWithValues: restored.enumerated().map { ($1, $0) })
            for number in keys.indices {
                for other in after[number] {
                    #expect(places["k\(other)"]! < places["k\(number)"]!)
                }
            }
            #expect(after.contains { !$0.isEmpty } || restored == order.map { "k\($0)" })
        }
    }
}

import Foundation
import RestorationBindings
import RestorationCore
import RestorationDiscovery
import RestorationPlugins
import Testing

@Suite struct `Reading manifests` {
    @Test func `gives every part its type`() throws {
        let json = """
            {
                "manifest": 1, "id": "org.example.notes", "version": "1.4.2",
                "abi": {"minimum": "0.1", "maximum": "0.3"},
                "applications": ["org.example.app", "*"],
                "name": "Notes", "summary": "Notes on cats.", "authors": ["A. Cat"],
                "license": "Apache-2.0", "somethingNewer": {"x": 1},
                "classes": [
                    {"id": "Notes", "version": 3, "aliases": ["Memo"], "priority": -2,
                     "routes": ["Tabs/*/Details/Notes", "**/{pet}/Notes"]},
                    {"id": "Chart", "version": 1}
                ]
            }
            """

        let manifest = try ManifestReader().manifest(from: Array(json.utf8))

        #expect(manifest.identifier.rawValue == "org.example.notes")
        #expect(manifest.version == PluginVersion(major: 1, minor: 4, patch: 2))
        #expect(manifest.abi.description == "0.1 to 0.3")
        #expect(manifest.applications.applications.map(\.rawValue) == ["org.example.app"])
        #expect(manifest.applications.includesEveryApplication)
        #expect(manifest.credits.name == "Notes")
        #expect(manifest.credits.summary == "Notes on cats.")
        #expect(manifest.credits.authors == ["A. Cat"])
        #expect(manifest.credits.license == "Apache-2.0")
        #expect(manifest.classes.map(\.name) == ["Notes", "Chart"])
        #expect(manifest.classes.map(\.schemaVersion) == [3, 1])
        #expect(manifest.classes.map(\.priority) == [-2, 0])
        #expect(manifest.classes[0].aliases == ["Memo"])
        #expect(
            manifest.classes[0].routes.map(\.description) == [
                "Tabs/*/Details/Notes", "**/{pet}/Notes",
            ]
        )
    }

    @Test(arguments: faults)
    func `reports errors and their place`(fault: Fault) {
        let json = Self.manifest(replacing: fault.original, with: fault.replacement)

        let error = #expect(throws: ManifestError.self) {
            try ManifestReader().manifest(from: json)
        }

        #expect(error?.location == fault.location)
        #expect(error?.diagnosis.problem == fault.problem)
    }

    @Test func `reports the position of a fault in the text`() {
        func position(_ original: String, _ replacement: String) -> String? {
            do throws(ManifestError) {
                _ = try ManifestReader().manifest(
                    from: Self.manifest(replacing: original, with: replacement)
                )
                return nil
            } catch {
                return error.position?.description
            }
        }

        #expect(position(#""b/c""#, #""b//c""#) == "line 3, column 60")
        // The position of the object that lacks the key.
        #expect(position(#", "version": 2"#, "") == "line 4, column 14")
    }

    @Test func `names the key of converters if that is misspelt and there are no classes`() {
        let json = """
            {"manifest": 1, "id": "org.example.notes", "version": "1.0.0", "abi": "0.3",
             "applications": ["*"], "convertors": []}
            """

        let error = #expect(throws: ManifestError.self) {
            try ManifestReader().manifest(from: Array(json.utf8))
        }

        #expect(error?.fault == .misspelt("convertors", meant: "converters"))
    }

    /// Comparing each route with all routes of the other class would take hundreds of times as
    /// long.
    @Test func `reads the routes of two classes about as fast as those of one`() throws {
        func read(_ classes: [(route: String, count: Int)]) throws -> Duration {
            let classes = classes.map { route, count in
                let routes = Array(repeating: "\"\(route)\"", count: count).joined(separator: ",")
                return #"{"id": "\#(route)", "version": 1, "routes": [\#(routes)]}"#
            }
            let json = """
                {"manifest": 1, "id": "org.example.notes", "version": "1.0.0", "abi": "0.3",
                 "applications": ["*"], "classes": [\(classes.joined(separator: ","))]}
                """
            return try ContinuousClock().measure {
                _ = try ManifestReader().manifest(from: Array(json.utf8))
            }
        }

        let one = try read([("a", 7800)])
        let two = try read([("a", 3900), ("b", 3900)])

        #expect(two < one * 100)
    }

    @Test func `treats unknown keys as keys of later versions`() throws {
        let json = Self.manifest(replacing: #""manifest": 1"#, with: #""manifest": 1, "icon": 2"#)

        #expect(try ManifestReader().warnings(in: json).isEmpty)
    }

    static func manifest(replacing original: String, with replacement: String) -> [UInt8] {
        let valid = """
            {"manifest": 1, "id": "org.example.notes", "version": "1.0.0", "name": "Notes",
             "abi": "0.3", "applications": ["org.example.app"],
             "classes": [{"id": "Notes", "version": 1, "routes": ["a", "b/c"], "aliases": ["Memo"]},
                         {"id": "Chart", "version": 2, "priority": 7}]}
            """
        precondition(valid.contains(original), "the manifest has no \(original)")
        return Array(
            valid.split(separator: original, maxSplits: 1, omittingEmptySubsequences: false)
                .joined(separator: replacement).utf8
        )
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let original: String
        let replacement: String
        let location: String
        let problem: String

        init(
            _ original: String,
            _ replacement: String,
            at location: String,
            _ problem: String
        ) {
            self.original = original
            self.replacement = replacement
            self.location = location
            self.problem = problem
        }

        var testDescription: String { "\(original) -> \(replacement)" }
    }

    static let faults = [
        Fault(
            #""id": "org.example.notes","#,
            "]",
            at: "",
            "The manifest is not valid JSON: a key is missing"
        ),
        Fault(
            #""name": "Notes""#,
            #""name": "Notes", "id": "org.example.other""#,
            at: "id",
            "An object of the manifest has a key twice"
        ),
        Fault(
            #""manifest": 1"#,
            #""manifest": 2"#,
            at: "manifest",
            "The manifest is of format 2"
        ),
        Fault(
            #""manifest": 1, "#,
            "",
            at: "manifest",
            "The manifest lacks a key"
        ),
        Fault(
            #""org.example.notes""#,
            "7",
            at: "id",
            "The manifest has a whole number in place of text"
        ),
        Fault(
            #""org.example.notes""#,
            #""notes""#,
            at: "id",
            "The plugin's id is not a reverse-DNS name"
        ),
        Fault(
            #""1.0.0""#,
            #""1.x""#,
            at: "version",
            "The plugin's version is not a version"
        ),
        Fault(
            #""0.3""#,
            #""0""#,
            at: "abi",
            "The ABI version is not a version"
        ),
        Fault(
            #""0.3""#,
            #"{"minimum": "0.4", "maximum": "0.3"}"#,
            at: "abi",
            "The minimum ABI version comes after the maximum"
        ),
        Fault(
            #""0.3""#,
            "[]",
            at: "abi",
            #"The manifest has a list in place of text such as "0.3", or an object"#
        ),
        Fault(
            #""0.3""#,
            #"{"min": "0.3", "max": "0.4"}"#,
            at: "abi.min",
            #"The manifest has "min" in place of "minimum""#
        ),
        Fault(
            #"["org.example.app"]"#,
            "[]",
            at: "applications",
            "The list is empty"
        ),
        Fault(
            #""org.example.app""#,
            #""app""#,
            at: "applications[0]",
            "An application's id is not a reverse-DNS name"
        ),
        Fault(
            #""Notes","#,
            #""Notes\u001b[2J","#,
            at: "name",
            "The text has a control character"
        ),
        Fault(
            #""b/c""#,
            #""b//c""#,
            at: "classes[0].routes[1]",
            "A route component is empty, at byte 2 of the route"
        ),
        Fault(
            #"["Memo"]"#,
            #""Memo""#,
            at: "classes[0].aliases",
            "The manifest has text in place of a list"
        ),
        Fault(
            #"["Memo"]"#,
            #"["Memo", "Chart"]"#,
            at: "classes[1].id",
            "Two classes share the name \"Chart\""
        ),
        Fault(
            #""Chart""#,
            #""""#,
            at: "classes[1].id",
            "The name of a class is not valid"
        ),
        Fault(
            #""version": 2"#,
            #""version": 0"#,
            at: "classes[1].version",
            "The number is out of range"
        ),
        Fault(
            #""priority": 7"#,
            #""priority": 1.5"#,
            at: "classes[1].priority",
            "The manifest has a number in place of a whole number"
        ),
        Fault(
            #""priority": 7"#,
            #""!exclusive": true"#,
            at: "classes[1].!exclusive",
            "The manifest requires a feature that this host does not have"
        ),
        Fault(
            #""name": "Notes""#,
            converters(#"{"id": "N", "from": \#(note(1)), "to": \#(note(1))}"#),
            at: "converters[0].to",
            "The converter's source and target are the same"
        ),
        Fault(
            #""name": "Notes""#,
            converters(
                #"{"id": "N", "from": \#(note(1)), "to": \#(note(2))},"#
                    + #"{"id": "N", "from": \#(note(2)), "to": \#(note(3))}"#
            ),
            at: "converters[1].id",
            "Two converters share the name \"N\""
        ),
        Fault(
            #""name": "Notes""#,
            converters(#"{"id": "N", "from": \#(note(0)), "to": \#(note(2))}"#),
            at: "converters[0].from.version",
            "The number is out of range"
        ),
    ]

    private static func converters(_ list: String) -> String { #""converters": [\#(list)]"# }
    private static func note(_ version: Int) -> String {
        #"{"class": "Note", "version": \#(version)}"#
    }
}

@Suite struct `Narrowing a manifest by a sidecar` {
    let original = `Reading manifests`.manifest(replacing: "Chart", with: "Chart")

    @Test func `keeps the keys that a class drops, and the converters`() throws {
        let json = String(decoding: original, as: UTF8.self)
            .replacingOccurrences(
                of: #""priority": 7"#,
                with: #""priority": 7, "dropped": ["old"]"#
            )
            .replacingOccurrences(
                of: #""name": "Notes""#,
                with: #""converters": [{"id": "N", "from": {"class": "Chart", "version": 1},"#
                    + #""to": {"class": "Chart", "version": 2}}]"#
            )
        let manifest = try ManifestReader().manifest(from: Array(json.utf8))
        let sidecar = #"{"manifest": 1, "classes": [{"id": "Chart", "priority": -1}]}"#

        let narrowed = try ManifestReader().restriction(from: Array(sidecar.utf8))
            .applied(to: manifest)

        #expect(narrowed.classes[0].droppedKeys == ["old"])
        #expect(narrowed.converters == manifest.converters)
        #expect(narrowed.converters.first?.source.plugin == "org.example.notes")
    }

    @Test func `disables the plugin`() throws {
        let sidecar = #"{"$schema": "of my own", "manifest": 1, "disabled": true}"#

        #expect(try ManifestReader().restriction(from: Array(sidecar.utf8)).isDisabled)
    }

    @Test(arguments: [
        (#""version": "9.0""#, "version", "A sidecar may only narrow the manifest in the library"),
        (
            #""disabled": 1"#, "disabled",
            "The manifest has a whole number in place of true or false"
        ),
        (#""classes": []"#, "classes", "The list is empty"),
        (
            #""classes": [{"id": "Extra"}]"#, "classes[0].id",
            "The library's manifest has no class \"Extra\""
        ),
        (
            #""classes": [{"id": "Notes"}, {"id": "Chart", "priority": 8}]"#, "classes[1].priority",
            "A sidecar may only narrow the manifest in the library"
        ),
        (
            #""classes": [{"id": "Notes", "routes": ["**"]}]"#, "classes[0].routes",
            "A sidecar may only narrow the manifest in the library"
        ),
        (
            #""classes": [{"id": "Notes"}, {"id": "Notes"}]"#, "classes[1].id",
            "Two classes share the name \"Notes\""
        ),
        (#""disable": true"#, "disable", "A sidecar has no such key"),
        (
            #""classes": [{"id": "Notes", "prioritiy": -1}]"#, "classes[0].prioritiy",
            "A sidecar has no such key"
        ),
    ])
    func `is refused if it would widen it`(part: String, location: String, problem: String)
        throws
    {
        let manifest = try ManifestReader().manifest(from: original)
        let sidecar = Array(#"{"manifest": 1, \#(part)}"#.utf8)

        let error = #expect(throws: ManifestError.self) {
            try ManifestReader().restriction(from: sidecar).applied(to: manifest)
        }

        #expect(error?.location == location)
        #expect(error?.diagnosis.problem == problem)
    }

    @Test(arguments: [
        (#"{"manifest": 1, "disable": true}"#, #"Did you mean "disabled"?"#),
        (
            #"{"manifest": 1, "comment": ""}"#,
            #"Remove the key; a sidecar beside a manifest has "disabled" and "classes"."#
        ),
    ])
    func `says which key was meant`(sidecar: String, remedy: String) {
        let error = #expect(throws: ManifestError.self) {
            try ManifestReader().restriction(from: Array(sidecar.utf8))
        }

        #expect(error?.diagnosis.remedy == remedy)
    }
}

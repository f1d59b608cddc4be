import RestorationTesting
import Testing

@Suite struct `Objects and their coders` {
    @Test(.rule("T-22", "PRES-12"))
    func `are found by references in a dictionary of arrays`() throws {
        var found: [String: [RestorationReference]] = [:]
        let first = try program { _ in
            let root = Node("Root", [Node("A"), Node("B")])
            root.onEncode = { [unowned root] coder in
                let all = root.children.map { RestorationReference($0) }
                coder.encode(["all": all, "last": [all[1]]], forKey: "groups")
            }
            root.onDecode = { coder in
                found =
                    try coder.decode([String: [RestorationReference]].self, forKey: "groups") ?? [:]
            }
            return root
        }.launch()

        let second = try first.relaunch()

        let children = second.graph.children
        #expect(
            found["all"]?.compactMap(\.object).map(ObjectIdentifier.init)
                == children.map(ObjectIdentifier.init)
        )
        #expect(found["last"]?.first?.object === children[1])
    }

    @Test(.rule("T-25", "PRES-26", "FAIL-7", "FAIL-8"))
    func `know when and by which version the state was saved`() throws {
        var info: PreservationInfo?
        let first = try program(configure: { $0.applicationVersion = "2.1" }) { _ in
            let root = Node("Root")
            root.onDecode = { info = $0.preservationInfo }
            return root
        }.launch()
        first.graph.text = "typed"
        let saved = first.program.clock.timeOfDay
        let program = try first.terminate()
        program.clock.advance(by: .seconds(90 * 86_400))

        let second = try program.launch()

        // The age of the state does not matter.
        #expect(second.graph.text == "typed")
        #expect(info?.timestamp == saved)
        #expect(info?.applicationVersion == "2.1")
        #expect(info?.systemVersion.isEmpty == false)
    }

    @Test(.rule("FAIL-7"))
    func `are restored on another version of the system than they were saved on`() throws {
        var system = "Debian GNU/Linux 13"
        var told: String?
        let first = try program(configure: { $0.systemVersion = system }) { _ in
            let root = Node("Root")
            root.onDecode = { told = $0.preservationInfo?.systemVersion }
            return root
        }.launch()
        first.graph.text = "typed"

        system = "Debian GNU/Linux 14"
        let second = try first.relaunch()

        #expect(told == "Debian GNU/Linux 13")
        #expect(second.graph.text == "typed")
        #expect(second.report.notes.isEmpty)
    }

    @Test(.rule("T-26", "PRES-28"))
    func `may use any key without changing the session's own facts about a save`() throws {
        var read: (key: Int?, info: Timestamp?)
        let first = try program { _ in
            let root = Node("Root")
            root.onEncode = { $0.encode(1, forKey: "timestamp") }
            root.onDecode = { coder in
                read = (
                    try coder.decode(Int.self, forKey: "timestamp"),
                    coder.preservationInfo?.timestamp
                )
            }
            return root
        }.launch()
        let saved = first.program.clock.timeOfDay

        _ = try first.relaunch()

        #expect(read.key == 1)
        #expect(read.info == saved)
    }

    @Test(.rule("T-26", "PRES-28"))
    func `cannot write under a key of the session's own, which is reported`() throws {
        let first = try program { _ in
            let root = Node("Root", [Node("A")])
            root.children[0].onEncode = { $0.encode(1, forKey: "restoration.children") }
            return root
        }.launch()

        let issues = try first.issues()

        #expect(issues.map(\.diagnosis.place) == [#"Root/A, key "restoration.children""#])
    }

    @Test(.rule("SEC-10"))
    func `fail on a number of another kind, and on one that does not fit`() throws {
        var failures: [any Error] = []
        func child(
            _ name: String,
            storing value: any RestorationCodable,
            _ decode: @escaping (RestorationCoder) throws -> Void
        ) -> Node {
            let child = Node(name)
            child.onEncode = { $0.encode(value, forKey: "number") }
            child.onDecode = { coder in
                do { try decode(coder) } catch { failures.append(error) }
            }
            return child
        }
        let first = try program { _ in
            Node(
                "Root",
                [
                    child("A", storing: 1.5) { _ = try $0.decode(Int.self, forKey: "number") },
                    child("B", storing: 7) { _ = try $0.decode(Double.self, forKey: "number") },
                    child("C", storing: 300) { _ = try $0.decode(UInt8.self, forKey: "number") },
                ]
            )
        }.launch()

        _ = try first.relaunch()

        #expect(failures.count == 3)
        #expect(failures.allSatisfy { $0 is CoderError })
    }

    @Test(.rule("T-75", "SEC-8", "SEC-9", "SEC-12"))
    func `refuse a type that is not listed, and decode other objects`() throws {
        var types = AllowedTypes { $0.allow(Witness.self, as: "witness") }
        var failure: CoderError?
        let program = program { _ in
            let root = Node("Root", [Node("A"), Node("B")])
            root.children[0].onEncode = { $0.encode(Witness(), of: types, forKey: "value") }
            root.children[0].onDecode = { coder in
                defer { failure = coder.decodingFailure }
                _ = try coder.decode(oneOf: types, forKey: "value")
            }
            return root
        }
        let first = try program.launch()
        first.graph.children[1].text = "of B"
        try first.terminate()

        types = AllowedTypes { $0.allow(Int.self, as: "number") }
        var second: TestLaunch<Node>?
        let log = try Log.collect { second = try program.launch() }

        #expect(!log.contains("make witness"))
        #expect(failure != nil)
        #expect(second?.outcomes == ["Root/A": .notApplied])
        let reason = second?.report.notRestored.first?.reason
        #expect(reason?.place == #"Root/A, key "value""#)
        #expect(second?.graph.children[1].text == "of B")
    }

    @Test(.rule("AK-8", "SEC-16"))
    func `set a declared property to values of its own type alone`() throws {
        var hasNumber = false
        let program = TestProgram(preset: .tested) { session in
            if hasNumber {
                session.register(NumberedPage.self, as: "Page")
            } else {
                session.register(NamedPage.self, as: "Page")
            }
            let root = Node("Root")
            session.addRoot(root)
            return root
        }
        let first = try program.launch()
        first.graph.add(try first.session.make("P", under: first.graph, className: "Page"))

        hasNumber = true
        let second = try first.relaunch()

        #expect(second.outcomes == ["Root/P": .notApplied])
        #expect((second.graph.restorationChildren.first as? NumberedPage)?.page == 1)
    }

    @Test(.rule("AK-12", "T-98", "SEC-11", "SEC-12", under: .uikit))
    func `find nothing after a failure under the preset uikit`() throws {
        var after: (String?, Bool?)? = ("not read", nil)
        var failure: CoderError?
        let launch = try program { _ in
            let root = Node("Root")
            root.onEncode = { $0.encode("value", forKey: "other") }
            root.onDecode = { coder in
                _ = try? coder.decode(Int.self, forKey: "text")
                after = try? (
                    coder.decode(String.self, forKey: "other"),
                    coder.decode(Bool.self, forKey: "other")
                )
                failure = coder.decodingFailure
            }
            return root
        }.launch()

        let second = try launch.relaunch()

        #expect(after != nil && after?.0 == nil && after?.1 == nil)
        #expect(failure == .mismatch(key: "text", stored: .string, requested: "integer"))
        #expect(second.report.entries.first?.reason?.place == #"Root, key "text""#)
    }

    @Test(.rule("T-98", "SEC-11", "SEC-12", "SEC-13", under: .granular))
    func `continue decoding other keys after a failed one`() throws {
        var after: String?
        var failures: (first: (any Error)?, kept: CoderError?)
        let launch = try program { _ in
            let root = Node("Root")
            root.onEncode = { $0.encode("value", forKey: "other") }
            root.onDecode = { coder in
                do {
                    _ = try coder.decode(Int.self, forKey: "text")
                } catch {
                    failures.first = error
                }
                _ = try? coder.decode(Bool.self, forKey: "other")
                after = try coder.decode(String.self, forKey: "other")
                failures.kept = coder.decodingFailure
            }
            return root
        }.launch()

        let second = try launch.relaunch()

        #expect(failures.first is CoderError)
        #expect(failures.kept == .mismatch(key: "text", stored: .string, requested: "integer"))
        #expect(after == "value")
        #expect(second.report.notRestored.isEmpty)
        #expect(second.report.entries.first?.reason?.place == #"Root, key "text""#)
    }
}

/// Logs when it is decoded.
private struct Witness: RestorationCodable {
    func encode(into coder: RestorationCoder) { coder.put(true) }
    static func decode(from coder: RestorationCoder) -> Witness {
        Log.note("make witness")
        return Witness()
    }
}

/// Preserves a text under the key for which the other class preserves a number.
private final class NamedPage: RestorableObject {
    static let restorableProperties = [RestorableProperty("page", \NamedPage.page)]
    var page = "seven"
    init(_ request: CreationRequest) {}
}

private final class NumberedPage: RestorableObject {
    static let restorableProperties = [RestorableProperty("page", \NumberedPage.page)]
    var page = 1
    init(_ request: CreationRequest) {}
}

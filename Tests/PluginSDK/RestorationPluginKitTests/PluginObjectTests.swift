import RestorationCore
import TestSupport
import Testing

@Suite struct `An object of a plugin` {
    @Test(
        arguments: zip(
            [0, 1, 2, 3, 99] as [UInt32],
            ["make", "launch", "session", "recovery", "launch"]
        )
    )
    func `gets all facts of the host`(reason: UInt32, name: String) throws {
        let object = try TestPlugin().create(
            "Witness",
            .init(
                path: ["Root", "Möwe/2", "Witness"],
                reason: reason,
                parameters: [("pet", 42), ("tags", ["a", nil])],
                captures: [("who", "Möwe/2")],
                state: TestCoder([("state", "seen")], isWriting: false)
            )
        )

        #expect(
            try object.encode() == [
                "path": ["Root", "Möwe/2", "Witness"],
                "identifier": "Witness",
                "reason": .string(name),
                "parameters": ["pet": 42, "tags": ["a", nil]],
                "captures": ["who": "Möwe/2"],
                "state": "seen",
                "finished": false,
                "application": "org.example.app",
            ]
        )
    }

    @Test func `needs neither parameters nor captures nor state`() throws {
        let object = try TestPlugin().create("Witness")

        let encoded = try object.encode()

        #expect(encoded["parameters"] == [:])
        #expect(encoded["captures"] == [:])
        #expect(encoded["state"] == .null)
    }

    @Test func `is declined without a message`() throws {
        let plugin = try TestPlugin()

        #expect(throws: CallFailure(status: 1)) {
            try plugin.create("Grumbler", .init(parameters: [("occasion", "declined")]))
        }
    }

    @Test func `fails with the message of its own error`() throws {
        let plugin = try TestPlugin()

        #expect(throws: CallFailure.because("Not on a Monday")) {
            try plugin.create("Grumbler", .init(parameters: [("occasion", "create")]))
        }
        let object = try plugin.create("Grumbler")
        #expect(throws: CallFailure.because("Not that")) { try object.decode([]) }
    }

    @Test func `can decline only to be created`() throws {
        let object = try TestPlugin().create(
            "Grumbler",
            .init(parameters: [("occasion", "throw")])
        )

        let message = "The restoration class declined to make an object"
        #expect(throws: CallFailure.because(message)) { try object.encode() }
    }

    @Test func `is not created for a request that makes no sense`() throws {
        let plugin = try TestPlugin()
        let report =
            "Report this to the authors of the host: the call violates restoration/plugin.h."
        let path = "The host asked for an object at an invalid path. \(report)"
        let noClass = "The host asked for a class that the plugin does not have. \(report)"

        #expect(throws: CallFailure.because(path)) {
            try plugin.create("Witness", .init(path: []))
        }
        #expect(throws: CallFailure.because(path)) {
            try plugin.create("Witness", .init(path: ["Root", ""]))
        }
        #expect(throws: CallFailure.because(noClass)) {
            try plugin.create("Witness", .init(structSize: 56))
        }
    }

    @Test func `ends exactly once, when it is destroyed`() throws {
        let plugin = try TestPlugin()
        let object = try plugin.create("Talker")
        let unknown = """
            The host called for an object that it has destroyed or never created. Report this to \
            the authors of the host: the call violates restoration/plugin.h.
            """

        object.destroy()
        #expect(plugin.host.takeRecord() == .init(log: ["1 Talker ended"]))

        object.destroy()
        #expect(plugin.host.takeRecord() == .init(log: ["4 destroy: \(unknown)"]))
        #expect(throws: CallFailure.because(unknown)) { try object.encode() }
        #expect(object.greet() == nil)
    }

    @Test func `offers interfaces, whose functions find it again`() throws {
        let plugin = try TestPlugin()
        let first = try plugin.create("Talker", .init(handle: 11))
        let second = try plugin.create("Talker", .init(handle: 12))
        let silent = try plugin.create("Bag")

        #expect(first.greet() == 1)
        #expect(first.greet() == 2)
        #expect(second.greet() == 1)

        #expect(plugin.host.takeRecord() == .init(invalidated: [11, 11, 12]))
        #expect(first.greet(as: silent) == -1)
        #expect(first.greet(id: "org.example.sample.greeting/2") == nil)
        #expect(silent.greet() == nil)
    }

    @Test func `reaches its host`() throws {
        let plugin = try TestPlugin()
        let object = try plugin.create("Talker")

        object.finish()

        #expect(
            plugin.host.takeRecord()
                == .init(log: ["3 finished in org.example.app", "2 number 42", "2 true"])
        )
    }

    @Test func `answers on no thread but the session's`() throws {
        let plugin = try TestPlugin()
        let object = try plugin.create("Talker")

        let statuses = onAnotherThread {
            object.finish()
            object.destroy()
            return [
                plugin.status { _ = try object.encode() },
                plugin.status { try object.decode([]) },
                plugin.status { _ = try plugin.create("Talker") },
                object.greet(),
            ]
        }

        #expect(statuses == [7, 7, 7, nil])
        let functions = ["finished", "destroy", "encode", "decode", "create", "interface"]
        #expect(
            plugin.host.takeRecord().log
                == functions.map { "4 \($0) was called on a thread other than the session's" }
        )
        #expect(object.greet() == 1)
    }

    @Test func `belongs to the thread that created it if there was no other object`() throws {
        let plugin = try TestPlugin()
        try plugin.create("Talker").destroy()
        // A failed creation does not tie the plugin to a thread.
        #expect(throws: CallFailure.self) {
            try plugin.create("Grumbler", .init(parameters: [("occasion", "declined")]))
        }
        _ = plugin.host.takeRecord()

        let object = try #require(onAnotherThread { try? plugin.create("Talker") })
        let here = [plugin.status { _ = try plugin.create("Talker") }, object.greet()]

        #expect(here == [7, nil])
        #expect(
            plugin.host.takeRecord().log
                == ["create", "interface"].map {
                    "4 \($0) was called on a thread other than the session's"
                }
        )
    }
}

@Suite struct `A class of a host in a plugin` {
    @Test func `keeps its state and says that it has changed`() throws {
        let plugin = try TestPlugin()
        let bookmark = try plugin.create("Bookmark", .init(handle: 9))

        try bookmark.decode([
            ("page", 3), ("places", [["line": 1, "note": "here"]]), ("next", .reference(9)),
        ])
        bookmark.finish()

        #expect(plugin.host.takeRecord().invalidated == [9])
        let coder = TestCoder(isWriting: true)
        #expect(
            try bookmark.encode(into: coder) == [
                "page": 4, "places": [["line": 1, "note": "here"], ["line": 2]],
                "book": nil, "next": .reference(9),
            ]
        )
        #expect(coder.sensitiveKeys == ["places"])
    }

    @Test func `migrates its state`() throws {
        #expect(
            try TestPlugin().migrate("Bookmark", from: 1, [("page", 2), ("line", 40)])
                == ["page": 2, "places": [["line": 40]]]
        )
    }
}

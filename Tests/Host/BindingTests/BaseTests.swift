import RestorationKit
import RestorationTesting
import Testing

/// A value that the user has changed is restored over the program's original value.
@Suite struct `A value with a base` {
    @Test func `is restored onto its base, and remains the person's`() throws {
        let program = try DraftProgram()
        try program.run("file") { $0.type("draft") }

        for _ in 0..<3 { try program.run("file") { #expect($0.text == "draft") } }
    }

    @Test func `waits while the program gives another value, and the report names it`() throws {
        let program = try DraftProgram()
        try program.run("file") { $0.type("draft") }

        for _ in 0..<2 {
            let report = try program.run("newer") { #expect($0.text == "newer") }
            let reason = "\"text\" of Draft does not have the value that the user had changed"
            #expect("\(report)".contains(reason))
        }

        try program.run("newer") { draft in
            draft.give("file")
            #expect(draft.text == "draft")
            draft.give("other")
            #expect(draft.text == "other")
            draft.give("file")
            #expect(draft.text == "draft")
        }
    }

    @Test func `is stored only if a person has changed it`() throws {
        let program = try DraftProgram()

        try program.run("file") { $0.give("other") }

        #expect(try program.stored() == nil)
        try program.run("start") { #expect($0.text == "start") }
    }

    @Test func `ends when the program starts with it`() throws {
        let program = try DraftProgram()
        try program.run("file") { $0.type("draft") }

        try program.run("draft")

        #expect(try program.stored() == nil)
        try program.run("file") { #expect($0.text == "file") }
    }

    @Test func `ends when the program replaces it after a person has used it`() throws {
        let program = try DraftProgram()
        try program.run("file") { $0.type("draft") }

        try program.run("file") { draft in
            draft.type("sent")
            draft.give("file")
        }

        #expect(try program.stored() == nil)
    }

    @Test func `takes over from one on the same base, and is kept beside eight others`() throws {
        let program = try DraftProgram()

        for number in 0..<12 {
            try program.run("file \(number)") { draft in
                draft.type("first \(number)")
                draft.type("last \(number)")
            }
        }

        let kept = (3..<12).map { "last \($0)" }
        #expect(try program.stored() == kept)
        for number in 3..<12 {
            try program.run("file \(number)") { #expect($0.text == "last \(number)") }
        }
        try program.run("file 0") { #expect($0.text == "file 0") }
    }

    @Test func `is not restored again into a program that refuses it`() throws {
        let program = try DraftProgram()
        try program.run("file") { $0.type("draft") }

        try program.run("newer") { draft in
            draft.refuse()
            draft.give("file")
            draft.give("file")
            #expect(draft.text == "file")
        }

        #expect(try program.stored() == ["draft"])
    }

    @Test func `waits for an object that cannot have it yet`() throws {
        let program = try DraftProgram()
        try program.run("file") { $0.type("draft") }

        try program.run("newer") { draft in
            draft.setBusy(true)
            for _ in 0..<20 { draft.give("file") }
            #expect(draft.text == "file")
            draft.setBusy(false)
            draft.give("file")
            #expect(draft.text == "draft")
        }
    }

    @Test func `is restored until the arrival limit`() throws {
        let program = try DraftProgram()
        try program.run("file") { $0.type("draft") }

        try program.run("newer") { draft in
            program.clock.advance(by: .seconds(31))
            draft.give("file")
            #expect(draft.text == "file")
        }

        #expect(try program.stored() == ["draft"])
    }
}

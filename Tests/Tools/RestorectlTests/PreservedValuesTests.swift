import Foundation
import RestorationCore
import RestorationStorage
import Testing

@Suite struct `The output of restorectl archive show` {
    let home: Home

    init() throws {
        home = try Home()
    }

    @Test func `prints every kind of value`() throws {
        try home.save(try SavedProgram.everyKind().image())

        let run = try home.restorectl("archive show")

        run.expect(
            output: #"""
                org.example.petfinder, generation 1
                    saved 2026-10-03 14:05:09 UTC by version 1.2 on Linux 6.12
                    1 object, 676 bytes

                All  162 bytes
                   null          null
                   bool          true
                   integer       -7
                   unsigned      18446744073709551615
                   float         0.5
                   double        nan
                   string        "Žofie \"the cat\"\n"
                   bytes         <00 7f ff>
                   date          2026-10-03 14:05:09.25 UTC
                   "far future"  9223372036854775807 seconds after 1970
                   uuid          01234567-89ab-cdef-8000-000000000001
                   array         [[1, 2], []]
                   dictionary    {"a key": 2, b: 1}
                   itself        → All
                   nobody        null

                """#
        )
    }

    @Test func `prints the same facts as JSON, each value with its kind`() throws {
        try home.save(try SavedProgram.everyKind().image())

        let run = try home.restorectl("archive show --format json")

        try run.expect(
            json: #"""
                {
                  "application": "org.example.petfinder",
                  "applicationVersion": "1.2",
                  "file": "~/state/org.example.petfinder/restoration/archive",
                  "generation": 1,
                  "objectCount": 1,
                  "objects": [
                    {
                      "class": null,
                      "damage": null,
                      "fields": [
                        {"key": "null", "kind": "null", "value": null},
                        {"key": "bool", "kind": "bool", "value": true},
                        {"key": "integer", "kind": "integer", "value": -7},
                        {"key": "unsigned", "kind": "integer", "value": "18446744073709551615"},
                        {"key": "float", "kind": "float", "value": 0.5},
                        {"key": "double", "kind": "double", "value": "nan"},
                        {"key": "string", "kind": "string", "value": "Žofie \"the cat\"\n"},
                        {"key": "bytes", "kind": "bytes", "value": "AH//"},
                        {"key": "date", "kind": "date", "value": "2026-10-03T14:05:09.25Z"},
                        {"key": "far future", "kind": "date", "value": "9223372036854775807"},
                        {
                          "key": "uuid",
                          "kind": "uuid",
                          "value": "01234567-89ab-cdef-8000-000000000001"
                        },
                        {
                          "key": "array",
                          "kind": "array",
                          "value": [
                            {
                              "kind": "array",
                              "value": [
                                {"kind": "integer", "value": 1},
                                {"kind": "integer", "value": 2}
                              ]
                            },
                            {"kind": "array", "value": []}
                          ]
                        },
                        {
                          "key": "dictionary",
                          "kind": "dictionary",
                          "value": {
                            "a key": {"kind": "integer", "value": 2},
                            "b": {"kind": "integer", "value": 1}
                          }
                        },
                        {"key": "itself", "kind": "reference", "value": "All"},
                        {"key": "nobody", "kind": "null", "value": null}
                      ],
                      "isEmpty": false,
                      "isRegistered": false,
                      "isRetained": false,
                      "path": "All",
                      "plugin": null,
                      "schemaVersion": 1,
                      "sizeInBytes": 162,
                      "type": null
                    }
                  ],
                  "savedAt": "2026-10-03T14:05:09Z",
                  "sizeInBytes": 676,
                  "systemVersion": "Linux 6.12"
                }
                """#
        )
    }

    @Test func `hides sensitive values unless --reveal is given`() throws {
        let program = SavedProgram([
            try SavedProgram.Object("Editor") { coder, _ in
                coder.encode("Hamlet", forKey: "name")
                coder.encode("He bites", forKey: "draft")
                coder.markSensitive("draft")
            }
        ])
        try home.save(program.image())

        let hidden = try home.restorectl("archive show")
        let shown = try home.restorectl("archive show --reveal")
        let hiddenJSON = try home.restorectl("archive show --format json")
        let shownJSON = try home.restorectl("archive show --reveal --format json")

        #expect(
            hidden.output.hasSuffix(
                """
                   name   "Hamlet"
                   draft  hidden: sensitive, --reveal shows it

                """
            )
        )
        #expect(shown.output.hasSuffix("   draft  \"He bites\"\n"))
        #expect(!hiddenJSON.output.contains("He bites"))
        #expect(hiddenJSON.output.contains("\"isSensitive\" : true"))
        #expect(shownJSON.output.contains("\"value\" : \"He bites\""))
    }

    @Test func `cuts long values to the width of the page unless --full is given`() throws {
        let draft = String(repeating: "猫と犬 ", count: 30)
        let program = SavedProgram([
            try SavedProgram.Object("Editor") { coder, _ in
                coder.encode(draft, forKey: "draft")
                coder.encode([UInt8](0..<100), forKey: "thumbnail")
                coder.encode(Array(1000..<1100), forKey: "rows")
                coder.encode(["a": draft, "b": "b"], forKey: "columns")
                coder.encode(String(repeating: "x", count: 200_000), forKey: "log")
            }
        ])
        try home.save(program.image())

        let cut = try home.restorectl("archive show")
        let full = try home.restorectl("archive show --full")

        cut.expect(
            output: """
                org.example.petfinder, generation 1
                    saved 2026-10-03 14:05:09 UTC by version 1.2 on Linux 6.12
                    1 object, 196.7 KiB

                Editor  196.3 KiB
                   draft      "猫と犬 猫と犬 猫と犬 猫と犬 猫と犬 猫と犬 猫と犬 猫と… 300 bytes
                   thumbnail  <00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 … 100 bytes
                   rows       [1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 100… 100 elements
                   columns    {a: "猫と犬 猫と犬 猫と犬 猫と犬 猫と犬 猫と犬 猫と犬 猫と… 2 keys
                   log        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… 195.3 KiB

                """
        )
        #expect(full.output.contains(#"draft      "\#(draft)""#))
        #expect(full.output.contains(String(repeating: "x", count: 200_000) + "\""))
    }

    @Test
    func `shows places with only preserved descendants, within the page's width`()
        throws
    {
        let deep = (0..<15).map { "level-\($0)" }.joined(separator: "/")
        let program = SavedProgram([
            try SavedProgram.Object(deep), try SavedProgram.Object("Window/Pane"),
            try SavedProgram.Object("Window/Sheet"),
        ])
        try home.save(program.image())

        let run = try home.restorectl("archive show")

        run.expect(
            output: """
                org.example.petfinder, generation 1
                    saved 2026-10-03 14:05:09 UTC by version 1.2 on Linux 6.12
                    3 objects, 1.6 KiB

                level-0
                └─ level-1
                   └─ level-2
                      └─ level-3
                         └─ level-4
                            └─ level-5
                               └─ level-6
                                  └─ level-7
                                     └─ level-8
                                        └─ level-9
                                           └─ level-10
                                              └─ level-11
                                                 └─ level-12
                                                 └─ … level-13
                                                 └─ … level-14  0 bytes

                Window
                ├─ Pane  0 bytes
                └─ Sheet  0 bytes

                """
        )
    }

    @Test func `never lets a hostile archive write to the terminal`() throws {
        let hostile = "\u{1B}[2J\u{9B}31m\u{7}\u{202E}\r\u{0}\u{E0041}"
        let program = SavedProgram([
            try SavedProgram.Object(
                "Evil\u{1B}]0;title\u{7}",
                class: "C\u{1B}[8m",
                of: "P\u{9B}",
                type: "T\u{1B}"
            ) { coder, program in
                coder.encode(hostile, forKey: hostile.replacing("\u{0}", with: ""))
                coder.encode([hostile: [hostile]], forKey: "nested")
                coder.encode(program.object(at: "Evil\u{1B}]0;title\u{7}"), forKey: "reference")
            }
        ])
        try home.save(program.image())

        for arguments in [[], ["--full"], ["--format", "json"]] {
            let run = try home.restorectl(["archive", "show"] + arguments)
            #expect(run.status == 0)
            #expect(run.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.isSeen })
        }
        let run = try home.restorectl("archive show")
        run.expect(
            output: #"""
                org.example.petfinder, generation 1
                    saved 2026-10-03 14:05:09 UTC by version 1.2 on Linux 6.12
                    1 object, 532 bytes

                Evil\u{1B}]0;title\u{7}  85 bytes, class C\u{1B}[8m of P\u{9B}
                   "\u{1B}[2J\u{9B}31m\u{7}\u{202E}\r\u{E0…  "\u{1B}[2J\u{9B}31m\u{7}\… 19 bytes
                   nested                    {"\u{1B}[2J\u{9B}31m\u{7}\u{202E}\r\u{0}\u{E… 1 key
                   reference                 → Evil\u{1B}]0;title\u{7}

                """#
        )
    }
}

extension Unicode.Scalar {
    /// Whether the character is printable and has no other effect on a terminal.
    fileprivate var isSeen: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
        default: true
        }
    }
}

extension SavedProgram {
    /// One object with a value of every kind.
    fileprivate static func everyKind() throws -> SavedProgram {
        SavedProgram([
            try SavedProgram.Object("All") { coder, program in
                coder.encode(RestorationValue.null, forKey: "null")
                coder.encode(true, forKey: "bool")
                coder.encode(-7, forKey: "integer")
                coder.encode(UInt64.max, forKey: "unsigned")
                coder.encode(Float(0.5), forKey: "float")
                coder.encode(Double.nan, forKey: "double")
                coder.encode("Žofie \"the cat\"\n", forKey: "string")
                coder.encode([0, 127, 255] as [UInt8], forKey: "bytes")
                coder.encode(
                    Timestamp(seconds: 1_791_036_309, nanoseconds: 250_000_000),
                    forKey: "date"
                )
                coder.encode(Timestamp(seconds: .max), forKey: "far future")
                coder.encode(
                    UniqueIdentifier(high: 0x0123_4567_89AB_CDEF, low: 0x8000_0000_0000_0001),
                    forKey: "uuid"
                )
                coder.encode([[1, 2], []], forKey: "array")
                coder.encode(["b": 1, "a key": 2], forKey: "dictionary")
                coder.encode(program.object(at: "All"), forKey: "itself")
                coder.encode(nil as (any Restorable)?, forKey: "nobody")
            }
        ])
    }
}

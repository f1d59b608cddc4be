import Foundation
import RestorationBindings
import RestorationKit
import RestorationPlugins
import TestSupport
import Testing

/// The features of `plugin.hpp` and `restoration.rs` that the samples do not use, tested against
/// the installed copy.
@Suite struct `The wrapper of the C interface` {
    private static let installed = InstalledCopy.whole

    private func workshop(_ language: Language) throws -> Workshop {
        let workshop = try Workshop(language)
        try build(1, language, in: workshop)
        return workshop
    }

    /// Builds one version of the fixture in place of the sample.
    private func build(_ version: Int, _ language: Language, in workshop: Workshop) throws {
        let files = Repository.path("Tests/Fixtures/Wrappers")
        let library = "libbrood\(version).so"
        let command =
            switch language {
            case .rust:
                """
                sed 's/VERSION: u32 = 1/VERSION: u32 = \(version)/' '\(files)/brood.rs' > brood.rs
                cat > restoration-plugin.json <<END
                {"manifest": 1, "id": "org.example.brood", "version": "1.0.0", "abi": "0.3",
                 "applications": ["org.example.desk"],
                 "classes": [{"id": "Brood", "version": \(version), "routes": ["Desk/Brood"]},
                             {"id": "Kid", "version": 1, "routes": ["Desk/Brood/*", "Desk/Kid"]}]}
                END
                rustc --edition 2021 --crate-type cdylib brood.rs -o \(library)
                """
            default:
                """
                c++ -std=c++17 -Wall -Wextra -Werror -DVERSION=\(version) -shared -fPIC \
                '\(files)/brood.cpp' $(pkg-config --cflags --libs restoration-plugin) -o \(library)
                """
            }
        let installed = try Self.installed.get()
        try installed.run("rm -f lib*.so", in: workshop.folder)
        try installed.build(library, by: command, in: workshop.folder)
    }

    @Test(arguments: [Language.cxx, .rust])
    func `makes, finds and adopts objects, and takes values over from older state`(
        language: Language
    ) throws {
        let workshop = try workshop(language)
        let kids = language == .rust ? ["Desk/Brood/Kid"] : ["Desk/Brood/Kid", "Desk/Brood/Own"]

        try workshop.life { session, desk, _ in
            desk.tally = try session.make("Brood", under: desk, parameters: ["note": "kept"])
        }
        try build(2, language, in: workshop)
        try workshop.life { _, _, report in
            #expect(report.notRestored.map(\.description) == [])
        }
        try workshop.life { _, _, report in
            #expect(report.notRestored.map(\.description) == [])
            #expect(report.restored.map(\.description) == ["Desk", "Desk/Brood"] + kids)
        }

        #expect(try workshop.saved("kept", at: "Desk/Brood") == "kept")
        #expect(try workshop.saved("note", at: "Desk/Brood") == nil)
    }

    @Test(arguments: [Language.cxx, .rust])
    func `defers an object, and is asked again`(language: Language) throws {
        let workshop = try workshop(language)

        try workshop.life { session, desk, _ in
            desk.tally = try session.make("Kid", under: desk, parameters: ["number": 15])
        }
        try workshop.life { session, desk, _ in
            let receiver = Receiver(desk: desk)
            session.delegate = receiver
            // The object answers "not yet" when it is created and again when it decodes.
            for _ in 0..<4 { session.runPending() }
            withExtendedLifetime(receiver) {}
            #expect(session.report?.notRestored.map(\.description) == [])
            #expect(desk.tally.map { "\(type(of: $0))" } == "PluginObject")
        }
    }

    @Test(arguments: [Language.cxx, .rust])
    func `takes, stores and reads dates and unique identifiers`(language: Language) throws {
        let workshop = try workshop(language)
        let when = try #require(Timestamp(seconds: -3, nanoseconds: 999_999_999))
        let id = UniqueIdentifier(high: 0x0123_4567_89ab_cdef, low: 0x8000_0000_0000_0001)

        try workshop.life { session, desk, _ in
            desk.tally = try session.make(
                "Kid",
                under: desk,
                parameters: ["number": 1, "when": .date(when), "id": .uuid(id)]
            )
        }
        // The restored object has decoded the values that this launch saves.
        try workshop.life { _, _, report in
            #expect(report.notRestored.map(\.description) == [])
        }

        #expect(try workshop.saved("when", as: Timestamp.self, at: "Desk/Kid") == when)
        #expect(try workshop.saved("id", as: UniqueIdentifier.self, at: "Desk/Kid") == id)
    }

    @Test(arguments: [
        (Language.cxx, 13, "unlucky number"),
        (.cxx, 14, "it threw an object that is not a std::exception"),
        (.rust, 13, "unlucky number"),
        (.rust, 14, "it panicked: the 14th"),
    ])
    func `lets nothing that the plugin's code throws reach the program`(
        language: Language,
        number: Int,
        message: String
    ) throws {
        let workshop = try workshop(language)

        try workshop.life { session, desk, _ in
            let error = #expect(throws: (any Error).self) {
                try session.make(
                    "Kid",
                    under: desk,
                    parameters: ["number": .integer(Int64(number))]
                )
            }

            #expect(error.map { "\($0)" }?.contains(message) == true)
        }
    }

    @Test(arguments: [Language.cxx, .rust])
    func `does not accept an array as a dictionary or the reverse, nor null as a value`(
        language: Language
    ) throws {
        let workshop = try workshop(language)
        let readings: [(as: String, value: RestorationValue, message: String)] = [
            ("vector", .dictionary([:]), "is of kind dictionary, not array, key \"value\""),
            (
                "array", .dictionary(["a": 1]),
                "is of kind dictionary, not array, key \"value\""
            ),
            ("map", .array([]), "is of kind array, not dictionary, key \"value\""),
            ("dictionary", .array([1]), "is of kind array, not dictionary, key \"value\""),
            ("map", .dictionary(["a": .null]), "is of kind null, not integer, key \"value.a\""),
        ]

        try workshop.life { session, desk, _ in
            for (way, value, message) in readings {
                let error = #expect(throws: (any Error).self) {
                    try session.make(
                        "Kid",
                        under: desk,
                        parameters: ["number": 16, "as": .string(way), "value": value]
                    )
                }

                #expect(error.map { "\($0)" }?.contains(message) == true, "\(way)")
            }
        }
    }

    @Test func `lets nothing that a destructor in C++ throws end the program`() throws {
        let workshop = try workshop(.cxx)

        try workshop.life { session, desk, _ in
            _ = try session.make("Kid", under: desk, parameters: ["number": 17])
        }
    }

    @Test func `turns Rust's functions into methods, with the signatures of their types`() throws {
        let workshop = try workshopOfMethods()

        try workshop.life { session, desk, _ in
            let dial = try session.make("Dial", under: desk)
            desk.tally = dial

            #expect(
                (dial as? any MethodProviding)?.restorationMethods.map(\.signature) == [
                    "(object) -> float64", "(object, float64)",
                    "(object, string, string?) -> string?",
                    "(object, int8, int16, int32, int64) -> int64",
                    "(object, uint8, uint16, uint32, uint64, float32, bool) -> string",
                    "(object) -> bool", "(object, object?)", "(object) -> object?",
                    "(object) -> string",
                ]
            )
            #expect(try dial.call("setZoom", 1.5) == .null)
            #expect(try dial.call("zoom") == 1.5)
            #expect(try dial.call("joined", "á", "b") == "á+b")
            #expect(try dial.call("joined", "á", nil) == nil)
            #expect(
                try dial.call("widths", -128, -32768, 1, .integer(.min + 32895)) == .integer(.min)
            )
            #expect(
                try dial.call("many", 255, 65535, 1, .unsigned(.max), .float(0.5), true)
                    == "255 65535 1 18446744073709551615 0.5 true"
            )
            try dial.call("link", .object(desk))
            #expect(try dial.call("partner").object === desk)
            try dial.call("link", nil)
            #expect(try dial.call("partner").object == nil)
        }

        #expect(try workshop.saved("zoom", at: "Desk/Dial") == "1.5")
    }

    @Test func `turns Rust's functions into properties, and restores them in order`() throws {
        let workshop = try workshopOfMethods()
        try workshop.life { session, desk, _ in
            desk.tally = try session.make("Dial", under: desk)
        }

        try workshop.life { _, desk, report in
            #expect(report.notRestored.map(\.description) == [])
            let dial = try #require(desk.tally)
            #expect(try dial.call("title") == "made")
        }

        #expect(try workshop.saved("title", at: "Desk/Dial") == "made")
        #expect(try workshop.saved("angle", at: "Desk/Dial") == nil)
    }

    // Building is slow, so all calls share one plugin.
    @Test func `says why a Rust method was not called, or failed`() throws {
        let calls: [(String, [RestorationValue], String)] = [
            ("setZoom", [], "setZoom was given 0 arguments, but takes 1"),
            ("setZoom", [2], "Argument 1 of setZoom is of kind integer, not float64"),
            ("widths", [0, 32768, 0, 0], "Argument 2 of widths does not fit int16"),
            ("joined", [nil, nil], "Argument 1 of joined is null, which string does not allow"),
            ("setZoom", [0.0], "\(dialFailed) setZoom of Dial: There is no such zoom"),
            ("setZoom", [101.0], "\(dialFailed) setZoom of Dial: it panicked: too near"),
        ]
        let workshop = try workshopOfMethods()

        try workshop.life { session, desk, _ in
            let dial = try session.make("Dial", under: desk)
            for (name, arguments, problem) in calls {
                let error = #expect(throws: (any Error).self) {
                    try dial.call(name, arguments: arguments)
                }

                #expect((error as? any DiagnosedError)?.diagnosis.problem == problem)
                #expect(try dial.call("zoom") == 1.0)
            }
        }
    }

    @Test func `lets new Rust objects make their first children`() throws {
        let workshop = try Workshop(.rust)
        try build("nest", of: "Nest", in: workshop)

        try workshop.life { session, desk, _ in
            let late =
                "cannot make 'Late': its class waits for data; ask again later, or let the class"
                + " make new objects without the data"
            let answers = [("fail", "There are no twigs"), ("child later", late)]
            for (answer, message) in Self.answers + answers {
                let error = #expect(throws: PluginError.self) {
                    try session.make("Nest", under: desk, parameters: ["answer": .string(answer)])
                }
                let problem = "org.example.nest failed in made of Nest: \(message)"
                #expect(error?.diagnosis.problem == problem)
            }
            let nest = try session.make("Nest", under: desk)
            desk.tally = nest
            #expect(try nest.call("timesMade") == 1)
            #expect(try nest.call("children") == 1)
        }
        try workshop.life { _, desk, report in
            #expect(report.notRestored.map(\.description) == [])
            let nest = try #require(desk.tally)
            #expect(try nest.call("timesMade") == 0)
            #expect(try nest.call("children") == 1)
        }
    }

    /// Answers that getters and setters must not give, and the errors that the host reports.
    private static let answers = [
        ("later", "it asked for time, which only create and decode can"),
        ("never", "it declined, which only create can"),
    ]

    @Test(arguments: answers)
    func `keeps the state if a Rust getter defers or declines`(
        answer: String,
        message: String
    ) throws {
        let workshop = try Workshop(.rust)
        try leaveAnswers("kept", in: workshop)

        try workshop.life { _, desk, _ in
            let late = try #require(desk.tally)
            try late.call("become", .string("get \(answer)"))
            let error = #expect(throws: (any Error).self) { try late.call("text") }

            #expect(error.map { "\($0)" }?.contains(message) == true)
        }
        #expect(try workshop.saved("text", at: "Desk/Late") == "kept")
    }

    @Test(arguments: answers)
    func `keeps the state if a Rust setter defers or declines`(
        answer: String,
        message: String
    ) throws {
        let workshop = try Workshop(.rust)
        let text = "set \(answer)"
        try leaveAnswers(text, in: workshop)

        try workshop.life { _, _, report in
            let problem = report.notRestored.first?.reason?.problem

            #expect(problem?.contains(message) == true)
        }
        #expect(try workshop.saved("text", at: "Desk/Late") == text)
    }

    private let dialFailed = "org.example.dial failed to call"

    @Test func `lends a Rust object to one method at a time`() throws {
        let workshop = try workshopOfMethods()

        try workshop.life { session, desk, _ in
            let peek = Peek()
            peek.dial = try session.make("Dial", under: desk)
            session.addRoot(peek)
            #expect(try peek.dial?.call("look") == false)

            let problem = (peek.error as? any DiagnosedError)?.diagnosis.problem
            #expect(
                problem == "\(dialFailed) zoom of Dial: the object is in use by "
                    + "the caller of the host"
            )
            #expect(try peek.dial?.call("zoom") == 1.0)
        }
    }

    @Test func `lends a Rust object to its interface, unless it is in use`() throws {
        let workshop = try workshopOfMethods()

        try workshop.life { session, desk, _ in
            let dial = try #require(try session.make("Dial", under: desk) as? PluginObject)
            let turn = Turn()
            turn.dial = dial
            session.addRoot(turn)
            #expect(try dial.call("look") == false)

            #expect(turn.answers.contains(false) && !turn.answers.contains(true))
            #expect(try dial.call("zoom") == 1.0)
            #expect(dial.turn(to: 4.0) == true)
            #expect(try dial.call("zoom") == 4.0)
        }
    }

    @Test func `gives each Rust object a table of its own, and stops panics there`() throws {
        let workshop = try workshopOfMethods()

        let log = CollectedLog()
        try workshop.life(log: log) { session, desk, _ in
            let dials = try (0..<2).map { _ in
                try #require(try session.make("Dial", under: desk) as? PluginObject)
            }

            #expect(dials.map { $0.turnByContext(to: 2.0) } == [true, true])
            #expect(dials[1].turnByContext(to: 5.0) == true)
            #expect(dials[1].turnByContext(to: .nan) == false)
            #expect(dials[1].turn(to: .nan) == false)
            #expect(try dials.map { try $0.call("zoom") } == [2.0, 5.0])
            #expect(log.messages == ["it panicked", "it panicked"])
        }
    }

    @Test(arguments: [Language.cxx, .rust])
    func `refuses a plugin whose list of methods fails`(language: Language) throws {
        let workshop = try Workshop(language)
        let command =
            switch language {
            case .rust:
                """
                cat > thrower.rs <<END
                mod restoration;
                use restoration::*;
                struct Thrower;
                impl Object for Thrower {
                    fn create(_: &Request) -> Result<Self, Failure> { Ok(Thrower) }
                    fn methods() -> Vec<Method<Self>> { panic!("no list today") }
                }
                restoration_plugin! { id: "org.example.thrower", version: "1.0.0",
                    manifest: include_str!("thrower.json"),
                    classes: [restoration::class::<Thrower>("Thrower", 1)] }
                END
                cat > thrower.json <<END
                \(Self.manifest)
                END
                rustc --edition 2021 --crate-type cdylib thrower.rs -o libthrower.so
                """
            default:
                """
                cat > thrower.cpp <<END
                #include <restoration/plugin.hpp>
                struct Thrower : restoration::object {
                    using restoration::object::object;
                    static restoration::method_list methods() {
                        throw std::runtime_error("no list today");
                    }
                };
                RESTORATION_MANIFEST(\(Self.manifest))
                RESTORATION_PLUGIN("org.example.thrower", "1.0.0",
                                   restoration::class_of<Thrower>("Thrower"))
                END
                c++ -std=c++17 -shared -fPIC thrower.cpp \
                $(pkg-config --cflags --libs restoration-plugin) -o libthrower.so
                """
            }
        try Self.installed.get().run(command, in: workshop.folder)

        try workshop.life { session, desk, _ in
            let error = #expect(throws: (any Error).self) {
                try session.make("Thrower", under: desk)
            }

            #expect(error.map { "\($0)" }?.contains("no list today") == true)
        }
    }

    private static let manifest = """
        {"manifest": 1, "id": "org.example.thrower", "version": "1.0.0", "abi": "0.3", \
        "applications": ["org.example.desk"], \
        "classes": [{"id": "Thrower", "version": 1, "routes": ["Desk/Thrower"]}]}
        """

    @Test(arguments: [
        ("restoration::method_list methods() { return {}; }", "methods must be public"),
        (
            "private: static restoration::property_list properties() { return {}; }",
            "properties must be public"
        ),
        ("static int properties() { return 1; }", "properties must return"),
        (
            """
            void take(std::string &) {}
            static restoration::method_list methods() {
                return {restoration::method<&Silent::take>("take")};
            }
            """,
            "by value or by const reference"
        ),
        ("void cancelled(restoration::handle) {}", "cancelled must be public"),
        ("static void cancelled(restoration_handle) {}", "cancelled must be public"),
        ("static void migrate(uint32_t) {}", "migrate must be public"),
        ("void encode(restoration::encoder &) {}", "encode must be const"),
        ("void decode(restoration::decoder &) const {}", "decode must not be const"),
        ("void made() const {}", "made must not be const"),
    ])
    func `refuses at compile time functions that would never be called`(
        member: String,
        message: String
    ) throws {
        let workshop = try Workshop(.cxx)

        try Self.installed.get().run(
            """
            cat > silent.cpp <<'END'
            #include <restoration/plugin.hpp>
            struct Silent : restoration::object {
                using restoration::object::object;
                \(member)
            };
            restoration_class table = restoration::class_of<Silent>("Silent");
            END
            ! c++ -std=c++17 -fsyntax-only silent.cpp $(pkg-config --cflags restoration-plugin) \
            2> errors.txt
            grep -q '\(message)' errors.txt
            """,
            in: workshop.folder
        )
    }

    @Test(arguments: [Language.c, .cxx])
    func `refuses a manifest over the limit at compile time`(language: Language) throws {
        let workshop = try Workshop(language)
        let (file, compiler) = language == .c ? ("large.c", "cc") : ("large.cpp", "c++")

        try Self.installed.get().run(
            """
            for letters in 32759 32760; do
                { echo '#include <restoration/plugin.h>'
                  printf 'RESTORATION_MANIFEST({"a": "'; head -c $letters /dev/zero | tr '\\0' a
                  echo '"})'; } > \(file)
                if \(compiler) -fsyntax-only $(pkg-config --cflags restoration-plugin) \(file) \
                    2> $letters.txt; then echo $letters >> accepted.txt; fi
            done
            test "$(cat accepted.txt)" = 32759
            grep -q 'longer than RESTORATION_MANIFEST_LIMIT' 32760.txt
            """,
            in: workshop.folder
        )
    }

    /// Turns a dial whenever a caller reads its children.
    private final class Turn: Restorable {
        let restorationIdentifier: String? = "Peek"
        var dial: PluginObject?
        var answers: [Bool?] = []

        var restorationChildren: [any Restorable] {
            answers.append(dial?.turn(to: 3.0))
            return []
        }
    }

    /// Calls a method of another object whenever a caller reads its children.
    private final class Peek: Restorable {
        let restorationIdentifier: String? = "Peek"
        var dial: (any Restorable)?
        var error: (any Error)?

        var restorationChildren: [any Restorable] {
            do {
                try dial?.call("zoom")
            } catch {
                self.error = error
            }
            return []
        }
    }

    private func workshopOfMethods() throws -> Workshop {
        let workshop = try Workshop(.rust)
        try build("methods", of: "Dial", in: workshop)
        return workshop
    }

    /// Saves a desk with an object whose getters and setters give invalid answers.
    private func leaveAnswers(_ text: String, in workshop: Workshop) throws {
        try build("answers", of: "Late", in: workshop)
        try workshop.life { session, desk, _ in
            desk.tally = try session.make(
                "Late",
                under: desk,
                parameters: ["text": .string(text)]
            )
        }
    }

    /// Builds a fixture in Rust with one class, which also creates its objects' children.
    private func build(_ fixture: String, of name: String, in workshop: Workshop) throws {
        let files = Repository.path("Tests/Fixtures/Wrappers")
        let command = """
            cp '\(files)/\(fixture).rs' \(fixture).rs
            cat > restoration-plugin.json <<END
            {"manifest": 1, "id": "org.example.\(name.lowercased())", "version": "1.0.0",
             "abi": "0.3", "applications": ["org.example.desk"],
             "classes": [{"id": "\(name)", "version": 1,
                          "routes": ["Desk/\(name)", "Desk/\(name)/*"]}]}
            END
            rustc --edition 2021 --crate-type cdylib \(fixture).rs -o lib\(fixture).so
            """
        try Self.installed.get().build("lib\(fixture).so", by: command, in: workshop.folder)
    }

    /// Whether the `PATH` has a Rust with edition 2024.
    private static var hasEdition2024: Bool {
        let command = "[ $(command rustc --version | cut -d . -f 2) -ge 85 ]"
        let folder = FileManager.default.temporaryDirectory
        return (try? InstalledCopy.run(command, in: folder)) != nil
    }

    @Test(.enabled(if: hasEdition2024)) func `compiles in Rust's edition 2024, too`() throws {
        let workshop = try Workshop(.rust)

        try Self.installed.get().run(
            """
            command rustc -D warnings --edition 2024 --crate-type cdylib tally.rs -o libtally.so
            """,
            in: workshop.folder
        )
    }

    @Test func `keeps Rust's panics off the terminal`() throws {
        let workshop = try Workshop(.rust)
        let file = Repository.path("Tests/Fixtures/Wrappers/quiet.rs")

        try Self.installed.get().run(
            """
            cp '\(file)' quiet.rs
            rustc --edition 2021 quiet.rs -o quiet
            ./quiet 2> quiet.txt
            ./quiet loud 2> loud.txt
            test ! -s quiet.txt
            grep -q 'half-typed text' loud.txt
            """,
            in: workshop.folder
        )
    }
}

/// Puts deferred objects on the desk when they arrive.
private final class Receiver: RestorationDelegate {
    let desk: Desk

    init(desk: Desk) { self.desk = desk }

    func didRestoreAwaited(_ objects: [any Restorable]) { desk.tally = objects.first }
}

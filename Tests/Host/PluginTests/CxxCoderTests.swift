import RestorationCore
import RestorationDiscovery
import RestorationPlugins
import Testing

@Suite struct `A coder in C++` {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `stores arrays and dictionaries by scope, by hand or by function`() throws {
        let plugin = try CompiledPlugin(inCxx: "drawer", in: directory).discovered()
        let drawer = try PluginHost().create("Drawer", of: plugin, parameters: ["way": "right"])

        let state = try Record.coder { try drawer.encodeRestorableState(with: $0) }

        let keys = ["scoped", "closed", "passed", "named", "last", "thrown", "after"]
        #expect(state.keys == keys)
        let values = try keys.map { try state.decode(RestorationValue.self, forKey: $0) }
        #expect(values[0] == [1, [2], ["three": 3]])
        #expect(values[1] == ["one": 1])
        #expect(values[2] == values[0])
        #expect(values[3] == ["none": []])
        #expect(values[5] == [1])
    }

    // One plugin for all cases, since building it is slow.
    @Test func `reports which array or dictionary is still open, with a remedy`() throws {
        let plugin = try CompiledPlugin(inCxx: "drawer", in: directory).discovered()
        let host = PluginHost()
        let close = "is still open; close it, or let its variable go out of scope"
        let first = "\(close), before the next put"
        let reasons = [
            "array": "cannot store 'zoom': the array 'layers' \(first)",
            "in array": "cannot store 'rows': the array 'layers' \(first)",
            "dictionary": "cannot store 'zoom': the dictionary 'legend' \(first)",
            "caught": "cannot store 'zoom': the dictionary 'legend' \(first)",
            "mark": "cannot mark 'colour': the dictionary 'legend' \(first)",
            "element": "cannot store an element: the array that was added last \(first)",
            "closed": "cannot store an element: the array or dictionary for it is closed",
            "kept": "at the end the array 'layers' \(close)",
            "crossed": "cannot end the array 'outer': the array that was added last is open in it",
        ]
        for (way, reason) in reasons.sorted(by: { $0.key < $1.key }) {
            let drawer = try host.create("Drawer", of: plugin, parameters: ["way": .string(way)])

            let error = diagnosedError {
                try Record.coder { try drawer.encodeRestorableState(with: $0) }
            }

            let problem = "org.example.drawer failed to encode Drawer: \(reason)"
            #expect(error?.diagnosis.problem == problem)
        }
    }

    @Test func `stores a structure of its own as a dictionary of the members`() throws {
        let plugin = try CompiledPlugin(inCxx: "shapes", in: directory).discovered()
        let shape = try PluginHost().create("Shape", of: plugin)

        let state = try Record.coder { try shape.encodeRestorableState(with: $0) }

        let values = try ["point", "palette", "line"].map {
            try state.decode(RestorationValue.self, forKey: $0)
        }
        #expect(
            values == [
                ["x": 1.5, "y": -2.0], ["green", "red"],
                ["points": [["x": 5.0, "y": 6.0]], "label": "five", "note": nil],
            ]
        )
    }

    @Test func `is refused if the members of a structure are named in another order`() throws {
        let options = ["-DSWAPPED"]
        let plugin = try CompiledPlugin(inCxx: "shapes", in: directory, options: options)

        let error = diagnosedError { try PluginHost().create("Shape", of: plugin.discovered()) }

        let reason = "the coding of a structure names 'y' in another order than the structure has"
        #expect(
            error?.diagnosis.problem == "The plugin refuses to run in this program: \(reason)"
        )
    }

    @Test(arguments: [
        ("", "coder.put(\"a\", Own{});", "specialise restoration::coding for it"),
        ("", "coder.put(\"a\", std::vector<Own>{});", "specialise restoration::coding for it"),
        (
            "static void put(encoder &, std::string_view, const Own &) {}",
            "coder.put(\"a\", Own{});", "restoration::coding<T> needs static constexpr auto members"
        ),
        (
            """
            static void put(encoder &, std::string_view, const Own &) {}
            static std::optional<std::string> get(decoder &, std::string_view) { return {}; }
            """,
            "coder.put(\"a\", Own{});", "static std::optional<T> get(decoder &coder"
        ),
        (
            "static constexpr auto members = 3;", "coder.put(\"a\", Own{});",
            "restoration::coding<T> needs static constexpr auto members"
        ),
        (
            "static constexpr auto members = restoration::members(member(\"size\", &Own::size));",
            "coder.put(\"a\", Own{});", "restoration::member takes data, not a function"
        ),
        (
            "static constexpr auto members = restoration::members(member(\"x\", &Own::x));",
            "restoration::method<&Map::own>(\"own\");", "names all of them"
        ),
        (
            """
            static void put(encoder &, std::string_view, const Own &) {}
            static std::optional<Own> get(decoder &, std::string_view) { return {}; }
            """,
            "restoration::method<&Map::own>(\"own\");", "convert it to a number or to text"
        ),
    ])
    func `reports missing members of its own types at compile time`(
        coding: String,
        use: String,
        message: String
    ) throws {
        let specialised = coding.isEmpty ? "" : "template <> struct coding<Own> { \(coding) };"
        let file = try directory.write(
            "own.cpp",
            Array(
                """
                #include <restoration/plugin.hpp>
                struct Own {
                    int x, y;
                    int size() const { return x; }
                };
                namespace restoration { \(specialised) }
                struct Map : restoration::object {
                    Own own() const { return {}; }
                };
                void store(restoration::encoder &coder) { (void)coder; \(use) }
                """.utf8
            )
        )

        let failure = #expect(throws: Command.Failure.self) {
            try Command.run([
                "c++", "-std=c++17", "-fsyntax-only", "-I", CompiledPlugin.headers, file,
            ])
        }

        #expect(failure?.printed.contains(message) == true)
    }
}

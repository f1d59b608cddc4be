import Foundation
import Testing

@Suite struct `restorectl binding` {
    let home: Home

    init() throws {
        home = try Home()
    }

    private var lamp: String { home.workingDirectory + "/lamp.restoration-binding.json" }

    private func check(_ options: String = "") throws -> Run {
        try home.restorectlWithTools("binding check lamp.restoration-binding.json \(options)")
    }

    @Test func `checks a binding without headers`() throws {
        try home.installLamp()

        let run = try check()

        run.expect(
            output: """
                org.example.lamp 1.1.0  Lamps

                    ok  binding   1 class, 2 properties, 9 functions
                    ok  trust     only you and root may change it and its parent directories
                    ok  library   ./liblamp.so
                    ok  functions all exist
                    ok  loading   it loads, and all calls can be prepared

                    not verified
                        the types of the calls: name the library's headers with --header
                        whether objects are of the right kind, who frees which memory, and when
                        callbacks may be called: no header says that

                """
        )
    }

    @Test(arguments: [
        (
            "lamp_set_brightness(object, float64)", "lamp_set_brightness(object, ..., float64)",
            "lamp_set_brightness\n        it is not variadic"
        ),
        (
            "callback(object, pointer)", "callback(object)",
            "lamp_listen\n        parameter 2 is a callback with 2 parameters, but the call's has 1"
        ),
        (
            "lamp_unlisten(object, number)", "lamp_unlisten(object, uint16(1))",
            "lamp_unlisten\n        parameter 2 is int, but the call has uint16"
        ),
        (
            "lamp_free(object)",
            "lamp_get_colour(object, out {int32 red, int32 warmth, int32 x, int32 y} colour)",
            "lamp_get_colour\n        parameter 2: the field warmth is at byte 8, but in the"
                + " binding at 4"
        ),
        (
            "lamp_free(object)", "lamp_get_colour(object, out {int32 red, float32 warmth} colour)",
            "lamp_get_colour\n        parameter 2 is lamp_colour *, but the call has out a"
                + " structure"
                + " of 8\n        bytes"
        ),
    ])
    func `compares calls with headers`(text: String, other: String, mismatch: String) throws {
        try home.installLamp(replacing: text, with: other)

        let run = try check("--header lamp.h --without-loading")

        #expect(run.status == 1)
        #expect(run.output.contains(mismatch), "\(run.output)")
    }

    @Test func `says that the library is too old`() throws {
        try home.installLamp(replacing: #""version": "2""#, with: #""version": "4.1""#)

        let run = try check()

        #expect(run.status == 1)
        #expect(run.output.contains("no  loading   org.example.lamp needs"), "\(run.output)")
    }

    @Test func `suggests the intended function, and names every place`() throws {
        try home.installLamp(
            replacing: "number = lamp_listen(object,",
            with: "number = lamp_litsen(lamp_dummy(object), 'lamp_litsen',"
        )
        let binding = try String(contentsOfFile: lamp, encoding: .utf8)
            .replacing(#""2","#, with: #""2", "symbols": ["lamp_relisten"],"#)
            .replacing("lamp_free(object)", with: "lamp_litsen(object)")
        try home.write(binding.utf8, to: lamp)

        let run = try check()
        let json = try check("--format json")

        #expect(run.status == 1)
        #expect(
            run.words.contains("3 of 10 are missing: lamp_dummy, lamp_litsen, lamp_relisten")
        )
        #expect(
            run.output.contains(
                """
                    lamp_dummy
                        no library has it
                        in Lamp, changed, line 27, column 40
                    lamp_litsen
                        no library has it. Did you mean "lamp_listen"?
                        in Lamp, destroy, line 13, column 19
                        in Lamp, changed, line 27, column 28
                    lamp_relisten
                        no library has it. Did you mean "lamp_listen"?
                        in requires, symbols, line 7, column 46
                """
            ),
            "\(run)"
        )
        #expect(json.output.contains(#""line" : 27"#), "\(json)")
    }

    @Test(
        arguments: [
            (
                nil, "found", "found", "it cannot be found",
                "Build the library, and copy it beside the binding."
            ),
            (
                "text", "loaded: the file is not a library", "loaded", "it cannot be loaded",
                "Build the library again, and copy it beside the binding."
            ),
        ] as [(String?, String, String, String, String)]
    )
    func `says that the binding's library has not been built or is not a library`(
        text: String?,
        problem: String,
        verb: String,
        reason: String,
        remedy: String
    ) throws {
        try home.installLamp()
        let library = home.workingDirectory + "/liblamp.so"
        try FileManager.default.removeItem(atPath: library)
        if let text { try home.write(text.utf8, to: library) }

        let run = try check()

        #expect(run.status == 1)
        #expect(
            run.output.contains(
                """
                    no  library   ./liblamp.so cannot be \(problem)
                                  fix: \(remedy)
                """
            ),
            "\(run)"
        )
        #expect(run.output.contains("fix: They may be in the library that cannot be \(verb).\n"))
        #expect(run.output.contains("version is 2 at least: \(reason)"))
    }

    @Test func `names a missing dependency of the binding's library`() throws {
        try home.installLamp()
        let directory = home.workingDirectory
        for (library, needed) in [("libsocket.so", []), ("libplug.so", ["./libsocket.so"])] {
            try home.write("int \(library.prefix(5));".utf8, to: "\(directory)/part.c")
            let run = try home.compile(
                ["-shared", "-fPIC", "-Wl,-soname,\(library)", "-Wl,-rpath,$ORIGIN", "part.c"]
                    + ["-o", library, "-Wl,--no-as-needed"] + needed
            )
            #expect(run.status == 0, "\(run.errors)")
        }
        let lamp = ["-shared", "-fPIC", "lamp.c", "-o", "liblamp.so", "-Wl,-rpath,$ORIGIN"]
        _ = try home.compile(lamp + ["-Wl,--no-as-needed", "./libplug.so"])
        let whole = try check("--without-loading")
        try FileManager.default.removeItem(atPath: directory + "/libsocket.so")

        let run = try check("--without-loading")

        #expect(whole.status == 0, "\(whole.output)")
        #expect(run.status == 1)
        #expect(
            run.output.contains(
                """
                    no  library   ./liblamp.so cannot be loaded: it needs libsocket.so, which
                                  cannot be found
                                  fix: Install libsocket.so.
                """
            ),
            "\(run.output)"
        )
    }

    @Test(arguments: [
        (
            "_exit(0)", "it ended the process that loaded it, with status 0\n"
        ),
        (
            "pause()",
            "loading took longer than 1 second, and was aborted\n"
                + "                  fix: Check why its initialisers wait, or raise"
        ),
    ])
    func `reports a library that never finishes loading`(body: String, finding: String) throws {
        try home.installLamp()
        let directory = home.workingDirectory
        try home.write(
            "#include <unistd.h>\n__attribute__((constructor)) void begin(void) { \(body); }\n"
                .utf8,
            to: "\(directory)/begin.c"
        )
        _ = try home.compile(["-shared", "-fPIC", "lamp.c", "begin.c", "-o", "liblamp.so"])

        let run = try check("--time-limit 1")

        #expect(run.status == 1)
        #expect(run.output.contains("no  loading   \(finding)"), "\(run.output)")
    }

    @Test func `does not mistake the library's output for class names`() throws {
        try home.installLamp()
        let directory = home.workingDirectory
        try home.write(
            """
            #include <stdio.h>
            __attribute__((constructor)) void begin(void) { puts("begun"); }
            __attribute__((destructor)) void end(void) { puts("ended"); }

            """.utf8,
            to: "\(directory)/begin.c"
        )
        _ = try home.compile(["-shared", "-fPIC", "lamp.c", "begin.c", "-o", "liblamp.so"])

        let run = try check()

        #expect(run.status == 0)
        #expect(
            run.output.contains("ok  loading   it loads, and all calls can be prepared\n"),
            "\(run)"
        )
    }

    @Test func `says which classes lack functions, if others can be used`() throws {
        try home.installLamp(
            replacing: #""classes": ["#,
            with: #""classes": [{ "id": "Torch", "create": "torch_new() -> object" },"#
        )

        let run = try check()

        #expect(run.status == 1)
        #expect(
            run.output.contains("no  loading   it loads, without Torch: functions are missing\n"),
            "\(run)"
        )
    }

    @Test func `shows where a call is wrong`() throws {
        try home.installLamp(replacing: "-> float64", with: "-> doubel")

        let run = try check()

        run.expect(
            errors: """
                error: A call has a syntax error. Found "doubel" at column 28, expected a type or void
                       lamp_brightness(object) -> doubel
                                                  ^
                   at: lamp.restoration-binding.json, classes[0].state[1].get, line 22
                  fix: Write one of bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, \
                size, float32, float64, string, object, pointer.

                """,
            status: 1
        )
    }

    @Test func `gives a reason for each getter and setter that a draft omits`() throws {
        let declarations = [
            "struct place door_get_place(const struct door *door)",
            "void door_set_place(struct door *door, struct place place)",
            "char *door_get_name(const struct door *door)",
            "void door_set_name(struct door *door, const char *name)",
            "title door_get_title(const struct door *door)",
            "void door_set_title(struct door *door, title name)",
            "int door_get_width(const struct door *door)",
            "void door_set_width(struct door *door, double width)",
            "int door_get_state(const void *door)", "void door_set_state(void *door, int state)",
            "int door_get_frame(const struct door *door)",
            "void door_set_frame(struct frame *door, int frame)",
            "struct frame *door_get_lock(const struct door *door)",
            "void door_set_lock(struct door *door, struct frame *lock)",
            "void door_set_text(struct door *door, const char *format, ...)",
            "const char *door_get_text(const struct door *door)",
            "int door_is_open(const struct door *door)", "int door_is_there(void)",
            "void door_set_colour(struct door *door, int colour)",
        ]
        let header =
            "struct door; struct frame; struct place { int x, y; }; typedef const char *title;\n"
            + declarations.map { "\($0);\n" }.joined()
        try home.buildLibrary(
            "door",
            header: header,
            defining: ["door_get_own", "door_set_own"]
        )

        let draft = try home.restorectlWithTools("binding new ./libdoor.so --header door.h")

        let expected = """
            // Left out with their getters:
            //   door_set_frame: it takes struct frame *, but door_get_frame takes const struct door *
            //   door_set_lock: door_get_lock returns struct frame *, a pointer
            //   door_set_name: door_get_name returns char *; if the caller frees it, write owned string
            //   door_set_place: door_get_place returns struct place, a structure: write its fields
            //   door_set_state: door_get_state takes const void *, which is not an object of a known type
            //   door_set_text: door_set_text is variadic
            //   door_set_width: it takes double, but door_get_width returns int
            // Left out, since they have no matching setter:
            //   door_is_open
            // Left out, since they have no matching getter:
            //   door_set_colour
            {
            """
        #expect(draft.output.contains(expected), "\(draft)")
        #expect(draft.output.contains(#""get": "door_get_title(object) -> string?","#), "\(draft)")
    }

    @Test func `gives the reason if there is nothing to draft`() throws {
        let header =
            "int door_get_state(const void *door); void door_set_state(void *door, int x);\n"
        try home.buildLibrary("door", header: header)

        let run = try home.restorectlWithTools("binding new ./libdoor.so --header door.h")

        let remedy =
            "fix: Write the binding by hand. door_set_state: door_get_state takes const void *,"
            + " which"
            + " is not an object of a known type."
        #expect(run.status == 1)
        #expect(run.errors.contains(remedy), "\(run)")
    }

    @Test(arguments: [
        ("CamGetZoom", "CamSetZoom", "zoom"), ("CAM_IsURIOpen", "CAM_SetURIOpen", "uriOpen"),
        ("CamZoom", "CamSetZoom", "zoom"), ("camGetZoom", "camSetZoom", "zoom"),
        ("cam_zoom", "set_cam_zoom", "camZoom"), ("get_cam_zoom", "set_cam_zoom", "camZoom"),
    ])
    func `drafts getters and setters in every naming style`(
        getter: String,
        setter: String,
        key: String
    ) throws {
        let header = """
            struct cam;
            int \(getter)(const struct cam *c);
            void \(setter)(struct cam *c, int x);

            """
        try home.buildLibrary("cam", header: header)

        let draft = try home.restorectlWithTools("binding new ./libcam.so --header cam.h")

        #expect(draft.output.contains("\"key\": \"\(key)\","), "\(draft)")
        #expect(draft.output.contains("\"get\": \"\(getter)(object) -> int32\","), "\(draft)")
    }

    @Test func `drafts nothing for a library that is not installed`() throws {
        try home.installLamp()

        let run = try home.restorectlWithTools("binding new libnowhere.so.7 --header lamp.h")

        run.expect(
            error: "The library libnowhere.so.7 cannot be found where programs look for libraries",
            fix: "Install the library, correct the name, or give the path of the file."
        )
    }

    @Test func `names a library in another directory by its shortened path`() throws {
        try home.installLamp()
        let directory = home.workingDirectory
        try FileManager.default.createDirectory(
            atPath: directory + "/inner",
            withIntermediateDirectories: true
        )

        let run = try home.restorectlWithTools(
            "binding new ./inner/../liblamp.so --header lamp.h"
        )

        #expect(run.output.contains(#""library": "~/work/liblamp.so","#), "\(run)")
    }

    @Test func `drafts nothing for a file that is not a library`() throws {
        try home.installLamp()

        let run = try home.restorectlWithTools("binding new ./lamp.h --header lamp.h")

        run.expect(
            error: "The file is not a library",
            at: "./lamp.h",
            fix: "Name the library as programs load it, such as libmixer.so.1 or its whole path."
        )
    }

    @Test func `names the missing tool for reading headers`() throws {
        try home.installLamp()
        let line = "binding check lamp.restoration-binding.json --header"

        let header = try home.restorectlWithTools("\(line) nowhere.h")
        let tool = try home.restorectl("\(line) lamp.h")
        let package = try home.restorectlWithTools("\(line) lamp.h --package no-such-package")
        let none = try home.restorectlWithTools("binding new ./liblamp.so")
        let name = try home.restorectl("binding new ./liblamp.so --header lamp.h --id lamps")

        #expect(header.errors.contains("fatal error: 'nowhere.h' file not found"))
        #expect(header.status == 1)
        #expect(tool.errors.hasPrefix("error: clang cannot be started\n") || tool.status == 0)
        #expect(package.errors.hasPrefix("error: pkg-config "))
        #expect(none.status == 64)
        #expect(name.status == 64)
        #expect(name.errors.contains(#"--id takes a reverse-DNS name"#), "\(name.errors)")
    }

    @Test func `inspects and lists a binding as a plugin`() throws {
        try home.installLamp()
        try home.write(
            try Data(contentsOf: URL(fileURLWithPath: lamp)),
            to: home.pluginDirectory + "/lamp.restoration-binding.json"
        )

        let inspection = try home.restorectl(["plugin", "inspect", lamp])
        let list = try home.restorectl("plugin list")
        let route = try home.restorectl(
            "route --any-application --application org.example.app Desk/lamp:1"
        )

        #expect(
            inspection.output == """
                org.example.lamp 1.1.0  Lamps

                    file          ~/work/lamp.restoration-binding.json
                    applications  every application that opts in
                    library       ~/work/liblamp.so

                    Lamp, schema 1
                        **/lamp:*

                    ok  binding   every part of it can be read
                    ok  trust     only you and root may change it and its parent directories

                    not checked
                        the library and the calls to it: use restorectl binding check

                """
        )
        #expect(
            list.output.contains(
                """
                org.example.lamp 1.1.0  Lamps  binding
                    ~/data/restoration/plugins/lamp.restoration-binding.json
                """
            )
        )
        #expect(route.output.contains("Lamp"))
    }
}

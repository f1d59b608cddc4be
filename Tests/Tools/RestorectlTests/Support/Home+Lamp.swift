import Foundation

extension Home {
    /// Installs a library of lamps without any restoration code, its header, and a binding.
    ///
    /// - Parameters:
    ///   - text: Text of the binding to replace by `other`; empty for none.
    func installLamp(replacing text: String = "", with other: String = "") throws {
        let directory = workingDirectory
        try write(Self.lampHeader.utf8, to: "\(directory)/lamp.h")
        try write(Self.lampSource.utf8, to: "\(directory)/lamp.c")
        let run = try compile(["-shared", "-fPIC", "-o", "liblamp.so", "lamp.c"])
        guard run.status == 0 else { throw CompilerError(message: run.errors) }
        let whole = Self.lampBinding
        let binding = text.isEmpty ? whole : whole.replacing(text, with: other)
        try write(
            binding.utf8,
            to: "\(directory)/lamp.restoration-binding.json"
        )
    }

    /// Builds a library of functions that no test calls, and its header.
    ///
    /// - Parameters:
    ///   - functions: Functions that the header does not declare.
    ///   - source: Additional source code.
    func buildLibrary(
        _ name: String,
        header: String,
        defining functions: [String] = [],
        _ source: String = ""
    ) throws {
        try write(header.utf8, to: "\(workingDirectory)/\(name).h")
        let declared = header.matches(of: /(\w+)\(/).map { String($0.1) }
        let names = Set(declared + functions).subtracting(["__attribute__"])
        let stubs = names.sorted().map { "void \($0)(void) {}\n" }
        try write((source + stubs.joined()).utf8, to: "\(workingDirectory)/\(name).c")
        let run = try compile(["-shared", "-fPIC", "-o", "lib\(name).so", "\(name).c"])
        guard run.status == 0 else { throw CompilerError(message: run.errors) }
    }

    struct CompilerError: Error {
        let message: String
    }

    func compile(_ arguments: [String]) throws -> Run {
        try run("/usr/bin/env", ["PATH=\(Self.searchPath)", "clang"] + arguments)
    }

    /// The directories of the compilers.
    static let searchPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"

    /// Runs the command to its end, with the tools that it starts in the search path.
    func restorectlWithTools(_ line: String) throws -> Run {
        let arguments =
            ["PATH=\(Self.searchPath)", Self.program] + line.split(separator: " ").map(String.init)
        return try run("/usr/bin/env", arguments)
    }

    static let lampHeader = """
        #include <stdbool.h>
        #include <stdint.h>
        struct lamp;
        typedef struct { int32_t red; double warmth; } lamp_colour;
        typedef void (*lamp_listener)(struct lamp *lamp, void *context);
        struct lamp *lamp_new(void);
        void lamp_free(struct lamp *lamp);
        bool lamp_is_on(const struct lamp *lamp);
        void lamp_set_on(struct lamp *lamp, bool on);
        double lamp_brightness(const struct lamp *lamp);
        int lamp_set_brightness(struct lamp *lamp, double brightness);
        const char *lamp_get_room(const struct lamp *lamp);
        void lamp_set_room(struct lamp *lamp, const char *room);
        void lamp_get_colour(const struct lamp *lamp, lamp_colour *colour);
        void lamp_set_colour(struct lamp *lamp, const lamp_colour *colour);
        int lamp_listen(struct lamp *lamp, lamp_listener listener, void *context);
        void lamp_unlisten(struct lamp *lamp, int number);
        int lamp_version_major(void);

        """

    private static let lampSource = """
        #include "lamp.h"
        #include <stdlib.h>
        struct lamp { bool on; double brightness; const char *room; lamp_colour colour; };
        struct lamp *lamp_new(void) { return calloc(1, sizeof(struct lamp)); }
        void lamp_free(struct lamp *lamp) { free(lamp); }
        bool lamp_is_on(const struct lamp *lamp) { return lamp->on; }
        void lamp_set_on(struct lamp *lamp, bool on) { lamp->on = on; }
        double lamp_brightness(const struct lamp *lamp) { return lamp->brightness; }
        int lamp_set_brightness(struct lamp *lamp, double b) { lamp->brightness = b; return 0; }
        const char *lamp_get_room(const struct lamp *lamp) { return lamp->room; }
        void lamp_set_room(struct lamp *lamp, const char *room) { lamp->room = room; }
        void lamp_get_colour(const struct lamp *lamp, lamp_colour *colour) { *colour = lamp->colour; }
        void lamp_set_colour(struct lamp *lamp, const lamp_colour *colour) { lamp->colour = *colour; }
        int lamp_listen(struct lamp *lamp, lamp_listener listener, void *context) { return 1; }
        void lamp_unlisten(struct lamp *lamp, int number) {}
        int lamp_version_major(void) { return 3; }

        """

    static let lampBinding = """
        {
          "binding": 1,
          "id": "org.example.lamp",
          "version": "1.1",
          "name": "Lamps",
          "library": "./liblamp.so",
          "requires": { "version": "2", "get": "lamp_version_major() -> int32" },
          "classes": [
            {
              "id": "Lamp",
              "routes": ["**/lamp:*"],
              "create": "lamp_new() -> object",
              "destroy": "lamp_free(object)",
              "state": [
                {
                  "key": "on",
                  "get": "lamp_is_on(object) -> bool",
                  "set": "lamp_set_on(object, bool)",
                },
                {
                  "key": "brightness",
                  "get": "lamp_brightness(object) -> float64",
                  "set": "lamp_set_brightness(object, float64) -> int32 fails nonzero",
                  "after": "on", // a lamp that is off has none
                },
              ],
              "changed": "number = lamp_listen(object, callback(object, pointer), null) -> int32",
              "unchanged": "lamp_unlisten(object, number)",
            },
          ],
        }

        """
}

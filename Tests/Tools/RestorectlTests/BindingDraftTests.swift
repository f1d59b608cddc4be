import Foundation
import Testing

/// Drafts derived from the names of functions.
@Suite struct `restorectl binding new` {
    let home: Home

    init() throws {
        home = try Home()
    }

    /// The lines of a draft for a library with these functions, without indentation.
    private func draft(of type: String, _ declarations: [String]) throws -> [String] {
        let header = "typedef struct \(type) \(type);\n" + declarations.map { "\($0);\n" }.joined()
        try home.buildLibrary("things", header: header)
        let draft = try home.restorectlWithTools("binding new ./libthings.so --header things.h")
        try #require(draft.status == 0, "\(draft)")
        return draft.output.split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test(arguments: [
        ("door", "door_new", "door_free"), ("door", "new_door", "delete_door"),
        ("door", "create_door", "destroy_door"), ("door", "make_door", "free_door"),
        ("door", "door_create", "door_dispose"), ("door", "door_open", "door_close"),
        ("door_t", "new_door", "door_delete"), ("Door", "NewDoor", "DeleteDoor"),
        ("Door", "DoorNew", "DoorFree"), ("Door", "DoorCreate", "DoorRelease"),
        ("MY_Door", "MY_CreateDoor", "MY_DestroyDoor"),
        ("free_door", "free_door_new", "free_door_free"),
    ])
    func `finds functions that create and destroy objects, in any order`(
        type: String,
        maker: String,
        ender: String
    ) throws {
        let isInWords = type.first?.isLowercase ?? false
        let name = type.hasSuffix("_t") ? String(type.dropLast(2)) : type
        let lines = try draft(
            of: type,
            [
                "\(type) *\(maker)(void)", "void \(ender)(\(type) *it)",
                "int \(name)\(isInWords ? "_get_width" : "GetWidth")(const \(type) *it)",
                "void \(name)\(isInWords ? "_set_width" : "SetWidth")(\(type) *it, int width)",
            ]
        )

        #expect(lines.contains("\"create\": \"\(maker)() -> object\","), "\(lines)")
        #expect(lines.contains("\"destroy\": \"\(ender)(object)\","), "\(lines)")
    }

    @Test
    func `finds functions that create and destroy objects beside setters that begin with set`()
        throws
    {
        let lines = try draft(
            of: "door",
            [
                "door *new_door(void)", "void delete_door(door *it)", "void open_door(door *it)",
                "void close_door(door *it)", "int door_width(const door *it)",
                "void set_door_width(door *it, int width)",
            ]
        )

        #expect(lines.contains(#""create": "new_door() -> object","#), "\(lines)")
        #expect(lines.contains(#""destroy": "delete_door(object)","#), "\(lines)")
    }

    @Test func `does not mistake another function for the destructor`() throws {
        let lines = try draft(
            of: "door",
            [
                "door *door_new_with(int width)", "door *create_other(void)",
                "void close_door(door *it)", "void delete_all(door *it)",
                "void delete_door(door *it, int now)", "int door_get_width(const door *it)",
                "void door_set_width(door *it, int width)",
            ]
        )

        #expect(!lines.contains { $0.hasPrefix("\"create\"") }, "\(lines)")
        #expect(!lines.contains { $0.hasPrefix("\"destroy\"") }, "\(lines)")
    }

    @Test(arguments: ["set", "word_set", "app_settings"])
    func `treats only functions with "set" in their name as setters`(name: String) throws {
        let lines = try draft(
            of: name,
            [
                "\(name) *\(name)_new(void)", "void \(name)_free(\(name) *it)",
                "int \(name)_size(const \(name) *it)", "void \(name)_add(\(name) *it, int number)",
                "void \(name)_settle(\(name) *it)", "int \(name)_get_limit(const \(name) *it)",
                "void \(name)_set_limit(\(name) *it, int limit)",
                "void \(name)_set_colour(\(name) *it, int colour)",
            ]
        )

        let heading = "// Left out, since they have no matching getter:"
        let place = try #require(lines.firstIndex(of: heading), "\(lines)")
        let listed = Array(lines.dropFirst(place + 1).prefix(2))
        #expect(listed == ["//   \(name)_set_colour", "{"])
        #expect(lines.contains("\"set\": \"\(name)_set_limit(object, int32)\","), "\(lines)")
    }
}

import RestorationCore
import RestorationPlugins
import Testing

@Suite struct `The properties that a class declares` {
    @Test(arguments: [
        (
            #"ZOOM_GETTER_SIGNATURE="(object) -> flaot64""#,
            #"The getter of the property "zoom" of Dial has a wrong signature: at column 13 stands "#
                + #""flaot64" in place of a type or void"#
                + "\n       (object) -> flaot64\n                   ^",
            "Write float64."
        ),
        (
            #"ZOOM_SETTER_SIGNATURE="(object, double)""#,
            #"The setter of the property "zoom" of Dial has a wrong signature: at column 10 stands "#
                + #""double" in place of a type"#
                + "\n       (object, double)\n                ^",
            "Write float64."
        ),
        (
            #"ZOOM_SETTER_SIGNATURE="""#,
            #"The setter of the property "zoom" of Dial has a wrong signature: at column 1 stands "#
                + #"the end in place of "(""#,
            "A signature looks like (object, float64) -> string."
        ),
        (
            #"ZOOM_GETTER_SIGNATURE="\xff""#,
            #"The getter of the property "zoom" of Dial has a signature that is not valid text"#,
            "Lend text as UTF-8 with its length, 4096 bytes at most."
        ),
        (
            #"ZOOM_GETTER_SIGNATURE="(object)""#,
            #"The getter of the property "zoom" of Dial has the signature (object) in place of "#
                + "(object) -> type",
            getterShape
        ),
        (
            #"ZOOM_GETTER_SIGNATURE="(float64) -> float64""#,
            #"The getter of the property "zoom" of Dial has the signature (float64) -> float64 in "#
                + "place of (object) -> type",
            getterShape
        ),
        (
            #"ZOOM_GETTER_SIGNATURE="(object) -> object""#,
            #"The getter of the property "zoom" of Dial has the signature (object) -> object in "#
                + "place of (object) -> type",
            getterShape
        ),
        (
            #"ZOOM_SETTER_SIGNATURE="(object, float64, bool)""#,
            #"The setter of the property "zoom" of Dial has the signature (object, float64, bool) "#
                + "in place of (object, type)",
            "Write (object, type), with bool, a number, a string, an enum or a structure of numbers for"
                + " the type."
        ),
        (
            #"ZOOM_SETTER_SIGNATURE="(object, float32)""#,
            #"The property "zoom" of Dial is read as float64 and written as float32"#,
            "Declare the same type for both."
        ),
        (
            #"ZOOM_AFTER="flaot64""#,
            #"The property "zoom" of Dial is to be restored after "flaot64", which the class does "#
                + "not have",
            #"Write "float64", if that was meant."#
        ),
        (
            #"ZOOM_AFTER="nothing like it""#,
            #"The property "zoom" of Dial is to be restored after "nothing like it", which the "#
                + "class does not have",
            "Write the key of another property of the class, or leave it empty."
        ),
        (
            #"ZOOM_AFTER="zoom""#,
            #"The property "zoom" of Dial is to be restored after itself: zoom after zoom"#,
            noCircle
        ),
        (
            #"ZOOM_DEFAULT="one""#,
            #"The property "zoom" of Dial has a default that is no float64"#, json
        ),
        (
            #"ZOOM_DEFAULT="\"1\"""#,
            #"The property "zoom" of Dial has a default that is no float64"#, json
        ),
        (
            #"ZOOM_DEFAULT="null""#,
            #"The property "zoom" of Dial has a default that is no float64"#, json
        ),
        (
            #"ZOOM_KEY="int8""#,
            #"The property "int8" of Dial is there twice"#,
            "Give each property of the class a key of its own."
        ),
        (#"ZOOM_KEY="""#, "The property number 16 of Dial has a key that is not valid text", key),
        (
            #"ZOOM_KEY="\xff""#,
            "The property number 16 of Dial has a key that is not valid text", key
        ),
        ("ZOOM_GETTER=NULL", #"The property "zoom" of Dial has no getter"#, both),
        ("ZOOM_SETTER=NULL", #"The property "zoom" of Dial has no setter"#, both),
        (
            "ZOOM_FLAGS=5",
            #"The property "zoom" of Dial has unknown flags: 0x5"#,
            "Combine only the flags that restoration/property.h has."
        ),
        (
            "ZOOM_SIZE=64",
            "The property number 16 of Dial has 64 bytes in place of 72 or more",
            "Rebuild the plugin against the 0.2 headers."
        ),
        (
            "ZOOM_SIZE=0", "The struct_size of the property number 16 of Dial is 0",
            "Set struct_size to sizeof the structure, and rebuild the plugin."
        ),
        ("WITH_NULL", "The property number 17 of Dial is null", count),
        ("PROPERTIES=NULL", "The property number 1 of Dial is null", count),
        ("PROPERTY_COUNT=5000", "The class Dial has 5000 properties", count),
    ])
    func `are checked when the plugin is loaded`(
        option: String,
        problem: String,
        remedy: String
    ) throws {
        try TableFault("properties", [option]).expect(problem, remedy)
    }

    static let getterShape =
        "Write (object) -> type, with bool, a number, a string, an enum or a structure of numbers for"
        + " the type."
    static let noCircle = "Leave restored_after empty for one of them."
    static let json =
        #"Write the value as JSON: 1.5, true, "text", or null where the type has a ?."#
    static let key = "Lend a key of 1 to 255 bytes of UTF-8 with its length."
    static let both = "Set both functions; what goes one way belongs into encode and decode."
    static let count = "Set property_count to the number of entries of properties."

    @Test func `wait for one another in no circle`() throws {
        let fault = try TableFault("properties", [#"ZOOM_AFTER="title""#, #"TITLE_AFTER="zoom""#])

        #expect(
            fault.error?.diagnosis.problem
                == #"The property "title" of Dial is to be restored after itself: "#
                + "title after zoom after title"
        )
    }

    @Test(arguments: [
        // Fields that this host does not know.
        ["ZOOM_SIZE=112"], ["ZOOM_SIZE=72"],
        ["ZOOM_FLAGS=3"],
        ["PROPERTIES=NULL", "PROPERTY_COUNT=0"],
    ])
    func `may be larger than the host knows, sensitive, or none`(options: [String]) throws {
        #expect(try TableFault("properties", options).error == nil)
    }

    @Test func `are none for a class from before the field`() throws {
        let directory = try TemporaryDirectory()
        let library = try CompiledPlugin("descriptor", in: directory, options: ["-DCLASS_SIZE=88"])
        let object = try PluginHost().create("Only", of: library.discovered())

        let record = try Record.coder { try object.encodeRestorableState(with: $0) }

        #expect(record.keys.isEmpty)
    }
}

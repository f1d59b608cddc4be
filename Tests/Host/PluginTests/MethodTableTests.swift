import RestorationCore
import RestorationPlugins
import Testing

@Suite struct `The methods that a class declares` {
    @Test(arguments: [
        (
            #"ZOOM_SIGNATURE="(object, double)""#,
            #"The method "setZoom" of Dial has a wrong signature: at column 10 stands "double" in "#
                + "place of a type\n       (object, double)\n                ^",
            "Write float64."
        ),
        (
            #"ZOOM_SIGNATURE="\xff""#,
            #"The method "setZoom" of Dial has a signature that is not valid text"#,
            "Lend text as UTF-8 with its length, 4096 bytes at most."
        ),
        (
            #"ZOOM_SIGNATURE="(float64)""#,
            #"The method "setZoom" of Dial has the signature (float64), which does not begin with "#
                + "object",
            first
        ),
        (
            #"ZOOM_SIGNATURE="()""#,
            #"The method "setZoom" of Dial has the signature (), which does not begin with object"#,
            first
        ),
        (
            #"ZOOM_SIGNATURE="(object, pointer)""#,
            #"The method "setZoom" of Dial takes or returns pointer, which callers can neither pass nor receive"#,
            types
        ),
        (
            #"ZOOM_SIGNATURE="(object) -> {int8 a, object? b}""#,
            #"The method "setZoom" of Dial takes or returns {int8 a, object? b}, which callers can neither pass nor receive"#,
            types
        ),
        (
            #"ZOOM_SIGNATURE="(object) -> owned(away) string""#,
            #"The method "setZoom" of Dial has the signature (object) -> owned(away) string, which "#
                + "cannot be called",
            "Hand over only memory that is freed with free."
        ),
        (
            #"ZOOM_NAME="zoom""#, #"The method "zoom" of Dial is there twice"#,
            "Give each method of the class a name of its own."
        ),
        (#"ZOOM_NAME="""#, "The method number 10 of Dial has a name that is not valid text", name),
        (
            #"ZOOM_NAME="\xff""#,
            "The method number 10 of Dial has a name that is not valid text", name
        ),
        (
            "ZOOM_FUNCTION=NULL", #"The method "setZoom" of Dial has no function"#,
            "Set the function, or take the method from the list."
        ),
        (
            "ZOOM_FLAGS=1", #"The method "setZoom" of Dial has unknown flags: 0x1"#,
            "Set flags to 0."
        ),
        (
            "ZOOM_SIZE=40", "The method number 10 of Dial has 40 bytes in place of 48 or more",
            "Rebuild the plugin against the 0.2 headers."
        ),
        (
            "ZOOM_SIZE=0", "The struct_size of the method number 10 of Dial is 0",
            "Set struct_size to sizeof the structure, and rebuild the plugin."
        ),
        ("WITH_NULL", "The method number 11 of Dial is null", count),
        ("METHODS=NULL", "The method number 1 of Dial is null", count),
        ("METHOD_COUNT=5000", "The class Dial has 5000 methods", count),
    ])
    func `are checked when the plugin is loaded`(
        option: String,
        problem: String,
        remedy: String
    ) throws {
        try TableFault("methods", [option]).expect(problem, remedy)
    }

    static let first = "Let it take what create delivered as its first parameter."
    static let types = "Take and return numbers, text, bytes, objects, structures and enumerations."
    static let name = "Lend a name of 1 to 255 bytes of UTF-8 with its length."
    static let count = "Set method_count to the number of entries of methods."

    @Test(arguments: [["ZOOM_SIZE=64"], ["METHODS=NULL", "METHOD_COUNT=0"]])
    func `may be larger than the host knows, or none`(options: [String]) throws {
        #expect(try TableFault("methods", options).error == nil)
    }

    @Test func `are none for a class from before the field`() throws {
        let directory = try TemporaryDirectory()
        let library = try CompiledPlugin("descriptor", in: directory, options: ["-DCLASS_SIZE=104"])
        let object = try PluginHost().create("Only", of: library.discovered())

        #expect(object.restorationMethods.isEmpty)
    }
}

import RestorationCore
import RestorationPlugins
import Testing

@Suite struct `The methods that a class declares` {
    @Test(arguments: [
        (
            #"ZOOM_SIGNATURE="(object, double)""#,
            #"The method "setZoom" of Dial has a wrong signature: found "double" at column 10, "#
                + "expected a type\n       (object, double)\n                ^"
        ),
        (
            #"ZOOM_SIGNATURE="\xff""#,
            #"The method "setZoom" of Dial has a signature that is not valid text"#
        ),
        (
            #"ZOOM_SIGNATURE="(float64)""#,
            #"The method "setZoom" of Dial has the signature (float64), which does not begin with "#
                + "object"
        ),
        (
            #"ZOOM_SIGNATURE="(object, pointer)""#,
            #"The method "setZoom" of Dial takes or returns pointer, which callers can neither pass nor receive"#
        ),
        (
            #"ZOOM_SIGNATURE="(object) -> {int8 a, object? b}""#,
            #"The method "setZoom" of Dial takes or returns {int8 a, object? b}, which callers can neither pass nor receive"#
        ),
        (
            #"ZOOM_SIGNATURE="(object) -> owned(away) string""#,
            #"The method "setZoom" of Dial has the signature (object) -> owned(away) string, which "#
                + "cannot be called"
        ),
        (#"ZOOM_NAME="zoom""#, #"The method "zoom" of Dial is listed twice"#),
        (#"ZOOM_NAME="""#, "The method number 10 of Dial has a name that is not valid text"),
        (
            #"ZOOM_NAME="\xff""#,
            "The method number 10 of Dial has a name that is not valid text"
        ),
        ("ZOOM_FUNCTION=NULL", #"The method "setZoom" of Dial has no function"#),
        ("ZOOM_FLAGS=1", #"The method "setZoom" of Dial has unknown flags: 0x1"#),
        ("ZOOM_SIZE=40", "The method number 10 of Dial has 40 bytes, expected at least 48"),
        ("ZOOM_SIZE=0", "The struct_size of the method number 10 of Dial is 0"),
        ("WITH_NULL", "The method number 11 of Dial is null"),
        ("METHODS=NULL", "The method number 1 of Dial is null"),
        ("METHOD_COUNT=5000", "The class Dial has 5000 methods"),
    ])
    func `are checked when the plugin is loaded`(option: String, problem: String) throws {
        try TableFault("methods", [option]).expect(problem)
    }
}

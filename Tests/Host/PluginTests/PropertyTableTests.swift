import RestorationCore
import RestorationPlugins
import Testing

@Suite struct `The properties that a class declares` {
    @Test(arguments: [
        (
            #"ZOOM_GETTER_SIGNATURE="(object) -> flaot64""#,
            #"The getter of the property "zoom" of Dial has a wrong signature: found "flaot64" "#
                + "at column 13, expected a type or void"
                + "\n       (object) -> flaot64\n                   ^"
        ),
        (
            #"ZOOM_SETTER_SIGNATURE="""#,
            #"The setter of the property "zoom" of Dial has a wrong signature: found the end "#
                + #"at column 1, expected "(""#
        ),
        (
            #"ZOOM_GETTER_SIGNATURE="\xff""#,
            #"The getter of the property "zoom" of Dial has a signature that is not valid text"#
        ),
        (
            #"ZOOM_GETTER_SIGNATURE="(object)""#,
            #"The getter of the property "zoom" of Dial has the signature (object), expected "#
                + "(object) -> type"
        ),
        (
            #"ZOOM_GETTER_SIGNATURE="(float64) -> float64""#,
            #"The getter of the property "zoom" of Dial has the signature (float64) -> float64, "#
                + "expected (object) -> type"
        ),
        (
            #"ZOOM_GETTER_SIGNATURE="(object) -> object""#,
            #"The getter of the property "zoom" of Dial has the signature (object) -> object, "#
                + "expected (object) -> type"
        ),
        (
            #"ZOOM_SETTER_SIGNATURE="(object, float64, bool)""#,
            #"The setter of the property "zoom" of Dial has the signature (object, float64, bool),"#
                + " expected (object, type)"
        ),
        (
            #"ZOOM_SETTER_SIGNATURE="(object, float32)""#,
            #"The property "zoom" of Dial is read as float64 and written as float32"#
        ),
        (
            #"ZOOM_AFTER="flaot64""#,
            #"The property "zoom" of Dial must be restored after "flaot64", which the class does "#
                + "not have"
        ),
        (
            #"ZOOM_AFTER="nothing like it""#,
            #"The property "zoom" of Dial must be restored after "nothing like it", which the "#
                + "class does not have"
        ),
        (
            #"ZOOM_AFTER="zoom""#,
            #"The property "zoom" of Dial must be restored after itself: zoom after zoom"#
        ),
        (
            #"ZOOM_DEFAULT="one""#,
            #"The property "zoom" of Dial has a default that is not float64"#
        ),
        (
            #"ZOOM_DEFAULT="null""#,
            #"The property "zoom" of Dial has a default that is not float64"#
        ),
        (
            #"ZOOM_KEY="int8""#,
            #"The property "int8" of Dial is listed twice"#
        ),
        (#"ZOOM_KEY="""#, "The property number 16 of Dial has a key that is not valid text"),
        (
            #"ZOOM_KEY="\xff""#,
            "The property number 16 of Dial has a key that is not valid text"
        ),
        ("ZOOM_GETTER=NULL", #"The property "zoom" of Dial has no getter"#),
        ("ZOOM_SETTER=NULL", #"The property "zoom" of Dial has no setter"#),
        (
            "ZOOM_FLAGS=5",
            #"The property "zoom" of Dial has unknown flags: 0x5"#
        ),
        (
            "ZOOM_SIZE=64",
            "The property number 16 of Dial has 64 bytes, expected at least 72"
        ),
        ("ZOOM_SIZE=0", "The struct_size of the property number 16 of Dial is 0"),
        ("WITH_NULL", "The property number 17 of Dial is null"),
        ("PROPERTIES=NULL", "The property number 1 of Dial is null"),
        ("PROPERTY_COUNT=5000", "The class Dial has 5000 properties"),
    ])
    func `are checked when the plugin is loaded`(option: String, problem: String) throws {
        try TableFault("properties", [option]).expect(problem)
    }

    @Test func `must not wait for one another in a cycle`() throws {
        let fault = try TableFault("properties", [#"ZOOM_AFTER="title""#, #"TITLE_AFTER="zoom""#])

        #expect(
            fault.error?.diagnosis.problem
                == #"The property "title" of Dial must be restored after itself: "#
                + "title after zoom after title"
        )
    }
}

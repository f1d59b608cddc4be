import RestorationKit
import TestSupport
import Testing

@Suite struct `A pin of the program` {
    private let program: ContractProgram

    init() throws {
        program = try ContractProgram()
        try ContractPlugin.compile("family", into: program.plugins)
    }

    @Test(arguments: [true, false])
    func `is logged with a suggestion if it resembles a plugin's id`(isEarly: Bool) throws {
        let session = try program.session()
        if !isEarly { _ = session.pluginFaults }
        try session.pin("org.example.famly", to: "Frame/A")
        try session.pin("org.example.family", className: "Membr")
        try session.pin("org.example.elsewhere")
        try session.pin("org.example.family", className: "Member")

        #expect(session.pluginFaults == [])

        #expect(
            program.takeLog() == [
                "warning: The program pins org.example.famly@Frame/A, and there is no such plugin"
                    + " or class",
                "warning: The program pins org.example.family:Membr, and there is no such plugin"
                    + " or class",
            ]
        )
        #expect(
            program.remedies == [
                "Did you mean org.example.family@Frame/A?",
                "Did you mean org.example.family:Member?",
            ]
        )
    }
}

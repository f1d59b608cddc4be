import RestorationKit
import Testing

@Suite struct `Options of a session` {
    @Test func `print as their preset and the program's settings`() {
        var options = RestorationOptions()
        #expect("\(options)" == "RestorationOptions(preset: granular)")

        options.stateDirectory = "state"
        options.keyProvider = FileKeyProvider(directory: "secret")
        options.savesAutomatically = false
        options.hangDeadline = nil

        #expect(
            "\(options)" == "RestorationOptions(preset: granular, stateDirectory: state,"
                + " keyProvider: FileKeyProvider, savesAutomatically: false, hangDeadline: none)"
        )
        #expect("\(RestorationOptions(preset: .uikit))" == "RestorationOptions(preset: uikit)")
    }
}

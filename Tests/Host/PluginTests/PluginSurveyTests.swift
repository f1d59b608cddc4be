import Foundation
import RestorationCore
import RestorationDiscovery
import RestorationPlugins
import Testing

@Suite struct `Surveying plugins` {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func install(_ file: String, id: String, application: String) throws {
        let manifest = """
            {"manifest": 1, "id": "\(id)", "version": "1.0.0", "abi": "0.3",
             "applications": ["\(application)"], "classes": [{"id": "A", "version": 1}]}
            """
        try directory.write(file, ELFImage.plugin(manifest: manifest).bytes)
    }

    @Test func `finds the plugins of all applications, and chooses none`() throws {
        try install("first/libnotes.so", id: "org.example.notes", application: "org.example.a")
        try install("first/org.example.b/libnotes.so", id: "org.example.notes", application: "*")
        try install("second/libnotes.so", id: "org.example.notes", application: "org.example.c")
        try directory.write("second/libempty.so", [UInt8]())

        let survey = PluginSurvey(
            hostDirectories: ["\(directory.path)/first", "\(directory.path)/second", "relative"],
            process: ProcessFacts(environment: [:], isPrivileged: true)
        )

        #expect(
            survey.plugins.map(\.file) == [
                "\(directory.path)/first/org.example.b/libnotes.so",
                "\(directory.path)/first/libnotes.so",
                "\(directory.path)/second/libnotes.so",
            ]
        )
        #expect(
            survey.faults == [
                .relativeDirectory("relative", source: "The host"),
                .notALibrary(file: "\(directory.path)/second/libempty.so", .empty),
            ]
        )
    }
}

import Foundation
import RestorationStorage

extension Home {
    /// Leaves what a program would about itself, started at 2026-10-03 14:00:00 UTC, and the file
    /// of that program, which has seven bytes.
    ///
    /// - Parameters:
    ///   - classes: In JSON, those of the program.
    ///   - directory: Where it looks for plugins.
    ///   - sizeInBytes: What the program was when it was started.
    func leaveFacts(classes: String, directory: String, sizeInBytes: Int = 7) throws {
        let file = try write("program".utf8, to: path + "/petfinder")
        let attributes: [FileAttributeKey: Any] = [
            .modificationDate: Date(timeIntervalSince1970: 1_791_000_000)
        ]
        try FileManager.default.setAttributes(attributes, ofItemAtPath: file)
        let facts = """
            {"application": "org.example.petfinder", "startedAt": 1791036000,
             "program": {"file": "\(file)", "sizeInBytes": \(sizeInBytes),
                         "modified": 1791000000000000000},
             "classes": [\(classes)], "typeAliases": [], "pathAliases": [],
             "pluginDirectories": [{"path": "\(directory)", "rule": "host"}],
             "acceptsPluginsForAnyApplication": false, "pins": [],
             "policy": {"isGranular": true, "expiresAtRestart": false,
                        "keepsStateForDevelopment": false}}
            """
        let store = store()
        _ = try store.open()
        try store.writeProgramFacts(Array(facts.utf8))
        store.close()
    }
}

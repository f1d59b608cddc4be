import Foundation
import RestorationStorage

extension Home {
    /// Leaves the report of a program launched at 2026-10-03 14:00:00 UTC, and the program's file,
    /// which has seven bytes.
    ///
    /// - Parameters:
    ///   - directory: The program's plugin directory.
    ///   - sizeInBytes: The size of the program's file at launch.
    func leaveReport(directory: String, sizeInBytes: Int = 7) throws {
        let file = try write("program".utf8, to: path + "/petfinder")
        let attributes: [FileAttributeKey: Any] = [
            .modificationDate: Date(timeIntervalSince1970: 1_791_000_000)
        ]
        try FileManager.default.setAttributes(attributes, ofItemAtPath: file)
        let report = """
            {"application": "org.example.petfinder", "reason": "launch", "notes": [],
             "objects": [],
             "program": {
              "startedAt": 1791036000,
              "program": {"file": "\(file)", "sizeInBytes": \(sizeInBytes),
                          "modified": 1791000000000000000},
              "pluginDirectories": [{"path": "\(directory)", "rule": "host"}],
              "acceptsPluginsForAnyApplication": false, "pins": []}}
            """
        try leaveReport(report)
    }

    /// Writes the JSON report of the last restore.
    func leaveReport(_ report: String) throws {
        let store = store()
        _ = try store.open()
        try store.writeReport(Array(report.utf8))
        store.close()
    }
}

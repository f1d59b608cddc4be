import Foundation
import RestorationKit
import Testing

@Suite struct `A stored report` {
    @Test(arguments: [0, 1, 999, 1_000, 1_001, 2_500])
    func `lists all objects`(count: Int) throws {
        var stored = StoredReport(RestorationReport(reason: .launch), application: "org.example")
        // Text that looks like the list.
        stored.notes = [.init(Diagnosis(problem: "\"objects\":[", remedy: "None."))]
        stored.objects = try (0..<count).map { number in
            try JSONDecoder().decode(
                StoredReport.Object.self,
                from: Data(#"{"path": "\#(number)", "outcome": "restored"}"#.utf8)
            )
        }

        #expect(try StoredReport(decoding: stored.encoded()) == stored)
    }
}

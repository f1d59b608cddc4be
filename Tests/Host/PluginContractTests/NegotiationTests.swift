import RestorationKit
import RestorationPlugins
import TestSupport
import Testing

@Suite struct `Headers of an older or newer version` {
    @Test(arguments: HeaderRevision.allCases)
    func `make a plugin that works with this host`(time: HeaderRevision) throws {
        let program = try ContractProgram()
        try ContractPlugin.compile(
            "negotiation",
            named: "negotiation-\(time)",
            into: program.plugins,
            headers: time.headers(in: program.directory),
            options: ["-DTIME=\(time.rawValue.uppercased())"]
        )

        // The plugin compares sizes and statuses itself, and fails on a difference.
        try program.live { session, frame, _ in
            frame.child = try session.make("N", under: frame)
            var saved: SaveOutcome?
            session.onSave = { saved = $0 }
            try session.preserveNow()
            #expect(saved?.report.issues == [])
        }
        try program.live { _, frame, report in
            #expect(report.notRestored.isEmpty)
            let child = try #require(frame.child as? PluginObject)
            guard time != .first else { return }
            #expect(try child.call("turned", 5 as Int32, as: Int32.self) == 12)
            #expect(try child.call("greeted", as: String.self) == "Mitz")
        }
        #expect(program.takeLog() == [])
    }
}

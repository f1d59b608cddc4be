import RestorationKit
import Testing

@Suite struct `Asking a report for one path` {
    private let sandbox = Sandbox()

    /// A report with three screens of one name that are no longer built, and a tab.
    private func report() throws -> RestorationReport {
        for isFirst in [true, false] {
            let stack = Container("Stack", .stack)
            if isFirst { for _ in 0..<3 { stack.add(Screen("Page")) } }
            let tabs = Screen("Tabs")
            tabs.add(Screen("Left/Right"))
            let session = try sandbox.session()
            defer { session.close() }
            session.addRoot(stack)
            session.addRoot(tabs)
            let report = try session.restore()
            guard isFirst else { return report }
            try session.preserveNow()
        }
        throw CancellationError()
    }

    @Test func `finds each entry by its path and by its text`() throws {
        let report = try report()

        for entry in report.entries {
            #expect(report[entry.path] == entry)
            #expect(report["\(entry.path)"] == entry)
        }
        #expect(report.entries.count == 6)
    }

    @Test func `accepts paths as reports print them`() throws {
        let report = try report()

        #expect(report[#"Tabs/Left\/Right"#]?.outcome == .restored)
        #expect(report["Tabs/Left/Right"] == nil)
        #expect(report["Tabs//Right"] == nil)
        #expect(report[""] == nil)
    }
}

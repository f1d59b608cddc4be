import RestorationKit
import Testing

@Suite struct `Asking a report for one path` {
    private let sandbox = Sandbox()

    /// A stack with three screens of one name, a tab and a screen that cannot come back.
    private func report() throws -> RestorationReport {
        for isFirst in [true, false] {
            let stack = Container("Stack", .stack)
            if isFirst { for _ in 0..<3 { stack.add(Screen("Page")) } }
            let tabs = Screen("Tabs")
            tabs.add(Screen("Left/Right"))
            let session = try sandbox.session()
            defer { session.close() }
            session.register(Screen.self, as: "Screen")
            if isFirst { session.register(Screen.self, as: "Gone") }
            session.addRoot(stack)
            session.addRoot(tabs)
            let report = try session.restore()
            guard isFirst else { return report }
            let made = try session.make("Edit", under: tabs, as: Screen.self, className: "Gone")
            tabs.add(made)
            try session.preserveNow()
        }
        throw CancellationError()
    }

    @Test func `finds what became of the object there`() throws {
        let report = try report()

        #expect(report["Tabs"]?.outcome == .restored)
        #expect(report["Tabs/Edit"]?.outcome == .retained)
        #expect(
            report["Tabs/Edit"]?.reason?.problem == #"No restoration class is registered as "Gone""#
        )
        #expect(report["Tabs/Find"] == nil)
        #expect(report["Find/Tabs"] == nil)
    }

    @Test func `finds each entry by its path and by its text`() throws {
        let report = try report()

        for entry in report.entries {
            #expect(report[entry.path] == entry)
            #expect(report["\(entry.path)"] == entry)
        }
        #expect(report.entries.count == 7)
    }

    @Test func `tells objects of one name apart by their discriminators`() throws {
        let report = try report()

        #expect(report["Stack/Page"]?.path.description == "Stack/Page")
        #expect(report["Stack/Page#3"]?.path.description == "Stack/Page#3")
        #expect(report["Stack/Page#4"] == nil)
        #expect(report["Stack#3/Page"] == nil)
    }

    @Test func `takes text as reports print it`() throws {
        let report = try report()

        #expect(report[#"Tabs/Left\/Right"#]?.outcome == .restored)
        #expect(report["Tabs/Left/Right"] == nil)
        #expect(report["Tabs//Edit"] == nil)
        #expect(report[""] == nil)
    }
}

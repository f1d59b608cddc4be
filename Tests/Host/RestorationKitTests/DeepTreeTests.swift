import RestorationKit
import Testing

@Suite struct `Naming objects in a large tree` {
    private let sandbox = Sandbox(isInMemory: true)

    /// Counts the session's questions to objects.
    private final class Questions {
        var count = 0
    }

    /// An object with a list of children, which counts the session's questions.
    private final class Page: Restorable {
        let name: String
        var pages: [Page] = []
        private let questions: Questions

        init(_ name: String, _ questions: Questions) {
            self.name = name
            self.questions = questions
        }

        var restorationIdentifier: String? {
            questions.count += 1
            return name
        }

        var restorationChildren: [any Restorable] {
            questions.count += pages.count
            return pages
        }

        func encodeRestorableState(with coder: RestorationCoder) {
            coder.encode(pages, forKey: "pages")
        }

        /// Releases a chain of thousands without recursion.
        func takeApart() {
            var rest = pages
            pages = []
            while let next = rest.popLast() {
                rest += next.pages
                next.pages = []
            }
        }
    }

    private struct Program {
        let session: RestorationSession
        let questions: Questions
        let root: Page
        let other: Page

        func make(_ name: String, under parent: Page) throws -> Page {
            let page = try session.make(name, under: parent, as: Page.self, className: "Page")
            parent.pages.append(page)
            return page
        }

        func questions(_ body: () throws -> Void) rethrows -> Int {
            let before = questions.count
            try body()
            return questions.count - before
        }

        /// The number of questions for each change of a new object under a parent.
        func questionsOfChanges(under parent: Page) throws -> [Int] {
            var page: Page?
            let making = try questions { page = try make("new", under: parent) }
            let made = try #require(page)
            return [
                making,
                questions { session.invalidate(made) },
                try questions { try session.rename(made, to: "renamed") },
                try questions { try session.move(made, under: other) },
                try questions { try session.move(made, under: parent) },
            ]
        }
    }

    private func program() throws -> Program {
        let session = try sandbox.session { $0.objectSizeBudget = .max }
        let questions = Questions()
        let (root, other) = (Page("root", questions), Page("other", questions))
        session.register("Page", creating: { Page($0.identifier, questions) })
        session.addRoot(root)
        session.addRoot(other)
        try session.restore()
        // Registers the other root with the session.
        _ = try session.make("first", under: other, className: "Page")
        return Program(session: session, questions: questions, root: root, other: other)
    }

    @Test func `costs the same at any depth`() throws {
        let program = try program()
        var last = program.root
        var asked: [[Int]] = []
        for depth in 0..<1_000 {
            if depth == 10 || depth == 900 {
                asked.append(try program.questionsOfChanges(under: last))
                last.pages = []
            }
            last = try program.make("page", under: last)
        }

        #expect(asked[0] == asked[1])
        program.root.takeApart()
    }

    @Test func `costs the same among any number of siblings`() throws {
        let program = try program()
        var asked: [[Int]] = []
        for number in 0..<1_000 {
            if number == 10 || number == 900 {
                asked.append(try program.questionsOfChanges(under: program.root))
                program.root.pages.removeLast()
            }
            _ = try program.make("page \(number)", under: program.root)
        }

        #expect(asked[0] == asked[1])
    }

    @Test func `asks each object of a saved chain a few times while all are renamed`() throws {
        let program = try program()
        var pages = [program.root]
        for _ in 0..<1_000 { pages.append(try program.make("page", under: pages.last!)) }
        try program.session.preserveNow()

        let asked = try program.questions {
            for page in pages.dropFirst().reversed() {
                try program.session.rename(page, to: "renamed")
            }
        }

        #expect(asked < 10 * pages.count)
        #expect(program.session.path(of: pages[2])?.description == "root/renamed/renamed")
        program.root.takeApart()
    }
}

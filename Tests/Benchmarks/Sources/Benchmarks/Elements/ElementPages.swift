import Foundation
import RestorationKit

/// Pages with 10 elements each, created again by the restore.
struct ElementPages {
    static let elementCount = 10
    /// The number of pages and elements.
    let count: Int
    /// For each page or element.
    let capture: Median
    /// For each page or element.
    let restore: Median

    let title: String

    init(pages: Int, rounds: Int) throws {
        count = pages * (1 + Self.elementCount)
        title = "\(pages) pages, \(Self.elementCount) elements each"
        let sandbox = try Sandbox()
        let root = RestorableNode(identifier: "root")
        root.children = (0..<pages).map { number in
            Page(identifier: "page\(number)", number: number, below: root)
        }
        let running = try Self.session(root, in: sandbox.root.appending(path: "saved"))
        try running.restore()
        try running.preserveNow()
        running.close()

        var samples: (capture: [Sample], restore: [Sample]) = ([], [])
        for _ in 0..<rounds {
            let root = RestorableNode(identifier: "root")
            let session = try Self.session(root, in: sandbox.root.appending(path: "saved"))
            samples.restore.append(try measure { try session.restore() }.sample)
            precondition(Self.isComplete(root, pages), "Some elements have not come back")
            samples.capture.append(try session.measureSave().capture)
            session.close()
        }
        capture = Median(samples.capture, count: count, isElapsed: false)
        restore = Median(samples.restore, count: count, isElapsed: false)
    }

    private static func isComplete(_ root: RestorableNode, _ pages: Int) -> Bool {
        root.children.map { ($0 as? Page)?.number ?? -1 }.elementsEqual(0..<pages)
    }

    private static func session(
        _ root: RestorableNode,
        in directory: URL
    ) throws -> RestorationSession {
        let session = try RestorationSession.forBenchmark(in: directory)
        session.register(Page.self, as: "Page")
        session.addRoot(root)
        return session
    }
}

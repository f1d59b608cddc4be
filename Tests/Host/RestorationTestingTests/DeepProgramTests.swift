import RestorationTesting
import Testing

@Suite struct `A program with a deep graph` {
    // Work that grew with the square of the depth would take longer by far: each path of a deep
    // object is as long as it is deep.
    // Much longer than it takes, for waiting for other tests counts.
    @Test(.timeLimit(.minutes(30)))
    func `is launched without asking for every path`() throws {
        let depth = 20_000
        let program = TestProgram(configure: { $0.sizeBudget = .max }) { session in
            let chain = Chain(depth)
            session.addRoot(chain.first)
            return chain
        }
        let first = try program.launch()
        first.graph.last.text = "deep"

        let second = try first.relaunch()

        #expect(second.graph.last.text == "deep")
        #expect(second.report.count(of: .restored) == depth)
    }
}

/// Objects of which each is below the one before.
private final class Chain {
    let first = Link()
    let last: Link

    init(_ count: Int) {
        var last = first
        for _ in 1..<count {
            let next = Link()
            next.restorationParent = last
            last.next = next
            last = next
        }
        self.last = last
    }

    /// Lets go of one after the other: the end of the first would end each inside the one before.
    deinit {
        var next = first.next
        while let link = next {
            next = link.next
            link.next = nil
        }
    }
}

private final class Link: Restorable {
    let restorationIdentifier: String? = "n"
    weak var restorationParent: (any Restorable)?
    var next: Link?
    var text = ""
    var restorationChildren: [any Restorable] { next.map { [$0] } ?? [] }

    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode(text, forKey: "text")
        coder.encode(next, forKey: "next")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }
}

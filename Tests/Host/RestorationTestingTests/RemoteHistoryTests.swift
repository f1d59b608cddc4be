import RestorationTesting
import Testing

@Suite struct `The checker of a remote history` {
    private let one = WriteID()
    private let two = WriteID()
    private let three = WriteID()

    @Test func `accepts a history of one client`() {
        let history = RemoteHistory([
            load(1, 2, .missing), swap(3, 4, 0, one, .stored),
            load(5, 6, .found(generation: 1, writeID: one)), swap(7, 8, 1, two, .stored),
        ])

        #expect(history.contradictions(endingWith: (2, two)) == [])
    }

    @Test func `accepts swaps of two clients at the same time`() {
        let history = RemoteHistory([
            swap(1, 10, 0, one, .stored), swap(2, 9, 0, two, .found(generation: 1, writeID: one)),
            load(3, 4, .missing), load(5, 6, .found(generation: 1, writeID: one)),
        ])

        #expect(history.contradictions(endingWith: (1, one)) == [])
    }

    @Test func `accepts an unacknowledged swap that took effect, and one that did not`() {
        let killed = swap(1, nil, 0, one, nil)

        let taken = RemoteHistory([killed, swap(3, 4, 1, two, .stored)])
        let lost = RemoteHistory([killed, swap(3, 4, 0, two, .stored)])

        #expect(taken.contradictions(endingWith: (2, two)) == [])
        #expect(lost.contradictions(endingWith: (1, two)) == [])
    }

    @Test func `accepts a repeated swap`() {
        let history = RemoteHistory([swap(1, 2, 0, one, nil), swap(3, 4, 0, one, .stored)])

        #expect(history.contradictions(endingWith: (1, one)) == [])
    }

    @Test func `finds an acknowledged swap that is gone at the end`() {
        let history = RemoteHistory([swap(1, 2, 0, one, .stored), swap(3, 4, 1, two, .stored)])

        #expect(
            history.contradictions(endingWith: (1, one)) == [
                "the acknowledged generation 2 was lost: \(two)",
                "generation 1 was found after generation 2 had been",
            ]
        )
        #expect(!history.contradictions(endingWith: nil).isEmpty)
    }

    @Test func `finds two acknowledged swaps of one generation`() {
        let history = RemoteHistory([swap(1, 4, 0, one, .stored), swap(2, 3, 0, two, .stored)])

        let sentences = history.contradictions(endingWith: (1, one))

        #expect(sentences.contains { $0.hasPrefix("generation 1 had two rows") })
    }

    @Test func `finds a swap that overwrote a newer row`() {
        let history = RemoteHistory([
            swap(1, 2, 0, one, .stored), swap(3, 4, 1, two, .stored), swap(5, 6, 0, three, .stored),
        ])

        let sentences = history.contradictions(endingWith: (1, three))

        #expect(sentences.contains("the acknowledged generation 2 was lost: \(two)"))
        #expect(sentences.contains("generation 1 was found after generation 2 had been"))
    }

    @Test func `finds a stale load`() {
        let history = RemoteHistory([
            swap(1, 2, 0, one, .stored), swap(3, 4, 1, two, .stored),
            load(5, 6, .found(generation: 1, writeID: one)),
        ])

        #expect(
            history.contradictions(endingWith: (2, two)) == [
                "generation 1 was found after generation 2 had been"
            ]
        )
    }

    @Test func `finds a row that nobody wrote`() {
        let history = RemoteHistory([load(1, 2, .found(generation: 1, writeID: one))])

        #expect(
            history.contradictions(endingWith: (1, one)).first
                == "nobody wrote generation 1 as \(one)"
        )
    }

    @Test func `finds a row that was seen before it was written`() {
        let history = RemoteHistory([
            load(1, 2, .found(generation: 1, writeID: one)), swap(3, 4, 0, one, .stored),
        ])

        #expect(
            history.contradictions(endingWith: (1, one)) == [
                "generation 1 was found before it was written"
            ]
        )
    }

    @Test func `finds a swap of a generation that never existed`() {
        let history = RemoteHistory([swap(1, 2, 0, one, .stored), swap(3, 4, 2, two, .stored)])

        #expect(
            history.contradictions(endingWith: (3, two)).contains(
                "generation 3 replaced 2, which never existed"
            )
        )
    }

    @Test func `finds a swap that was refused although it was valid`() {
        let history = RemoteHistory([
            swap(1, 2, 0, one, .stored), swap(3, 4, 1, two, .found(generation: 1, writeID: one)),
        ])

        #expect(
            history.contradictions(endingWith: (1, one)) == [
                "a swap that fits generation 1 was refused"
            ]
        )
    }

    @Test func `reads the lines of a race`() {
        let entries: [RemoteRace.Entry] = [
            .begin(1, .load), .end(2, .missing), .begin(3, .load), .end(4, nil),
            .begin(5, .swap(expected: 0, generation: 1, writeID: one)), .end(6, .stored),
            .begin(7, .load), .end(8, .found(generation: 1, writeID: one)), .fault("two words"),
        ]

        #expect(entries.map { RemoteRace.Entry("\($0)") } == entries)
        #expect(RemoteRace.Entry("end 6 sto") == nil)
    }

    private func load(
        _ begin: Int64,
        _ end: Int64?,
        _ result: RemoteHistory.Result?
    ) -> RemoteHistory.Call {
        RemoteHistory.Call(.load, begin: begin, end: end, result)
    }

    private func swap(
        _ begin: Int64,
        _ end: Int64?,
        _ expected: UInt64,
        _ id: WriteID,
        _ result: RemoteHistory.Result?
    ) -> RemoteHistory.Call {
        RemoteHistory.Call(
            .swap(expected: expected, generation: expected + 1, writeID: id),
            begin: begin,
            end: end,
            result
        )
    }
}

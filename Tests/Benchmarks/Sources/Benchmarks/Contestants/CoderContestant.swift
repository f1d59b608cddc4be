@_spi(Benchmarks) import RestorationCore

/// The coder alone: objects in a known order write and read records, without paths, lookup,
/// identity or a report.
final class CoderContestant: Contestant {
    private let plan: TreePlan
    private let objects: [RestorableNode]
    private let records = BareRecords()

    init(_ plan: TreePlan) {
        self.plan = plan
        objects = plan.objects(of: RestorableNode.self)
    }

    func round(_ results: inout Results) throws {
        let (size, encoding) = measure { records.write(objects) }
        let (copies, decoding) = try measure { () -> [RestorableNode] in
            let copies = plan.objects.map { RestorableNode(identifier: $0.identifier) }
            try records.read(into: copies)
            return copies
        }
        plan.check(copies[0], by: "coder")
        results.add(.coder, encoding, decoding, sizeInBytes: size)
    }
}

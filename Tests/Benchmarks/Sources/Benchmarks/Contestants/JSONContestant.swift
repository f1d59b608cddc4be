import Foundation

final class JSONContestant: Contestant {
    private let plan: TreePlan
    private let tree: JSONNode
    private let file: SealedFile

    init(_ plan: TreePlan) throws {
        self.plan = plan
        tree = plan.build(of: JSONNode.self)
        file = try SealedFile()
    }

    func round(_ results: inout Results) throws {
        let (data, encoding) = try measure { try JSONEncoder().encode(tree) }
        let (_, writing) = try measure { try file.write(data) }
        let (read, reading) = try measure { try file.read() }
        let (copy, decoding) = try measure {
            try JSONDecoder().decode(JSONNode.self, from: read)
        }
        plan.check(copy, by: "JSON")
        results.add(.json, encoding, decoding, sizeInBytes: data.count)
        results.add(.sealedJSON, encoding + writing, reading + decoding)
    }
}

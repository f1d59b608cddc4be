import Foundation

final class KeyedArchiverContestant: Contestant {
    private let plan: TreePlan
    private let tree: KeyedArchiverNode
    private let file: SealedFile

    init(_ plan: TreePlan) throws {
        self.plan = plan
        tree = plan.build(of: KeyedArchiverNode.self)
        file = try SealedFile()
    }

    func round(_ results: inout Results) throws {
        let (data, encoding) = try measure {
            try NSKeyedArchiver.archivedData(withRootObject: tree, requiringSecureCoding: false)
        }
        let (_, writing) = try measure { try file.write(data) }
        let (read, reading) = try measure { try file.read() }
        let (copy, decoding) = try measure { () -> KeyedArchiverNode in
            let unarchiver = try NSKeyedUnarchiver(forReadingFrom: read)
            unarchiver.requiresSecureCoding = false
            return unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
                as! KeyedArchiverNode
        }
        plan.check(copy, by: "NSKeyedArchiver")
        results.add(.archiver, encoding, decoding, sizeInBytes: data.count)
        results.add(.sealedArchiver, encoding + writing, reading + decoding)
    }
}

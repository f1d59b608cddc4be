import Foundation
let count = Int(CommandLine.arguments[1])!
let rounds = Int(CommandLine.arguments[2])!
let what = CommandLine.arguments.count > 3 ? CommandLine.arguments[3] : "session,json,archiver"
let shape: TreePlan.Shape = what.contains("wide") ? .wide : what.contains("deep") ? .deep : .bushy
let plan = TreePlan(count: count, shape: shape)
var table: [String: [Sample]] = [:]
@MainActor func add(_ k: String, _ s: Sample) { table[k, default: []].append(s) }
let session = try SessionCodec(plan)
let jsonTree = plan.build(of: JSONNode.self)
let archTree = plan.build(of: KeyedArchiverNode.self)
for _ in 0..<rounds {
    if what.contains("session") {
        let r = try session.round()
        add("1 session first capture", r.firstCapture)
        add("1 session capture", r.capture)
        add("1 session preserveNow", r.preservation)
        add("1 session restore: open", r.opening)
        add("1 session restore", r.restoration)
    }
    if what.contains("json") {
        let (d, e) = try measure { try JSONEncoder().encode(jsonTree) }
        add("2 json encode", e)
        let (t, dd) = try measure { try JSONDecoder().decode(JSONNode.self, from: d) }
        add("2 json decode", dd)
        plan.check(t, by: "json")
    }
    if what.contains("archiver") {
        let (d, e) = try measure { try NSKeyedArchiver.archivedData(withRootObject: archTree, requiringSecureCoding: false) }
        add("3 archiver encode", e)
        let (t, dd) = try measure { () -> KeyedArchiverNode in
            let u = try NSKeyedUnarchiver(forReadingFrom: d); u.requiresSecureCoding = false
            return u.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as! KeyedArchiverNode }
        add("3 archiver decode", dd)
        plan.check(t, by: "archiver")
    }
}
for (k, s) in table.sorted(by: { $0.key < $1.key }) {
    let p = Measurements.perObject(s, count)!
    print(k, String(format: "%.0f ns  %.2f allocs", p.nanoseconds, p.allocations))
}

import RestorationCore

/// The groups of a restore; when that has returned, those that wait or have failed.
struct TransactionGroups {
    private let groups = Sparse<TransactionGroup>()
    private var named: [String: TransactionGroup] = [:]

    /// The group of a record.
    func group(of number: Int) -> TransactionGroup? { groups[number] }

    mutating func named(_ name: String?) -> TransactionGroup {
        if let known = name.flatMap({ named[$0] }) { return known }
        let group = TransactionGroup(name)
        if let name { named[name] = group }
        return group
    }

    func add(_ number: Int, to group: TransactionGroup) {
        guard groups[number] !== group else { return }
        groups[number] = group
        group.records.append(number)
    }

    /// The records that are of a group, in order.
    var records: [Int] { groups.values.keys.sorted() }

    /// Those that have had no turn yet.
    var postponed: [TransactionGroup] {
        named.values.filter { !$0.isDone }.sorted { $0.records.min() ?? 0 < $1.records.min() ?? 0 }
    }

    /// Lets go of the groups of some records, but for those that wait or have failed.
    mutating func forgetDone(_ numbers: [Int]) {
        for number in numbers {
            guard let group = groups[number], !group.isWaiting, group.failure == nil
            else { continue }
            groups[number] = nil
            if let name = group.name, named[name] === group { named[name] = nil }
        }
    }
}

/// Transactional objects that decode together.
final class TransactionGroup {
    let name: String?
    /// The records of its objects, be these there or not.
    var records: [Int] = []
    /// The records whose objects have their turn, parents first.
    var members: [Int] = []
    /// Whether what is above its members is decoding for its sake, and whether it has had its turn.
    var isPreparing = false
    var isDone = false
    /// Whether their state is retained until all can take theirs.
    var isWaiting = false
    /// Why the others failed, once the group has.
    var failure: Diagnosis?
    /// The record that was picked the last time.
    private var lastPicked = 0

    init(_ name: String? = nil) { self.name = name }

    /// It has another turn.
    func reopen() { (isDone, isWaiting) = (false, false) }

    func fail(because reason: Diagnosis) { (failure, isWaiting) = (reason, false) }

    /// Whether one of its records is picked. The one that was picked the last time is looked at
    /// first: where they cease to be one after another, O(records) for all such questions together.
    func contains(where isPicked: (Int) -> Bool) -> Bool {
        for step in records.indices {
            let position = (lastPicked + step) % records.count
            guard isPicked(records[position]) else { continue }
            lastPicked = position
            return true
        }
        return false
    }
}

struct Options {
    var isQuick = false
    var isChecking = false
    /// Whether to print the session's figures in a machine-readable form, one per line.
    var isListing = false
    var names = Set(ContestantName.allCases)
    /// The size of a single tree that replaces the usual ones.
    var count: Int?
    var rounds: Int?

    static let help = """
        Measures sessions against NSKeyedArchiver and JSON on one tree, in turn.

        USAGE: Benchmarks [--quick] [--check] [--only NAMES] [--objects N] [--rounds N]
               Benchmarks --list

          --quick      Trees of 1,000 and 10,000 objects alone, and fewer rounds.
          --check      End with status 1 if a threshold is missed.
          --list       The session alone, a figure in each line: name, least nanoseconds,
                       calls of malloc, separated by tabs.
          --only       Some of coder, session, archiver, json, separated by commas.
          --objects    One tree of that many objects.
          --rounds     How often to measure each.
        """

    init(_ arguments: [String]) throws(OptionError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--quick": isQuick = true
            case "--check": isChecking = true
            case "--list": (isListing, names) = (true, [.session])
            case "--objects": count = try Self.number(rest.popFirst(), for: argument)
            case "--rounds": rounds = try Self.number(rest.popFirst(), for: argument)
            case "--only": names = try Self.names(rest.popFirst())
            default: throw OptionError(text: "\(argument) is not an option")
            }
        }
    }

    private static func number(
        _ text: String?,
        for option: String
    ) throws(OptionError) -> Int {
        guard let text, let number = Int(text), number > 0 else {
            throw OptionError(text: "\(option) needs a number above 0")
        }
        return number
    }

    private static func names(_ text: String?) throws(OptionError) -> Set<ContestantName> {
        var names: Set<ContestantName> = []
        for word in (text ?? "").split(separator: ",", omittingEmptySubsequences: false) {
            guard let name = ContestantName(rawValue: String(word)) else {
                throw OptionError(
                    text: "--only knows coder, session, archiver, json; not '\(word)'"
                )
            }
            names.insert(name)
        }
        return names
    }

    /// Whether to run the measurements that only apply to sessions.
    private var measuresSession: Bool { count == nil && names.contains(.session) }

    /// The numbers of objects that arrive late.
    var arrivals: [Int] { measuresSession ? [1_000, 10_000] : [] }

    /// The numbers of restored and of retained objects.
    var retained: [(live: Int, retained: Int)] {
        measuresSession ? [(1_000, 0), (9_900, 100), (1_000, 10_000), (1, 10_000)] : []
    }

    /// The numbers of objects with elements.
    var pages: [Int] { measuresSession ? [1_000] : [] }

    /// The numbers of levels, and of siblings, among which objects are made, renamed and moved.
    var changes: [Int] { measuresSession ? [1_000, 10_000] : [] }

    /// The number of rounds of the measurements that only apply to sessions.
    var sessionRounds: Int { rounds ?? 9 }

    var comparisons: [Comparison] {
        if let count {
            return [Comparison(title: "\(count) objects", count: count, rounds: rounds ?? 5)]
        }
        let usual = rounds ?? (isQuick || isListing ? 15 : 21)
        let interval = isQuick ? 5 : 3
        func bushy(_ title: String, _ count: Int, _ rounds: Int, _ interval: Int) -> Comparison {
            Comparison(title: title, count: count, rounds: rounds, archiverInterval: interval)
        }
        let list = [
            bushy("1,000 objects", 1_000, usual, interval),
            bushy("10,000 objects", 10_000, usual, interval),
        ]
        if isQuick { return list }
        let few = rounds ?? (isListing ? 3 : 5)
        return list + [
            bushy("100,000 objects", 100_000, few, few),
            Comparison(title: "100,000 below one", count: 100_000, shape: .wide, rounds: few),
            Comparison(title: "10,000 levels", count: 10_000, shape: .deep, rounds: few),
        ]
    }
}

struct OptionError: Error {
    let text: String
}

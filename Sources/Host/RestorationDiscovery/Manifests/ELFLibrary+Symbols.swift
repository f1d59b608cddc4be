/// The symbols that a library exports.
///
/// ```
/// symbol, 24 bytes            0  offset of the name in the string table (32)
///                             4  type in the lower four bits            (8)
///                             6  section; 0 if another library has it   (16)
/// hash table                  0  number of buckets, number of symbols   (32 each)
///                             8  buckets: the first symbol of each      (32 each)
///                                links: the next symbol after each      (32 each)
/// hash table of GNU           0  number of buckets, first symbol that has a hash, number of words
///                                in the filter, shift of the filter     (32 each)
///                            16  filter                                 (64 each)
///                                buckets: the first symbol of each      (32 each)
///                                hashes; the last of a bucket is odd    (32 each)
/// ```
///
/// Semantic source: the System V ABI, "Symbol Table" and "Hash Table"; for the GNU table, glibc's
/// dynamic loader.
extension ELFLibrary {
    /// Whether the library itself, not a dependency, exports `name`.
    func exports(_ name: String) throws(DiscoveryError) -> Bool { try symbol(name) != nil }

    func exports(_ name: String, _ entries: DynamicEntries) throws(DiscoveryError) -> Bool {
        try symbol(name, entries) != nil
    }

    enum Symbol {
        /// A function, or a symbol without a type, as from assembler.
        case function
        case data
    }

    /// The kind of the symbol that the library itself exports as `name`; `nil` if it exports none.
    func symbol(_ name: String) throws(DiscoveryError) -> Symbol? {
        try symbol(name, try dynamicEntries())
    }

    private func symbol(
        _ name: String,
        _ entries: DynamicEntries
    ) throws(DiscoveryError) -> Symbol? {
        guard let symbols = entries[.symbols] else { return nil }
        for number in try candidates(name, entries) {
            let symbol = try bytes(24, atAddress: symbols &+ UInt64(number) * 24)
            guard symbol.uint16(at: 6) != 0 else { continue }
            guard try string(at: UInt64(symbol.uint32(at: 0)), entries) == name else { continue }
            return Self.dataTypes.contains(symbol.uint32(at: 4) & 0xF) ? .data : .function
        }
        return nil
    }

    /// `STT_OBJECT`, `STT_COMMON` and `STT_TLS`.
    private static let dataTypes: [UInt32] = [1, 5, 6]

    func exportedNames() throws(DiscoveryError) -> [String] {
        try names { isDefined, isLocal in isDefined && !isLocal }
    }

    /// All names that the library imports, sorted.
    func undefinedNames() throws(DiscoveryError) -> [String] {
        try names { isDefined, _ in !isDefined }
    }

    private func names(
        _ isMeant: (_ isDefined: Bool, _ isLocal: Bool) -> Bool
    ) throws(DiscoveryError) -> [String] {
        let entries = try dynamicEntries()
        guard let symbols = entries[.symbols] else { return [] }
        var names: Set<String> = []
        for number in 0..<UInt64(try symbolCount(entries)) {
            let symbol = try bytes(24, atAddress: symbols &+ number * 24)
            // Local symbols only serve the dynamic loader.
            let isLocal = symbol.uint32(at: 4) >> 4 & 0xF == 0
            guard isMeant(symbol.uint16(at: 6) != 0, isLocal) else { continue }
            names.insert(try string(at: UInt64(symbol.uint32(at: 0)), entries))
        }
        return names.filter { !$0.isEmpty }.sorted()
    }

    /// The number of symbols, according to the hash tables.
    private func symbolCount(_ entries: DynamicEntries) throws(DiscoveryError) -> UInt32 {
        guard let table = entries[.gnuHash] else {
            return try entries[.hashes].map { table throws(DiscoveryError) in
                min(try uint32(table, 4), Self.mostSymbols)
            } ?? 0
        }
        let (bucketCount, first) = (try uint32(table, 0), try uint32(table, 4))
        let buckets = table &+ 16 &+ UInt64(try uint32(table, 8)) * 8
        guard bucketCount <= Self.mostSymbols else { throw fault(.malformedHeaders) }
        var last: UInt32 = 0
        for bucket in 0..<UInt64(bucketCount) { last = max(last, try uint32(buckets, 0, bucket)) }
        guard last >= first, last > 0 else { return first }
        while last < Self.mostSymbols {
            let hash = try uint32(buckets, 0, UInt64(bucketCount) + UInt64(last - first))
            last += 1
            if hash & 1 == 1 { return last }
        }
        throw fault(.malformedHeaders)
    }

    private static let mostSymbols: UInt32 = 4_000_000

    private func candidates(_ name: String, _ entries: DynamicEntries) throws(DiscoveryError)
        -> [UInt32]
    {
        if let table = entries[.gnuHash] { return try candidatesOfGNU(name, table) }
        guard let table = entries[.hashes] else { return [] }
        let bucketCount = try uint32(table, 0)
        guard bucketCount > 0 else { return [] }
        var numbers: [UInt32] = []
        var next = try uint32(table, 8, UInt64(Self.hash(name) % bucketCount))
        while next != 0 {
            // A damaged chain may be circular.
            guard numbers.count < Self.longestChain else { throw fault(.malformedHeaders) }
            numbers.append(next)
            next = try uint32(table, 8, UInt64(bucketCount) + UInt64(next))
        }
        return numbers
    }

    private func candidatesOfGNU(
        _ name: String,
        _ table: UInt64
    ) throws(DiscoveryError) -> [UInt32] {
        let (bucketCount, first) = (try uint32(table, 0), try uint32(table, 4))
        guard bucketCount > 0 else { return [] }
        let buckets = table &+ 16 &+ UInt64(try uint32(table, 8)) * 8
        let hash = Self.hashOfGNU(name)
        var number = try uint32(buckets, 0, UInt64(hash % bucketCount))
        guard number >= first, number > 0 else { return [] }
        var numbers: [UInt32] = []
        for _ in 0..<Self.longestChain {
            let other = try uint32(buckets, 0, UInt64(bucketCount) + UInt64(number - first))
            if other | 1 == hash | 1 { numbers.append(number) }
            guard other & 1 == 0 else { return numbers }
            number &+= 1
            guard number > first else { break }
        }
        throw fault(.malformedHeaders)
    }

    /// Reads element `index` of a table at `offset` bytes from an address.
    private func uint32(
        _ address: UInt64,
        _ offset: UInt64,
        _ index: UInt64 = 0
    ) throws(DiscoveryError) -> UInt32 {
        try bytes(4, atAddress: address &+ offset &+ index * 4).uint32(at: 0)
    }

    private static let longestChain = 10_000

    private static func hash(_ name: String) -> UInt32 {
        name.utf8.reduce(0) { hash, byte in
            let sum = hash << 4 &+ UInt32(byte)
            let high = sum & 0xF000_0000
            return (sum ^ high >> 24) & ~high
        }
    }

    private static func hashOfGNU(_ name: String) -> UInt32 {
        name.utf8.reduce(5381) { $0 &* 33 &+ UInt32($1) }
    }
}

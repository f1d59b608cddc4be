/// The symbol versions that libraries define and need.
///
/// ```
/// needed library, 16 bytes    0  1, number of versions (16 each)
///                             4  name, first version, next library (32 each)
/// its version, 16 bytes       0  hash (32), flags, number (16 each)
///                             8  name, next version (32 each)
/// defined version, 20 bytes   0  1, flags, number, number of names (16 each)
///                             8  hash, first name, next version (32 each)
/// its name, 8 bytes           0  name, next name (32 each)
/// ```
///
/// Names are offsets in the string table; other offsets are relative to the entry. 0 ends a list.
extension ELFLibrary {
    struct NeededVersion: Hashable {
        let library: String
        let version: String
    }

    func neededVersions() throws(DiscoveryError) -> [NeededVersion] {
        let entries = try dynamicEntries()
        guard let table = entries[.neededVersions] else { return [] }
        var versions: [NeededVersion] = []
        for library in try list(at: table, size: 16, next: 12) {
            let entry = try bytes(16, atAddress: library)
            let name = try string(at: UInt64(entry.uint32(at: 4)), entries)
            let first = library &+ UInt64(entry.uint32(at: 8))
            for place in try list(at: first, size: 16, next: 12) {
                let version = try bytes(16, atAddress: place)
                let isWeak = version.uint16(at: 4) & 2 != 0
                guard !isWeak else { continue }
                let text = try string(at: UInt64(version.uint32(at: 8)), entries)
                versions.append(NeededVersion(library: name, version: text))
            }
        }
        return versions
    }

    /// The versions that the library defines; `nil` for an unversioned library, which satisfies any
    /// need.
    func definedVersions() throws(DiscoveryError) -> Set<String>? {
        let entries = try dynamicEntries()
        guard let table = entries[.definedVersions] else { return nil }
        var versions: Set<String> = []
        for place in try list(at: table, size: 20, next: 16) {
            let name = place &+ UInt64(try bytes(20, atAddress: place).uint32(at: 12))
            let text = UInt64(try bytes(8, atAddress: name).uint32(at: 0))
            versions.insert(try string(at: text, entries))
        }
        return versions
    }

    /// The addresses of a list's entries.
    ///
    /// - Parameter next: the offset of the link to the next entry.
    private func list(
        at first: UInt64,
        size: Int,
        next: Int
    ) throws(DiscoveryError) -> [UInt64] {
        var addresses = [first]
        // No library has as many.
        while addresses.count < 10_000 {
            let last = addresses[addresses.count - 1]
            let distance = try bytes(size, atAddress: last).uint32(at: next)
            if distance == 0 { return addresses }
            addresses.append(last &+ UInt64(distance))
        }
        throw fault(.damagedDynamicTable)
    }
}

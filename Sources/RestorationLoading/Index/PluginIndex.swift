internal import RestorationCore

/// What a search for plugins found and decided, flat, so that the next launch can use it in place.
///
/// ```
/// header, 128 bytes      0  "RSTINDEX"
///                        8  format (64 bits)
///                       16  size of the whole (64)
///                       24  checksum of all that follows (64)
///                       32  id of the boot, text, up to 40 bytes
///                       72  offset and size of the search key (32 each, like all below)
///                       80  offset and number of directories, 88 of files, 96 of the numbers of
///                           files that are not in order, 104 of the numbers of the plugins that
///                           are used, by their ids, 112 of routes; 120 offset of the trie
/// directory, 64 bytes    0  offset and size of the path; state; first file, number of files; 0
///                       24  stamp
/// file, 80 bytes         0  offset and size of the name; kind; verdict; rival; offset of the
///                           manifest; directory; what is to be known about the library
///                       32  stamp of the library
///                       72  offset of the sidecar, 0 if there is none; 0
/// sidecar, 48 bytes      0  offset and size of the name
///                        8  stamp
/// stamp, 40 bytes           device, inode, size, time of modification, of change (64 each)
/// route, 12 bytes           file, class, pattern
/// ```
///
/// Names end in a NUL that does not count. A stamp with the lowest of all times says that the file
/// is to be read again.
struct PluginIndex: Sendable {
    static let magic: UInt64 = 0x5845_444E_4954_5352
    static let format: UInt64 = 9
    static let fileSize = 80
    static let headerSize = 128

    let image: FlatBytes

    /// What a file turned out to be.
    enum Kind: UInt32 {
        case plugin = 1
        case otherName = 2
        case faulty = 3
        case sidecarAlone = 4
        case misnamed = 5
    }

    /// What a directory turned out to be.
    enum DirectoryState: UInt32 {
        case absent = 1
        case refused = 2
        case present = 3
    }

    init(_ bytes: [UInt8]) {
        image = FlatBytes(bytes)
    }

    /// Why the bytes cannot be used, or `nil` if they are sound.
    func flaw(boot: String, key: [UInt8]) -> IndexReport.Flaw? {
        guard image.count >= Self.headerSize, image.uint64(at: 0) == Self.magic else {
            return .damaged
        }
        guard image.uint64(at: 8) == Self.format else { return .otherFormat }
        guard image.uint64(at: 16) == UInt64(image.count),
            image.uint64(at: 24) == image.checksum(from: 32)
        else { return .damaged }
        guard image.slice(at: 32, count: 40).prefix(while: { $0 != 0 }).elementsEqual(boot.utf8)
        else { return .otherBoot }
        guard image.slice(at: table(72).offset, count: table(72).count).elementsEqual(key) else {
            return .otherSearch
        }
        return nil
    }

    private func table(_ position: Int) -> (offset: Int, count: Int) {
        (Int(image.uint32(at: position)), Int(image.uint32(at: position + 4)))
    }

    /// The numbers of a list, as far as it lies within.
    private func numbers(_ position: Int) -> [Int] {
        let (offset, count) = table(position)
        return stride(from: offset, to: min(offset + count * 4, image.count), by: 4).map {
            Int(image.uint32(at: $0))
        }
    }

    // MARK: Directories

    struct Directory {
        let path: String?
        let state: DirectoryState?
        /// The numbers of its files.
        let files: Range<Int>
        /// Where its stamp stands.
        let stamp: Int
    }

    /// Never more than there is room for.
    var directoryCount: Int { min(table(80).count, image.count / 64) }

    /// A directory by its number in the order of the search.
    func directory(_ number: Int) -> Directory {
        let record = table(80).offset + number * 64
        let first = min(Int(image.uint32(at: record + 12)), fileCount)
        let count = min(Int(image.uint32(at: record + 16)), fileCount - first)
        return Directory(
            path: image.text(
                at: Int(image.uint32(at: record)),
                count: Int(image.uint32(at: record + 4))
            ),
            state: DirectoryState(rawValue: image.uint32(at: record + 8)),
            files: first..<(first + count),
            stamp: record + 24
        )
    }

    // MARK: Files

    /// Never more than there is room for.
    var fileCount: Int { min(table(88).count, image.count / Self.fileSize) }

    /// Files that are not in order, or not for this host.
    var unusual: [Int] { numbers(96) }
    /// The plugins that are used, in the order of their identifiers.
    var used: [Int] { numbers(104) }

    func record(ofFile number: Int) -> Int { table(88).offset + number * Self.fileSize }

    func kind(ofFile number: Int) -> Kind? {
        Kind(rawValue: image.uint32(at: record(ofFile: number) + 8))
    }

    func isPlugin(_ number: Int) -> Bool { kind(ofFile: number) == .plugin }

    func name(ofFile number: Int) -> String? {
        let record = record(ofFile: number)
        return image.text(
            at: Int(image.uint32(at: record)),
            count: Int(image.uint32(at: record + 4))
        )
    }

    func path(ofFile number: Int) -> String? {
        let directory = directory(Int(image.uint32(at: record(ofFile: number) + 24)))
        guard let path = directory.path, let name = name(ofFile: number) else { return nil }
        return path.path(of: name)
    }

    func identity(ofFile number: Int) -> ReadOnlyFile.Identity {
        ReadOnlyFile.Identity(FileStamp(image, at: record(ofFile: number) + 32))
    }

    /// Where the record of a file's sidecar stands.
    func sidecar(ofFile number: Int) -> Int? {
        let sidecar = Int(image.uint32(at: record(ofFile: number) + 72))
        return sidecar == 0 ? nil : sidecar
    }

    func verdict(onFile number: Int) -> PluginSelection.Verdict? {
        let record = record(ofFile: number)
        return PluginSelection.Verdict(
            code: image.uint32(at: record + 12),
            rival: Int(image.uint32(at: record + 16))
        )
    }

    /// The plugin with a number, as it was when it was read; `nil` if there is none.
    func plugin(_ number: Int) -> DiscoveredPlugin? {
        let record = record(ofFile: number)
        guard number < fileCount, let path = path(ofFile: number),
            let manifest = ManifestRecord.read(image, at: Int(image.uint32(at: record + 20)))
        else { return nil }
        let sidecar = sidecar(ofFile: number)
        return DiscoveredPlugin(
            file: path,
            sidecar: sidecar == nil ? nil : Sidecar.path(forLibrary: path),
            manifest: manifest,
            isDisabled: verdict(onFile: number) == .disabled,
            stamp: FileStamp(image, at: record + 32),
            sidecarStamp: sidecar.map { FileStamp(image, at: $0 + 8) },
            traits: LibraryTraits(rawValue: image.uint32(at: record + 28)),
            // Others get no times, and no file is without.
            hasLastingStamp: true
        )
    }

    /// The identifier of a plugin, with which its manifest begins.
    func identifier(ofFile number: Int) -> ArraySlice<UInt8> {
        let manifest = Int(image.uint32(at: record(ofFile: number) + 20))
        var reader = FlatReader(image, at: manifest)
        let place = reader.textPlace() ?? 0..<0
        return image.slice(at: place.lowerBound, count: place.count)
    }

    /// The number of the plugin that is used under an identifier.
    func plugin(named identifier: String) -> Int? {
        let (offset, count) = table(104)
        var range = 0..<min(count, image.count / 4)
        let wanted = identifier.utf8
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let number = Int(image.uint32(at: offset + middle * 4))
            let found = self.identifier(ofFile: number)
            if found.elementsEqual(wanted) { return number }
            let isBefore = found.lexicographicallyPrecedes(wanted)
            range = isBefore ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    // MARK: Routes

    /// Whether the index has a trie. Without an index file, none is made before it is asked for.
    var hasRoutes: Bool { image.uint32(at: 120) != 0 }

    var trie: RouteTrie { RouteTrie(image.suffix(from: Int(image.uint32(at: 120)))) }

    /// The file whose plugin has a route, by its number in the trie, and the number of the class.
    func place(ofRoute number: Int) -> (file: Int, classNumber: Int)? {
        let (offset, count) = table(112)
        guard number < count else { return nil }
        let record = offset + number * 12
        return (Int(image.uint32(at: record)), Int(image.uint32(at: record + 4)))
    }

    /// A route by its number in the trie.
    func route(_ number: Int) -> Route? {
        guard let (file, classNumber) = place(ofRoute: number),
            let manifest = plugin(file)?.manifest, manifest.classes.indices.contains(classNumber)
        else { return nil }
        let restorationClass = manifest.classes[classNumber]
        let record = table(112).offset + number * 12
        let patternNumber = Int(image.uint32(at: record + 8))
        guard restorationClass.routes.indices.contains(patternNumber) else { return nil }
        return Route(restorationClass.routes[patternNumber], to: restorationClass, of: manifest)
    }
}

extension FileStamp {
    /// Reads a stamp.
    init(_ image: FlatBytes, at offset: Int) {
        self.init(
            device: image.uint64(at: offset),
            inode: image.uint64(at: offset + 8),
            size: image.uint64(at: offset + 16),
            modified: Int64(bitPattern: image.uint64(at: offset + 24)),
            changed: Int64(bitPattern: image.uint64(at: offset + 32))
        )
    }
}

extension PluginSelection.Verdict {
    /// The verdict as an index holds it.
    var code: (verdict: UInt32, rival: Int) {
        switch self {
        case .used: (1, 0)
        case .disabled: (2, 0)
        case .otherApplication: (3, 0)
        case .everyApplication: (4, 0)
        case .otherABI: (5, 0)
        case .older(let rival): (6, rival)
        case .later(let rival): (7, rival)
        }
    }

    init?(code: UInt32, rival: Int) {
        switch code {
        case 1: self = .used
        case 2: self = .disabled
        case 3: self = .otherApplication
        case 4: self = .everyApplication
        case 5: self = .otherABI
        case 6: self = .older(than: rival)
        case 7: self = .later(than: rival)
        default: return nil
        }
    }
}
